// JSON Feed 1.0 and 1.1 in the common shape of feeds.
import { isJsonObject, listOf, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { dateOf } from '#parsing/dates/read-date.ts'
import { MAX_FEED_ITEMS, type Feed, type FeedItem } from './feed.ts'

/** Null for a document that is no JSON Feed. */
export function readJsonFeed(value: JsonValue): Feed | null {
  if (
    !isJsonObject(value) ||
    !/^https?:\/\/(?:www\.)?jsonfeed\.org\/version\//.test(text(value['version']) ?? '')
  )
    return null
  const items = listOf(value['items']).filter(isJsonObject)
  return {
    format: 'json',
    title: text(value['title']),
    description: text(value['description']),
    url: text(value['home_page_url']),
    language: text(value['language']),
    updatedAt: null,
    items: items.slice(0, MAX_FEED_ITEMS).map(itemOf),
    cut: items.length > MAX_FEED_ITEMS,
  }
}

function itemOf(item: JsonObject): FeedItem {
  const id = item['id']
  const authors = [...listOf(item['authors']), ...listOf(item['author'])].filter(isJsonObject)
  return {
    id: typeof id === 'number' ? String(id) : text(id),
    title: text(item['title']),
    url: text(item['url']) ?? text(item['external_url']),
    publishedAt: dateOf(text(item['date_published'])),
    updatedAt: dateOf(text(item['date_modified'])),
    authors: authors.flatMap((author) => text(author['name']) ?? []),
    summary: text(item['summary']),
    content: text(item['content_html']) ?? text(item['content_text']),
    categories: listOf(item['tags']).flatMap((tag) => text(tag) ?? []),
    enclosures: listOf(item['attachments'])
      .filter(isJsonObject)
      .flatMap((file) => {
        const url = text(file['url'])
        const bytes = file['size_in_bytes']
        return url === null
          ? []
          : [{ url, type: text(file['mime_type']), bytes: typeof bytes === 'number' ? bytes : null }]
      }),
    image: text(item['image']) ?? text(item['banner_image']),
  }
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
