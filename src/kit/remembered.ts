// Remembers the last answers of a pure function.
import { createWeightedLru } from './weighted-lru.ts'

const MAX_REMEMBERED = 1_000

/** `answerOf` with the last `max` answers kept by its first argument, which decides what it answers. */
export function remembered<Rest extends readonly unknown[], Answer>(
  answerOf: (key: string, ...rest: Rest) => Answer,
  max = MAX_REMEMBERED,
): (key: string, ...rest: Rest) => Answer {
  const kept = createWeightedLru<{ readonly answer: Answer }>(max)
  return (key, ...rest) => {
    const known = kept.get(key)
    if (known !== undefined) return known.answer
    const answer = answerOf(key, ...rest)
    kept.set(key, { answer }, 1)
    return answer
  }
}

/** The same of a function that asks an object, such as an index: the answers of each are kept apart, and as long as it is used. */
export function rememberedOf<Owner extends WeakKey, Answer>(
  answerOf: (owner: Owner, key: string) => Answer,
  max: number,
): (owner: Owner, key: string) => Answer {
  const byOwner = new WeakMap<Owner, (key: string) => Answer>()
  return (owner, key) => {
    const own = byOwner.get(owner) ?? remembered((text) => answerOf(owner, text), max)
    byOwner.set(owner, own)
    return own(key)
  }
}
