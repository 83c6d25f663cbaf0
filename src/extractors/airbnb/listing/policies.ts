// The rules of a house: what is allowed, when guests arrive and leave, what a cancellation costs.
import type { JsonObject } from '#parsing/json/json-value.ts'
import { objectAt, objectsAt, textAt } from '#extractors/airbnb/state/payload-fields.ts'

/** Null for what the page does not say. */
export interface Policies {
  readonly houseRules: string[] | null
  /** `15:00` */
  readonly checkInTime: string | null
  readonly checkOutTime: string | null
  readonly cancellationPolicy: string | null
}

const TIME = /(?:^|\D)(\d{1,2})(?:\s?[:.h]\s?(\d{2}))?\s?(?:uhr\b|h\b)?\s?([ap])?\.?(?:m\.?)?(?=\W|$)/iu
/** A time of the day, not a number of guests. */
const IS_TIME =
  /\d{1,2}\s?[:.h]\s?\d{2}|\d{1,2}\s?[ap]\.?\s?m\b|\d{1,2}\s?(?:uhr|h)\b|\d{1,2}\s?時|\d{1,2}시/iu
const ARRIVAL =
  /check-?\s?in|anreise|arriv|llegada|entrada|ankomst|aankomst|inchecken|zameld|příjezd|заезд|прибыт|giriş|チェックイン|체크인|入住|saapum/iu
const LEAVING =
  /check-?\s?out|abreise|départ|depart|salida|saída|partenza|uscita|avresa|avreise|afrejse|vertrek|uitchecken|wymeld|odjezd|выезд|çıkış|チェックアウト|체크아웃|退房|lähtö/iu

/** From the sections of the page in their order. */
export function readPolicies(objects: readonly JsonObject[]): Policies {
  const rules = new Set<string>()
  for (const object of objects) {
    const grouped = objectsAt(object, 'houseRulesSections').flatMap((section) => objectsAt(section, 'items'))
    for (const item of [...grouped, ...objectsAt(object, 'houseRules')]) {
      const rule = textAt(item, 'title', 'html', 'label')
      if (rule !== null) rules.add(rule)
    }
  }
  const timed = [...rules].filter((rule) => IS_TIME.test(rule))
  const arrival = timed.find((rule) => ARRIVAL.test(rule) && !LEAVING.test(rule))
  const leaving = timed.find((rule) => LEAVING.test(rule) && !ARRIVAL.test(rule))
  return {
    houseRules: rules.size === 0 ? null : [...rules],
    checkInTime: timeIn(arrival),
    checkOutTime: timeIn(leaving),
    cancellationPolicy: cancellationOf(objects),
  }
}

/** The first time in a rule: `Check-in: 3:00 PM - 10:00 PM` is 15:00. */
function timeIn(rule: string | undefined): string | null {
  const match = TIME.exec(rule ?? '')
  if (match === null) return null
  const [, hours = '', minutes = '00', half] = match
  const bare = Number(hours)
  const isLate = half?.toLowerCase() === 'p' && bare < 12
  const isMidnight = half?.toLowerCase() === 'a' && bare === 12
  const hour = isMidnight ? 0 : isLate ? bare + 12 : bare
  return hour > 24 || Number(minutes) > 59 ? null : `${String(hour).padStart(2, '0')}:${minutes}`
}

function cancellationOf(objects: readonly JsonObject[]): string | null {
  for (const object of objects) {
    for (const name of ['cancellationPolicyForDisplay', 'cancellationPolicy']) {
      const text =
        textAt(objectAt(object, name), 'title', 'localizedName', 'name', 'subtitle') ?? textAt(object, name)
      if (text !== null) return text
    }
    for (const policy of objectsAt(object, 'cancellationPolicies')) {
      const text = textAt(
        policy,
        'localized_cancellation_policy_name',
        'localizedCancellationPolicyName',
        'title',
      )
      if (text !== null) return text
    }
  }
  return null
}
