// One observation of a place as the database stores it: the content, its hash, and the columns that lists filter by.
import { hash } from 'node:crypto'
import { parseKnownJson } from '#kit/unknown-values.ts'
import type { MapPlace, OpeningHours } from '#contract/places/place.ts'
import { foldText } from '#kit/text/text-rules.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import { MINUTES_A_DAY } from '#kit/time/time-of-day.ts'
import { writeContent } from './kept-content.ts'
import { isOfWebsite } from './merge-contacts.ts'
import type { StoredContent } from './show-content.ts'
import { aliasWord, phoneWord, websiteWords } from './search-words.ts'
import { narrowingIds } from './narrowing-ids.ts'
import { sourceIds, type Alias } from './source-ids.ts'

const WEEK = 7 * MINUTES_A_DAY

/** An observation by which a place is recognised and compared. Its columns are made only when it is written. */
export interface PlaceRow {
  /** The ids that identify the place. */
  readonly aliases: readonly Alias[]
  readonly provider: string
  /** Of a place that is of several providers: as `placeProviders` has them. Null: of `provider` alone. */
  readonly providers: string | null
  readonly content: StoredContent
  /** 32 hex digits. */
  readonly contentHash: string
  /** Whether the position is that of a part of the object. */
  readonly isApproximate: boolean
  /** The payload of the provider, as received. */
  readonly raw: unknown
}

/** The columns of `places` that are made of its content. */
export interface PlaceColumns {
  /** The place without id and dates, as the JSON of a KeptContent. */
  readonly json: string
  readonly sortName: string
  readonly matchText: string
  readonly words: string
  readonly lat: number
  readonly lng: number
  /** Ids: its own, and those that narrow them down (`cuisine/pizza`). */
  readonly categories: readonly string[]
  readonly countryCode: string | null
  readonly region: string | null
  readonly city: string | null
  readonly hasWebsite: boolean
  readonly hasPhone: boolean
  readonly hasEmail: boolean
  readonly rating: number | null
  readonly status: string
  readonly timezone: string | null
  readonly openMinutes: string | null
  /** When nobody knows whether it is open, because a later rule of its hours replaced an earlier one. */
  readonly unsureMinutes: string | null
}

/** Sorts after every name. */
const NO_NAME = '\u{10FFFF}'
/**
 * Indexed columns are cut: a btree entry holds 2.7 kB, and no query needs more. Categories, region and city share one, in
 * which each category takes up to eight bytes beside its own.
 */
const SORT_CHARS = 100
const MATCH_CHARS = 500
const WORDS_CHARS = 4_000
const LABEL_CHARS = 200
const CATEGORIES_BYTES = 1_200
const BYTES_BESIDE = 8

/**
 * Texts that cannot be stored are repaired, so that one place cannot make a page fail. Of those that the hash leaves out no
 * column holds more than folded words, and `placeColumns` repairs them in the JSON.
 */
export function placeRow(observed: MapPlace): PlaceRow {
  const content = contentOf(observed)
  const compared = comparedJson(content)
  if (!SUSPICIOUS.test(compared) && !SUSPICIOUS.test(JSON.stringify(observed.source)))
    return rowOf(observed, content, compared)
  const mended = parseKnownJson<MapPlace>(storableJson({ ...observed, raw: null }))
  return rowOf({ ...mended, raw: observed.raw }, contentOf(mended))
}

function rowOf(place: MapPlace, content: StoredContent, compared = comparedJson(content)): PlaceRow {
  return {
    ...contentRow(content, place.source.provider, compared),
    aliases: sourceIds(place),
    raw: place.raw,
  }
}

/** The row of a content that is stored already, or made of stored ones: it has no ids and no payload of its own. */
export function contentRow(
  content: StoredContent,
  provider: string,
  compared = comparedJson(content),
): PlaceRow {
  return {
    aliases: [],
    provider,
    providers: null,
    content,
    contentHash: hash('md5', compared, 'hex'),
    isApproximate: content.provenance['location']?.tier === 'approximate',
    raw: null,
  }
}

