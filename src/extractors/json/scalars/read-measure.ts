// Measures as pages write them, in the unit that is asked for: lengths of time, weights, sizes.
import { measuredName, unitOfWord, type Unit } from '#extractors/json/mapping/names/field-unit.ts'
import { readNumber } from './read-number.ts'

/**
 * The value in the unit: `PT1H54M` in minutes is 114, `12,5 kg` in grams 12500. A number alone is in the unit that its
 * key states, else in the one that is asked for. Null for any other unit.
 */
export function inUnit(
  given: string | number,
  unit: Unit,
  key: string,
  locale: string | null,
): number | null {
  const seconds = typeof given === 'string' && unit.kind === 'time' ? secondsOf(given) : null
  if (seconds !== null) return rounded(seconds / unit.factor)
  const number = typeof given === 'string' ? readNumber(given, locale) : given
  if (number === null) return null
  const word =
    typeof given === 'string' ? /\d\s?(\p{L}{1,12})\.?$/u.exec(given.trim().slice(-40))?.[1] : undefined
  const stated = word === undefined ? measuredName(key)?.unit : unitOfWord(unit.kind, word)
  if (stated === null) return null
  return rounded(stated?.kind === unit.kind ? (number * stated.factor) / unit.factor : number)
}

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

const PARTS =
  /(\d{1,9}(?:[.,]\d{1,6})?)\s?(d|days?|h|hrs?|hours?|std|stunden?|heures?|horas?|ore|uur|m|mins?|minutes?|minuten|minutos?|minuti|min\.|s|secs?|seconds?|sekunden?|secondes?|segundos?|secondi)(?![\p{L}])\.?/giu
const BETWEEN = new Set(['', 'and', 'und', 'et', 'y', 'e', 'en', 'og', 'och', 'i'])
const ISO =
  /^-?P(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i

/** The length of time in seconds: `PT1H54M`, `1h 54m`, `114 min`, `1:54:00`; null for any other text. */
export function secondsOf(text: string): number | null {
  const given = text.trim()
  if (given.length > 60) return null
  const iso = ISO.exec(given)
  if (iso !== null && given.length > 2) {
    const [, weeks, days, hours, minutes, seconds] = iso.map((part) =>
      Number((part ?? '0').replace(',', '.')),
    )
    return (
      (weeks ?? 0) * 604_800 +
      (days ?? 0) * 86_400 +
      (hours ?? 0) * 3_600 +
      (minutes ?? 0) * 60 +
      (seconds ?? 0)
    )
  }
  const clock = /^(\d{1,3}):([0-5]\d):([0-5]\d)(?:\.\d{1,3})?$/.exec(given)
  if (clock !== null) return Number(clock[1]) * 3_600 + Number(clock[2]) * 60 + Number(clock[3])
  let seconds = 0
  const rest = given.replace(PARTS, (_, count: string, word: string) => {
    seconds += Number(count.replace(',', '.')) * secondsIn(word.toLowerCase())
    return ''
  })
  return seconds > 0 && BETWEEN.has(rest.replace(/[\s,]/g, '').toLowerCase()) ? seconds : null
}

function secondsIn(word: string): number {
  if (word.startsWith('d')) return 86_400
  if (/^(?:h|std|stunde|ore|uur)/.test(word)) return 3_600
  return word.startsWith('m') ? 60 : 1
}
