// Follows a search until it has ended, by requests that wait for its end.
import { useEffect, useState } from 'preact/hooks'
import type { Problem } from '#contract/problem.ts'
import type { Search } from '#contract/places/search.ts'
import { callApi, problemOf } from '#shared/api/call-api.ts'
import { pause } from '#shared/api/events.ts'
import { apiKey } from '#shared/api/key.ts'
import { useStore } from '#shared/route/store.ts'

/** How long one request waits for the end before it answers how far the search is. */
const WAIT_MS = 1_500
const RETRY_MS = 3_000

/** The search as it was last seen; null until then and without an id. */
export interface FollowedSearch {
  readonly search: Search | null
  readonly problem: Problem | null
}

/** With `contacts` or `details` a search is followed until those are there as well. */
export function useSearch(id: string | null): FollowedSearch {
  const secret = useStore(apiKey)
  const [state, setState] = useState<FollowedSearch & { readonly id: string | null }>({
    id,
    search: null,
    problem: null,
  })
  useEffect(() => {
    setState({ id, search: null, problem: null })
    if (id === null) return
    const controller = new AbortController()
    const { signal } = controller
    const follow = async (): Promise<void> => {
      let waitMs = 0
      for (;;) {
        const path = `/api/search/${encodeURIComponent(id)}`
        const search = await callApi<Search>(path, { query: { waitMs: String(waitMs) }, signal })
        setState({ id, search, problem: null })
        if (!isUnderWay(search)) return
        // An ended search answers at once, also while its contacts are looked for.
        if (search.completedAt !== null) await pause(WAIT_MS, signal)
        waitMs = WAIT_MS
      }
    }
    const followPatiently = async (): Promise<void> => {
      while (!signal.aborted) {
        try {
          await follow()
          return
        } catch (error) {
          if (signal.aborted) return
          const problem = problemOf(error)
          setState((last) => ({ ...last, problem }))
          if (!problem.retryable) return
          await pause(RETRY_MS, signal)
        }
      }
    }
    void followPatiently()
    return () => controller.abort()
  }, [id, secret])
  return state.id === id ? state : { search: null, problem: null }
}

/** Whether anything of it may still change. */
export const isUnderWay = ({ completedAt, contacts, details }: Search): boolean =>
  completedAt === null || (contacts?.pending ?? 0) > 0 || (details?.pending ?? 0) > 0
