// The unit that a name asks for or states: `durationSeconds` is a duration in seconds, `weight_kg` a weight in kilograms.
import { ownValue } from '#kit/unknown-values.ts'
import { foldName, wordsOfName } from './field-names.ts'

/** A unit of a kind of measure; `factor` turns one of it into the kind's own unit. */
export interface Unit {
  readonly kind: 'time' | 'mass' | 'length' | 'bytes'
  readonly factor: number
}

const UNITS: ReadonlyMap<string, Unit> = new Map(
  (
    [
      ['time', 0.001, 'ms millis millisecond milliseconds msec'],
      ['time', 1, 's sec secs second seconds sekunden secondes segundos secondi'],
      ['time', 60, 'min mins minute minutes minuten minutos minuti m'],
      ['time', 3_600, 'h hr hrs hour hours stunden heures horas ore'],
      ['time', 86_400, 'day days tage jours dias giorni'],
      ['mass', 1, 'g gram grams grammes'],
      ['mass', 1_000, 'kg kilogram kilograms kilo kilos'],
      ['length', 0.001, 'mm millimeter millimeters millimetres'],
      ['length', 0.01, 'cm centimeter centimeters centimetres'],
      ['length', 1, 'm meter meters metre metres'],
      ['length', 1_000, 'km kilometer kilometers kilometre kilometres'],
      ['bytes', 1, 'b byte bytes'],
      ['bytes', 1_000, 'kb'],
      ['bytes', 1_000_000, 'mb'],
      ['bytes', 1_000_000_000, 'gb'],
    ] as const
  ).flatMap(([kind, factor, words]) =>
    words.split(' ').map((word): [string, Unit] => [`${kind} ${word}`, { kind, factor }]),
  ),
)

/** What is measured in a kind of unit: after `salary`, `min` is the least and no minute. */
const MEASURES: Readonly<Record<Unit['kind'], RegExp>> = {
  time: /(?:duration|runtime|running|time|length|prep|preparation|cook|cooking|reading|read|total|playtime|timeout|elapsed|dauer|laufzeit|duree|duracion|duracao|durata)$/,
  mass: /(?:weight|mass|gewicht|poids|peso)$/,
  length: /(?:height|width|depth|length|distance|size|mileage|odometer|altitude|elevation)$/,
  bytes: /(?:size|filesize|length)$/,
}

/** The rest of the name, folded, and the unit. */
export interface MeasuredName {
  readonly base: string
  readonly unit: Unit
}

const measured = new Map<string, MeasuredName | null>()

/** Null for a name that ends in no unit of what it measures. */
export function measuredName(name: string): MeasuredName | null {
  let found = measured.get(name)
  if (found === undefined) {
    found = readMeasured(name)
    if (measured.size < 5_000) measured.set(name, found)
  }
  return found
}

function readMeasured(name: string): MeasuredName | null {
  const words = wordsOfName(name.slice(0, 200)).map(foldName)
  const last = words.pop()
  if (last === undefined || words.length === 0) return null
  if (words.at(-1) === 'in') words.pop()
  const base = words.join('')
  for (const kind of ['time', 'mass', 'length', 'bytes'] as const) {
    const unit = UNITS.get(`${kind} ${last}`)
    if (unit !== undefined && MEASURES[kind].test(base))
      return { base: foldName(ownValue(BASES, base) ?? base), unit }
  }
  return null
}

/** Measures by a word of theirs. */
const BASES: Readonly<Record<string, string>> = {
  prep: 'prepTime',
  preparation: 'prepTime',
  cook: 'cookTime',
  cooking: 'cookTime',
  total: 'totalTime',
  running: 'runtime',
  reading: 'readingTime',
  read: 'readingTime',
}

/** The unit that a description asks for: `Running time in minutes`. */
export function unitInWords(text: string): Unit | null {
  const word =
    /\b(?:in|en|em) (milliseconds|seconds|minutes|hours|Sekunden|Minuten|Stunden|secondes|heures|segundos|minutos|secondi|minuti)\b/i.exec(
      text.slice(0, 500),
    )?.[1]
  return word === undefined ? null : (UNITS.get(`time ${word.toLowerCase()}`) ?? null)
}

/** Whether the name asks for the year of something. */
export function isYear(name: string): boolean {
  return wordsOfName(name).some((word) =>
    /^(?:year|jahr|annee|année|ano|año|anno|jaar|rok|år|ar|vuosi)$/.test(word),
  )
}

/** The unit of a kind by its sign or word, in any case; null for any other word. */
export function unitOfWord(kind: Unit['kind'], word: string): Unit | null {
  return UNITS.get(`${kind} ${word.toLowerCase()}`) ?? null
}
