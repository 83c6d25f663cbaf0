// How likely two places are one, from what speaks for and against it: each reason with its weight.
import type { MergeEvidence } from '#contract/places/changes/merge.ts'
import { distanceM, type LatLng } from '#kit/geo/geometry.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import type { ContentFields } from '#places/content/kept-content.ts'
import { matchNames, readNames, wordsOf, type ReadName } from './name-similarity.ts'

/** A place as pairs of it are scored: read once, compared with many. */
export interface ComparedPlace {
  readonly id: string
  readonly provider: string
  readonly location: LatLng
  readonly names: readonly ReadName[]
  /** The ids of its own source, and those of the records that its source made it from. */
  readonly ids: ReadonlySet<string>
  readonly categories: readonly string[]
  /** The last digits of each number. */
  readonly phones: ReadonlySet<string>
  readonly emails: ReadonlySet<string>
  /** Host and path, without `www.`. */
  readonly page: string | null
  readonly domain: string | null
  readonly wikidata: string | null
  readonly brand: string | null
  readonly street: string | null
  readonly houseNumber: string | null
}

/** The score, 0 to 1, is the logistic function of the sum of the weights. */
export interface PairScore {
  readonly score: number
  readonly evidence: readonly MergeEvidence[]
}

/** Two places that were picked at random near each other are two. */
const PRIOR = -3
const OWN_SCHEMES: Readonly<Record<string, readonly string[]>> = {
  'osm-file': ['osm'],
  overpass: ['osm'],
  overture: ['gers', 'osm'],
}
/** Enough digits to tell numbers apart, without country code and dialling prefix. */
const PHONE_DIGITS = 8
/** Pages of many owners: the domain says nothing, the whole address does. */
const SHARED_DOMAINS = new Set(
  'facebook.com instagram.com google.com linktr.ee wixsite.com tripadvisor.com booking.com yelp.com x.com'.split(
    ' ',
  ),
)

/** Distance in metres and its weight; between two points the weight changes evenly. */
const BY_DISTANCE = [
  [0, 1.5],
  [20, 1.4],
  [80, 0.6],
  [150, -0.5],
  [400, -2],
  [2_000, -4],
] as const
const BY_NAME = [
  [0.3, -4],
  [0.55, -1.5],
  [0.7, 1],
  [0.85, 3],
  [1, 4.2],
] as const
const MAX_NAME_WEIGHT = 4.2

/** Reads what is compared from the content of a place. `id` is a plain uuid. */
export function comparedPlace(id: string, provider: string, content: ContentFields): ComparedPlace {
  const { name, names, address, location, website } = content
  const towns = new Set(
    [address.city, address.region, address.country].flatMap((text) => (text === null ? [] : wordsOf(text))),
  )
  const digits = content.phones.map(({ e164, raw }) => (e164 ?? raw).replace(/\D/g, '').slice(-PHONE_DIGITS))
  const domain = website === null ? null : registrableDomain(website)
  return {
    id,
    provider,
    location,
    names: readNames(
      [...(name === null ? [] : [name]), ...Object.values(names)].flatMap((text) => text.split(';')),
      towns,
    ),
    ids: recordIds(provider, content),
    categories: content.categories,
    phones: new Set(digits.filter((number) => number.length >= 6)),
    emails: new Set(content.emails.map((email) => email.toLowerCase())),
    page: website === null ? null : pageOf(website),
    domain: domain === null || SHARED_DOMAINS.has(domain) ? null : domain,
    wikidata: content.aliases.find(({ scheme }) => scheme === 'wikidata')?.value ?? null,
    brand: content.brand?.wikidata ?? null,
    street: address.street === null ? null : wordsOf(address.street).join(' '),
    houseNumber: address.houseNumber?.toLowerCase().replaceAll(' ', '') ?? null,
  }
}

/**
 * A tag with the id of another source may be wrong. Overture says which record of OpenStreetMap it took, and that is the
 * same record.
 */
function recordIds(provider: string, { aliases }: ContentFields): Set<string> {
  const schemes = OWN_SCHEMES[provider] ?? []
  const own = aliases.filter(({ scheme }) => schemes.includes(scheme))
  return new Set(own.map(({ scheme, value }) => `${scheme}:${value}`))
}

function pageOf(website: string): string {
  const url = URL.parse(website)
  if (url === null) return website.toLowerCase()
  return `${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}`
}

