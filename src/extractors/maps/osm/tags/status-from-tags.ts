// Whether a place still exists as such.
import type { MapPlace } from '#contract/places/place.ts'
import { isClosedPlace, type Tags } from '#extractors/maps/osm/osm-element.ts'

/** Whether the place is open, and whether that is said or derived. */
export interface StatusFromTags {
  readonly status: MapPlace['status']
  /** Whether a tag says so. */
  readonly tagged: boolean
}

const PERMANENT = new Set([
  'closed',
  'permanently_closed',
  'closed_permanently',
  'abandoned',
  'disused',
  'demolished',
])
const TEMPORARY = new Set(['temporarily_closed', 'closed_temporarily', 'out_of_order', 'under_construction'])

/**
 * `unknown` without a tag for it: being on the map does not mean being open. A key with a lifecycle prefix
 * (`disused:shop=*`) marks a former place; a key without one beside it means that it is another place now. `asOf` is
 * the day of the data, with which `end_date` is compared.
 */
export function statusFromTags(tags: Tags, asOf: string): StatusFromTags {
  const said = [tags['operational_status'], tags['business_status'], tags['status']]
  if (said.some((value) => value !== undefined && PERMANENT.has(value.toLowerCase()))) return closed
  if (['disused', 'abandoned', 'demolished', 'razed', 'removed'].some((key) => tags[key] === 'yes'))
    return closed
  if (isClosedPlace(tags)) return closed
  if (tags['shop'] === 'vacant' || tags['office'] === 'vacant') return closed
  if (hasEnded(tags['end_date'], asOf)) return closed
  if (said.some((value) => value !== undefined && TEMPORARY.has(value.toLowerCase()))) return paused
  if (/^(?:off|closed)$/i.test((tags['opening_hours'] ?? '').trim())) return paused
  if (said.some((value) => /^(?:operational|open)$/i.test(value ?? ''))) {
    return { status: 'operational', tagged: true }
  }
  return { status: 'unknown', tagged: false }
}

const closed: StatusFromTags = { status: 'permanently_closed', tagged: true }
const paused: StatusFromTags = { status: 'temporarily_closed', tagged: true }

/** `end_date` is `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; a year that still runs has not ended. */
function hasEnded(endDate: string | undefined, asOf: string): boolean {
  if (endDate === undefined || !/^\d{4}(?:-\d{2}){0,2}$/.test(endDate)) return false
  return endDate < asOf.slice(0, endDate.length)
}
