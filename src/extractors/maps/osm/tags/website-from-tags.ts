// The website of a place, made into a URL that can be fetched.
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { listOf, plainText } from './tag-values.ts'

const WEBSITE_KEYS = ['website', 'contact:website', 'url'] as const
const MAX_URL_CHARS = 2_000

/** The first valid one; null where no tag holds any (the text stays in `raw`). */
export function websiteFromTags(tags: Tags): string | null {
  for (const key of WEBSITE_KEYS) {
    for (const entry of [tags[key] ?? '', ...listOf(tags[key])]) {
      const url = webUrl(entry)
      if (url !== null) return url
    }
  }
  return null
}

/**
 * `text` as an http(s) URL with a host that has a dot, or null. A missing scheme becomes `http://`: a server that
 * wants https redirects, one without it does not answer on the other port.
 */
export function webUrl(text: string): string | null {
  const value = plainText(text)
  if (value === null || value.length > MAX_URL_CHARS || /\s/.test(value)) return null
  const withScheme =
    /^[a-z][a-z0-9+.-]*:/i.test(value) && !/^[^/?#]+:\d+/.test(value) ? value : `http://${value}`
  const url = URL.parse(withScheme)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.username !== '' || url.password !== '') return null
  return /^(?:[^.\s]+\.)+[^.\s]+$/.test(url.hostname) ? url.href : null
}
