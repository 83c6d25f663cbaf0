// One address and one key for all spellings of a page of a site (RFC 3986 section 6, and what sites do beyond it).
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import { normalUrl } from '#kit/url/normal-url.ts'
import { ignoredParameter, pathWithoutSession } from './ignored-parameters.ts'

/** How much counts as one page. */
export interface AddressOptions {
  /** Pages that only their query tells apart are one page. */
  readonly ignoreQuery: boolean
  /** www or not, http or https, slash at the end or not, `index.html` or the folder: one page. */
  readonly similar: boolean
}

/** An address to fetch, and what two addresses of one page have in common. */
export interface PageAddress {
  /** Normal form, without fragment, tracking and session ids; parameters keep their order, which some sites need. */
  readonly url: string
  readonly key: string
}

const INDEX = /\/(?:index|default)\.(?:html?|xhtml|php|aspx?|jsp|cfm)$/i

/**
 * Null for what is no http(s) URL, and for one with a user name or password. Time is linear in the length of the text,
 * but for the sort of its parameters.
 */
export function pageAddress(text: string, options: AddressOptions, base?: string): PageAddress | null {
  const resolved = URL.parse(text, base)
  const normal = resolved === null ? null : normalUrl(resolved.href)
  const url = normal === null ? null : URL.parse(normal)
  if (url === null) return null
  const host = url.host.replace(/^([^:]*)\.(?=:|$)/, '$1')
  const path = pathWithoutSession(url.pathname)
  const parameters = options.ignoreQuery ? [] : keptParameters(url.search)
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`
  const sorted = parameters.length < 2 ? query : `?${parameters.toSorted().join('&')}`
  return {
    url: `${url.protocol}//${host}${path}${query}`,
    key: options.similar
      ? `${host.replace(/^www\./, '')}${similarPath(path)}${sorted}`
      : `${url.protocol}//${host}${path}${sorted}`,
  }
}

function keptParameters(search: string): string[] {
  if (search.length < 2) return []
  return search
    .slice(1)
    .split('&')
    .filter((part) => {
      if (part === '') return false
      const at = part.indexOf('=')
      const [name, value] = at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
      return ignoredParameter(percentDecoded(name), percentDecoded(value)) === null
    })
}

function similarPath(path: string): string {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
  const folder = single.replace(INDEX, '/')
  return folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder === '/' ? '' : folder
}
