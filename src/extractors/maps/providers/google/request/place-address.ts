// The ids of places in the spellings that people paste: `google:` with an id, and the addresses of Google's map.
import { parseGoogleId, type GoogleId } from '#kit/maps/google-ids.ts'

const HOST = /^(?:(?:www|maps|search)\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/
const SHORT_HOSTS: ReadonlySet<string> = new Set(['maps.app.goo.gl', 'goo.gl', 'g.co'])
const PREFIX = /^google(?:_place_id|_fid|_cid)?:/i
/** In the path: the feature id of the place that the map shows. */
const IN_DATA = /!1s(0x[0-9a-f]{1,16}(?::|%3a)0x[0-9a-f]{1,16})/i
const PARAMETERS = ['ftid', 'query_place_id', 'placeid', 'place_id', 'cid'] as const

/** An id with or without its prefix: `google:ChIJ…`, `0x1:0x2`. Null for anything else. */
export function googleIdIn(text: string): GoogleId | null {
  return parseGoogleId(text.trim().replace(PREFIX, ''))
}

/** Whether the text says that it is an id of Google. */
export function isGoogleId(text: string): boolean {
  return PREFIX.test(text.trim())
}

/** Whether the address is one of Google's map, or a short one that leads there. */
export function isGoogleAddress(address: string): boolean {
  const url = URL.parse(address.trim())
  return url !== null && (HOST.test(url.hostname) || isShortAddress(address))
}

/** Whether the address tells its place only by where it redirects to. */
export function isShortAddress(address: string): boolean {
  const url = URL.parse(address.trim())
  return url !== null && SHORT_HOSTS.has(url.hostname) && url.pathname.length > 1
}

/** The place that an address of the map shows; null for an address that shows none, or of another site. */
export function googleIdOfAddress(address: string): GoogleId | null {
  const url = URL.parse(address.trim())
  if (url === null || !HOST.test(url.hostname)) return null
  const inData = IN_DATA.exec(url.pathname + url.search)?.[1]
  if (inData !== undefined) return parseGoogleId(inData.replace(/%3a/i, ':'))
  for (const name of PARAMETERS) {
    const id = parseGoogleId(url.searchParams.get(name) ?? '')
    if (id !== null) return id
  }
  const query = url.searchParams.get('q') ?? ''
  return query.startsWith('place_id:') ? parseGoogleId(query.slice('place_id:'.length)) : null
}