/** What a place is written with. When it is open, lists ask of the map alone, as enrichment leaves those columns. */
export function placeColumns(content: StoredContent): PlaceColumns {
  const { address, name } = content
  const openingHours = isOfWebsite(content, 'openingHours') ? null : content.openingHours
  const names = foldedNames(content)
  const { words, city, hasPhone, hasEmail } = contactColumns(content, names)
  return {
    json: writeContent(content),
    sortName: name === null ? NO_NAME : cut(foldText(name), SORT_CHARS) || NO_NAME,
    matchText: cut(names.join(' '), MATCH_CHARS),
    words,
    lat: content.location.lat,
    lng: content.location.lng,
    categories: indexable([...content.categories, ...narrowingIds(content)]),
    countryCode: address.countryCode === null ? null : cut(address.countryCode, 2),
    region: address.region === null ? null : cut(address.region, LABEL_CHARS),
    city,
    hasWebsite: content.website !== null,
    hasPhone,
    hasEmail,
    rating: content.rating,
    status: content.status,
    timezone: openingHours?.timezone ?? null,
    openMinutes: minutesOfWeek(openingHours, openingHours?.weekly ?? null),
    unsureMinutes: minutesOfWeek(openingHours, openingHours?.overridden ?? null),
  }
}

/** The columns that also depend on the contacts that enrichment adds to the content. */
export function contactColumns(
  content: StoredContent,
  names: readonly string[] = foldedNames(content),
): Pick<PlaceColumns, 'words' | 'city' | 'hasPhone' | 'hasEmail'> {
  const { address } = content
  const others = [
    ...content.categories,
    address.street,
    address.houseNumber,
    address.postcode,
    address.city,
    // When the address was given as one text, there are no parts to compare.
    address.street === null && address.city === null ? address.formatted : null,
    content.brand?.name,
    content.website === null ? null : websiteWords(content.website),
    ...content.phones.map(({ e164, raw }) => phoneWord(e164 ?? raw)),
    ...content.aliases.filter(({ scheme }) => scheme === 'wikidata').map(aliasWord),
  ]
  return {
    words: cut([foldText(others.filter(Boolean).join(' ')), ...names].join(' '), WORDS_CHARS),
    city: address.city === null ? null : cut(address.city, LABEL_CHARS),
    hasPhone: content.phone !== null,
    hasEmail: content.emails.length > 0,
  }
}

function foldedNames({ name, names }: Pick<StoredContent, 'name' | 'names'>): string[] {
  return [...new Set([name ?? '', ...Object.values(names)].map(foldText))].filter((text) => text !== '')
}

/** As many categories as certainly fit into an index entry. */
function indexable(categories: readonly string[]): string[] {
  let bytes = 0
  return categories.filter((id) => (bytes += Buffer.byteLength(id) + BYTES_BESIDE) <= CATEGORIES_BYTES)
}

function cut(text: string, chars: number): string {
  return text.length <= chars ? text : text.slice(0, chars).toWellFormed()
}

/** How JSON.stringify writes characters that PostgreSQL cannot store, or an escaped backslash that looks like it. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/

/** One object literal with a fixed shape, which is serialised several times faster than an object built key by key. */
function contentOf(place: MapPlace): StoredContent {
  const content: StoredContent = {
    name: place.name,
    names: place.names,
    categories: place.categories.map(({ id }) => id),
    address: place.address,
    location: place.location,
    phone: place.phone,
    phones: place.phones,
    website: place.website,
    emails: place.emails,
    socials: place.socials,
    rating: place.rating,
    ratingCount: place.ratingCount,
    ratingDistribution: place.ratingDistribution,
    priceLevel: place.priceLevel,
    openingHours: place.openingHours,
    status: place.status,
    description: place.description,
    attributes: place.attributes,
    photos: place.photos,
    owner: place.owner,
    brand: place.brand,
    plusCode: place.plusCode,
    links: place.links,
    aliases: place.aliases,
    provenance: place.provenance,
  }
  // Few places have them.
  if (place.popularTimes !== undefined) content.popularTimes = place.popularTimes
  if (place.reviewCoverage !== undefined) content.reviewCoverage = place.reviewCoverage
  return content
}

