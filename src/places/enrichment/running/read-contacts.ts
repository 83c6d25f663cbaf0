// What a place takes from an answer of contact enrichment: the values that are sure enough.
import { Type, type Static, type TProperties } from 'typebox'
import { lazyShape } from '#contract/lazy-shape.ts'
import { Nullable } from '#contract/schema.ts'
import type { WebsiteContacts } from '#places/content/merge-contacts.ts'

/** Below it one mention in plain text without any other evidence stands behind a value. */
const MIN_CONFIDENCE = 0.5
/** A page with a directory of others has more; a place has no use for them. */
const MAX_VALUES = 20

const Found = <const T extends TProperties>(properties: T) =>
  Type.Optional(Type.Array(Type.Object({ ...properties, confidence: Type.Number() })))

/** The part of the answer that is read. Every other field is kept as it came. */
const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
/** Others are left out. */
const TIME = /^(?:[01]\d|2[0-4]):[0-5]\d$/
const MINUTES_A_DAY = 1_440

const ContactAnswer = Type.Object({
  emails: Found({ value: Type.String() }),
  phones: Found({
    e164: Type.String(),
    national: Type.String(),
    type: Nullable(Type.String()),
    isFax: Type.Boolean(),
    whatsapp: Type.Boolean(),
  }),
  socials: Found({ network: Type.String(), handle: Type.String(), url: Type.String() }),
  addresses: Found({
    text: Type.String(),
    street: Nullable(Type.String()),
    postalCode: Nullable(Type.String()),
    city: Nullable(Type.String()),
  }),
  hours: Found({ days: Type.Array(Type.String()), opens: Type.String(), closes: Type.String() }),
})
type ContactAnswer = Static<typeof ContactAnswer>

const answerShape = lazyShape(ContactAnswer)

/** Null for an answer of another shape, which only another version of crawl gives. */
export function readContacts(answer: unknown, fetchedAt: string): WebsiteContacts | null {
  if (!answerShape.Check(answer)) return null
  const { emails = [], phones = [], socials = [], addresses = [], hours = [] } = answer
  return {
    emails: sure(emails).map(({ value }) => value),
    phones: sure(phones).map(({ e164, national, ...phone }) => ({
      e164,
      raw: national,
      kind: kindOf(phone),
    })),
    socials: sure(socials).map(({ network, handle, url }) => ({ network, url, handle })),
    address: addressOf(sure(addresses)),
    openingHours: weekOf(sure(hours)),
    fetchedAt,
  }
}

/** A website that names several has branches, of which the place is one that is not known. */
function addressOf(
  addresses: NonNullable<ContactAnswer['addresses']>,
): NonNullable<WebsiteContacts['address']> | null {
  const [address, ...others] = addresses
  if (address === undefined || others.length > 0) return null
  const { text, street, postalCode, city } = address
  return { formatted: text, street, postcode: postalCode, city }
}

/**
 * Null without any, and where times of a day overlap: they are of several things, such as a shop and its kitchen. Times that
 * end before they begin end on the next day.
 */
function weekOf(
  hours: NonNullable<ContactAnswer['hours']>,
): NonNullable<WebsiteContacts['openingHours']> | null {
  const times = hours.filter(({ opens, closes }) => TIME.test(opens) && TIME.test(closes))
  if (times.length === 0) return null
  const weekly = DAYS.map((day) =>
    times
      .filter(({ days }) => days.includes(day))
      .map(({ opens, closes }) => {
        const [opensMinute, end] = [minuteOf(opens) % MINUTES_A_DAY, minuteOf(closes)]
        return { opensMinute, closesMinute: end > opensMinute ? end : end + MINUTES_A_DAY }
      })
      .toSorted((a, b) => a.opensMinute - b.opensMinute),
  )
  const overlaps = weekly.some((day) =>
    day.some(({ opensMinute }, at) => opensMinute < (day[at - 1]?.closesMinute ?? 0)),
  )
  if (overlaps) return null
  const raw = times.map(({ days, opens, closes }) => `${days.join(',')} ${opens}-${closes}`).join('; ')
  return { raw, timezone: null, weekly, closedDays: [] }
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

function sure<Value extends { readonly confidence: number }>(values: readonly Value[]): Value[] {
  return values.filter(({ confidence }) => confidence >= MIN_CONFIDENCE).slice(0, MAX_VALUES)
}

function kindOf({
  isFax,
  whatsapp,
  type,
}: Pick<NonNullable<ContactAnswer['phones']>[number], 'isFax' | 'whatsapp' | 'type'>) {
  if (isFax) return 'fax'
  if (whatsapp) return 'whatsapp'
  return type === 'MOBILE' ? 'mobile' : 'phone'
}
