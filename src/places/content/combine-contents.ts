// The content of a merged place: each field from the first of its parts that knows it, with that part's provenance.
import type { Address, Provider } from '#contract/places/place.ts'
import { foldText } from '#kit/text/text-rules.ts'
import type { StoredContent } from './show-content.ts'

/** A place that is part of a merged one, as its own provider gave it. */
export interface PartContent {
  readonly provider: Provider
  readonly content: StoredContent
}

/** Fields that one part gives as a whole. */
const SINGLE = [
  'phone',
  'website',
  'rating',
  'priceLevel',
  'openingHours',
  'description',
  'owner',
  'brand',
  'plusCode',
  'popularTimes',
] as const
/** Those that belong to the rating, which are not mixed with another one. */
const OF_RATING = ['ratingCount', 'ratingDistribution'] as const

/**
 * The first part counts most: its name, its position and its categories are those of the place. Lists hold the values of
 * all parts, each once. A name that only another part has is kept among `names`.
 */
export function combineContents(parts: readonly PartContent[]): StoredContent {
  const [first, ...others] = parts
  if (first === undefined) throw new Error('A place has no part.')
  return others.reduce((whole, part) => addPart(whole, part), first.content)
}

function addPart(whole: StoredContent, { provider, content }: PartContent): StoredContent {
  const provenance = { ...whole.provenance }
  const take = (field: string, from = field) => {
    const of = content.provenance[from]
    if (of === undefined) delete provenance[field]
    else provenance[field] = of
  }
  /** Of an entry that only this part has; a provider may give all entries of a field one provenance. */
  const takeEntry = (field: string, key: string, from = field) => {
    const of = content.provenance[`${field}.${key}`] ?? content.provenance[from]
    if (of !== undefined) provenance[`${field}.${key}`] = of
  }
  const merged = { ...whole }
  for (const field of SINGLE) {
    if ((whole[field] ?? null) !== null || (content[field] ?? null) === null) continue
    Object.assign(merged, { [field]: content[field] })
    take(field)
    if (field === 'rating') {
      for (const other of OF_RATING) {
        Object.assign(merged, { [other]: content[other] })
        take(other)
      }
    }
  }
  if (whole.status === 'unknown' && content.status !== 'unknown') {
    merged.status = content.status
    take('status')
  }
  const addressParts = lackingParts(whole.address, content.address)
  if (addressParts.length > 0) {
    const lacking = Object.fromEntries(addressParts.map((part) => [part, content.address[part]]))
    merged.address = { ...whole.address, ...lacking }
    for (const part of addressParts) takeEntry('address', part)
  }
  if (whole.name === null && content.name !== null) {
    merged.name = content.name
    take('name')
  }
  const union = <Value>(
    field: 'categories' | 'phones' | 'emails' | 'socials' | 'photos' | 'aliases',
    own: readonly Value[],
    theirs: readonly Value[],
    keyOf: (value: Value) => string,
  ): Value[] => {
    const known = new Set(own.map(keyOf))
    const added = theirs.filter((value) => !known.has(keyOf(value)))
    const of = content.provenance[field]
    if (added.length > 0 && own.length === 0) take(field)
    else if (added.length > 0 && of !== undefined && provenance[field] !== undefined) {
      provenance[field] = { ...provenance[field], also: { provider, fetchedAt: of.fetchedAt } }
    }
    return [...own, ...added]
  }
  const entries = <Value>(
    field: 'names' | 'attributes' | 'links',
    own: Readonly<Record<string, Value>>,
    theirs: Readonly<Record<string, Value>>,
  ): Record<string, Value> => {
    for (const key of Object.keys(theirs)) {
      if (!Object.hasOwn(own, key)) takeEntry(field, key, field === 'names' ? 'name' : field)
    }
    return { ...theirs, ...own }
  }
  const coverage = weakerCoverage(whole.reviewCoverage, content.reviewCoverage)
  return {
    ...merged,
    ...(coverage === undefined ? {} : { reviewCoverage: coverage }),
    names: entries('names', whole.names, namesBeside(whole, content)),
    categories: union('categories', whole.categories, content.categories, (id) => id),
    phones: union('phones', whole.phones, content.phones, ({ e164, raw }) => e164 ?? raw),
    emails: union('emails', whole.emails, content.emails, (email) => email.toLowerCase()),
    socials: union('socials', whole.socials, content.socials, ({ url }) => url.toLowerCase()),
    photos: union('photos', whole.photos, content.photos, ({ url }) => url),
    aliases: union('aliases', whole.aliases, content.aliases, ({ scheme, value }) => `${scheme} ${value}`),
    attributes: entries('attributes', whole.attributes, content.attributes),
    links: entries('links', whole.links, content.links),
    provenance,
  }
}

/** Another name than all that are known is an alternative one, unless there is one already. */
function namesBeside(whole: StoredContent, { name, names }: StoredContent): StoredContent['names'] {
  const all = { ...names, ...whole.names }
  const known = new Set([whole.name, ...Object.values(all)])
  return name === null || known.has(name) || 'alt' in all ? names : { ...names, alt: name }
}

const STREET_PARTS = ['street', 'houseNumber', 'houseName', 'unit', 'floor', 'block'] as const
const TOWN_PARTS = ['postcode', 'district', 'city', 'region', 'country', 'countryCode'] as const

/**
 * What an address may take from another one of the same place: nothing where one of the towns contradicts, and of the street
 * all or nothing, for a number belongs to its street.
 */
function lackingParts(own: Address, theirs: Address): (keyof Address)[] {
  const isUnknown = (part: keyof Address) => (own[part] ?? null) === null && (theirs[part] ?? null) !== null
  if ((['postcode', 'city', 'countryCode'] as const).some((part) => differ(own[part], theirs[part])))
    return []
  if (isBare(own)) return [...STREET_PARTS, ...TOWN_PARTS, 'formatted' as const].filter(isUnknown)
  const hasStreet = STREET_PARTS.some((part) => (own[part] ?? null) !== null)
  const taken = [...(hasStreet ? [] : STREET_PARTS), ...TOWN_PARTS].filter(isUnknown)
  // One line is not put together here: it is taken from where all that it holds is the same.
  const isLonger = [...STREET_PARTS, ...TOWN_PARTS].every(
    (part) => (own[part] ?? null) === null || own[part] === theirs[part],
  )
  return taken.length > 0 && isLonger && theirs.formatted !== null ? [...taken, 'formatted'] : taken
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && foldText(one) !== foldText(other)
}

function isBare({ street, postcode, city, formatted }: Address): boolean {
  return street === null && postcode === null && city === null && formatted === null
}

/** From few reviews to all of them. */
const COVERAGES = ['embedded', 'partial', 'complete'] as const

/** The reviews of a place are all there where those of each of its parts are; where one refused its own, there are some all the same. */
function weakerCoverage(
  one: StoredContent['reviewCoverage'],
  other: StoredContent['reviewCoverage'],
): StoredContent['reviewCoverage'] {
  const known = new Set([one, other])
  const weakest = COVERAGES.find((coverage) => known.has(coverage))
  return weakest === 'complete' && known.has('unavailable') ? 'partial' : (weakest ?? one ?? other)
}
