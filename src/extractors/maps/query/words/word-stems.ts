// What inflected words say of the places wanted, by their stems (`otevřená`, `nejbližší`, `veganskou`), and phrases for nearness and
// opening by their parts (`in meiner Gegend`, `dans le quartier`, `le plus proche`): the forms of a language are too many for a list.
import data from './data/word-stems.json' with { type: 'json' }

/** Why such a phrase has no effect. */
type StemReason = 'ranking' | 'time' | 'location' | 'filler'

type StemMeaning = { readonly ignored: StemReason } | { readonly id: string } | null

/** Why a folded phrase has no effect, or the id of the condition that it is; null for any other phrase. */
export function meaningOfStem(phrase: string): StemMeaning {
  if (!ANY.test(phrase)) return null
  const ignored = IGNORED.find(({ pattern }) => pattern.test(phrase))
  if (ignored !== undefined) return { ignored: ignored.reason }
  const condition = CONDITIONS.find(({ pattern }) => pattern.test(phrase))
  return condition === undefined ? null : { id: condition.id }
}

const oneOf = (patterns: readonly string[]): string => `(?:${patterns.join('|')})`
const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'u')

const { location, time } = data
const [OPEN, NOW, ON] = [oneOf(time.open), oneOf(time.now), oneOf(time.on)]
/** `Sobota` is a town as well, and `Petek` a name: only `v sobotu` and `otevřeno sobotu` are a day. */
const ON_DAY = `(?:(?:${ON} )?${oneOf(time.day)}|${ON} ${oneOf(time.dayBehindOn)})`
const OPEN_ON_DAY = `${OPEN} (?:${ON_DAY}|${oneOf(time.dayBehindOn)})`

/** The first that fits counts. */
const IGNORED: readonly { readonly pattern: RegExp; readonly reason: StemReason }[] = [
  {
    pattern: whole(
      `${oneOf(location.in)} (?:${oneOf(location.the)} )*${oneOf(location.area)}(?: ${oneOf(location.here)})?`,
    ),
    reason: 'location',
  },
  { pattern: whole(oneOf(location.nearest)), reason: 'location' },
  { pattern: whole(oneOf(data.ranking)), reason: 'ranking' },
  // `I am looking for`, `kan någon rekommendera`
  { pattern: whole(oneOf(data.searching)), reason: 'filler' },
  { pattern: whole(`${OPEN}(?: ${NOW})?|${NOW} ${OPEN}`), reason: 'time' },
  // `otevřeno v neděli`, `nedjeljom`, `vasárnap nyitva`
  { pattern: whole(`${ON_DAY}(?: ${OPEN})?|${OPEN_ON_DAY}`), reason: 'time' },
]

const CONDITIONS: readonly { readonly pattern: RegExp; readonly id: string }[] = [
  // `vegan options`, `veganes Essen`
  ...Object.entries(data.diets).map(([id, stems]) => ({
    id,
    pattern: whole(`${oneOf(stems)}(?: ${oneOf(data.food)})?`),
  })),
  ...Object.entries(data.conditions).map(([id, stems]) => ({ id, pattern: whole(oneOf(stems)) })),
]

/** One test says of nearly every phrase that it is none of these. */
const ANY = new RegExp([...IGNORED, ...CONDITIONS].map(({ pattern }) => pattern.source).join('|'), 'u')

const ORDINARY = whole(oneOf(data.ordinary))

/** Whether a folded word says how a place or a thing is, in any form: `klidný`, `новые`. */
export function isOrdinaryStem(word: string): boolean {
  return ORDINARY.test(word)
}
