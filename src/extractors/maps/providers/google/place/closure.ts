// Whether a place is open for business, by two signals that have no language.
import type { MapPlace } from '#contract/places/place.ts'
import { asCount, asList, asText, pick } from '#extractors/maps/providers/google/payload/at.ts'
import type { PlaceArray } from '#extractors/maps/providers/google/payload/find-places.ts'
import { PLACE } from '#extractors/maps/providers/google/payload/paths.ts'

const CLOSED = 'CLOSED'
/** A place that is open can be reported as closed, a closed one as open again. */
const REOPEN = '/changeexistence/reopen'
const MAX_LINKS = 20

/**
 * The highlight `CLOSED` says that it is closed for good; without it the offer to reopen says that it is closed for a
 * time. The live status is asked last, because it calls a closed place open. `unknown` where nothing of all this is
 * there.
 */
export function readStatus(place: PlaceArray): MapPlace['status'] {
  if (pick(place, PLACE.highlight, asText) === CLOSED) return 'permanently_closed'
  const links = pick(place, PLACE.editLinks, asList)?.slice(0, MAX_LINKS) ?? []
  const urls = links.flatMap(linksIn)
  if (urls.some((url) => url.includes(REOPEN))) return 'temporarily_closed'
  if (urls.length > 0 || pick(place, PLACE.liveStatus, asCount) !== null) return 'operational'
  return 'unknown'
}

/** The address of one offer, wherever it stands in its last list. */
function linksIn(offer: unknown): string[] {
  return (asList(offer) ?? []).flatMap((part) =>
    (asList(part) ?? []).filter((text) => typeof text === 'string').filter((text) => text.startsWith('http')),
  )
}
