// Streets, water and parks of the extract that is searched, for the part of the map that is in sight.
import type { FeatureCollection } from 'geojson'
import type { MapsBasemapOutput } from '#contract/places/maps.ts'
import { callApi } from '#shared/api/call-api.ts'
import type { Bounds } from '#places/rows/place-row.ts'

/** What is in sight, and at which zoom of MapLibre. */
interface Seen {
  readonly bounds: Bounds
  readonly zoom: number
}

/** What is drawn: none above a country, and where the service has no extract. */
export interface ExtractPart {
  readonly features: FeatureCollection
  readonly attribution: readonly string[]
}

/** Follows the map until it is closed. */
export interface ExtractMap extends Disposable {
  follow(seen: Seen): void
}

type Answer = MapsBasemapOutput | { readonly problem: string }

export const MIN_EXTRACT_ZOOM = 8
/** Closer than that nothing is added. */
const MAX_ZOOM = 16
/** The map comes to rest more often than a person looks. */
const REST_MS = 150
const NOTHING: ExtractPart = { features: { type: 'FeatureCollection', features: [] }, attribution: [] }

/** `show` gets each part as a whole. A part that cannot be had leaves the last one, and is asked for again. */
export function openExtractMap(show: (part: ExtractPart) => void): ExtractMap {
  let shown: string | null = null
  let isThere = true
  let running = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const load = async (query: Readonly<Record<string, string>>, key: string): Promise<void> => {
    running = new AbortController()
    const { signal } = running
    const answer = await callApi<Answer>('/page/basemap.json', { query, signal }).catch(() => null)
    if (signal.aborted || answer === null || 'problem' in answer) return
    isThere = answer.provider !== null
    shown = key
    show(partOf(answer))
  }
  return {
    follow({ bounds, zoom }) {
      clearTimeout(timer)
      const level = Math.min(MAX_ZOOM, Math.floor(zoom))
      if (level < MIN_EXTRACT_ZOOM) {
        running.abort()
        if (shown !== null) show(NOTHING)
        shown = null
        return
      }
      const query = { ...snapped(bounds, level), zoom: String(level) }
      const key = JSON.stringify(query)
      if (!isThere || key === shown) return
      timer = setTimeout(() => {
        running.abort()
        void load(query, key)
      }, REST_MS)
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      running.abort()
    },
  }
}

/** The box that is asked for, on a grid: a small move asks for nothing, and the next reader for the same. */
export function snapped(
  [west, south, east, north]: Bounds,
  level: number,
): Readonly<Record<'west' | 'south' | 'east' | 'north', string>> {
  const step = 360 / 2 ** level
  const text = (degrees: number, most: number): string =>
    String(Math.max(-most, Math.min(most, Number(degrees.toFixed(6)))))
  return {
    west: text(Math.floor(west / step) * step, 180),
    south: text(Math.floor((south / step) * 2) * (step / 2), 90),
    east: text(Math.ceil(east / step) * step, 180),
    north: text(Math.ceil((north / step) * 2) * (step / 2), 90),
  }
}

function partOf({ features, complete, attribution }: MapsBasemapOutput): ExtractPart {
  return {
    features: {
      type: 'FeatureCollection',
      features: features.map(({ properties, geometry }) => ({
        type: 'Feature',
        properties,
        // A copy for the map, which may change its GeoJSON.
        geometry: structuredClone(geometry),
      })),
    },
    attribution: [...attribution.map(({ text }) => text), ...(complete ? [] : ['only the larger streets'])],
  }
}
