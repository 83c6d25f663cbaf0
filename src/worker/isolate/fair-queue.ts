// The queue for the children of isolate.ts: round robin between jobs, first in first out within a job, bounded in children
// and in bytes.

/** How much is parsed at once; the rest waits. */
export interface FairQueueLimits {
  /** How many documents have their turn at once. */
  readonly children: number
  /** The bytes of the documents that have their turn, together; a document above that has its turn alone. */
  readonly inputBytes: number
}

/** The turn of one document; disposed of when its work has ended. */
export interface Turn extends Disposable {
  /** Corrects the length that the document was announced with. */
  resize(bytes: number): void
}

/** A turn must be ended, however its parser ended. */
export interface FairQueue {
  /** Resolves when it is the turn of this document. Rejects with the reason of `signal`. */
  turn(jobId: string, bytes: number, signal: AbortSignal): Promise<Turn>
}

interface Waiter {
  readonly bytes: number
  start(turn: Turn): void
}

/**
 * A job with a hundred documents has one turn, then every other job that waits has one. The document whose turn is next
 * is never passed by a smaller one, so a large document waits no longer than for those that run.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /** By job, the next one first: a job goes to the end when it has had its turn. */
  const waiting = new Map<string, Waiter[]>()
  let running = 0
  let runningBytes = 0

  const turnOf = (announced: number): Turn => {
    let bytes = announced
    return {
      resize(actual) {
        runningBytes += actual - bytes
        bytes = actual
      },
      [Symbol.dispose]() {
        running -= 1
        runningBytes -= bytes
        pump()
      },
    }
  }

  const hasRoom = (bytes: number): boolean =>
    running < limits.children && (running === 0 || runningBytes + bytes <= limits.inputBytes)

  const pump = (): void => {
    // A job that is put at the end is met again in the same round.
    for (const [jobId, documents] of waiting) {
      const [next, ...others] = documents
      if (next === undefined || !hasRoom(next.bytes)) return
      waiting.delete(jobId)
      if (others.length > 0) waiting.set(jobId, others)
      running += 1
      runningBytes += next.bytes
      next.start(turnOf(next.bytes))
    }
  }

  const leave = (jobId: string, waiter: Waiter): void => {
    const others = waiting.get(jobId)?.filter((one) => one !== waiter) ?? []
    // Setting the value of a known key keeps the place of its job.
    if (others.length > 0) waiting.set(jobId, others)
    else waiting.delete(jobId)
    pump()
  }

  return {
    async turn(jobId, bytes, signal) {
      signal.throwIfAborted()
      return new Promise<Turn>((resolve, reject) => {
        const onAbort = (): void => {
          leave(jobId, waiter)
          reject(signal.reason)
        }
        const waiter: Waiter = {
          bytes,
          start(turn) {
            signal.removeEventListener('abort', onAbort)
            resolve(turn)
          },
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.set(jobId, [...(waiting.get(jobId) ?? []), waiter])
        pump()
      })
    },
  }
}
