// Which links of a site belong to a crawl of it, with the reason for each that does not.
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import type { AddressOptions, PageAddress } from './page-address.ts'
import { pageAddress } from './page-address.ts'
import { trapOf, type TrapReason } from './trap-shapes.ts'
import { timedPatterns } from './url-patterns.ts'

/**
 * How far from the start: `path` below the folder of a start page, `host` the same host (www or not), `domain` all hosts
 * of the registered domain, `any` the whole web.
 */
export const SITE_SCOPES = ['path', 'host', 'domain', 'any'] as const
export type SiteScopeName = (typeof SITE_SCOPES)[number]

/** Why a link is not followed. */
export type ScopeReason =
  | 'invalid'
  | 'scheme'
  | 'host'
  | 'path'
  | 'exclude'
  | 'include'
  | 'expression_time'
  | 'depth'
  | 'file_type'
  | TrapReason

/** What the caller of a crawl or a map said; patterns as `urlPattern` takes them. */
export interface ScopeOptions extends AddressOptions {
  /** Start pages: they are in scope whatever `include` says. */
  readonly urls: readonly string[]
  readonly scope: SiteScopeName
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  /** Links from a start page; a page of a sitemap has depth 1. Null: any. */
  readonly maxDepth: number | null
}

/** A link as it was found. */
export interface FoundLink {
  readonly href: string
  /** The page or sitemap that names it. */
  readonly base?: string
  readonly depth: number
}

/** The address of a link that belongs to the crawl, or why it does not. */
export type ScopeVerdict =
  | { readonly address: PageAddress; readonly reason: null }
  | { readonly address: PageAddress | null; readonly reason: ScopeReason }

/**
 * Compiled once; each look at a link takes time linear in its length. Where the patterns have used up their time, what they
 * would say of a link is `expression_time`.
 */
export interface SiteScope {
  verdict(link: FoundLink): ScopeVerdict
}

/** What no extractor reads as a page. Documents (PDF, office) and pictures with pages of their own are not among them. */
const FILE_TYPES: ReadonlySet<string> = new Set(
  `
  css js mjs map json wasm woff woff2 ttf otf eot ico cur svg png jpg jpeg gif webp avif bmp tif tiff heic
  mp3 m4a ogg oga wav flac aac mp4 m4v mov avi mkv webm wmv flv mpg mpeg ogv
  zip gz tgz bz2 xz 7z rar tar iso dmg exe msi apk deb rpm jar bin swf torrent
  `
    .trim()
    .split(/\s+/),
)

/** Throws a PatternError for a pattern that cannot be read. `urls` must be http(s) URLs. `now`: milliseconds. */
export function createSiteScope(options: ScopeOptions, now?: () => number): SiteScope {
  const patterns = timedPatterns(now)
  const isIncluded = patterns.any(options.include)
  const isExcluded = patterns.any(options.exclude)
  const starts = options.urls.flatMap((text) => URL.parse(text) ?? [])
  const startKeys = new Set(options.urls.flatMap((text) => pageAddress(text, options)?.key ?? []))
  const hosts = new Set(starts.map(plainHost))
  const domains = new Set(starts.map(({ href }) => registrableDomain(href)))
  const folders = starts.map(
    (url) => plainHost(url) + url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1),
  )

  function isOutside(url: URL): 'host' | 'path' | null {
    switch (options.scope) {
      case 'any':
        return null
      case 'domain':
        return domains.has(registrableDomain(url.href)) ? null : 'host'
      case 'host':
        return hosts.has(plainHost(url)) ? null : 'host'
      case 'path': {
        if (!hosts.has(plainHost(url))) return 'host'
        const place = plainHost(url) + url.pathname
        return folders.some((folder) => place.startsWith(folder) || `${place}/` === folder) ? null : 'path'
      }
    }
  }

  function reasonOf(url: URL, address: PageAddress, depth: number): ScopeReason | null {
    const isStart = startKeys.has(address.key)
    const outside = isOutside(url)
    if (outside !== null) return outside
    patterns.startAddress()
    const excluded = isExcluded(url)
    if (excluded !== false) return excluded === null ? 'expression_time' : 'exclude'
    if (isStart) return null
    if (FILE_TYPES.has(extensionOf(url.pathname))) return 'file_type'
    const trap = trapOf(url)
    if (trap !== null) return trap
    const included = options.include.length === 0 || isIncluded(url)
    if (included !== true) return included === null ? 'expression_time' : 'include'
    return options.maxDepth !== null && depth > options.maxDepth ? 'depth' : null
  }

  return {
    verdict({ href, base, depth }) {
      const resolved = URL.parse(href, base)
      if (resolved === null) return { address: null, reason: 'invalid' }
      if (!/^https?:$/.test(resolved.protocol)) return { address: null, reason: 'scheme' }
      const address = pageAddress(resolved.href, options)
      const url = address === null ? null : URL.parse(address.url)
      if (address === null || url === null) return { address: null, reason: 'invalid' }
      const reason = reasonOf(url, address, depth)
      return { address, reason }
    },
  }
}

const plainHost = ({ host }: URL): string => host.replace(/^www\./, '')

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  // `/wiki/File:Map.png` is the page of a file: a name before a colon is a namespace of a wiki.
  if (/^\p{L}[\p{L}_ -]*:/u.test(percentDecoded(name))) return ''
  const at = name.lastIndexOf('.')
  return at === -1 ? '' : name.slice(at + 1).toLowerCase()
}
