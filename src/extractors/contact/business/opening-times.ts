// Opening hours as a page says them to programs and as it writes them, both through the one reader of opening hours.
import type { ContactPage, StructuredNode } from '#extractors/contact/page/contact-page.ts'
import type { Evidence } from '#extractors/contact/page/evidence.ts'
import { timeOfDay } from '#kit/time/time-of-day.ts'
import { parseOpeningHours } from '#parsing/hours/parse-opening-hours.ts'
import { listOf, statedText } from './stated-values.ts'

/** Times as `HH:MM`, days as `Mo`. */
export interface OpeningTime {
  readonly days: readonly string[]
  readonly opens: string
  readonly closes: string
}

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
const TIME = /^(\d{1,2}):(\d{2})/

/** Each time once, with the kind of evidence that it has. */
export function openingTimes(
  page: ContactPage,
): { readonly time: OpeningTime; readonly kind: Evidence['kind'] }[] {
  const found: { readonly time: OpeningTime; readonly kind: Evidence['kind'] }[] = []
  for (const node of page.nodes) {
    const texts = listOf(node.value['openingHours']).flatMap((each) => statedText(each) ?? [])
    for (const time of [...specified(node), ...texts.flatMap(weekly)]) found.push({ time, kind: node.kind })
  }
  for (const time of weekly(hoursInWords(page.lines).join('; '))) found.push({ time, kind: 'label' })
  return found
}

