// The map as an object: MapLibre with our base and layers. Loaded apart from the page, for it is larger than all the rest.
import {
  AttributionControl,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type GeoJSONSource,
} from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { watchDark } from '#shared/route/theme.ts'
import { cityCentres, wrapBounds, type Bounds, type PlaceRow } from '#places/rows/place-row.ts'
import { outlineOf, type MapArea } from './map-area.ts'
import { loadBaseMap, type BaseMap } from './base-map.ts'
import { openExtractMap } from './extract-map.ts'
import type { MapPosition } from './map-position.ts'
import { mapStyle, type TileSource } from './map-style.ts'

/** What the page does with the map. */
export interface PlaceMap {
  showRows(rows: readonly PlaceRow[]): void
  showAreas(areas: readonly MapArea[]): void
  /** Marks a place, and moves there if it is out of sight; null: none. */
  choose(row: PlaceRow | null): void
  /** The outline of the chosen place; null: it is a point, or not known. */
  showOutline(outline: Geometry | null): void
  /** Moves so that the bounds fill the map. */
  fit(bounds: Bounds): void
  goTo(position: MapPosition): void
  /** What it shows now. */
  sight(): Sight
  close(): void
}

/** What the map shows. */
export interface Sight {
  readonly bounds: Bounds
  readonly position: MapPosition
}

/** Of the page that opens it. */
export interface MapOptions {
  readonly element: HTMLElement
  readonly tiles: TileSource | null
  onChoose(id: string): void
  onMove(sight: Sight): void
}

setWorkerUrl(new URL(worker, document.baseURI).href)
const MAX_CITY_NAMES = 60
const CLOSE_ZOOM = 15
/** The card of the chosen place covers so much of the map on the right. */
const CARD_PX = 460

/** Resolves when the map can be drawn on; its base comes by itself. */
export async function openMap({ element, tiles, onChoose, onMove }: MapOptions): Promise<PlaceMap> {
  const map = new MapLibre({
    container: element,
    style: mapStyle(tiles),
    center: [9.5, 30],
    zoom: 1.2,
    maxZoom: 19,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    // Tiles then come as images, which the policy of the page can allow without allowing requests.
    refreshExpiredTiles: false,
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({}), 'bottom-left')
  let attribution = new AttributionControl({ compact: true })
  map.addControl(attribution, 'bottom-right')

  let data: Readonly<Record<string, FeatureCollection>> = {}
  let base: BaseMap | null = null
  const source = (id: string): GeoJSONSource | undefined => map.getSource(id)
  // It is drawn when the worker has cut it into tiles, which nothing waits for.
  const put = (id: string, value: FeatureCollection | Feature | Geometry): void =>
    void source(id)?.setData(value)
  const draw = (): void => {
    for (const [id, collection] of Object.entries(data)) put(id, collection)
    if (base !== null) {
      put('land', base.land)
      put('borders', base.borders)
    }
  }
  const set = (id: string, collection: FeatureCollection): void => {
    data = { ...data, [id]: collection }
    put(id, collection)
  }

  await map.once('load')
  // The first call is of now, and the style is of now already.
  let isFirst = true
  const unwatch = watchDark(() => {
    if (!isFirst) {
      map.setStyle(mapStyle(tiles), { diff: false })
      map.once('styledata', draw)
    }
    isFirst = false
  })
  loadBaseMap().then(
    (loaded) => {
      base = loaded
      draw()
    },
    () => undefined,
  )

  const sight = (): Sight => {
    const [[west, south], [east, north]] = map.getBounds().toArray()
    const { lat, lng } = map.getCenter().wrap()
    return { bounds: wrapBounds([west, south, east, north]), position: { lat, lng, zoom: map.getZoom() } }
  }
  const extract = openExtractMap(({ features, attribution: texts }) => {
    set('extract', features)
    map.removeControl(attribution)
    attribution = new AttributionControl({ compact: true, customAttribution: [...texts] })
    map.addControl(attribution, 'bottom-right')
  })
  // Tiles are a map of their own.
  const followExtract = ({ bounds, position }: Sight): void => {
    if (tiles === null) extract.follow({ bounds, zoom: position.zoom })
  }
  map.on('moveend', () => {
    const seen = sight()
    onMove(seen)
    followExtract(seen)
  })
  for (const layer of ['points', 'clusters']) {
    map.on('mouseenter', layer, () => void (map.getCanvas().style.cursor = 'pointer'))
    map.on('mouseleave', layer, () => void (map.getCanvas().style.cursor = ''))
  }
  map.on('click', 'points', (event) => {
    const id: unknown = event.features?.[0]?.properties['id']
    if (typeof id === 'string') onChoose(id)
  })
  map.on('click', 'clusters', (event) => {
    const cluster: unknown = event.features?.[0]?.properties['cluster_id']
    if (typeof cluster !== 'number') return
    void source('places')
      ?.getClusterExpansionZoom(cluster)
      .then((zoom) => map.easeTo({ center: event.lngLat, zoom }))
  })

  return {
    showRows(rows) {
      set('places', points(rows))
      set('cities', {
        type: 'FeatureCollection',
        features: cityCentres(rows, MAX_CITY_NAMES).map(({ city, places, lng, lat }) => ({
          type: 'Feature',
          properties: { city, places },
          geometry: { type: 'Point', coordinates: [lng, lat] },
        })),
      })
    },
    showAreas(areas) {
      const features = areas.map(({ geometry, state }) => ({
        type: 'Feature' as const,
        properties: { state },
        geometry: outlineOf(geometry),
      }))
      set('areas', { type: 'FeatureCollection', features })
    },
    choose(row) {
      set('chosen', points(row === null ? [] : [row]))
      if (row === null) return
      const center: [number, number] = [row.lng, row.lat]
      if (!map.getBounds().contains(center)) {
        map.easeTo({ center, zoom: Math.max(map.getZoom(), CLOSE_ZOOM) })
      } else if (map.project(center).x > element.clientWidth - CARD_PX && element.clientWidth > 2 * CARD_PX) {
        map.easeTo({ center, offset: [-CARD_PX / 2, 0] })
      }
    },
    showOutline(outline) {
      const features =
        outline === null ? [] : [{ type: 'Feature' as const, properties: {}, geometry: outline }]
      set('outline', { type: 'FeatureCollection', features })
    },
    fit: ([west, south, east, north]) =>
      void map.fitBounds([west, south, east, north], { padding: 48, maxZoom: CLOSE_ZOOM, animate: false }),
    goTo: ({ lat, lng, zoom }) => void map.jumpTo({ center: [lng, lat], zoom }),
    sight,
    close() {
      unwatch()
      extract[Symbol.dispose]()
      map.remove()
    },
  }
}

function points(rows: readonly PlaceRow[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: rows.map(({ id, name, lng, lat }) => ({
      type: 'Feature',
      properties: { id, name: name ?? '' },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  }
}
