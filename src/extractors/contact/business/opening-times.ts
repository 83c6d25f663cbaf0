// Opening hours as a page says them to programs and as it writes them, both through the one reader of opening hours.
import type { ContactPage, StructuredNode } from '#extractors/contact/page/contact-page.ts'
import type { Evidence } from '#extractors/contact/page/evidence.ts'
import { parseOpeningHours } from '#parsing/hours/parse-opening-hours.ts'
import { dayOfWord, hoursInWords } from './hours-in-words.ts'
import { listOf, statedText } from './stated-values.ts'

/** Times as `HH:MM`, days as `Mo`. */
export interface OpeningTime {
  readonly days: readonly string[]
  readonly opens: string
  readonly closes: string
}

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
const MINUTES_A_DAY = 1_440
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
      const [opens, closes] = [clock(opensMinute), clock(closesMinute)]
      const known = times.get(`${opens} ${closes}`)
      if (known === undefined) times.set(`${opens} ${closes}`, { days: [DAYS[day] ?? ''], opens, closes })
      else known.days.push(DAYS[day] ?? '')
    }
  }
  return [...times.values()]
}

/** Past midnight it is the hour of the next day. */
function clock(minute: number): string {
  const inDay = minute > MINUTES_A_DAY ? minute - MINUTES_A_DAY : minute
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}
