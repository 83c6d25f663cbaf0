// Loads the rows of the list as a stream: shown while they come, and loaded again when a search goes on.
import { useEffect, useState } from 'preact/hooks'
import type { Problem } from '#contract/problem.ts'
import { fetchApi, problemOf } from '#shared/api/call-api.ts'
import { readLines } from '#shared/api/events.ts'
import { apiKey } from '#shared/api/key.ts'
import { useStore } from '#shared/route/store.ts'
import { parseRow, ROW_COLUMNS, type PlaceRow } from './place-row.ts'

/** The rows so far; `isWhole` once the stream has ended by itself. */
export interface Rows {
  readonly rows: readonly PlaceRow[]
  /** How many have come. `rows` follows when they are twice as many, and at the end. */
  readonly loaded: number
  /** The filters that they are of. */
  readonly query: string
  readonly isWhole: boolean
  /** The list was cut at `MAX_ROWS`: more fit the filters. */
  readonly isCut: boolean
  readonly problem: Problem | null
}

/** More would fill the memory of a small device; the view says so and asks for a filter. */
export const MAX_ROWS = 250_000
/** The first of them are shown at once, others not more often than this. */
const SHOW_ROWS = 500
const SHOW_EVERY_MS = 700
/** The map cuts all rows into tiles again each time, so it gets them when there are so many times more. */
const SHOW_GROWTH = 2

/** `version` loads the same list again; what is shown stays until the new one is whole. */
export function useRows(query: string, version: number): Rows {
  const secret = useStore(apiKey)
  const [state, setState] = useState<Rows>(() => noneOf(query))
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const load = async (): Promise<void> => {
      const rows: PlaceRow[] = []
      const params = new URLSearchParams(query)
      params.set('columns', ROW_COLUMNS)
      const response = await fetchApi('/api/places', {
        query: params,
        headers: { accept: 'application/x-ndjson' },
        signal,
      })
      let shownAt = performance.now()
      let shown = 0
      let isCut = false
      for await (const line of readLines(response)) {
        const row = line === '' ? null : parseRow(line)
        if (row === null) continue
        if (rows.length === MAX_ROWS) {
          isCut = true
          break
        }
        rows.push(row)
        if (rows.length % SHOW_ROWS !== 0) continue
        if (shown === 0 || performance.now() - shownAt > SHOW_EVERY_MS) {
          shownAt = performance.now()
          const loaded = rows.length
          const grown = loaded >= SHOW_GROWTH * shown ? rows.slice() : null
          if (grown !== null) shown = loaded
          setState((last) =>
            last.query === query && last.rows.length > loaded
              ? last
              : { ...noneOf(query), rows: grown ?? last.rows, loaded },
          )
        }
      }
      setState({ rows, loaded: rows.length, query, isWhole: true, isCut, problem: null })
    }
    setState((last) => (last.query === query ? last : noneOf(query)))
    load().catch((error: unknown) => {
      if (!signal.aborted) setState((last) => ({ ...last, isWhole: true, problem: problemOf(error) }))
    })
    return () => controller.abort()
  }, [query, version, secret])
  return state
}

const noneOf = (query: string): Rows => ({
  rows: [],
  loaded: 0,
  query,
  isWhole: false,
  isCut: false,
  problem: null,
})
