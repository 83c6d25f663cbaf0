// When a pool opens another connection: PostgreSQL takes 60 to 110 ms of a core for each, because each reads the catalogue and
// plans all statements for itself. A service that starts sends its first statements all at once, and each is over in
// milliseconds.
import type { Pool } from 'pg'

/** Opened without waiting. */
const FIRST_CONNECTIONS = 2
/** Somewhat longer than the statements of a start wait for each other; a new connection takes about as long to be of use. */
const WAIT_FOR_FREE_MS = 100
/** Between two that are opened for those who wait. */
const GROW_INTERVAL_MS = 10

/** To be called once the connection was given back. */
type GiveBack = () => void

/**
 * Answers a function that resolves when a connection may be asked of the pool: at once while one is free, else when one
 * was given back, or when the first in line has waited for 100 ms. The pool itself bounds how many there are.
 */
export function limitGrowth(pool: Pick<Pool, 'totalCount'>): () => Promise<GiveBack> {
  /** When each began to wait, in the order of their coming. */
  const waiting = new Map<() => void, number>()
  let taken = 0
  let timer: NodeJS.Timeout | null = null

  const isFree = () => taken < Math.max(FIRST_CONNECTIONS, pool.totalCount)
  const admitFirst = () => {
    const [first] = waiting.keys()
    if (first === undefined) return
    waiting.delete(first)
    taken += 1
    first()
  }
  const giveBack = () => {
    taken -= 1
    if (isFree()) admitFirst()
  }
  // A busy process notices late that a time is over: what the server has answered meanwhile is read before.
  const watch = (delayMs: number) => {
    timer ??= setTimeout(() => setImmediate(grow), delayMs)
  }
  function grow(): void {
    timer = null
    const [since] = waiting.values()
    if (since === undefined) return
    if (performance.now() - since >= WAIT_FOR_FREE_MS) admitFirst()
    watch(GROW_INTERVAL_MS)
  }

  return async () => {
    if (isFree()) {
      taken += 1
      return giveBack
    }
    const { promise, resolve } = Promise.withResolvers<GiveBack>()
    waiting.set(() => resolve(giveBack), performance.now())
    watch(WAIT_FOR_FREE_MS)
    return promise
  }
}
