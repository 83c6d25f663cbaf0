// A place of Overture as its row says it (docs.overturemaps.org/schema/reference/places/place), field by field.
import type { LatLng } from '#kit/geo/geometry.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** Where a value of the row comes from. */
export interface OvertureSource {
  /** A JSON pointer to the property; empty: all of the row. */
  readonly property: string
  /** `meta`, `Foursquare`, `OpenStreetMap`, … */
  readonly dataset: string
  readonly license: string | null
  readonly recordId: string | null
  readonly updatedAt: string | null
}

/** The parts of an address; null for what the row does not have. */
export interface OvertureAddress {
  readonly freeform: string | null
  readonly locality: string | null
  readonly postcode: string | null
  readonly region: string | null
  readonly country: string | null
}

/** A row. Lists are empty and texts null where it says nothing. */
export interface OvertureRecord extends LatLng {
  /** A GERS id. */
  readonly id: string
  readonly name: string | null
  /** By BCP 47 language, and `alt`, `short`, `official`. */
  readonly names: Readonly<Record<string, string>>
  /** `coffee_shop`: the main one first. */
  readonly categories: readonly string[]
  /** The main category with those above it, the most general first. */
  readonly hierarchy: readonly string[]
  /** From 0 to 1. */
  readonly confidence: number | null
  readonly websites: readonly string[]
  readonly socials: readonly string[]
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  readonly brand: { readonly name: string | null; readonly wikidata: string | null } | null
  readonly addresses: readonly OvertureAddress[]
  /** `open`, `temporarily_closed`, `permanently_closed`. */
  readonly status: string | null
  readonly sources: readonly OvertureSource[]
}

/** No place has longer texts. */
const MAX_CHARS = 1_000
const MAX_ENTRIES = 50
const ID = /^[\w:-]{1,100}$/

/** Null for a row without an id or a position. Columns of later releases are passed over. */
export function recordOf(row: unknown): OvertureRecord | null {
  const fields = fieldsOf(row)
  const id = textOf(fields['id'])
  const at = pointOf(fields)
  if (id === null || !ID.test(id) || at === null) return null
  const { primary, rules } = fieldsOf(fields['names'])
  const categories = fieldsOf(fields['categories'])
  const taxonomy = fieldsOf(fields['taxonomy'])
  const main = textOf(categories['primary']) ?? textOf(taxonomy['primary'])
  const others = [...textsOf(categories['alternate']), ...textsOf(taxonomy['alternates'])]
  const basic = textOf(fields['basic_category'])
  const hierarchy = textsOf(taxonomy['hierarchy'])
  return {
    id,
    ...at,
    name: textOf(primary),
    names: { ...commonNames(fieldsOf(fields['names'])['common']), ...otherNames(rules) },
    categories: [...new Set([...(main === null ? [] : [main]), ...others])],
    hierarchy: hierarchy.length > 0 || basic === null ? hierarchy : [basic],
    confidence: shareOf(fields['confidence']),
    websites: textsOf(fields['websites']),
    socials: textsOf(fields['socials']),
    emails: textsOf(fields['emails']),
    phones: textsOf(fields['phones']),
    brand: brandOf(fields['brand']),
    addresses: listOf(fields['addresses']).map(addressOf),
    status: textOf(fields['operating_status']),
    sources: listOf(fields['sources']).flatMap(sourceOf),
  }
}

/**
 * A record as it was kept before, checked as a row is: it says the same in fewer words. Null for anything else.
 */
export function keptRecord(value: unknown): OvertureRecord | null {
  const { lat, lng, name, names, categories, hierarchy, brand, sources, ...rest } = fieldsOf(value)
  const [primary, ...alternate] = textsOf(categories)
  const others = [...VARIANTS].map(([variant, kind]) => ({ variant, value: fieldsOf(names)[kind] }))
  const { name: brandName, wikidata } = fieldsOf(brand)
  return recordOf({
    ...rest,
    geometry: { type: 'Point', coordinates: [lng, lat] },
    names: { primary: name, common: names, rules: others },
    categories: { primary, alternate },
    taxonomy: { hierarchy },
    brand: { names: { primary: brandName }, wikidata },
    operating_status: rest['status'],
    sources: listOf(sources).map((source) => {
      const { recordId, updatedAt, ...same } = fieldsOf(source)
      return { ...same, record_id: recordId, update_time: updatedAt }
    }),
  })
}

/** The point itself; else the middle of its box, which holds nothing but the point. */
function pointOf({ geometry, bbox }: Readonly<Record<string, unknown>>): LatLng | null {
  const { type, coordinates } = fieldsOf(geometry)
  if (type === 'Point' && Array.isArray(coordinates)) return validPoint(coordinates[1], coordinates[0])
  const { xmin, ymin } = fieldsOf(bbox)
  return validPoint(ymin, xmin)
}

function validPoint(lat: unknown, lng: unknown): LatLng | null {
  if (typeof lat !== 'number' || typeof lng !== 'number') return null
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}

function commonNames(common: unknown): Record<string, string> {
  const entries = Object.entries(fieldsOf(common)).slice(0, MAX_ENTRIES)
  return Object.fromEntries(
    entries.flatMap(([language, value]) => {
      const name = textOf(value)
      return name === null || !/^[a-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}$/.test(language)
        ? []
        : [[language, name] as const]
    }),
  )
}

const VARIANTS: ReadonlyMap<unknown, string> = new Map([
  ['alternate', 'alt'],
  ['short', 'short'],
  ['official', 'official'],
])

/** Of rules in any language: the first of a kind. */
function otherNames(rules: unknown): Record<string, string> {
  const names: Record<string, string> = {}
  for (const rule of listOf(rules)) {
    const { variant, value } = fieldsOf(rule)
    const [kind, name] = [VARIANTS.get(variant), textOf(value)]
    if (kind !== undefined && name !== null) names[kind] ??= name
  }
  return names
}

function brandOf(brand: unknown): OvertureRecord['brand'] {
  const { names, wikidata } = fieldsOf(brand)
  const [name, item] = [textOf(fieldsOf(names)['primary']), textOf(wikidata)]
  return name === null && item === null ? null : { name, wikidata: item }
}

function addressOf(value: unknown): OvertureAddress {
  const { freeform, locality, postcode, region, country } = fieldsOf(value)
  return {
    freeform: textOf(freeform),
    locality: textOf(locality),
    postcode: textOf(postcode),
    region: textOf(region),
    country: textOf(country),
  }
}

function sourceOf(value: unknown): OvertureSource[] {
  const source = fieldsOf(value)
  const dataset = textOf(source['dataset'])
  if (dataset === null) return []
  return [
    {
      property: textOf(source['property']) ?? '',
      dataset,
      license: textOf(source['license']),
      recordId: textOf(source['record_id']),
      updatedAt: textOf(source['update_time']),
    },
  ]
}

function shareOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null
}

function textsOf(value: unknown): string[] {
  return listOf(value).flatMap((entry) => textOf(entry) ?? [])
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : []
}

function textOf(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' || text.length > MAX_CHARS ? null : text
}
