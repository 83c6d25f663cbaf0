// A bound on how much of one kind of work is done at the same time in this process.

/** Runs the work at once while fewer than `max` run; otherwise in its turn, first come first served. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** `max` is at least 1. */
export function createTurns(max: number): InTurn {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < max) running += 1
    // A turn that ends goes to the next in the queue, so `running` stays.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
