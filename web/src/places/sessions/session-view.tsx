// One session: its searches with their manifest, what is missing and why, and its files.
import type { SessionManifest } from '#contract/places/export.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { formatCount } from '#shared/format/format.ts'
import { linkTo } from '#shared/route/route.ts'
import { ButtonLink } from '#shared/ui/button.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { SafeLink } from '#shared/ui/safe-link.tsx'
import { ExportForm } from './export-form.tsx'
import { ManifestCard } from './manifest-card.tsx'
import { SessionMap } from './session-map.tsx'
import { CompleteChip } from './sessions-view.tsx'

const EVERY_MS = 2_000

/** Loads again while a search of it runs. */
export function SessionView({ id }: { readonly id: string }) {
  const path = `/api/exports/${encodeURIComponent(id)}`
  const query = useQuery(
    `manifest ${id}`,
    async (signal) => callApi<SessionManifest>(path, { query: { format: 'manifest' }, signal }),
    { everyMs: EVERY_MS },
  )
  const manifest = query.data
  if (manifest === null) {
    return (
      <div class="view">
        <div>
          <Back />
          <h1>Session</h1>
        </div>
        {query.problem === null ? (
          <Loading />
        ) : (
          <ProblemView problem={query.problem} onRetry={query.reload} />
        )}
      </div>
    )
  }
  return (
    <div class="view">
      <div class="view-head">
        <div>
          <Back />
          <h1 class="wrap-anywhere">{titleOf(manifest)}</h1>
        </div>
        <div class="buttons">
          <CompleteChip complete={manifest.complete} />
          <ButtonLink href={linkTo(['sessions', id, 'changes'])}>What changed</ButtonLink>
          {manifest.places > 0 && (
            <ButtonLink href={linkTo(['places'], { sessionId: id })}>
              {formatCount(manifest.places, 'place')} on the map
            </ButtonLink>
          )}
        </div>
      </div>
      {hasWhere(manifest) && (
        <div class="session-parts">
          <SessionMap sessionId={id} searches={manifest.searches} />
          <ExportForm sessionId={id} />
        </div>
      )}
      <h2>{formatCount(manifest.searches.length, 'search', 'searches')}</h2>
      <div class="cards">
        {manifest.searches.map((search) => (
          <ManifestCard key={search.id} search={search} />
        ))}
      </div>
      <p class="small muted">
        {manifest.attribution.map(({ text, license, url }) => (
          <span key={text}>
            {text} ({license}) <SafeLink href={url} />
          </span>
        ))}
      </p>
    </div>
  )
}

function Back() {
  return (
    <p class="small">
      <a href={linkTo(['sessions'])}>Sessions</a>
    </p>
  )
}

/** Of a search whose area was not found there is nothing to draw, and nothing to export. */
const hasWhere = ({ places, searches }: SessionManifest): boolean =>
  places > 0 || searches.some(({ area }) => area !== null)

/** `hotels, cafes`; a session of every place says so. */
function titleOf({ searches }: SessionManifest): string {
  const queries = searches.map(({ query }) => (query === '*' ? 'Every place' : query))
  return queries.join(', ') || 'Session'
}
