// Long-polls for the end of a search, woken by the notification of that end.
import type { Search } from '#contract/places/search.ts'
import type { Database } from '#platform/db/database.ts'
import { formatId } from '#kit/ids.ts'
import { startWait } from '#kit/time/wait.ts'
import { searchEndedChannel } from './end-search.ts'
import { getSearch } from './get-search.ts'

/** The waits of one process. Disposing ends listening. */
export interface SearchWaits extends AsyncDisposable {
  /** The search when it ended, or as it is when `waitMs` is over or `signal` aborts. Throws `not_found`. */
  wait(id: string, waitMs: number, signal: AbortSignal): Promise<Search>
}

/** Listens on one connection for all waits. */
export async function openSearchWaits(db: Database): Promise<SearchWaits> {
  const waiting = new Set<{ readonly id: string; wake(): void }>()
  const wakeAll = (of: (id: string) => boolean) => {
    for (const waiter of waiting) if (of(waiter.id)) waiter.wake()
  }
  // An empty notification means that some may have been missed.
  const stopListening = await db.listen(searchEndedChannel(db.schema), (uuid) =>
    wakeAll((id) => uuid === '' || id === formatId('sea', uuid)),
  )

  return {
    async wait(id, waitMs, signal) {
      const until = Date.now() + waitMs
      for (;;) {
        using notification = startWait(Math.max(0, until - Date.now()), signal)
        const waiter = { id, wake: notification.end }
        waiting.add(waiter)
        try {
          const search = await getSearch(db, id)
          const ended = search.status !== 'queued' && search.status !== 'running'
          if (ended || Date.now() >= until || signal.aborted) return search
          await notification.over
        } finally {
          waiting.delete(waiter)
        }
      }
    },
    [Symbol.asyncDispose]: stopListening,
  }
}
