// How far a search is, and in the end how complete it is and why not.
import type { Search } from '#contract/places/search.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useAction } from '#shared/api/use-query.ts'
import { formatCount, formatNumber } from '#shared/format/format.ts'
import { linkTo } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { Chip, StateChip } from '#shared/ui/chip.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { searchStep, untoldReasons, websitesRead } from './search-step.ts'
import { UnderstoodView } from './understood-view.tsx'
import { isUnderWay, type FollowedSearch } from './use-search.ts'

/** The search that the page follows. */
export function SearchProgress({
  followed: { search, problem },
  onClose,
}: {
  readonly followed: FollowedSearch
  readonly onClose: () => void
}) {
  const cancel = useAction(async () => {
    if (search !== null) await callApi(`/api/search/${search.id}/cancel`, { method: 'POST' })
  })
  if (search === null) {
    if (problem === null) return null
    return (
      <section class="search-progress" aria-label="Search">
        <div class="view-head">
          <h2>Search</h2>
          <CloseButton onClose={onClose} />
        </div>
        <ProblemView problem={problem} />
      </section>
    )
  }
  const reasons = untoldReasons(search)
  const where = search.area?.name ?? (typeof search.location === 'string' ? search.location : null)
  return (
    <section class="search-progress" aria-label="Search">
      <div class="view-head">
        <h2 class="wrap-anywhere">
          {search.query}
          {where !== null && <span class="muted"> · {where}</span>}
        </h2>
        <div class="buttons">
          <StateChip state={search.status} />
          {search.completedAt === null ? (
            <Button isSmall isBusy={cancel.isRunning} onPress={() => cancel.run()}>
              Cancel
            </Button>
          ) : (
            <CloseButton onClose={onClose} />
          )}
        </div>
      </div>
      {isUnderWay(search) && <Progress search={search} />}
      <p class="small">
        {formatCount(search.counts.kept, 'place')}, {formatNumber(search.counts.new)} of them new ·{' '}
        <a href={linkTo(['sessions', search.sessionId])}>
          {search.complete === null ? 'manifest' : search.complete ? 'complete' : 'not complete'}
        </a>
      </p>
      {search.contacts !== undefined && <p class="small muted">{websitesRead(search.contacts)}</p>}
      {reasons.map(({ code, detail }) => (
        <p key={code} class="small">
          <Chip tone="warn">{code.replaceAll('_', ' ')}</Chip> {detail}
        </p>
      ))}
      {search.warnings.map(({ code, detail, count }) => (
        <p key={code} class="small muted">
          {detail}
          {count !== undefined && ` × ${formatNumber(count)}`}
        </p>
      ))}
      {search.understood !== null && search.counts.kept === 0 && (
        <UnderstoodView understood={search.understood} />
      )}
      {search.error !== null && <ProblemView problem={search.error} />}
      {cancel.problem !== null && <ProblemView problem={cancel.problem} />}
    </section>
  )
}

function CloseButton({ onClose }: { readonly onClose: () => void }) {
  return (
    <Button isSmall kind="quiet" label="Close the search" onPress={onClose}>
      ✕
    </Button>
  )
}

function Progress({ search }: { readonly search: Search }) {
  const { progress, details, completedAt } = search
  const share = completedAt === null ? progress.share : null
  const percent = share === null ? null : Math.round(share * 100)
  const steps = [
    ...(completedAt === null ? searchStep(search) : []),
    ...(details === undefined || details.pending === 0
      ? []
      : [`details: ${formatNumber(details.pending)} to go`]),
  ]
  return (
    <div>
      <span
        class={percent === null ? 'bar bar-busy' : 'bar'}
        role="progressbar"
        aria-label="Progress"
        aria-valuenow={percent ?? undefined}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={percent === null ? {} : { width: `${percent}%` }} />
      </span>
      <p class="small muted">{steps.join(' · ')}</p>
    </div>
  )
}
