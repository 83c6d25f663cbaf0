// Where a search of Overture places looks: its data has no areas, so those of the map beside it are asked.
import type { MapsResolveInput } from '#contract/places/maps.ts'
import type { Location, ResolvedArea } from '#contract/places/location.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { plainShape } from '#contract/places/plain-location.ts'
import type { Understood } from '#contract/places/understood.ts'
import type { ExtractContext } from '#extract/context.ts'
import { polygonsOf } from '#kit/geo/geometry.ts'
import { kindMeantBy } from '#extractors/maps/query/correct-spelling.ts'
import { cutExclusions } from '#extractors/maps/query/exclusions.ts'
import { correctedSplit, understandQuery } from '#extractors/maps/query/understand-query.ts'
import type { MapProvider } from '#extractors/maps/providers/map-provider.ts'
import { checkShape, givenShape } from '#extractors/maps/search/given-shape.ts'

/** The map that knows areas: an extract of OpenStreetMap, or the geocoders. */
export type AreaSource = Pick<MapProvider, 'resolve' | 'understand'>

/** `area` null: neither the location nor the query names one. */
export interface Where {
  readonly area: ResolvedArea | null
  /** The words of the query that name the area, folded. */
  readonly text: string | null
  readonly understood: Understood | null
  readonly warnings: readonly Warning[]
}

type Asked = Pick<MapsResolveInput, 'location' | 'query' | 'country' | 'language'> & {
  readonly queryArea?: string
}

/** Throws `unknown_area`, `validation_failed`, and what the geocoders throw. */
export async function whereOf(asked: Asked, areas: AreaSource, context: ExtractContext): Promise<Where> {
  const { location, queryArea } = asked
  const understood = await understoodBy(asked, areas, context)
  const text = queryArea ?? understood?.location?.text ?? null
  const where = location ?? text
  if (where === null) return { area: null, text: null, understood, warnings: [] }
  if (typeof where !== 'string') {
    const plain = plainShape(where)
    checkShape(plain, '/location')
    return { area: givenShape(plain).resolved, text, understood, warnings: [] }
  }
  const { data, warnings } = await areas.resolve({ ...options(asked), location: where }, context)
  return { area: data.area, text, understood, warnings }
}

/** Only a query that may name an area is worth a question to a geocoder. */
async function understoodBy(
  asked: Asked,
  { understand }: AreaSource,
  context: ExtractContext,
): Promise<Understood | null> {
  const { query, location, queryArea } = asked
  if (query === undefined || query.trim() === '*' || queryArea !== undefined || understand === undefined)
    return null
  const { rest } = cutExclusions(query)
  const mayNameArea = understandQuery(rest, () => true).area !== null
  const isArea = () => false
  const surelyNamesArea =
    understandQuery(rest, isArea).area !== null ||
    correctedSplit(rest, (word, neighbours) => kindMeantBy(word, isArea, neighbours)) !== null
  if (!mayNameArea || (location !== undefined && !surelyNamesArea)) return null
  return (await understand({ ...options(asked), query }, context)).data.understood
}

function options({ country, language }: Asked): Pick<MapsResolveInput, 'country' | 'language'> {
  return { ...(country === undefined ? {} : { country }), ...(language === undefined ? {} : { language }) }
}

/** The shape of an area, as a location of its own. */
export function shapeOf({ geometry, circle, bbox }: ResolvedArea): Location {
  if (geometry === null) return circle ?? { bbox }
  const coordinates = polygonsOf(geometry).map((rings) =>
    rings.map((ring) => ring.map(([lng, lat]) => [lng, lat])),
  )
  return { type: 'MultiPolygon', coordinates }
}
