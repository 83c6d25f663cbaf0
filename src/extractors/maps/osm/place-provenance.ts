// Says of each known field of a place whether a tag gave it or a rule derived it.
import type { MapPlace, Provider } from '#contract/places/place.ts'

/**
 * What is known about the origin of the fields. `fetchedAt` is RFC 3339; `taggedAddress` holds fields of the address.
 */
export interface ProvenanceFacts {
  readonly provider: Provider
  readonly fetchedAt: string
  readonly taggedAddress: ReadonlySet<string>
  /** What tags say of fields of the address that are shown in another spelling. */
  readonly rawAddress: ReadonlyMap<string, string>
  readonly taggedStatus: boolean
  readonly location: 'tag' | 'derived' | 'approximate'
}

/** Fields that are always the outcome of a rule of ours. */
const DERIVED = new Set(['plusCode', 'links'])
/** Not statements of the provider about the place. */
const NOT_FIELDS = new Set(['source', 'address', 'status', 'location'])

/** Keys are field names; parts of the address and the time zone have their own (`address.countryCode`). */
export function provenanceOf(
  place: Omit<MapPlace, 'provenance' | 'raw'>,
  facts: ProvenanceFacts,
): MapPlace['provenance'] {
  const provenance: MapPlace['provenance'] = {}
  const recordTier = (field: string, tier: string) => {
    provenance[field] = { provider: facts.provider, tier, fetchedAt: facts.fetchedAt }
  }
  const note = (field: string, tagged: boolean) => {
    recordTier(field, tagged ? 'tag' : 'derived')
  }
  for (const [field, value] of Object.entries(place)) {
    if (!NOT_FIELDS.has(field) && isKnown(value)) note(field, !DERIVED.has(field))
  }
  for (const [part, value] of Object.entries(place.address)) {
    if (value === null) continue
    note(`address.${part}`, facts.taggedAddress.has(part))
    const [entry, raw] = [provenance[`address.${part}`], facts.rawAddress.get(part)]
    if (entry !== undefined && raw !== undefined) entry.raw = raw
  }
  if (place.openingHours !== null) note('openingHours.timezone', false)
  recordTier('location', facts.location)
  if (place.status !== 'unknown') note('status', facts.taggedStatus)
  return provenance
}

function isKnown(value: unknown): boolean {
  if (value === null) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
