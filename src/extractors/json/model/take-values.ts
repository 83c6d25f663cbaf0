// Takes over what a model found: values where nothing was found before, with a low confidence for those that do not
// occur in the text of the page.
import { pointerStep } from '#kit/json-pointer.ts'
import { isJsonObject, setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import type { Origin } from '#extractors/json/mapping/origin.ts'

/** The union, and what of it is later. */
export interface MergedValues {
  readonly value: JsonValue
  /** JSON Pointers of the parts that were taken over, each with all that is in it. */
  readonly taken: readonly string[]
}

/** Objects are merged key by key; a list is taken whole or not at all. */
export function mergeValues(known: JsonValue, later: JsonValue): MergedValues {
  const taken: string[] = []
  const merge = (a: JsonValue, b: JsonValue, at: string): JsonValue => {
    if (isMissing(a)) {
      if (!isMissing(b)) taken.push(at)
      return isMissing(b) ? a : b
    }
    if (!isJsonObject(a) || !isJsonObject(b)) return a
    const out: JsonObject = {}
    for (const [key, value] of Object.entries(a))
      setKey(out, key, merge(value, Object.hasOwn(b, key) ? (b[key] ?? null) : null, at + pointerStep(key)))
    return out
  }
  return { value: merge(known, later, ''), taken }
}

/** Whether a value contains a null, or is one: a requested field was not found. */
export function hasMissing(value: JsonValue): boolean {
  if (isMissing(value)) return true
  return isJsonObject(value) && Object.values(value).some(hasMissing)
}

function isMissing(value: JsonValue): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

const GROUNDED = 0.7
const UNGROUNDED = 0.2

/**
 * The origin with its confidence: its snippet must occur in the text, except for case, blanks and separators of
 * numbers.
 */
export function groundOrigin(origin: Origin, text: GroundText): Origin {
  return { ...origin, confidence: text.holds(origin.snippet) ? GROUNDED : UNGROUNDED }
}

/** A text prepared for many look-ups. */
export interface GroundText {
  holds(value: string): boolean
}

/** A short value must be a word of its own; a number is found however its thousands are written. */
export function groundText(text: string): GroundText {
  const folded = fold(text)
  const words = ` ${folded} `
  const digits = ` ${folded.replace(/(\d)[.,' ](?=\d{3}(?!\d))/g, '$1').replace(/(\d),(?=\d)/g, '$1.')} `
  return {
    holds(value) {
      const wanted = fold(value.replace(/…$/, ''))
      if (wanted === '') return false
      // A short value must be a word of its own: the 5 of 1500 is not a 5.
      return wanted.length < 12
        ? isWordOf(words, wanted) || isWordOf(digits, wanted)
        : folded.includes(wanted)
    },
  }
}

function isWordOf(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + wanted.length]]
    const goesOn = /[.,]/.test(after) && /\d/.test(text[at + wanted.length + 1] ?? '')
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after) && !(goesOn && /\d$/.test(wanted)))
      return true
  }
  return false
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
