// The content of a merged place: each field from the first of its parts that knows it, with that part's provenance.
import type { Provider } from '#contract/places/place.ts'
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
  const merged = { ...whole }
  for (const field of SINGLE) {
    if (whole[field] !== null || content[field] === null) continue
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
  if (isBare(whole.address) && !isBare(content.address)) {
    merged.address = content.address
    take('address')
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
  return {
    ...merged,
    names: combinedNames(whole, content),
    categories: union('categories', whole.categories, content.categories, (id) => id),
    phones: union('phones', whole.phones, content.phones, ({ e164, raw }) => e164 ?? raw),
    emails: union('emails', whole.emails, content.emails, (email) => email.toLowerCase()),
    socials: union('socials', whole.socials, content.socials, ({ url }) => url.toLowerCase()),
    photos: union('photos', whole.photos, content.photos, ({ url }) => url),
    aliases: union('aliases', whole.aliases, content.aliases, ({ scheme, value }) => `${scheme} ${value}`),
    attributes: { ...content.attributes, ...whole.attributes },
    links: { ...content.links, ...whole.links },
    provenance,
  }
}

/** The own names count; another name than all of them is an alternative one, unless there is one already. */
function combinedNames(whole: StoredContent, { name, names }: StoredContent): StoredContent['names'] {
  const combined = { ...names, ...whole.names }
  const known = new Set([whole.name, ...Object.values(combined)])
  return name === null || known.has(name) || 'alt' in combined ? combined : { ...combined, alt: name }
}

function isBare({ street, postcode, city, formatted }: StoredContent['address']): boolean {
  return street === null && postcode === null && city === null && formatted === null
}
