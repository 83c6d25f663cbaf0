// The layers of the extract below the places: parks and water, then lines from the least to the most important, and names.
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import { MIN_EXTRACT_ZOOM } from './extract-map.ts'

const SOURCE = 'extract'

const isKind = (...kinds: readonly string[]): ExpressionSpecification => [
  'in',
  ['get', 'kind'],
  ['literal', [...kinds]],
]

/** Pixels by zoom: twice as wide when it is twice as close, or nearly so. */
const width = (...stops: readonly (readonly [zoom: number, px: number])[]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  ...stops.flat(),
]

const STREET = width([11, 0.6], [12, 0.9], [14, 2.5], [16, 7], [19, 24])
const STREET_EDGE = width([11, 0.9], [12, 1.6], [14, 4], [16, 9], [19, 27])
const ROAD = width([9, 0.9], [12, 2.4], [16, 10], [19, 30])
const ROAD_EDGE = width([9, 1.4], [12, 3.8], [16, 12], [19, 33])

/** `color` gives the value of a token, `font` what names are written in. */
export function extractLayers(color: (name: string) => string, font: string[]): LayerSpecification[] {
  const lines = (
    id: string,
    kinds: readonly string[],
    paint: Extract<LayerSpecification, { type: 'line' }>['paint'] & object,
  ): LayerSpecification => ({
    id: `extract-${id}`,
    type: 'line',
    source: SOURCE,
    minzoom: MIN_EXTRACT_ZOOM,
    filter: isKind(...kinds),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint,
  })
  const areas = (id: string, fill: string): LayerSpecification => ({
    id: `extract-${id}`,
    type: 'fill',
    source: SOURCE,
    minzoom: MIN_EXTRACT_ZOOM,
    filter: isKind(id),
    paint: { 'fill-color': fill },
  })
  // From far away a road is too thin to have edges, and has their colour itself.
  const road: ExpressionSpecification = [
    'interpolate',
    ['linear'],
    ['zoom'],
    11,
    color('map-road-far'),
    13,
    color('map-road'),
  ]
  const names = {
    'text-field': ['get', 'name'] as ExpressionSpecification,
    'text-font': font,
    'text-size': 11,
  }
  const ink = { 'text-color': color('text-muted'), 'text-halo-color': color('land'), 'text-halo-width': 1.4 }
  return [
    areas('green', color('map-green')),
    areas('water', color('water')),
    lines('river', ['river'], {
      'line-color': color('water'),
      'line-width': width([9, 1.2], [14, 3], [18, 12]),
    }),
    lines('coast', ['coast'], { 'line-color': color('line-strong'), 'line-width': 1, 'line-opacity': 0.6 }),
    lines('path', ['path'], {
      'line-color': color('map-road-edge'),
      'line-width': width([15, 1], [19, 4]),
      'line-dasharray': [2, 1.5],
    }),
    lines('rail', ['rail'], {
      'line-color': color('line-strong'),
      'line-width': width([10, 0.6], [16, 2], [19, 4]),
      'line-opacity': 0.7,
    }),
    lines('street-edge', ['street'], { 'line-color': color('map-road-edge'), 'line-width': STREET_EDGE }),
    lines('road-edge', ['road', 'motorway'], {
      'line-color': color('map-road-edge'),
      'line-width': ROAD_EDGE,
    }),
    lines('street', ['street'], { 'line-color': road, 'line-width': STREET }),
    lines('road', ['road'], { 'line-color': road, 'line-width': ROAD }),
    lines('motorway', ['motorway'], { 'line-color': color('map-motorway'), 'line-width': ROAD }),
    {
      id: 'extract-area-names',
      type: 'symbol',
      source: SOURCE,
      minzoom: 13,
      filter: ['all', isKind('water', 'green'), ['!=', ['get', 'name'], null]],
      layout: { ...names, 'text-max-width': 8 },
      paint: ink,
    },
    {
      id: 'extract-street-names',
      type: 'symbol',
      source: SOURCE,
      minzoom: 14,
      filter: ['all', isKind('street', 'road', 'motorway', 'river', 'path'), ['!=', ['get', 'name'], null]],
      layout: { ...names, 'symbol-placement': 'line', 'symbol-spacing': 400 },
      paint: ink,
    },
  ]
}
