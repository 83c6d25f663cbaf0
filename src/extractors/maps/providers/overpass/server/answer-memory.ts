// The newest answers of Overpass, so that the pages of one search ask the server once.
import type { Clock } from '#kit/time/clock.ts'
import type { OverpassAnswer } from './overpass-answer.ts'

/** The map changes by the minute, yet a search must not: its pages come within this time. */
export const KEPT_MS = 15 * 60_000
/** An element takes about 1 KB. */
const MAX_ELEMENTS = 60_000

/** Answers by the text of their query; null where none is remembered or it is too old. */
export interface AnswerMemory {
  get(query: string): OverpassAnswer | null
  set(query: string, answer: OverpassAnswer): void
}

/** Bounded by time and by the number of elements in all answers. */
export function createAnswerMemory(clock: Clock): AnswerMemory {
  const answers = new Map<string, { readonly answer: OverpassAnswer; readonly until: number }>()
  let elements = 0

  const forget = (query: string): void => {
    elements -= answers.get(query)?.answer.elements.length ?? 0
    answers.delete(query)
  }

  return {
    get(query) {
      const known = answers.get(query)
      if (known === undefined) return null
      if (known.until > clock.now()) return known.answer
      forget(query)
      return null
    },
    set(query, answer) {
      forget(query)
      answers.set(query, { answer, until: clock.now() + KEPT_MS })
      elements += answer.elements.length
      for (const oldest of answers.keys()) {
        if (elements <= MAX_ELEMENTS) break
        forget(oldest)
      }
    },
  }
}
