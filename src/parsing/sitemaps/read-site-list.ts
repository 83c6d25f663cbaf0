// Reads the bytes of any list of pages, packed or not: sitemaps, text files with addresses, RSS, Atom and JSON feeds.
import { createGunzip } from 'node:zlib'
import { readJsonFeed } from '#parsing/feeds/read-json-feed.ts'
import { readXmlFeed } from '#parsing/feeds/read-xml-feed.ts'
import type { Feed } from '#parsing/feeds/feed.ts'
import { parseJson } from '#parsing/json/parse-json.ts'
import { decodeHtml } from '#parsing/sniffing/charset.ts'
import { parseXml } from '#parsing/xml/parse-xml.ts'
import { readSitemap } from './read-sitemap.ts'
import {
  listedTitle,
  listedUrl,
  MAX_ENTRIES,
  MAX_LIST_BYTES,
  type ListedPage,
  type SiteList,
} from './site-list.ts'

/** Lines of a text file that is no list, from which on it is none. */
const MAX_OTHER_LINES = 20

/**
 * Null for what is no list, such as a page. `base` is the address of the list; relative addresses are resolved by it.
 * Packed bytes are told by themselves, whatever their name and type say. Time is linear in the unpacked length, of which
 * at most `MAX_LIST_BYTES` are read.
 */
export async function readSiteList(
  bytes: Uint8Array,
  { base, contentType }: { readonly base: string | null; readonly contentType: string | null },
): Promise<SiteList | null> {
  const { content, cut } = isPacked(bytes) ? await unpack(bytes) : firstBytes(bytes)
  const { text } = decodeHtml(content, contentType)
  const list = listIn(text, base)
  return list === null || cut === null ? list : { ...list, cut }
}

/** By the first bytes (RFC 1952). */
export const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

function listIn(text: string, base: string | null): SiteList | null {
  const start = text.search(/[^\s\u{FEFF}]/u)
  if (start === -1) return null
  const first = text.charAt(start)
  if (first === '{') return jsonList(text.slice(start))
  if (first !== '<') return textList(text, base)
  const sitemap = readSitemap(text, base)
  if (sitemap !== null) return sitemap
  // Pages are not made into a tree only to see that they are none.
  if (!/<(?:rss|(?:[a-z]{1,20}:)?feed|(?:[a-z]{1,20}:)?rdf)[\s>]/i.test(text.slice(start, start + 4_096)))
    return null
  const { root, cut } = parseXml(text)
  const feed = root === null ? null : readXmlFeed(root, base)
  return feed === null ? null : feedList(feed, base, cut)
}

function jsonList(text: string): SiteList | null {
  const parsed = parseJson(text)
  const feed = parsed.ok ? readJsonFeed(parsed.values[0] ?? null) : null
  return feed === null ? null : feedList(feed, null, false)
}

function feedList({ format, items, cut }: Feed, base: string | null, treeIsCut: boolean): SiteList {
  const pages = items.flatMap(({ url, title, updatedAt, publishedAt }): ListedPage[] => {
    const address = url === null ? null : listedUrl(url, base)
    if (address === null) return []
    return [{ url: address, title: listedTitle(title), lastmod: updatedAt ?? publishedAt, by: 'feed' }]
  })
  return {
    format,
    pages,
    lists: [],
    unusable: items.length - pages.length,
    cut: cut || treeIsCut ? 'entries' : null,
    sameDay: false,
  }
}

/** One address in each line. A line without a scheme is no address: any text has such lines. */
function textList(text: string, base: string | null): SiteList | null {
  const pages: ListedPage[] = []
  let others = 0
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from)
    const end = found === -1 ? text.length : found
    const line = text.slice(from, end).trim()
    from = end + 1
    if (line === '' || line === '\u{FEFF}') continue
    const url =
      /^\u{FEFF}?https?:\/\//iu.test(line) && !/\s/.test(line)
        ? listedUrl(line.replace('\u{FEFF}', ''), base)
        : null
    if (url === null) others += 1
    else if (pages.length === MAX_ENTRIES) return { ...plain(pages, others), cut: 'entries' }
    else pages.push({ url, title: null, lastmod: null, by: 'sitemap' })
    if (others > MAX_OTHER_LINES && others > pages.length) return null
  }
  return pages.length === 0 || others > pages.length ? null : plain(pages, others)
}

const plain = (pages: readonly ListedPage[], unusable: number): SiteList => ({
  format: 'text',
  pages,
  lists: [],
  unusable,
  cut: null,
  sameDay: false,
})

interface Content {
  readonly content: Uint8Array
  readonly cut: SiteList['cut']
}

const firstBytes = (bytes: Uint8Array): Content => ({
  content: bytes.subarray(0, MAX_LIST_BYTES),
  cut: bytes.length > MAX_LIST_BYTES ? 'bytes' : null,
})

/** As much as is read of a bomb, and all that there is of a file that was cut in transit. */
async function unpack(packed: Uint8Array): Promise<Content> {
  const gunzip = createGunzip()
  const chunks: Buffer[] = []
  let length = 0
  let cut: SiteList['cut'] = null
  gunzip.end(packed)
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      const room = MAX_LIST_BYTES - length
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
      length += chunk.length
      if (chunk.length <= room) continue
      cut = 'bytes'
      break
    }
  } catch {
    cut = 'broken'
  } finally {
    gunzip.destroy()
  }
  return { content: Buffer.concat(chunks), cut }
}