/** Compared apart, or not at all: how busy a place is differs from week to week. */
const NOT_HASHED = {
  name: undefined,
  names: undefined,
  categories: undefined,
  address: undefined,
  attributes: undefined,
  links: undefined,
  provenance: undefined,
  popularTimes: undefined,
}

/**
 * The text whose hash is stored: equal for observations that differ only in how they were made: time, provider, language,
 * and key order.
 */
function comparedJson(place: StoredContent): string {
  const { name, names, categories, address, attributes, links, provenance, openingHours } = place
  const { formatted: _formatted, country: _country, ...allParts } = address
  // Parts that were read later count where they are known: without them the hashes of stored places stay valid.
  const { district, houseName, unit, floor, block, ...addressParts } = allParts
  const laterParts = [district, houseName, unit, floor, block].map((part) => part ?? null)
  const comparable = [
    // The fields in the order of `contentOf`, as the first hashes have them. What is undefined is left out.
    {
      ...place,
      // The hours of today alone are others tomorrow, and nothing has changed.
      openingHours: provenance['openingHours']?.tier === 'thin' ? null : hashedHours(openingHours),
      status: comparedStatus(place.status),
      photos: place.photos.map(comparedPhoto),
      ...NOT_HASHED,
    },
    // A name that is one of the translations may have been chosen by a language; the translations are compared themselves.
    name !== null && Object.values(names).includes(name) ? null : name,
    categories,
    addressParts,
    sortedEntries(names),
    sortedEntries(attributes),
    sortedEntries(links),
    ...(laterParts.some((part) => part !== null) ? [laterParts] : []),
  ]
  return JSON.stringify(comparable)
}

/** A status without a tag was once stored as operational; that it is unknown now does not count as a change. */
export function comparedStatus(status: StoredContent['status']): StoredContent['status'] {
  return status === 'unknown' ? 'operational' : status
}

/** A picture that stands for a group has another address each time. */
export function comparedPhoto(photo: StoredContent['photos'][number]): unknown {
  return photo.title ?? photo
}

/**
 * Uses the field name that the opening minute had when the first hashes were stored, so that these stay valid, and only
 * the fields that hours had then: the others follow from the text.
 */
function hashedHours(hours: StoredContent['openingHours']): unknown {
  if (hours === null) return null
  const { raw, timezone, weekly, closedDays } = hours
  const days = weekly?.map((day) =>
    day.map(({ opensMinute: openMinute, closesMinute }) => ({ openMinute, closesMinute })),
  )
  return { raw, timezone, weekly: days ?? null, closedDays }
}

function sortedEntries(record: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * The int4multirange of these minutes of the week (Monday 00:00 = 0); null when they or the time zone are not known. An
 * interval past Sunday midnight continues on Monday.
 */
function minutesOfWeek(hours: OpeningHours | null, week: OpeningHours['weekly']): string | null {
  if (week === null || hours?.timezone === null) return null
  const ranges = week.flatMap((day, weekday) =>
    day.flatMap(({ opensMinute, closesMinute }) => {
      const start = weekday * MINUTES_A_DAY + opensMinute
      const end = weekday * MINUTES_A_DAY + closesMinute
      if (end <= start) return []
      return end <= WEEK
        ? [[start, end]]
        : [
            [start, WEEK],
            [0, end - WEEK],
          ]
    }),
  )
  return `{${ranges.map(([start, end]) => `[${start},${end})`).join(',')}}`
}
