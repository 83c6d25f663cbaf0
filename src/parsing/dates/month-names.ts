// The months of the Gregorian calendar by their names, in the languages that the runtime knows.
import { ownValue } from '#kit/unknown-values.ts'

/** Languages whose regions have names of their own; of all others the language alone is asked. */
const REGIONS: Readonly<Record<string, readonly string[]>> = {
  ar: ['ar', 'ar-LB', 'ar-DZ', 'ar-MA'],
  de: ['de', 'de-AT'],
  no: ['nb'],
  sr: ['sr', 'sr-Latn'],
}
/** Short forms that people write and CLDR does not have. */
const MORE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  de: { mär: 3, mrz: 3, mai: 5 },
  en: { sept: 9 },
  id: { agt: 8, nop: 11 },
  it: { sett: 9 },
}
/**
 * Names in Latin letters without accents, for pages that say a wrong language or none: the runtime takes a fifth of a second to
 * name the months of forty languages. `listopad` is left to the language of the page: it means two months.
 */
const LATIN: readonly string[] = [
  'january januar janvier janv enero ene gennaio gen janeiro januari styczen stycznia sty leden ledna ocak ianuarie tammikuu',
  'february februar fevrier fevr fev febrero febbraio fevereiro februari luty lutego unor unora subat februarie helmikuu',
  'march marz mrz mars marzo marco mart maart mrt marzec marca brezen brezna martie maaliskuu marcius maret',
  'april avril avr abril abr aprile avr kwiecien kwietnia kwi duben dubna nisan aprilie huhtikuu aprilis',
  'may mai mayo maggio mag maio maj mei maja kveten kvetna mayis toukokuu majus',
  'june juni juin junio giugno giu junho czerwiec czerwca cze cerven cervna haziran iunie kesakuu junius',
  'july juli juillet juil julio luglio lug julho lipiec lipca lip cervenec cervence temmuz iulie heinakuu julius',
  'august aout agosto ago augustus augusti sierpien sierpnia sie srpen srpna agustos elokuu augusztus agustus',
  'september septembre sept septiembre settembre set setembro wrzesien wrzesnia wrz zari eylul septembrie syyskuu',
  'october oktober octobre octubre ottobre ott outubro out pazdziernik pazdziernika paz rijen rijna ekim octombrie lokakuu',
  'november novembre noviembre novembro listopada kasim noiembrie marraskuu',
  'december dezember decembre diciembre dic dicembre dezembro dez desember grudzien grudnia gru prosinec prosince aralik',
]
/** Of all other scripts, the languages of most of the web that are written in them. */
const OF_SCRIPT: readonly (readonly [script: RegExp, languages: string])[] = [
  [/[\u0370-\u03ff]/, 'el'],
  [/[\u0400-\u04ff]/, 'ru uk bg sr'],
  [/[\u0590-\u05ff]/, 'he'],
  [/[\u0600-\u06ff]/, 'ar fa ur'],
  [/[\u0900-\u097f]/, 'hi mr'],
  [/[\u0980-\u09ff]/, 'bn'],
  [/[\u0b80-\u0bff]/, 'ta'],
  [/[\u0c00-\u0c7f]/, 'te'],
  [/[\u0e00-\u0e7f]/, 'th'],
]
/** Shorter beginnings are other words as well. */
const MIN_START = 3

const months = new Map<string, ReadonlyMap<string, number>>()

/** 1 to 12, by the full or the short name in a language; null for any other word. */
export function monthOf(name: string, locale: string): number | null {
  return namesIn(languageOf(locale)).get(foldMonth(name)) ?? null
}

/**
 * As `monthOf`, with the beginning of a name (`févr`, `сент`) in the language of the page or in English; a name in
 * another language of most of the web counts where it means one month.
 */
export function monthInAny(name: string, locale: string | null): number | null {
  const folded = foldMonth(name)
  const own = [...new Set([locale === null ? 'en' : languageOf(locale), 'en'])]
  for (const language of own) {
    const month = namesIn(language).get(folded) ?? monthBeginning(folded, language)
    if (month !== null) return month
  }
  const [, languages] = OF_SCRIPT.find(([script]) => script.test(folded)) ?? []
  if (languages === undefined) return latinMonth(folded)
  for (const language of languages.split(' ')) {
    const names = namesIn(language)
    // Hebrew writes `in` as the first letter of the name.
    const month = names.get(folded) ?? names.get(folded.replace(/^ב/, ''))
    if (month !== undefined) return month
  }
  return null
}

/** By a full name or a beginning that no other month has. */
function latinMonth(folded: string): number | null {
  if (folded.length < MIN_START) return null
  const whole = LATIN.findIndex((names) => ` ${names} `.includes(` ${folded} `))
  if (whole >= 0) return whole + 1
  const months = LATIN.flatMap((names, index) => (` ${names}`.includes(` ${folded}`) ? [index + 1] : []))
  return months.length === 1 ? (months[0] ?? null) : null
}

const languageOf = (locale: string): string => (locale.split(/[-_]/)[0] ?? locale).toLowerCase()

const NO_NAMES: ReadonlyMap<string, number> = new Map()

function namesIn(language: string): ReadonlyMap<string, number> {
  // What a page calls its language may be any text.
  if (!/^[a-z]{2,3}$/.test(language)) return NO_NAMES
  let names = months.get(language)
  if (names === undefined) months.set(language, (names = monthNames(language)))
  return names
}

function monthBeginning(folded: string, language: string): number | null {
  if (folded.length < MIN_START) return null
  let found: number | null = null
  for (const [name, month] of namesIn(language)) {
    if (!name.startsWith(folded)) continue
    if (found !== null && found !== month) return null
    found = month
  }
  return found
}

function monthNames(language: string): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  const locales = ownValue(REGIONS, language) ?? [language]
  for (const locale of Intl.DateTimeFormat.supportedLocalesOf([...locales])) {
    for (const month of ['long', 'short'] as const) {
      // With a day before it, inflecting languages give the form that dates use.
      for (const options of [{ month }, { month, day: 'numeric' as const }]) {
        const format = new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' })
        for (let index = 0; index < 12; index += 1) {
          const parts = format.formatToParts(Date.UTC(2024, index, 15))
          const name = parts.find(({ type }) => type === 'month')?.value ?? ''
          if (/\p{L}/u.test(name)) names.set(foldMonth(name), index + 1)
        }
      }
    }
  }
  for (const [name, month] of Object.entries(ownValue(MORE, language) ?? {}))
    names.set(foldMonth(name), month)
  return names
}

/** Without accents and points, which many pages leave out. */
function foldMonth(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .replace(/^d(?:e |['’])/, '')
    .trim()
}
