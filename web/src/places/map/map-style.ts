// The style of the map in the colours of the page: base, extract, areas and cells of searches, clusters, places.
import type { FeatureCollection } from 'geojson'
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { extractLayers } from './extract-layers.ts'

/** Tiles of an operator's choice; null: the base of the page alone. */
export interface TileSource {
  readonly url: string
  readonly attribution: string
}

const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] }

/** Fonts of the device: without `glyphs` MapLibre draws text itself, and nothing is loaded. */
const FONT = ['sans-serif']

/**
 * The values of tokens. MapLibre reads no custom properties, so they are resolved by elements: a new one for each, because
 * the colour of one that changes is in transition where motion is reduced, and still that of before.
 */
function resolveColors(names: readonly string[]): Readonly<Record<string, string>> {
  const colors = names.map((name) => {
    const probe = document.createElement('i')
    probe.style.color = `var(--${name})`
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return [name, color]
  })
  return Object.fromEntries(colors)
}

/** The whole style, in light or dark as the page is now. */
export function mapStyle(tiles: TileSource | null): StyleSpecification {
  const color = resolveColors([
    'land',
    'water',
    'line-strong',
    'text',
    'text-muted',
    'accent',
    'surface',
    'warn',
    'bad',
    'on-accent',
    'map-green',
    'map-road',
    'map-road-edge',
    'map-road-far',
    'map-motorway',
  ])
  const of = (name: string): string => color[name] ?? '#808080'
  const areaColor: ExpressionSpecification = [
    'match',
    ['get', 'state'],
    'failed',
    of('bad'),
    'part',
    of('warn'),
    of('accent'),
  ]
  const raster: LayerSpecification[] =
    tiles === null ? [] : [{ id: 'tiles', type: 'raster', source: 'tiles' }]
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: EMPTY, attribution: 'Natural Earth' },
      borders: { type: 'geojson', data: EMPTY },
      extract: { type: 'geojson', data: EMPTY },
      areas: { type: 'geojson', data: EMPTY },
      outline: { type: 'geojson', data: EMPTY },
      cities: { type: 'geojson', data: EMPTY },
      places: {
        type: 'geojson',
        data: EMPTY,
        cluster: true,
        clusterRadius: 44,
        clusterMaxZoom: 15,
        attribution: '© OpenStreetMap contributors',
      },
      chosen: { type: 'geojson', data: EMPTY },
      ...(tiles === null
        ? {}
        : {
            tiles: {
              type: 'raster' as const,
              tiles: [tiles.url],
              tileSize: 256,
              attribution: tiles.attribution,
            },
          }),
    },
    layers: [
      {
        id: 'water',
        type: 'background',
        // Made for 1:50 million: in a town its coasts and borders are a kilometre off, so there they fade.
        paint: {
          'background-color': ['interpolate', ['linear'], ['zoom'], 8, of('water'), 10, of('land')],
        },
      },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': of('land') } },
      ...raster,
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: {
          'line-color': of('line-strong'),
          'line-width': 0.8,
          'line-dasharray': [4, 2],
          'line-opacity': ['interpolate', ['linear'], ['zoom'], 8, 1, 10, 0],
        },
      },
      ...extractLayers(of, FONT),
      {
        id: 'areas',
        type: 'fill',
        source: 'areas',
        paint: { 'fill-color': areaColor, 'fill-opacity': 0.07 },
      },
      {
        id: 'area-lines',
        type: 'line',
        source: 'areas',
        paint: { 'line-color': areaColor, 'line-width': 1.5 },
      },
      {
        id: 'outline',
        type: 'fill',
        source: 'outline',
        filter: ['in', ['geometry-type'], ['literal', ['Polygon', 'MultiPolygon']]],
        paint: { 'fill-color': of('accent'), 'fill-opacity': 0.18 },
      },
      {
        id: 'outline-lines',
        type: 'line',
        source: 'outline',
        paint: { 'line-color': of('accent'), 'line-width': 2 },
      },
      {
        id: 'clusters',
        type: 'circle',
        source: 'places',
        filter: ['has', 'point_count'],
        paint: {
          'circle-color': of('accent'),
          'circle-opacity': 0.9,
          'circle-radius': [
            'interpolate',
            ['linear'],
            ['log10', ['get', 'point_count']],
            0.3,
            13,
            2,
            20,
            5,
            34,
          ],
          'circle-stroke-color': of('surface'),
          'circle-stroke-width': 2,
        },
      },
      // Below the counts, so that a name gives way to a number.
      {
        id: 'city-names',
        type: 'symbol',
        source: 'cities',
        layout: {
          'text-field': ['get', 'city'],
          'text-font': FONT,
          'text-size': 13,
          'symbol-sort-key': ['-', ['get', 'places']],
          'text-anchor': 'bottom',
          'text-offset': [0, -2],
        },
        paint: { 'text-color': of('text'), 'text-halo-color': of('land'), 'text-halo-width': 1.8 },
      },
      {
        id: 'point-names',
        type: 'symbol',
        source: 'places',
        minzoom: 13,
        filter: ['!', ['has', 'point_count']],
        layout: {
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': 12,
          'text-anchor': 'top',
          'text-offset': [0, 0.8],
          'text-max-width': 9,
          'text-optional': true,
        },
        paint: { 'text-color': of('text'), 'text-halo-color': of('land'), 'text-halo-width': 1.5 },
      },
      {
        id: 'cluster-counts',
        type: 'symbol',
        source: 'places',
        filter: ['has', 'point_count'],
        layout: {
          'text-field': ['get', 'point_count_abbreviated'],
          'text-font': FONT,
          'text-size': 12,
          'text-allow-overlap': true,
          'text-padding': 10,
        },
        paint: { 'text-color': of('on-accent') },
      },
      {
        id: 'points',
        type: 'circle',
        source: 'places',
        filter: ['!', ['has', 'point_count']],
        paint: {
          'circle-color': of('accent'),
          'circle-radius': 6,
          'circle-stroke-color': of('surface'),
          'circle-stroke-width': 2,
        },
      },
      {
        id: 'chosen',
        type: 'circle',
        source: 'chosen',
        paint: {
          'circle-color': of('surface'),
          'circle-radius': 9,
          'circle-stroke-color': of('accent'),
          'circle-stroke-width': 5,
        },
      },
    ],
  }
}
