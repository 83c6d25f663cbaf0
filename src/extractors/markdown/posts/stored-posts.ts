// Posts that are only in the JSON-LD of a page: a thread with its comments, a question with its answers.
import { fieldsOf } from '#kit/unknown-values.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { parseStoredText } from '#parsing/html/stored-html.ts'
import { readJsonLd } from '#parsing/page/json-ld.ts'
import { dateOf } from '#parsing/page/origin/published-date.ts'
import type { FoundPost } from './found-post.ts'

const THREAD = new Set(['DiscussionForumPosting', 'SocialMediaPosting', 'Question'])
const POST = new Set([...THREAD, 'Answer', 'Comment'])

/** In the order of the page; empty where the page stores no thread. */
export function storedPosts(document: HtmlDocument): FoundPost[] {
  const { nodes } = readJsonLd(document)
  if (!nodes.some(({ types }) => types.some((type) => THREAD.has(type)))) return []
  const seen = new Set<string>()
  return nodes.flatMap(({ types, value }): FoundPost[] => {
    const text = value['text'] ?? value['articleBody']
    if (typeof text !== 'string' || text.trim() === '' || !types.some((type) => POST.has(type))) return []
    const author = nameOf(value['author'])
    const publishedAt = dateOf(stringOf(value['datePublished']) ?? stringOf(value['dateCreated']))
    const key = JSON.stringify([author, publishedAt, text])
    if (seen.has(key)) return []
    seen.add(key)
    return [{ author, publishedAt, href: stringOf(value['url']), body: parseStoredText(text) }]
  })
}

const stringOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

function nameOf(value: unknown): string | null {
  if (Array.isArray(value)) return nameOf(value[0])
  return stringOf(value) ?? stringOf(fieldsOf(value)['name'])
}