/** The same for both orders. Null where even the same name would leave the score below `minScore`. */
export function scorePair(a: ComparedPlace, b: ComparedPlace, minScore = 0): PairScore | null {
  const others = [
    idEvidence(a, b),
    distanceEvidence(a, b),
    categoryEvidence(a, b),
    setEvidence('phone', a.phones, b.phones, { same: 3, other: -0.8 }),
    setEvidence('email', a.emails, b.emails, { same: 2, other: -0.3 }),
    websiteEvidence(a, b),
    equalEvidence('wikidata', a.wikidata, b.wikidata, { same: 3.5, other: -3.5 }),
    equalEvidence('brand', a.brand, b.brand, { same: 0.5, other: -2.5 }),
    addressEvidence(a, b),
    sourceEvidence(a, b),
  ].filter((one) => one !== null)
  const without = others.reduce((sum, { weight }) => sum + weight, PRIOR)
  // Most neighbours are of another kind: comparing names is nine tenths of the work.
  if (logistic(without + MAX_NAME_WEIGHT) < minScore) return null
  const name = nameEvidence(a, b)
  const evidence = name === null ? others : [name, ...others]
  return {
    score: Math.round(logistic(without + (name?.weight ?? 0)) * 1e4) / 1e4,
    evidence: evidence.map((one) => ({ ...one, weight: Math.round(one.weight * 100) / 100 })),
  }
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

function nameEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence | null {
  const match = matchNames(a.names, b.names)
  if (match === null) return null
  const { similarity, distinct, names } = match
  const weight = between(BY_NAME, similarity)
  const [one, other] = names.map((name) => JSON.stringify(name.slice(0, 100)))
  return {
    kind: 'name',
    // A name of words for kinds alone is that of many places.
    weight: weight > 0 ? weight * (0.35 + 0.65 * distinct) : weight,
    detail: `${one} and ${other}: ${Math.round(similarity * 100)} % alike.`,
  }
}

function idEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence | null {
  const [same] = a.ids.intersection(b.ids)
  return same === undefined || a.provider === b.provider
    ? null
    : { kind: 'id', weight: 8, detail: `Both are of the record ${same}.` }
}

function distanceEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence {
  const metres = distanceM(a.location, b.location)
  return { kind: 'distance', weight: between(BY_DISTANCE, metres), detail: `${Math.round(metres)} m apart.` }
}

/** Ids of one vocabulary (`amenity/bank`) can contradict each other; those of two can only agree. */
function categoryEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence | null {
  if (a.categories.length === 0 || b.categories.length === 0) return null
  const same = a.categories.find((id) => b.categories.includes(id))
  if (same !== undefined) return { kind: 'category', weight: 0.8, detail: `Both are ${same}.` }
  const [one = '', other = ''] = [a.categories[0], b.categories[0]]
  const words = new Set(a.categories.flatMap(partsOf))
  const shared = b.categories.flatMap(partsOf).find((word) => words.has(word))
  if (shared !== undefined)
    return { kind: 'category', weight: 0.5, detail: `${one} and ${other} are both ${shared}.` }
  if (!one.includes('/') || !other.includes('/')) return null
  const isNear = one.split('/')[0] === other.split('/')[0]
  return { kind: 'category', weight: isNear ? -2.5 : -2, detail: `${one} is not ${other}.` }
}

/** The words of the value: those of the key are shared by all of its values. */
function partsOf(id: string): string[] {
  const value = id.slice(id.indexOf('/') + 1)
  return value === 'yes' ? [] : value.split('_').filter((word) => word.length > 3)
}

function setEvidence(
  kind: 'phone' | 'email',
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  weights: { readonly same: number; readonly other: number },
): MergeEvidence | null {
  if (a.size === 0 || b.size === 0) return null
  const isSame = !a.isDisjointFrom(b)
  return isSame
    ? { kind, weight: weights.same, detail: `They share a ${kind}.` }
    : { kind, weight: weights.other, detail: `Each has another ${kind}.` }
}

function websiteEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence | null {
  if (a.page === null || b.page === null) return null
  if (a.page === b.page) return { kind: 'website', weight: 2.2, detail: `Both are at ${a.page}.` }
  if (a.domain === null || b.domain === null) return null
  return a.domain === b.domain
    ? { kind: 'website', weight: 1, detail: `Both have pages of ${a.domain}.` }
    : { kind: 'website', weight: -1, detail: `${a.domain} is not ${b.domain}.` }
}

function equalEvidence(
  kind: 'wikidata' | 'brand',
  a: string | null,
  b: string | null,
  weights: { readonly same: number; readonly other: number },
): MergeEvidence | null {
  if (a === null || b === null) return null
  return a === b
    ? { kind, weight: weights.same, detail: `Both are ${a}.` }
    : { kind, weight: weights.other, detail: `${a} is not ${b}.` }
}

function addressEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence | null {
  if (a.street === null || b.street === null || a.houseNumber === null || b.houseNumber === null) return null
  if (a.street !== b.street) return { kind: 'address', weight: -0.7, detail: 'Their streets differ.' }
  return a.houseNumber === b.houseNumber
    ? { kind: 'address', weight: 1, detail: 'Street and house number are the same.' }
    : { kind: 'address', weight: -1.5, detail: 'The same street, another house number.' }
}

function sourceEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence | null {
  return a.provider === b.provider
    ? { kind: 'source', weight: -0.5, detail: 'One source seldom has a place twice.' }
    : null
}

/** The value at `x` on the line through `points`, which are in ascending order. */
function between(points: readonly (readonly [x: number, y: number])[], x: number): number {
  let before: readonly [number, number] | null = null
  for (const point of points) {
    if (x <= point[0]) {
      if (before === null) return point[1]
      return before[1] + ((x - before[0]) / (point[0] - before[0])) * (point[1] - before[1])
    }
    before = point
  }
  return before?.[1] ?? 0
}
