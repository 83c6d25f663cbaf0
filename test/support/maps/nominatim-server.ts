// A Nominatim for tests: knows the areas it is given and answers any other name with an empty list.
import type { TestContext } from 'node:test'
import type { AreaGeometry, Bbox } from '#kit/geo/geometry.ts'
import { startServer, type LocalServer } from '#test/support/sites/local-server.ts'

export interface KnownArea {
  readonly osmType: 'node' | 'way' | 'relation'
  readonly osmId: number
  readonly category: string
  readonly type: string
  readonly bbox: Bbox
  readonly geometry?: AreaGeometry
  readonly countryCode: string
}

/** Keyed by the name in lower case. Ends with the test. */
export async function startNominatim(
  t: TestContext,
  areas: Readonly<Record<string, KnownArea>>,
): Promise<LocalServer> {
  return startServer(t, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://nominatim')
    if (pathname !== '/search') return void response.writeHead(404).end()
    const name = searchParams.get('q') ?? ''
    const area = areas[name.toLowerCase()]
    const body = area === undefined ? [] : [rowOf(name, area)]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
}

function rowOf(name: string, area: KnownArea): object {
  const [west, south, east, north] = area.bbox
  return {
    place_id: 1,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    osm_type: area.osmType,
    osm_id: area.osmId,
    lat: String((south + north) / 2),
    lon: String((west + east) / 2),
    category: area.category,
    type: area.type,
    place_rank: 4,
    importance: 0.8,
    name,
    display_name: name,
    address: { country_code: area.countryCode },
    boundingbox: [south, north, west, east].map(String),
    ...(area.geometry === undefined ? {} : { geojson: area.geometry }),
  }
}
