// Answers with several pages, kept where every worker finds them: the next page may be asked of another one.
import type { ExtractSharedCache } from '#extract/context.ts'
import { KEPT_MS } from './answer-memory.ts'
import type { OverpassAnswer } from './overpass-answer.ts'

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
