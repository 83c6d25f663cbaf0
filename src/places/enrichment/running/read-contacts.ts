// What a place takes from an answer of contact enrichment: the values that are sure enough, of a website that is its own.
import type { Warning } from '#contract/crawl/result.ts'
import { Type, type Static, type TProperties } from 'typebox'
import { lazyShape } from '#contract/lazy-shape.ts'
import { Nullable } from '#contract/schema.ts'
import { categoriesByPhrase } from '#kit/categories/category-table.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { foldText, textBefore } from '#kit/text/text-rules.ts'
import type { WebsiteContacts } from '#places/content/merge-contacts.ts'
import { MINUTES_A_DAY } from '#kit/time/time-of-day.ts'

/** Below it one mention in plain text without any other evidence stands behind a value. */
const MIN_CONFIDENCE = 0.5
/** A shorter word is in many others. */
const MIN_OWN_CHARS = 4
/** A page with a directory of others has more; a place has no use for them. */
const MAX_VALUES = 20

const Found = <const T extends TProperties>(properties: T) =>
  Type.Optional(Type.Array(Type.Object({ ...properties, confidence: Type.Number() })))

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
/** Others are left out. */
const TIME = /^(?:[01]\d|2[0-4]):[0-5]\d$/

/** The part of the answer that is read. Every other field is kept as it came. */
const ContactAnswer = Type.Object({
  domain: Type.Optional(Nullable(Type.String())),
  redirectedFrom: Type.Optional(Nullable(Type.String())),
  nameFound: Type.Optional(Nullable(Type.Boolean())),
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

/** What a place takes, and why it takes nothing. */
interface ReadContacts {
  readonly contacts: WebsiteContacts
  readonly warnings: readonly Warning[]
}

/**
 * Null for an answer of another shape, which only another version of crawl gives. Nothing is taken from a website of
 * somebody else than `name`: domains are sold, and then lead elsewhere.
 */
export function readContacts(answer: unknown, fetchedAt: string, name: string | null): ReadContacts | null {
  if (!answerShape.Check(answer)) return null
  const other = otherBusiness(answer, name)
  return other === null
    ? { contacts: contactsOf(answer, fetchedAt), warnings: [] }
    : { contacts: contactsOf({}, fetchedAt), warnings: [other] }
}

/**
 * A firm often has its name under several top-level domains, and branches have a part of it: `shop.fr` that leads to
 * `shop.com` is the same one, and so is "Shop Central" at `shop.com`.
 */
function otherBusiness(
  { domain, redirectedFrom, nameFound }: ContactAnswer,
  name: string | null,
): Warning | null {
  if (nameFound !== false || redirectedFrom === undefined || redirectedFrom === null) return null
  const to = domain ?? 'an address without a domain'
  const label = labelOf(to)
  if (labelOf(redirectedFrom) === label || ownWords(name ?? '').some((word) => label.includes(word)))
    return null
  const detail = `The website leads from ${redirectedFrom} to ${to}, whose first page does not name the place: nothing of it was added.`
  return { code: 'other_business', detail }
}

const labelOf = (domain: string): string => textBefore(domain, '.')

/** Those that are no kind of places, which anybody may have in a domain. */
const ownWords = (name: string): string[] =>
  foldText(name)
    .split(' ')
    .filter((word) => word.length >= MIN_OWN_CHARS && categoriesByPhrase(searchFold(word)).length === 0)

function contactsOf(
  { emails = [], phones = [], socials = [], addresses = [], hours = [] }: ContactAnswer,
  fetchedAt: string,
): WebsiteContacts {
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
