// Reads links to maps without opening them: Google, OpenStreetMap and others that carry their position, and geo URIs.
import type { LatLng } from '#kit/geo/geometry.ts'
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import { parseOsmUrl, type OsmId } from '#extractors/maps/osm/osm-id.ts'
import { readCoordinates } from './coordinates.ts'

/** What a link to a map says. `zoom` is that of web maps, 0 the whole world. */
export type MapLink =
  /** A point that is meant, or the middle of what the map showed; `radiusM` only where the link gives one. */
  | {
      readonly kind: 'point'
      readonly point: LatLng
      readonly zoom: number | null
      readonly radiusM: number | null
    }
  | { readonly kind: 'element'; readonly osm: OsmId }
  /** A text that the map was to look up. */
  | { readonly kind: 'text'; readonly text: string }
  /** A link to a map that says nothing without being opened. */
  | { readonly kind: 'refused'; readonly detail: string }

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d{1,20})?)`
/** `@43.7384,7.4246,15z`; Google also writes the height of the view in metres: `,1500m`. */
const VIEW = new RegExp(`@${NUMBER},${NUMBER}(?:,(\\d{1,9}(?:\\.\\d{1,9})?)([zm]))?`)
/** The place of a link to Google Maps stands in its data and may differ from the view: latitude, then longitude. */
const PLACE = new RegExp(`!3d${NUMBER}!4d${NUMBER}`, 'g')
/** Embedded maps have the longitude first. */
const EMBEDDED = new RegExp(`!2d${NUMBER}!3d${NUMBER}`)
const HASH = new RegExp(`^(?:map=)?(\\d{1,2}(?:\\.\\d{1,9})?)/${NUMBER}/${NUMBER}(?:$|[/&])`)
const BARE_VIEW = new RegExp(`^${NUMBER},${NUMBER},\\d{1,9}(?:\\.\\d{1,9})?[zm]$`)
const SHORT_OSM = /^\/go\/([A-Za-z0-9_@~]{1,20})(-{0,2})/
const GEO = new RegExp(
  `^geo:${NUMBER},${NUMBER}(?:,[-\\d.]{1,20})?((?:;[^?]{0,200})?)(?:\\?(.{0,200}))?$`,
  'i',
)
const KNOWN_HOSTS =
  /^(?:https?:\/\/)?(?:[a-z]{1,10}\.)?(?:google\.[a-z.]{2,7}\/maps|maps\.google\.|maps\.app\.goo\.gl\/|goo\.gl\/maps|g\.page\/|osm\.org\/|openstreetmap\.org\/|maps\.apple\.com\/|bing\.com\/maps|waze\.com\/)/i
const SHORT_HOSTS = /^(?:maps\.app\.goo\.gl|goo\.gl|g\.page|g\.co|app\.goo\.gl|maps\.apple)$/
/** Where maps keep a position or a text: the place that is meant before the view. */
const PLACE_PARAMETERS = ['q', 'query', 'destination', 'daddr', 'address', 'to', 'where1', 'rtp'] as const
const VIEW_PARAMETERS = [
  'pt',
  'whatshere[point]',
  'll',
  'center',
  'sll',
  'cp',
  'map',
  'coordinate',
  'm',
] as const
/** How apps are opened at a position: `waze://?ll=…`, `google.navigation:q=…`. */
const APP_LINK =
  /^(?:waze|comgooglemaps(?:-x-callback)?|google\.navigation|maps|om|osmand(?:\.geo)?|bingmaps|here-location|here-route|citymapper|mapsme|ms-drive-to):(?:\/\/[^?]{0,80})?\??(.+)$/i

