// Answers of Overpass that are kept, so that the pages of one search ask the server once: here, and for all workers.
import type { Clock } from '#kit/time/clock.ts'
import { createWeightedLru } from '#kit/weighted-lru.ts'
import type { OverpassAnswer } from './overpass-answer.ts'
import type { ExtractSharedCache } from '#extract/context.ts'

/** The map changes by the minute, yet a search must not: its pages come within this time. */
export const KEPT_MS = 15 * 60_000
/** An element takes about 1 KB, and so does an answer without any, beside its query. */
const MAX_WEIGHT = 60_000

/** Answers by the text of their query; null where none is remembered or it is too old. */
export interface AnswerMemory {
  get(query: string): OverpassAnswer | null
  set(query: string, answer: OverpassAnswer): void
}

/** Bounded by time, by how many answers there are and by the elements in all of them. */
export function createAnswerMemory(clock: Clock): AnswerMemory {
  const answers = createWeightedLru<{ readonly answer: OverpassAnswer; readonly until: number }>(MAX_WEIGHT)
  return {
    get(query) {
      const known = answers.get(query)
      if (known === undefined) return null
      if (known.until > clock.now()) return known.answer
      answers.delete(query)
      return null
    },
    set(query, answer) {
      answers.set(query, { answer, until: clock.now() + KEPT_MS }, 1 + answer.elements.length)
    },
  }
}

/** Answers by the statements of their query, kept by crawl for all workers. */
export interface SharedAnswers {
  /** Null where none is kept. Throws the reason of the signal. */
  find(statements: string, signal: AbortSignal): Promise<OverpassAnswer | null>
  /** Once for each answer. */
  put(statements: string, answer: OverpassAnswer): Promise<void>
  /** For kept answers. */
  forget(statements: string, answer: OverpassAnswer): Promise<void>
}

/** `url`: of the server, so that a purge of that URL removes the entry. */
export function createSharedAnswers(cache: ExtractSharedCache | null, url: string): SharedAnswers {
  const kept = new WeakSet<OverpassAnswer>()
  return {
    async find(statements, signal) {
      const bytes = await cache?.get(statements, { maxAgeMs: KEPT_MS, signal })
      if (bytes === null || bytes === undefined) return null
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its hash says that `put` wrote it
      const answer = JSON.parse(Buffer.from(bytes).toString()) as OverpassAnswer
      kept.add(answer)
      return answer
    },
    async put(statements, answer) {
      if (cache === null || kept.has(answer)) return
      kept.add(answer)
      await cache.put(statements, { url, bytes: Buffer.from(JSON.stringify(answer)) })
    },
    async forget(statements, answer) {
      if (cache !== null && kept.delete(answer)) await cache.forget(statements, { url })
    },
  }
}
