// Whether a place still exists as such.
import type { MapPlace } from '#contract/place.ts'
import { isClosedPlace, type Tags } from './osm-element.ts'

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
 * `unknown` where no tag says anything: that it is drawn does not say that it is open. A key behind a lifecycle prefix
 * (`disused:shop=*`) says that it was a place; one without beside it, that it is another now. `asOf` is the day of the
 * data, against which `end_date` is read.
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
