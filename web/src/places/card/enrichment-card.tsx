// The enrichment of a place with the contacts of its website: start it, and what came of it.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { EnrichmentStatus } from '#contract/places/enrichment.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { formatTime } from '#shared/format/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { StateChip } from '#shared/ui/chip.tsx'
import { EmptyState, Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { SafeLink } from '#shared/ui/safe-link.tsx'
import { visibleText } from '#shared/format/visible-text.ts'
import { foundPages } from './found-pages.ts'

const POLL_MS = 2_000

/** `onChanged`: the place may have new contacts. */
export function EnrichmentCard({
  id,
  website,
  onChanged,
}: {
  readonly id: string
  readonly website: string | null
  readonly onChanged: () => void
}) {
  const [isWatched, setIsWatched] = useState(false)
  const path = `/api/enrich/status/${encodeURIComponent(id)}`
  const query = useQuery(path, async (signal) => callApi<EnrichmentStatus>(path, { signal }), {
    everyMs: isWatched ? POLL_MS : null,
  })
  const enrichment = query.data?.enrichment ?? null
  const isRunning = enrichment?.status === 'queued' || enrichment?.status === 'running'
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) onChanged()
    wasRunning.current = isRunning
    setIsWatched(isRunning)
  }, [isRunning])
  const start = useAction(async () => {
    await callApi('/api/enrich/start', { method: 'POST', body: { placeId: id, maxAgeMs: 0 } })
    query.reload()
  })
  const cancel = useAction(async () => {
    await callApi(`/api/enrich/cancel/${encodeURIComponent(id)}`, { method: 'POST' })
    query.reload()
  })
  if (query.problem !== null) return <ProblemView problem={query.problem} onRetry={query.reload} />
  if (query.data === null) return <Loading />
  const problem = start.problem ?? cancel.problem
  const pages = foundPages(enrichment?.result)
  return (
    <>
      <div class="buttons">
        {isRunning ? (
          <Button isBusy={cancel.isRunning} onPress={() => cancel.run()}>
            Cancel
          </Button>
        ) : (
          <Button kind="primary" isBusy={start.isRunning} onPress={() => start.run()}>
            {enrichment === null ? 'Look for contacts' : 'Look again'}
          </Button>
        )}
        {enrichment !== null && <StateChip state={enrichment.status} />}
      </div>
      {problem !== null && <ProblemView problem={problem} />}
      {enrichment === null ? (
        <EmptyState
          title="Never enriched"
          detail={
            website === null
              ? 'The map knows no website of this place, so there may be nothing to read.'
              : 'Its website is read for addresses, numbers and profiles.'
          }
        />
      ) : (
        <dl class="facts">
          <Fact name="Website">{enrichment.website !== null && <SafeLink href={enrichment.website} />}</Fact>
          <Fact name="Emails added">
            {enrichment.added?.emails.map((email) => (
              <Found key={email} page={pages.get(email)}>
                {visibleText(email)}
              </Found>
            ))}
          </Fact>
          <Fact name="Phones added">
            {enrichment.added?.phones.map((phone) => (
              <Found key={phone} page={pages.get(phone)}>
                {phone}
              </Found>
            ))}
          </Fact>
          <Fact name="Profiles added">
            {enrichment.added?.socials.map((url) => (
              <Found key={url} page={pages.get(url)}>
                <SafeLink href={url} />
              </Found>
            ))}
          </Fact>
          <Fact name="Ended">{formatTime(enrichment.completedAt)}</Fact>
        </dl>
      )}
      {enrichment?.warnings.map(({ code, detail }) => (
        <p key={code} class="small muted">
          {detail}
        </p>
      ))}
      {enrichment !== null && enrichment.error !== null && <ProblemView problem={enrichment.error} />}
    </>
  )
}

/** A value with the page that it was found on, as far as that is known. */
function Found({
  page,
  children,
}: {
  readonly page: string | undefined
  readonly children: ComponentChildren
}) {
  return (
    <div class="link-line">
      <div class="wrap-anywhere">{children}</div>
      {page !== undefined && (
        <div class="small muted">
          found on <SafeLink href={page} />
        </div>
      )}
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  const isEmpty = children === undefined || children === '' || children === false
  const isNone = Array.isArray(children) && children.length === 0
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{isEmpty || isNone ? '–' : children}</dd>
    </div>
  )
}