function specified({ types, value }: StructuredNode): OpeningTime[] {
  if (!types.includes('OpeningHoursSpecification')) return []
  const days = listOf(value['dayOfWeek']).flatMap((day) => {
    const at = dayOfWord((statedText(day) ?? '').replace(/^.{0,60}\//, ''))
    return at === null ? [] : [DAYS[at] ?? '']
  })
  const [opens, closes] = [timeOf(statedText(value['opens'])), timeOf(statedText(value['closes']))]
  return days.length === 0 || opens === null || closes === null ? [] : [{ days, opens, closes }]
}

function timeOf(text: string | null): string | null {
  const [, hour = '', minute = ''] = TIME.exec(text ?? '') ?? []
  return hour === '' || Number(hour) > 24 || Number(minute) > 59 ? null : `${hour.padStart(2, '0')}:${minute}`
}

/** The times of a text in the grammar of OpenStreetMap, days with the same hours together. */
function weekly(text: string): OpeningTime[] {
  const week = text === '' ? null : parseOpeningHours(text).weekly
  const times = new Map<string, { days: string[]; opens: string; closes: string }>()
  for (const [day, intervals] of (week ?? []).entries()) {
    for (const { opensMinute, closesMinute } of intervals) {
      const [opens, closes] = [timeOfDay(opensMinute), timeOfDay(closesMinute)]
      const known = times.get(`${opens} ${closes}`)
      if (known === undefined) times.set(`${opens} ${closes}`, { days: [DAYS[day] ?? ''], opens, closes })
      else known.days.push(DAYS[day] ?? '')
    }
  }
  return [...times.values()]
}

const WORDS: readonly string[] = [
  'mo mon monday montag mo. lun lundi lunedì lunedi lunes maandag ma poniedziałek pon segunda måndag mandag maanantai pondělí po hétfő',
  'tu tue tues tuesday dienstag di mar mardi martedì martedi martes dinsdag wtorek wt terça tisdag tirsdag tiistai úterý út kedd',
  'we wed wednesday mittwoch mi mer mercredi mercoledì mercoledi miércoles miercoles woensdag wo środa śr quarta onsdag keskiviikko středa st szerda',
  'th thu thur thurs thursday donnerstag do jeu jeudi giovedì giovedi jueves donderdag czwartek czw quinta torsdag torstai čtvrtek čt csütörtök',
  'fr fri friday freitag ven vendredi venerdì venerdi viernes vrijdag vr piątek pt sexta fredag perjantai pátek pá péntek',
  'sa sat saturday samstag sonnabend sam samedi sabato sáb sábado sabado zaterdag za sobota sob lördag lørdag lauantai szombat',
  'su sun sunday sonntag so dim dimanche domenica dom domingo zondag zo niedziela nd söndag søndag sunnuntai neděle ne vasárnap',
]
const DAY_OF: ReadonlyMap<string, number> = new Map(
  WORDS.flatMap((words, day) => words.split(' ').map((word) => [word, day] as const)),
)

/** Monday is 0; null for a word that is no day. */
function dayOfWord(word: string): number | null {
  const bare = word.trim().toLowerCase().replace(/[.:]$/, '')
  return (
    DAY_OF.get(bare) ?? DAY_OF.get(bare.replace(/s$/, '')) ?? DAY_OF.get(bare.replace(/-feira$/, '')) ?? null
  )
}

/** Words above the hours of a business, so that the times of an event are none. */
const HEADING =
  /öffnungszeit|geöffnet|sprechzeit|bürozeit|geschäftszeit|opening|business hours|office hours|store hours|\bhours\b|open\b|horaires|ouvert|orari|apertura|aperto|horario|abierto|openingstijd|geopend|godziny|otwarte|öppettider|åbningstid|åpningstid|aukiolo|otevírací|nyitva|horário|kasutus/i
const RANGE = String.raw`(?:-|–|—|bis|to|till|until|au|à|a|al|t\/m|tot|do|till|til|až|through|thru)`
const NAME = String.raw`[\p{L}]{2,12}(?:-feira)?\.?`
const DAY_LIST = new RegExp(
  String.raw`^(?:(?:von|from|du|dal|de|van|od|lu\.)\s)?(${NAME})(?:\s?${RANGE}\s?(${NAME})|((?:\s?(?:,|\/|\+|&|und|and|et|e|y|en|i|og|och)\s?${NAME}){1,5}))?\s?[:.,|]?\s?`,
  'iu',
)
const CLOCK = String.raw`(\d{1,2})(?:[:.h](\d{2})|h)?\s?(?:uhr|hrs?|h)?\s?(a\.?m\.?|p\.?m\.?)?`
const INTERVAL = new RegExp(
  String.raw`^(?:(?:von|from|de|dalle|van|od|kl\.?|ab)\s)?${CLOCK}\s?(?:-|–|—|bis|to|till|until|à|a|alle|tot|do|til|až|às)\s?${CLOCK}\s?(?:,|\/|\||&|\+|und|and|et|e|y|en|i|og|och|sowie)?\s?`,
  'iu',
)
const CLOSED =
  /^(?:geschlossen|closed|fermé|chiuso|cerrado|gesloten|zamknięte|stängt|lukket|stengt|suljettu|zavřeno|zárva|fechado|ruhetag)\b/iu
const MAX_LINES_BELOW = 16
const MAX_RULES = 40

/**
 * Opening hours in the words of a page, put into the grammar of OpenStreetMap: `Montag bis Freitag: 9 – 18 Uhr`. One
 * rule for each line that has days and times, below a heading that says what they are.
 */
function hoursInWords(lines: readonly string[]): string[] {
  const rules: string[] = []
  let left = 0
  for (const [at, line] of lines.entries()) {
    if (line.length < 200 && HEADING.test(line)) left = MAX_LINES_BELOW
    if (left === 0 || line.length > 200) continue
    left -= 1
    // In tables the times stand in a cell of their own.
    const rule = ruleOf(line) ?? ruleOf(`${line} ${lines[at + 1] ?? ''}`.slice(0, 300))
    if (rule !== null && !rules.includes(rule) && rules.length < MAX_RULES) rules.push(rule)
  }
  return rules
}

/** Null for a line that is anything but days and their times. */
function ruleOf(line: string): string | null {
  const text = line.replace(HEADING_BEFORE, '')
  const days = DAY_LIST.exec(text)
  if (days === null) return null
  const named = daysOf(days)
  if (named === null) return null
  let rest = text.slice(days[0].length)
  if (CLOSED.test(rest)) return `${named} off`
  const times: string[] = []
  for (let match = INTERVAL.exec(rest); match !== null && times.length < 4; match = INTERVAL.exec(rest)) {
    const [whole, fromHour = '', fromMinute, fromHalf, toHour = '', toMinute, toHalf] = match
    const from = writtenClock(
      fromHour,
      fromMinute,
      fromHalf ?? toHalf,
      fromHalf === undefined && toHalf !== undefined ? Number(toHour) : null,
    )
    const to = writtenClock(toHour, toMinute, toHalf, null)
    if (from === null || to === null || from === to) return null
    times.push(`${from}-${to}`)
    rest = rest.slice(whole.length)
  }
  // A date or a price behind the times: another kind of line.
  return times.length === 0 || /^\s?[\d€$]/.test(rest) ? null : `${named} ${times.join(',')}`
}

const HEADING_BEFORE =
  /^(?:[\p{L} ]{0,20}(?:öffnungszeiten|sprechzeiten|opening hours|business hours|office hours|hours|horaires|orari(?:o)?|horario|openingstijden)[\p{L} ]{0,20}[:|]?\s?)/iu

function daysOf([, first = '', last, others]: RegExpExecArray): string | null {
  const start = dayOfWord(first)
  if (start === null) return null
  if (last !== undefined) {
    const end = dayOfWord(last)
    return end === null ? null : `${DAYS[start]}-${DAYS[end]}`
  }
  const more =
    (others ?? '').match(/\p{L}{2,12}/gu)?.filter((word) => !/^(?:und|and|et|en|og|och)$/i.test(word)) ?? []
  const all = [start, ...more.map(dayOfWord)]
  return all.includes(null) ? null : all.map((day) => DAYS[day ?? 0]).join(',')
}

/**
 * The time of a page, `HH:MM` of 24 hours; `9 – 5 pm` has its half of the day at the end, and begins in the morning
 * where that is earlier.
 */
function writtenClock(
  hour: string,
  minute: string | undefined,
  half: string | undefined,
  before: number | null,
): string | null {
  let hours = Number(hour)
  const isAfternoon = /^p/i.test(half ?? '')
  if (half !== undefined && hours > 12) return null
  if (isAfternoon && hours < 12 && (before === null || hours < before)) hours += 12
  if (half !== undefined && !isAfternoon && hours === 12) hours = 0
  return hours > 24 || Number(minute ?? 0) > 59 ? null : `${String(hours).padStart(2, '0')}:${minute ?? '00'}`
}
