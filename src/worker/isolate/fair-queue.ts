// The queue for the children of isolate.ts: round robin between hosts, and between the jobs of a host; first in first out
// within a job; bounded in children and in bytes.

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

/** What a document belongs to. */
export interface DocumentOwner {
  readonly jobId: string
  /** Whose page the job is about: all jobs of one host share its turns. Absent or null: the job shares with none. */
  readonly host?: string | null
}

/** What is known of a document before it is parsed. */
export interface DocumentSize {
  readonly bytes: number
  /**
   * Ends soon and needs little memory: while others have all the turns, one such document has a turn beside them. Another
   * one may take all the time that its job has.
   */
  readonly isSmall?: boolean
}

/** A turn must be ended, however its parser ended. */
export interface FairQueue {
  /** Resolves when it is the turn of this document. Rejects with the reason of `signal`. */
  turn(owner: DocumentOwner, size: DocumentSize, signal: AbortSignal): Promise<Turn>
}

interface Waiter extends DocumentSize {
  readonly owner: DocumentOwner
  start(turn: Turn): void
}

/** No host has the name of a job. */
const hostOf = ({ host, jobId }: DocumentOwner): string => host ?? jobId

/**
 * A host with a hundred jobs has one turn, then every other host that waits has one; of the jobs of a host, one with a
 * hundred documents has one turn, then every other one has one. The document whose turn is next is passed by a smaller
 * one only where that does not take its place, so a large document waits no longer than for those that run.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /** By host and job, the next one first: a host or a job goes to the end when it has had its turn. */
  const waiting = new Map<string, Map<string, readonly Waiter[]>>()
  let running = 0
  let runningSmall = 0
  let runningBytes = 0
  let isOneBeside = false

  const turnOf = ({ bytes: announced, isSmall = false }: DocumentSize): Turn => {
    let bytes = announced
    const small = isSmall ? 1 : 0
    running += 1
    runningSmall += small
    runningBytes += bytes
    return {
      resize(actual) {
        runningBytes += actual - bytes
        bytes = actual
      },
      [Symbol.dispose]() {
        running -= 1
        runningSmall -= small
        runningBytes -= bytes
        pump()
      },
    }
  }

  const turnBeside = (): Turn => {
    isOneBeside = true
    return {
      resize() {},
      [Symbol.dispose]() {
        isOneBeside = false
        pump()
      },
    }
  }

  const hasRoom = (bytes: number): boolean =>
    running < limits.children && (running === 0 || runningBytes + bytes <= limits.inputBytes)

  const pump = (): void => {
    for (let next = first(); next !== undefined && hasRoom(next.bytes); next = first()) {
      take(next)
      next.start(turnOf(next))
    }
    if (isOneBeside || runningSmall > 0) return
    const small = first(({ isSmall = false }) => isSmall)
    if (small === undefined) return
    take(small)
    small.start(turnBeside())
  }

  /** The first document in line, of those that are the next ones of their jobs. */
  const first = (fits: (waiter: Waiter) => boolean = () => true): Waiter | undefined => {
    for (const jobs of waiting.values()) {
      for (const [next] of jobs.values()) if (next !== undefined && fits(next)) return next
    }
    return undefined
  }

  /** Takes the next document of a job out of the line, and puts its job and its host to the end. */
  const take = ({ owner }: Waiter): void => {
    const { jobId } = owner
    const host = hostOf(owner)
    const jobs = waiting.get(host) ?? new Map<string, readonly Waiter[]>()
    const others = jobs.get(jobId)?.slice(1) ?? []
    jobs.delete(jobId)
    if (others.length > 0) jobs.set(jobId, others)
    waiting.delete(host)
    if (jobs.size > 0) waiting.set(host, jobs)
  }

  const leave = (waiter: Waiter): void => {
    const { jobId } = waiter.owner
    const host = hostOf(waiter.owner)
    const jobs = waiting.get(host)
    const others = jobs?.get(jobId)?.filter((one) => one !== waiter) ?? []
    // Setting the value of a known key keeps the place of its job.
    if (others.length > 0) jobs?.set(jobId, others)
    else jobs?.delete(jobId)
    if (jobs?.size === 0) waiting.delete(host)
    pump()
  }

  return {
    async turn(owner, size, signal) {
      signal.throwIfAborted()
      return new Promise<Turn>((resolve, reject) => {
        const onAbort = (): void => {
          leave(waiter)
          reject(signal.reason)
        }
        const waiter: Waiter = {
          ...size,
          owner,
          start(turn) {
            signal.removeEventListener('abort', onAbort)
            resolve(turn)
          },
        }
        signal.addEventListener('abort', onAbort, { once: true })
        const host = hostOf(owner)
        const jobs = waiting.get(host) ?? new Map<string, readonly Waiter[]>()
        jobs.set(owner.jobId, [...(jobs.get(owner.jobId) ?? []), waiter])
        waiting.set(host, jobs)
        pump()
      })
    },
  }
}
