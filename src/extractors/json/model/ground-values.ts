// Compares the values of a model with the text they should come from: a value that does not occur there gets low
// confidence.
import type { Origin } from '#extractors/json/mapping/origin.ts'

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
