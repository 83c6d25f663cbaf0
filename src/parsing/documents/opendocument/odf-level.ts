// How a list style or the outline of an OpenDocument file writes the number of one level.
import { attr, intAttr } from '#parsing/xml/xml-tree.ts'
import type { XmlElement } from '#parsing/xml/parse-xml.ts'

/** One level of a list style or of the outline. */
export interface OdfLevel {
  /** `%1%.%2%)`, with the numbers of the levels in their places; null for a bullet or for no number. */
  readonly template: string | null
  /** As `numeral` takes it. */
  readonly format: string
  readonly start: number
}

const MAX_LEVEL = 10
const FORMATS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'lowerLetter',
    A: 'upperLetter',
    i: 'lowerRoman',
    I: 'upperRoman',
    '1st': 'ordinal',
    One: 'cardinalText',
    First: 'ordinalText',
  }),
)
/** How the names begin that LibreOffice gives to further systems: `א, י, ק, ...`, `А, Б, .., Аа, Бб, ... (ru)`. */
const SERIES: readonly (readonly [RegExp, string])[] = [
  [/^01,/, 'decimalZero'],
  [/^а, .*\(bg\)$/, 'bulgarianLower'],
  [/^А, .*\(bg\)$/, 'bulgarianUpper'],
  [/^а, .*\(sr\)$/, 'serbianLower'],
  [/^А, .*\(sr\)$/, 'serbianUpper'],
  [/^а, /, 'russianLower'],
  [/^А, /, 'russianUpper'],
  [/^α, /, 'greekLower'],
  [/^Α, /, 'greekUpper'],
  [/^א, י/, 'hebrew1'],
  [/^א, ב/, 'hebrew2'],
  [/^أ, ب, ت/, 'arabicAlpha'],
  [/^أ, ب, ج/, 'arabicAbjad'],
  [/^١,/, 'arabicIndic'],
  [/^۱,/, 'persianFigures'],
  [/^१,/, 'hindiNumbers'],
  [/^๑,/, 'thaiNumbers'],
  [/^ก,/, 'thaiLetters'],
  [/^①,/, 'decimalEnclosedCircle'],
  [/^１,/, 'decimalFullWidth'],
  [/^一,/, 'japaneseCounting'],
  [/^壹, 贰/, 'chineseLegalSimplified'],
  [/^壹, 貳/, 'ideographLegalTraditional'],
  [/^甲,/, 'ideographTraditional'],
  [/^子,/, 'ideographZodiac'],
  [/^[アｱ],/, 'aiueo'],
  [/^[イｲ],/, 'iroha'],
  [/^가,/, 'ganada'],
  [/^ㄱ,/, 'chosung'],
  [/^일,/, 'koreanCounting'],
]

/** Null where a style does not describe the level. */
export function odfLevel(element: XmlElement | undefined): OdfLevel | null {
  if (element === undefined) return null
  const isBullet = !/-(?:number|level-style)$/.test(element.name)
  const format = attr(element, 'num-format') ?? ''
  const level = Math.min(MAX_LEVEL, Math.max(1, intAttr(element, 'level') ?? 1))
  const shown = Math.min(level, Math.max(1, intAttr(element, 'display-levels') ?? 1))
  const levels = Array.from({ length: shown }, (_, at) => `%${level - shown + at + 1}%`).join('.')
  const written = attr(element, 'num-list-format')
  const template =
    written ?? `${attr(element, 'num-prefix') ?? ''}${levels}${attr(element, 'num-suffix') ?? ''}`
  return {
    template: isBullet || format === '' ? null : template,
    format: FORMATS.get(format) ?? SERIES.find(([start]) => start.test(format))?.[1] ?? 'decimal',
    start: intAttr(element, 'start-value') ?? 1,
  }
}