/** Null for a text that is no link. A link that no position can be read from is `refused`. */
export function readMapLink(text: string): MapLink | null {
  const link = text.trim()
  if (link.startsWith('@')) return pointOf(VIEW.exec(link))
  // The same view, copied without its sign.
  if (BARE_VIEW.test(link)) return pointOf(VIEW.exec(`@${link}`))
  if (/^geo:/i.test(link)) return geoUri(link)
  const app = APP_LINK.exec(link)?.[1]
  if (app !== undefined)
    return positionIn(new URL(`https://app.invalid/?${app}`)) ?? refusedLink(new URL('https://app.invalid'))
  if (!/^https?:\/\//i.test(link) && !KNOWN_HOSTS.test(link)) return null
  const url = URL.parse(/^https?:\/\//i.test(link) ? link : `https://${link}`)
  if (url === null) return null
  return openStreetMapLink(url) ?? positionIn(url) ?? refusedLink(url)
}

function openStreetMapLink(url: URL): MapLink | null {
  if (!/(?:^|\.)(?:openstreetmap\.org|osm\.org)$/.test(url.hostname)) return null
  const hash = HASH.exec(url.hash.slice(1))
  const osm = parseOsmUrl(`https://www.openstreetmap.org${url.pathname}`)
  if (osm !== null) return { kind: 'element', osm }
  const [mlat, mlon] = [url.searchParams.get('mlat'), url.searchParams.get('mlon')]
  if (mlat !== null && mlon !== null) return point(mlat, mlon, hash?.[1] ?? null)
  if (hash !== null) return point(hash[2], hash[3], hash[1] ?? null)
  const [lat, lon] = [url.searchParams.get('lat'), url.searchParams.get('lon')]
  if (lat !== null && lon !== null) return point(lat, lon, url.searchParams.get('zoom'))
  const short = SHORT_OSM.exec(url.pathname)
  if (short !== null) return shortOsmLink(short[1] ?? '', short[2]?.length ?? 0)
  const query = url.searchParams.get('query')
  return query === null || query.trim() === '' ? null : { kind: 'text', text: query.trim() }
}

function positionIn(url: URL): MapLink | null {
  const link = percentDecoded(url.href)
  const place = [...link.matchAll(PLACE)].at(-1)
  if (place !== undefined) return point(place[1], place[2], null)
  for (const name of PLACE_PARAMETERS) {
    // Waze writes `ll.43.7,7.4`, Bing `pos.43.7_7.4`.
    const value = (url.searchParams.get(name) ?? '')
      .replace(/^(?:loc:|ll\.)/i, '')
      .replace(/^(?:.*~)?pos\.(-?[\d.]+)_(-?[\d.]+)(?:_.*)?$/, '$1,$2')
      .trim()
    if (value === '' || /^place_id:/i.test(value)) continue
    return pair(value) ?? viewIn(url, link) ?? { kind: 'text', text: value }
  }
  const [, named] = /^\/maps\/(?:place|search)\/([^/@]+)/.exec(url.pathname) ?? []
  const name = percentDecoded((named ?? '').replaceAll('+', ' ')).trim()
  return pair(name) ?? viewIn(url, link) ?? (name === '' ? null : { kind: 'text', text: name })
}

const LONGITUDE_FIRST = /(?:^|\.)(?:yandex|2gis)\.[a-z.]{2,7}$/

/** What the map showed. */
function viewIn({ hostname, searchParams, hash }: URL, link: string): MapLink | null {
  const view = pointOf(VIEW.exec(link)) ?? embedded(link)
  if (view !== null) return view
  for (const parameter of VIEW_PARAMETERS) {
    // HERE and 2GIS write the zoom behind the position, Bing a tilde between its numbers.
    const [first, second, zoom] = searchParams.get(parameter)?.replace('~', ',').split(/[,/]/) ?? []
    const [lat, lng] = LONGITUDE_FIRST.test(hostname) ? [second, first] : [first, second]
    const found = point(lat, lng, zoom ?? searchParams.get('lvl') ?? searchParams.get('z'))
    if (found !== null) return found
  }
  const position = HASH.exec(hash.slice(1))
  return position === null ? null : point(position[2], position[3], position[1] ?? null)
}

function refusedLink({ hostname, searchParams }: URL): MapLink {
  const isShort = SHORT_HOSTS.test(hostname) || searchParams.has('cid') || searchParams.has('ftid')
  return {
    kind: 'refused',
    detail: isShort
      ? 'a short link or a number of a map says nothing about its position: open it and copy the long address'
      : 'the link holds no position that can be read without opening it',
  }
}

function embedded(link: string): MapLink | null {
  const found = EMBEDDED.exec(link)
  return found === null ? null : point(found[2], found[1], null)
}

/** `47.1,9.5(Vaduz)`: Android names the point in brackets. */
function withoutLabel(query: string): string {
  const at = query.indexOf('(')
  return at >= 0 && query.endsWith(')') ? query.slice(0, at) : query
}

/** RFC 5870; Android adds `z` and `q`. A position of 0,0 beside a `q` is the sign for "look it up". */
function geoUri(text: string): MapLink {
  const [, lat, lng, parameters = '', search = ''] = GEO.exec(text) ?? []
  const found = point(lat, lng, new URLSearchParams(search).get('z'))
  if (found?.kind !== 'point') return { kind: 'refused', detail: 'a geo URI reads geo:LATITUDE,LONGITUDE' }
  const query = withoutLabel(new URLSearchParams(search).get('q') ?? '').trim()
  if (query !== '' && found.point.lat === 0 && found.point.lng === 0) {
    return pair(query) ?? { kind: 'text', text: query }
  }
  const uncertainty = Number(/;u=(\d{1,6}(?:\.\d{1,6})?)/i.exec(parameters)?.[1] ?? Number.NaN)
  return { ...found, radiusM: uncertainty > 0 ? uncertainty : null }
}

const MORTON = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~'

/**
 * `osm.org/go/0EEQjEEb`: three bits of each coordinate in a character, in turns, in base 64 (`ShortLink` of
 * openstreetmap-website); `@` is an older `~`, and dashes behind it refine the zoom.
 */
function shortOsmLink(code: string, dashes: number): MapLink | null {
  let [x, y] = [0, 0]
  let scale = 1
  for (const letter of code.replaceAll('@', '~')) {
    const bits = MORTON.indexOf(letter)
    for (let bit = 5; bit > 0; bit -= 2) {
      scale /= 2
      x += ((bits >> bit) & 1) * scale
      y += ((bits >> (bit - 1)) & 1) * scale
    }
  }
  const zoom = code.length * 3 - 8 - (dashes === 0 ? 0 : 3 - dashes)
  return point(String(y * 180 - 90), String(x * 360 - 180), String(zoom))
}

function pointOf(view: RegExpExecArray | null): MapLink | null {
  if (view === null) return null
  const [, lat, lng, size, unit] = view
  const found = point(lat, lng, unit === 'z' ? (size ?? null) : null)
  if (found?.kind !== 'point' || unit !== 'm' || size === undefined) return found
  // The height of the view; what is meant lies in its middle.
  return { ...found, radiusM: Number(size) / 2 }
}

function point(lat: string | undefined, lng: string | undefined, zoom: string | null): MapLink | null {
  if (lat === undefined || lng === undefined || lat.trim() === '' || lng.trim() === '') return null
  const [y, x, z] = [Number(lat), Number(lng), zoom === null ? Number.NaN : Number.parseFloat(zoom)]
  if (!(Math.abs(y) <= 90 && Math.abs(x) <= 180)) return null
  return { kind: 'point', point: { lat: y, lng: x }, zoom: z >= 0 && z <= 24 ? z : null, radiusM: null }
}

function pair(text: string): MapLink | null {
  const reading = readCoordinates(text, null)
  if (reading === null) return null
  return reading.kind === 'point' ? { ...reading, zoom: null, radiusM: null } : reading
}
