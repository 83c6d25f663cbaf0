// RSS 0.9x to 2.0, RSS 1.0 (RDF) and Atom with common modules, read without regard to prefixes.
import { ownValue } from '#kit/unknown-values.ts'
import { dateOf } from '#parsing/dates/read-date.ts'
import { localName, xmlText, type XmlElement } from '#parsing/xml/parse-xml.ts'
import { resolveAddress } from '#kit/url/resolve-address.ts'
import { MAX_FEED_ITEMS, type Feed, type FeedItem } from './feed.ts'

const FORMAT: Readonly<Record<string, Feed['format']>> = { rss: 'rss', feed: 'atom', rdf: 'rdf' }

/** Null for a document that is not a feed. `base` makes addresses absolute. */
export function readXmlFeed(root: XmlElement, base: string | null): Feed | null {
  const format = ownValue(FORMAT, localName(root.name))
  if (format === undefined) return null
  const channel = format === 'atom' ? root : (childrenOf(root, 'channel')[0] ?? root)
  if (format === 'rss' && channel === root) return null
  const entries = childrenOf(format === 'rdf' ? root : channel, format === 'atom' ? 'entry' : 'item')
  return {
    format,
    title: textIn(channel, 'title'),
    description: textIn(channel, 'description', 'subtitle', 'tagline'),
    url: linkOf(channel, base),
    language: textIn(channel, 'language') ?? channel.attributes['xml:lang'] ?? null,
    updatedAt: dateOf(textIn(channel, 'lastbuilddate', 'updated', 'modified', 'pubdate', 'date')),
    items: entries.slice(0, MAX_FEED_ITEMS).map((entry) => itemOf(entry, base)),
    cut: entries.length > MAX_FEED_ITEMS,
  }
}

function itemOf(entry: XmlElement, base: string | null): FeedItem {
  const url = linkOf(entry, base)
  const guid = childrenOf(entry, 'guid')[0]
  const isLink = guid !== undefined && guid.attributes['isPermaLink'] !== 'false'
  const id = textIn(entry, 'guid', 'id') ?? entry.attributes['rdf:about'] ?? null
  return {
    id,
    title: textIn(entry, 'title'),
    url: url ?? (isLink && id !== null && /^https?:/i.test(id) ? id : null),
    publishedAt: dateOf(textIn(entry, 'pubdate', 'published', 'issued', 'date', 'created')),
    updatedAt: dateOf(textIn(entry, 'updated', 'modified')),
    authors: authorsOf(entry),
    summary: textIn(entry, 'description', 'summary'),
    content: textIn(entry, 'encoded', 'content'),
    categories: categoriesOf(entry),
    enclosures: enclosuresOf(entry, base),
    image: imageOf(entry, base),
  }
}

function childrenOf({ children }: XmlElement, ...names: string[]): XmlElement[] {
  return children.filter(
    (child): child is XmlElement => typeof child !== 'string' && names.includes(localName(child.name)),
  )
}

/** The text of the first non-empty element, by the order of `names`. */
function textIn(parent: XmlElement, ...names: string[]): string | null {
  for (const name of names) {
    for (const child of childrenOf(parent, name)) {
      const text = xmlText(child).trim()
      if (text !== '') return text
    }
  }
  return null
}

/** Atom writes several links with relations, RSS one as text. */
function linkOf(parent: XmlElement, base: string | null): string | null {
  const links = childrenOf(parent, 'link')
  const alternate = links.find(({ attributes }) => {
    const rel = attributes['rel'] ?? 'alternate'
    return attributes['href'] !== undefined && rel === 'alternate'
  })
  const text = links.map((link) => xmlText(link, 4_000).trim()).find((value) => value !== '')
  return addressOf(text ?? alternate?.attributes['href'], base)
}

function authorsOf(entry: XmlElement): string[] {
  const names = childrenOf(entry, 'author', 'creator').map((author) => {
    const named = textIn(author, 'name') ?? xmlText(author, 500).trim()
    // RSS requires "mail (name)".
    const [, mail = '', name = named] = /^(\S+)\s+\((.{1,200})\)$/.exec(named) ?? []
    return /.@./.test(mail) ? name : named
  })
  return [...new Set(names.filter((name) => name !== ''))].slice(0, 50)
}

function categoriesOf(entry: XmlElement): string[] {
  const words = childrenOf(entry, 'category', 'subject').map(
    (category) =>
      category.attributes['label'] ?? category.attributes['term'] ?? xmlText(category, 500).trim(),
  )
  return [...new Set(words.filter((word) => word !== ''))].slice(0, 100)
}

function enclosuresOf(entry: XmlElement, base: string | null): FeedItem['enclosures'] {
  const found = childrenOf(entry, 'enclosure', 'link').filter(
    ({ name, attributes }) => localName(name) === 'enclosure' || attributes['rel'] === 'enclosure',
  )
  return found.slice(0, 50).flatMap(({ attributes }) => {
    const url = addressOf(attributes['url'] ?? attributes['href'], base)
    const bytes = Number(attributes['length'] ?? Number.NaN)
    if (url === null) return []
    return [
      { url, type: attributes['type'] ?? null, bytes: Number.isInteger(bytes) && bytes > 0 ? bytes : null },
    ]
  })
}

/** A picture of Media RSS or of the podcast modules. */
function imageOf(entry: XmlElement, base: string | null): string | null {
  for (const { name, attributes } of childrenOf(entry, 'thumbnail', 'content', 'image')) {
    const isPicture =
      localName(name) !== 'content' || (attributes['medium'] ?? attributes['type'] ?? '').startsWith('image')
    const url = attributes['url'] ?? attributes['href']
    if (isPicture && url !== undefined) return addressOf(url, base)
  }
  return null
}

function addressOf(stated: string | undefined, base: string | null): string | null {
  return stated === undefined || stated.trim() === '' ? null : resolveAddress(stated, base)
}
