// What a place offers: yes, no or a choice, keyed by the provider's own words without a language.
import type { MapPlace, PopularTimes } from '#contract/places/place.ts'
import { asCount, asList, asText, pick, valueAt } from '#extractors/maps/providers/google/payload/at.ts'
import type { PlaceArray } from '#extractors/maps/providers/google/payload/find-places.ts'
import { ABOUT, PLACE } from '#extractors/maps/providers/google/payload/paths.ts'

/** How the value of an option is given: as yes or no, or as the chosen ones of several. */
const YES_OR_NO = 1
const CHOICES = 3
const MAX_GROUPS = 100
const MAX_OPTIONS = 200
const WORD = /^[a-z0-9_]{1,64}$/

/** `payments/pay_debit_card: true`, `payments/pay_credit_card_types_accepted: Mastercard`. A "no" is a fact as well. */
export function readAbout(place: PlaceArray): MapPlace['attributes'] {
  const attributes: MapPlace['attributes'] = {}
  for (const group of (pick(place, PLACE.about, asList) ?? []).slice(0, MAX_GROUPS)) {
    const name = asWord(pick(group, ABOUT.group, asText))
    for (const option of (pick(group, ABOUT.options, asList) ?? []).slice(0, MAX_OPTIONS)) {
      // `/geo/type/establishment_poi/serves_dine_in`
      const id = asWord(pick(option, ABOUT.optionId, asText)?.split('/').at(-1) ?? null)
      const value = valueOf(option)
      if (name !== null && id !== null && value !== null) attributes[`${name}/${id}`] ??= value
    }
  }
  return attributes
}

function valueOf(option: unknown): string | boolean | null {
  const kind = pick(option, ABOUT.kind, asCount)
  if (kind === YES_OR_NO) {
    const present = pick(option, ABOUT.present, asCount)
    return present === null || present > 1 ? null : present === 1
  }
  if (kind !== CHOICES) return null
  const chosen = (pick(option, ABOUT.choices, asList) ?? []).slice(0, MAX_OPTIONS)
  const names = chosen.flatMap((choice) => {
    const entries = Array.isArray(valueAt(choice, [0])) ? (asList(choice) ?? []) : [choice]
    return entries.flatMap((entry) => pick(entry, ABOUT.choiceName, asText) ?? [])
  })
  return names.length === 0 ? null : [...new Set(names)].join(';')
}

function asWord(text: string | null): string | null {
  return text !== null && WORD.test(text) ? text : null
}

/** Null where no day has figures. A day that is closed has none. */
export function readPopularTimes(place: PlaceArray): PopularTimes | null {
  const week: PopularTimes = [[], [], [], [], [], [], []]
  for (const day of (pick(place, PLACE.popularTimes, asList) ?? []).slice(0, week.length)) {
    const weekday = asCount(valueAt(day, [0]))
    const hours = asList(valueAt(day, [1])) ?? []
    const known = weekday === null ? undefined : week[weekday - 1]
    if (known === undefined || known.length > 0) continue
    for (const entry of hours.slice(0, 24)) {
      const [hour, percent] = [asCount(valueAt(entry, [0])), asCount(valueAt(entry, [1]))]
      if (hour !== null && hour <= 23 && percent !== null && percent <= 100) known.push({ hour, percent })
    }
  }
  return week.every((day) => day.length === 0) ? null : week
}
