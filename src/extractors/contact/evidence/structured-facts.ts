// Addresses, opening hours and people, as a page says them to programs (JSON-LD).
import { isRecord } from '#kit/unknown-values.ts'
import type { ContactPage } from './contact-page.ts'
import { emailAddress } from './email-address.ts'

/** Null for what the page does not say. */
export interface PostalAddress {
  readonly text: string
  readonly street: string | null
  readonly postalCode: string | null
  readonly city: string | null
  readonly country: string | null
}

/** Times as `HH:MM`, days as `Mo`. */
export interface OpeningTime {
  readonly days: readonly string[]
  readonly opens: string
  readonly closes: string
}

export interface Person {
  readonly name: string
  readonly role: string | null
  readonly email: string | null
  readonly phone: string | null
}

export interface StructuredFacts {
  readonly addresses: readonly PostalAddress[]
  readonly hours: readonly OpeningTime[]
  readonly people: readonly Person[]
}

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const TIME = /^(\d{1,2}):(\d{2})/
const HOURS = /^([A-Za-z]{2}(?:\s?[-,]\s?[A-Za-z]{2}){0,6})\s{1,3}(\d{1,2}:\d{2})\s?-\s?(\d{1,2}:\d{2})$/

/** Each address, time and person once. */
export function structuredFacts({ nodes }: ContactPage, siteDomain: string | null): StructuredFacts {
  const addresses = new Map<string, PostalAddress>()
  const hours = new Map<string, OpeningTime>()
  const people = new Map<string, Person>()
  for (const { types, value } of nodes) {
    const field = (name: string): string | null => textOf(value[name])
    if (types.includes('PostalAddress')) {
      const [street, postalCode, city] = [
        field('streetAddress'),
        field('postalCode'),
        field('addressLocality'),
      ]
      const country = field('addressCountry')
      const text = [street, [postalCode, city].filter((part) => part !== null).join(' '), country]
        .filter((part) => part !== null && part !== '')
        .join(', ')
      if (street !== null || city !== null) addresses.set(text, { text, street, postalCode, city, country })
    }
    for (const time of [...specified(types, value), ...listOf(value['openingHours']).flatMap(written)])
      hours.set(JSON.stringify(time), time)
    const [name, role] = [field('name'), field('jobTitle')]
    const email = emailAddress(field('email')?.replace(/^mailto:/i, '') ?? '', siteDomain)?.value ?? null
    // The author of an article is a person without a role.
    if (types.includes('Person') && name !== null && (role !== null || email !== null))
      people.set(name, { name, role, email, phone: field('telephone') })
  }
  return { addresses: [...addresses.values()], hours: [...hours.values()], people: [...people.values()] }
}

function specified(types: readonly string[], value: Readonly<Record<string, unknown>>): OpeningTime[] {
  if (!types.includes('OpeningHoursSpecification')) return []
  const days = listOf(value['dayOfWeek']).flatMap((day) => dayOf(textOf(day)) ?? [])
  const [opens, closes] = [timeOf(textOf(value['opens'])), timeOf(textOf(value['closes']))]
  return days.length === 0 || opens === null || closes === null ? [] : [{ days, opens, closes }]
}

/** `Mo-Fr 09:00-18:00` */
function written(value: unknown): OpeningTime[] {
  const [, days = '', opens = '', closes = ''] = HOURS.exec(textOf(value) ?? '') ?? []
  const [from, to] = [timeOf(opens), timeOf(closes)]
  if (from === null || to === null) return []
  const named = days.split(',').flatMap((part) => {
    const [first, last] = part.split('-').map((day) => DAYS.indexOf(day.trim().slice(0, 2)))
    if (first === undefined || first < 0) return []
    return DAYS.slice(first, Math.max(first, last ?? first) + 1)
  })
  return named.length === 0 ? [] : [{ days: named, opens: from, closes: to }]
}

const dayOf = (text: string | null): string | null => {
  const day = text?.replace(/^.{0,60}\//, '').slice(0, 2) ?? ''
  return DAYS.includes(day) ? day : null
}

function timeOf(text: string | null): string | null {
  const [, hour = '', minute = ''] = TIME.exec(text ?? '') ?? []
  return hour === '' || Number(hour) > 24 || Number(minute) > 59 ? null : `${hour.padStart(2, '0')}:${minute}`
}

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

function textOf(value: unknown): string | null {
  if (isRecord(value) && !Array.isArray(value)) return textOf(value['name'])
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : null
}
