// Batches concurrent calls into one statement: calls that arrive while a statement runs form the next one.
import { isStorageUnavailable } from '#contract/surveyor-error.ts'
import { errorCode } from '#kit/unknown-values.ts'

/** The statement, and how many entries it takes. */
export interface BatcherOptions<Entry, Outcome> {
  /**
   * One statement for all entries. Answers one outcome for each entry, in order; an Error outcome rejects that entry.
   */
  readonly run: (entries: readonly Entry[]) => Promise<readonly (Outcome | Error)[]>
  readonly maxEntries: number
  /** The size of an entry, so that a batch of large ones stays within `maxWeight`. */
  readonly weigh?: (entry: Entry) => number
  readonly maxWeight?: number
  /** Entries with the same key never share a statement: the second one waits for the next statement. */
  readonly keyOf?: (entry: Entry) => string
  /** How many statements may run at the same time; 1 by default. */
  readonly concurrency?: number
}

/**
 * `submit` resolves with the outcome of its entry. A statement that fails is repeated in halves, so that a bad entry is
 * rejected alone.
 */
export interface Batcher<Entry, Outcome> {
  readonly submit: (entry: Entry) => Promise<Outcome>
  /** Resolves when nothing waits and no statement runs. */
  readonly settled: () => Promise<void>
}

interface Waiting<Entry, Outcome> {
  readonly entry: Entry
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** SQLSTATEs after which the same statement may succeed on a second try: serialization failure, deadlock. */
const TRANSIENT: ReadonlySet<string | null> = new Set(['40001', '40P01'])
const TRANSIENT_ATTEMPTS = 3

/**
 * Collects calls within one turn of the event loop and while a statement runs. When a statement fails, its entries are
 * halved until the failing entry fails alone. A lost connection fails all of them at once.
 */
export function createBatcher<Entry, Outcome>(
  options: BatcherOptions<Entry, Outcome>,
): Batcher<Entry, Outcome> {
  let waiting: Waiting<Entry, Outcome>[] = []
  let onTheirWay = 0
  let planned = false
  const idle: (() => void)[] = []

  function plan(): void {
    if (planned || waiting.length === 0 || onTheirWay >= (options.concurrency ?? 1)) return
    planned = true
    setImmediate(() => {
      planned = false
      void flush()
    })
  }

  async function flush(): Promise<void> {
    const batch = take()
    onTheirWay += 1
    plan()
    await runBatch(batch)
    onTheirWay -= 1
    plan()
    if (onTheirWay === 0 && waiting.length === 0) for (const resolve of idle.splice(0)) resolve()
  }

  /** The oldest entries that fit into one statement. */
  function take(): Waiting<Entry, Outcome>[] {
    const { maxEntries, maxWeight = Number.POSITIVE_INFINITY, weigh = () => 0, keyOf } = options
    const batch: Waiting<Entry, Outcome>[] = []
    const later: Waiting<Entry, Outcome>[] = []
    const keys = new Set<string>()
    let weight = 0
    for (const [at, item] of waiting.entries()) {
      weight += weigh(item.entry)
      if (batch.length >= maxEntries || (batch.length > 0 && weight > maxWeight)) {
        waiting = [...later, ...waiting.slice(at)]
        return batch
      }
      const key = keyOf?.(item.entry)
      if (key !== undefined && keys.has(key)) later.push(item)
      else batch.push(item)
      if (key !== undefined) keys.add(key)
    }
    waiting = later
    return batch
  }

  async function runBatch(batch: readonly Waiting<Entry, Outcome>[], attempt = 1): Promise<void> {
    let outcomes: readonly (Outcome | Error)[]
    try {
      outcomes = await options.run(batch.map((item) => item.entry))
    } catch (error) {
      if (attempt < TRANSIENT_ATTEMPTS && isTransient(error)) return runBatch(batch, attempt + 1)
      if (batch.length > 1 && !isStorageUnavailable(error)) {
        const half = Math.ceil(batch.length / 2)
        await runBatch(batch.slice(0, half))
        return runBatch(batch.slice(half))
      }
      for (const item of batch) item.reject(error)
      return
    }
    batch.forEach((item, index) => {
      const outcome = outcomes[index]
      if (outcome instanceof Error) item.reject(outcome)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an Outcome may be undefined itself
      else item.resolve(outcome as Outcome)
    })
  }

  return {
    submit(entry) {
      return new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject })
        plan()
      })
    },
    async settled() {
      if (onTheirWay === 0 && waiting.length === 0) return
      await new Promise<void>((resolve) => idle.push(resolve))
    },
  }
}

function isTransient(error: unknown): boolean {
  return TRANSIENT.has(errorCode(error))
}
