// One place of Google's map by its id or by the address of its page, and its reviews where they are asked for.
import type { MapsExtractInput, MapsExtractOutput } from '#contract/places/maps.ts'
import type { MapPlace } from '#contract/places/place.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { googleSpellings, type GoogleId } from '#kit/maps/google-ids.ts'
import { GOOGLE_ATTRIBUTION } from './google-attribution.ts'
import { countFields } from './payload/fill-rates.ts'
import { findPlaces, type PlaceArray } from './payload/find-places.ts'
import { readPlace, tierOf } from './place/read-place.ts'
import { announcedRequests, GOOGLE, placePage, type Locale } from './request/addresses.ts'
import { byEngine } from './request/by-engine.ts'
import type { GoogleClient, MapPage } from './request/google-client.ts'
import { googleIdIn, googleIdOfAddress, isShortAddress } from './request/place-address.ts'
import { collectReviews } from './reviews/collect-reviews.ts'
import { embeddedReviews } from './reviews/read-reviews.ts'

/** The place and the engine that brought it. */
export interface LookedUpPlace {
  readonly data: MapsExtractOutput
  readonly warnings: Warning[]
  readonly engine: 'http' | 'browser'
}

interface Found {
  readonly array: PlaceArray
  readonly place: MapPlace
}

/** Throws `validation_failed`, `not_found`, `upstream_changed`, `empty_content`, and what the client throws. */
export async function lookUpPlace(
  input: MapsExtractInput,
  client: GoogleClient,
  now: string,
  context: ExtractContext,
): Promise<LookedUpPlace> {
  const language = input.language ?? null
  const locale: Locale = { language: language ?? 'en', country: null }
  const id = await requestedId(input, client, context)
  const url = placePage(id, locale)
  const read = (pages: readonly MapPage[]) => chosen(pages, id, { fetchedAt: now, language })
  const isEscalated = input.url !== undefined
  const { found, engine } = await byEngine(
    input.engine ?? 'auto',
    { client, isEscalated, isEnough: ({ array }) => tierOf(array) === 'full' },
    async () => read(await askByHttp(client, url, context)),
    async () => read([await client.browse(url, ['/maps/preview/place'], context)]),
  )
  const { array, place } = found
  const counts = countFields('place', [place])
  context.report('fields', counts)
  const { reviews } = input
  const fid = place.aliases.find(({ scheme }) => scheme === 'google_fid')?.value
  const withNames = reviews?.includeReviewerNames === true
  const collected =
    reviews === undefined || fid === undefined
      ? null
      : await collectReviews(
          client,
          { fid, embedded: embeddedReviews(array, withNames), total: place.ratingCount },
          reviews,
          locale,
          context,
        )
  return {
    data: {
      provider: 'google',
      place: collected === null ? place : { ...place, reviewCoverage: collected.coverage },
      ...(collected === null ? {} : { reviews: collected }),
      attribution: [GOOGLE_ATTRIBUTION],
    },
    warnings:
      tierOf(array) === 'full' ? [] : isEscalated && engine === 'http' ? [THIN, BROWSER_NEEDED] : [THIN],
    engine,
  }
}

const THIN: Warning = {
  code: 'thin_place',
  detail: 'The map gave the place without review count and with the hours of today alone.',
}

/** Makes the worker open the page in a browser. */
const BROWSER_NEEDED: Warning = { code: 'browser_needed', detail: 'A browser may be shown all of the place.' }

/** The page, and the fuller answer that it announces. */
async function askByHttp(client: GoogleClient, url: string, context: ExtractContext): Promise<MapPage[]> {
  const page = await client.get(url, context)
  const announced = announcedRequests(page.text).place
  if (announced === null) return [page]
  try {
    return [await client.get(new URL(announced, GOOGLE).href, context), page]
  } catch (error) {
    // The page itself has the place, if less of it. What asks for time is waited for.
    const isRefusal = error instanceof SurveyorError && !error.retryable
    if (isRefusal && findPlaces(page.data).length > 0) return [page]
    throw error
  }
}

/** The fullest of the places with the id: a page may show others beside it. */
function chosen(pages: readonly MapPage[], id: GoogleId, options: Parameters<typeof readPlace>[1]): Found {
  const arrays = findPlacesIn(pages)
  const found = arrays.flatMap((array) => {
    const place = readPlace(array, options)
    return place === null ? [] : [{ array, place }]
  })
  const asked = found.filter(({ place }) => isSame(place, id))
  const best = asked.find(({ array }) => tierOf(array) === 'full') ?? asked[0]
  if (best !== undefined) return best
  if (found.length > 0)
    throw new SurveyorError('not_found', 'The map has no place with this id: it shows another one.')
  if (arrays.length > 0)
    throw extractError('upstream_changed', 'The place in the answer has no name, no id or no position.')
  const [first] = pages
  if (first !== undefined && pages.every(({ data }) => data.length === 0)) throw first.wall()
  throw extractError('upstream_changed', 'The answer holds no place.')
}

function findPlacesIn(pages: readonly MapPage[]): PlaceArray[] {
  return pages.flatMap(({ data }) => findPlaces(data))
}

function isSame(place: MapPlace, { scheme, value }: GoogleId): boolean {
  const spelled = googleSpellings(scheme, value)
  return spelled.some((one) =>
    place.aliases.some((alias) => alias.scheme === one.scheme && alias.value === one.value),
  )
}

async function requestedId(
  { id, url }: MapsExtractInput,
  client: GoogleClient,
  context: ExtractContext,
): Promise<GoogleId> {
  const read = id === undefined ? googleIdOfAddress(url ?? '') : googleIdIn(id)
  if (read !== null) return read
  if (url !== undefined && isShortAddress(url)) {
    const led = googleIdOfAddress((await client.get(url, context)).url)
    if (led !== null) return led
  }
  const pointer = id === undefined ? '/url' : '/id'
  const detail =
    id === undefined
      ? 'The URL shows no place of the map: it has neither a feature id nor a placeId nor a CID.'
      : 'The id is no id of this provider, as in google:ChIJ…, google:0x…:0x… or google:123 (a CID).'
  throw new SurveyorError('validation_failed', detail, { errors: [{ pointer, code: 'invalid', detail }] })
}
