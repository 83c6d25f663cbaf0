// A table of a list of the service: its first page, and more of it by a button. A list cut short says so.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { callApi } from '#shared/api/call-api.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState, Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { Table, type Column } from './table.tsx'

interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** What stands behind the first page. */
interface Further<T> extends Page<T> {
  readonly pages: number
}

/** More rows at once would make the page slow; the filters are for what is further down. */
const MAX_SHOWN = 1_000

/**
 * `path` and `query` are those of the list. `everyMs` loads the first page again and again as long as no further one was
 * asked for, and once more when it becomes null: the last rows may have changed since. Another `version` loads it again;
 * what is shown stays until then, and with it the focus. Back shows as many pages again as were shown.
 */
export function PagedTable<T>({
  caption,
  path,
  query = {},
  everyMs = null,
  version = 0,
  columns,
  keyOf,
  empty,
}: {
  readonly caption: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly everyMs?: number | null
  readonly version?: number
  readonly columns: readonly Column<T>[]
  readonly keyOf: (row: T) => string
  readonly empty: { readonly title: string; readonly detail?: string; readonly children?: ComponentChildren }
}) {
  const key = `${path}?${new URLSearchParams(query).toString()}`
  const [further, setFurther] = useState<Further<T> | null>(null)
  useEffect(() => setFurther(null), [key, version])
  const shown = useRef('')
  shown.current = `${version} ${key}`
  const returning = useRef(keptDepth(key))
  const first = useQuery(key, async (signal) => callApi<Page<T>>(path, { query, signal }), {
    everyMs: further === null ? everyMs : null,
  })
  useEffect(() => {
    if (version > 0) first.reload()
  }, [version])
  const wasLive = useRef(false)
  useEffect(() => {
    if (wasLive.current && everyMs === null && further === null) first.reload()
    wasLive.current = everyMs !== null
  }, [everyMs])
  const cursor = further === null ? (first.data?.nextCursor ?? null) : further.nextCursor
  const more = useAction(async (pages: number) => {
    const askedFor = shown.current
    const items: T[] = [...(further?.items ?? [])]
    let next = cursor
    let read = 0
    for (; read < pages && next !== null; read += 1) {
      const page = await callApi<Page<T>>(path, { query: { ...query, cursor: next } })
      items.push(...page.items)
      next = page.nextCursor
    }
    if (askedFor !== shown.current) return
    setFurther({ items, nextCursor: next, pages: (further?.pages ?? 0) + read })
  })
  const isLoaded = first.data !== null
  useEffect(() => {
    if (isLoaded && returning.current !== null) more.run(returning.current.pages)
  }, [isLoaded])
  useEffect(() => {
    if (further === null) return undefined
    if (returning.current !== null) scrollTo(0, returning.current.top)
    returning.current = null
    const keep = (): void => keepDepth(key, further.pages)
    keep()
    addEventListener('scrollend', keep)
    return () => removeEventListener('scrollend', keep)
  }, [further, key])
  if (first.data === null) {
    return first.problem === null ? (
      <Loading />
    ) : (
      <ProblemView problem={first.problem} onRetry={first.reload} />
    )
  }
  const rows = [...first.data.items, ...(further?.items ?? [])]
  if (rows.length === 0) return <EmptyState {...empty} />
  const isFull = rows.length >= MAX_SHOWN
  return (
    <>
      {first.problem !== null && <ProblemView problem={first.problem} onRetry={first.reload} />}
      <Table caption={caption} columns={columns} rows={rows} keyOf={keyOf} />
      {more.problem !== null && <ProblemView problem={more.problem} />}
      {cursor !== null && (
        <div class="buttons">
          {isFull ? (
            <p class="small muted">The first {rows.length} are shown; filter to see others.</p>
          ) : (
            <Button isBusy={more.isRunning} onPress={() => more.run(1)}>
              Show more
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** How far a list was read and where it stood, kept with its entry of the history, so that Back shows it as it was left. */
interface Depth {
  /** Behind the first one. */
  readonly pages: number
  /** The position of the page. */
  readonly top: number
}

/** Of the list `key` at this entry of the history; null where it shows its first page. */
function keptDepth(key: string): Depth | null {
  const state: unknown = history.state
  return isState(state) && state.key === key ? state : null
}

/** Keeps how many pages are shown, and where the page stands now. */
function keepDepth(key: string, pages: number): void {
  history.replaceState({ key, pages, top: scrollY }, '')
}

function isState(state: unknown): state is Depth & { readonly key: string } {
  return typeof state === 'object' && state !== null && 'key' in state && 'pages' in state && 'top' in state
}
