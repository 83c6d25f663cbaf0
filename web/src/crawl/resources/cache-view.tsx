// The cache: what is kept, how often it served, and taking entries out.
import { useState } from 'preact/hooks'
import type { CacheStats } from '#contract/crawl/cache.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { formatBytes, formatNumber, formatShare, formatTime } from '#shared/format/format.ts'
import { Ago } from '#shared/ui/ago.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { TextField } from '#shared/ui/field.tsx'
import { Figures } from '#shared/list/figures.tsx'
import { fieldError, ProblemView } from '#shared/ui/problem-view.tsx'
import { Table } from '#shared/list/table.tsx'
import { showToast } from '#shared/ui/toasts.tsx'

const LIVE_MS = 5_000
const PATH = '/api/cache/stats'

/** Its figures by layer, and the form that takes entries out. */
export function CacheView() {
  const { data, problem, reload } = useQuery(PATH, async (signal) => callApi<CacheStats>(PATH, { signal }), {
    everyMs: LIVE_MS,
  })
  return (
    <div class="view">
      <h1>Cache</h1>
      {problem !== null && <ProblemView problem={problem} onRetry={reload} />}
      {data === null && problem === null && <Loading />}
      {data !== null && (
        <>
          <Figures
            figures={[
              { label: 'entries', value: data.entries },
              { label: `of ${formatBytes(data.maxBytes)}`, value: formatBytes(data.bytes) },
              { label: 'hits', value: data.hits },
              { label: 'misses', value: data.misses },
              { label: 'hit rate', value: formatShare(data.hitRate) },
            ]}
          />
          {data.since !== null && <p class="muted small">{`Counted since ${formatTime(data.since)}.`}</p>}
          <Table
            caption="Layers of the cache"
            rows={[
              { name: 'Results', ...data.results },
              { name: 'Pages', ...data.snapshots },
            ]}
            keyOf={({ name }) => name}
            columns={[
              { id: 'name', head: 'Layer', cell: ({ name }) => name },
              {
                id: 'entries',
                head: 'Entries',
                isNumeric: true,
                cell: ({ entries }) => formatNumber(entries),
              },
              { id: 'bytes', head: 'Size', isNumeric: true, cell: ({ bytes }) => formatBytes(bytes) },
              { id: 'hits', head: 'Hits', isNumeric: true, cell: ({ hits }) => formatNumber(hits) },
              { id: 'misses', head: 'Misses', isNumeric: true, cell: ({ misses }) => formatNumber(misses) },
              {
                id: 'fresh',
                head: 'Confirmed',
                isNumeric: true,
                cell: (layer) => formatNumber(layer.revalidated),
              },
              { id: 'stale', head: 'Stale', isNumeric: true, cell: ({ stale }) => formatNumber(stale) },
              { id: 'rate', head: 'Hit rate', isNumeric: true, cell: ({ hitRate }) => formatShare(hitRate) },
              {
                id: 'out',
                head: 'Evicted',
                isNumeric: true,
                cell: ({ evictions }) => formatNumber(evictions),
              },
              { id: 'old', head: 'Oldest', cell: ({ oldestAt }) => <Ago at={oldestAt} /> },
            ]}
          />
        </>
      )}
      <Purge onDone={reload} />
    </div>
  )
}

const FIELDS = [
  { name: 'url', label: 'Address', placeholder: 'https://example.org/page' },
  { name: 'domain', label: 'Domain', placeholder: 'example.org' },
  { name: 'extractor', label: 'Extractor', placeholder: 'markdown' },
]

function Purge({ onDone }: { readonly onDone: () => void }) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const purge = useAction(async () => {
    const query = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value.trim() !== ''))
    const taken = await callApi<Readonly<Record<string, unknown>>>('/api/cache', { method: 'DELETE', query })
    const counts = Object.entries(taken).filter(([, value]) => typeof value === 'number')
    showToast(`Taken out: ${counts.map(([name, count]) => `${String(count)} ${name}`).join(', ')}.`)
    onDone()
  })
  return (
    <form
      class="card"
      aria-labelledby="purge"
      onSubmit={(event) => {
        event.preventDefault()
        purge.run()
      }}
    >
      <h2 id="purge">Take entries out</h2>
      <p class="muted small">
        An entry goes when it fits all that is filled in. Jobs and their results stay.
      </p>
      <div class="filters">
        {FIELDS.map(({ name, label, placeholder }) => (
          <TextField
            key={name}
            label={label}
            placeholder={placeholder}
            value={chosen[name] ?? ''}
            error={fieldError(purge.problem, `?${name}`)}
            onChange={(value) => setChosen({ ...chosen, [name]: value })}
          />
        ))}
      </div>
      {purge.problem !== null && <ProblemView problem={purge.problem} />}
      <div class="buttons">
        <Button type="submit" kind="danger" isBusy={purge.isRunning}>
          Take out
        </Button>
      </div>
    </form>
  )
}
