// The JSON-LD that is about the page itself, and not about its reviews, comments or the pages it leads to.
import { decodeEntities } from '#parsing/html/character-references.ts'
import { isRecord } from '#kit/unknown-values.ts'
import { givenText, lettersOf } from './given-text.ts'

const ARTICLE =
  /(?:Article|BlogPosting|Posting|Report|Recipe|Review|HowTo|QAPage|CreativeWork|VideoObject|PodcastEpisode)$/
const PAGE = /WebPage$/
/** Names of sites are shorter. */
const MIN_TITLE_WORDS = 6
/** What stands under these is about something else. */
const OTHERS = [
  'review',
  'reviews',
  'comment',
  'itemListElement',
  'hasPart',
  'isPartOf',
  'mentions',
  'citation',
  'relatedLink',
  'acceptedAnswer',
  'suggestedAnswer',
  'video',
]

/** A typed node of the JSON-LD of a page. */
interface Node {
  readonly types: readonly string[]
  readonly value: Readonly<Record<string, unknown>>
}

/** What the JSON-LD says of the page; null for what it does not say. */
export interface ArticleData {
  readonly headline: string | null
  readonly author: unknown
  readonly published: string | null
  readonly modified: string | null
  readonly language: string | null
  readonly siteName: string | null
  readonly image: string | null
  /** Whether the page is about something that has days of its own. */
  readonly hasOtherDays: boolean
  readonly byId: (id: string) => Readonly<Record<string, unknown>> | undefined
}

/** Of several articles that one counts whose headline is in the title of the page, else the first. */
export function articleData(nodes: readonly Node[], title: string | null): ArticleData {
  const others = underOthers(nodes)
  const own = nodes.filter(({ value }) => !others.has(value))
  const is = (node: Node, types: RegExp): boolean => node.types.some((type) => types.test(type))
  const articles = own.filter((node) => is(node, ARTICLE))
  const page = own.find((node) => is(node, PAGE))
  const named = articles.find(({ value }) => {
    const headline = lettersOf(textOf(value['headline']) ?? textOf(value['name']) ?? '')
    return headline.length > 3 && lettersOf(title ?? '').includes(headline)
  })
  const article = named ?? articles[0] ?? page
  const first = (...names: string[]): string | null => {
    for (const node of [article, page])
      for (const name of names) {
        const text = textOf(node?.value[name])
        if (text !== null) return text
      }
    return null
  }
  const nodeById = (id: string): Readonly<Record<string, unknown>> | undefined =>
    nodes.find(({ value }) => value['@id'] === id && value['name'] !== undefined)?.value
  const site = nodes.find((node) => is(node, /^WebSite$/))
  const given = textOf(site?.value['name'])
  // Some programs give each page as a site of its own.
  const isTitle =
    (given ?? '').split(' ').length >= MIN_TITLE_WORDS &&
    lettersOf(title ?? '').startsWith(lettersOf(given ?? ''))
  const siteName = isTitle ? null : given
  return {
    headline: textOf(article?.value['headline']),
    author: article?.value['author'] ?? article?.value['creator'] ?? page?.value['author'],
    published: first('datePublished', 'uploadDate', 'datePosted'),
    modified: first('dateModified'),
    language: first('inLanguage'),
    siteName: decoded(siteName ?? publisherOf(article?.value['publisher'], nodeById)),
    image: imageOf(article?.value['image']),
    hasOtherDays: articles.length === 0 && own.some((node) => is(node, /Event$|^Product$/)),
    byId: nodeById,
  }
}

function underOthers(nodes: readonly Node[]): ReadonlySet<unknown> {
  const found = new Set<unknown>()
  const stack: unknown[] = []
  for (const { value } of nodes) for (const name of OTHERS) stack.push(value[name])
  while (stack.length > 0) {
    const next = stack.pop()
    if (!isRecord(next) || found.has(next)) continue
    found.add(next)
    for (const inner of Object.values(next)) if (isRecord(inner)) stack.push(inner)
  }
  return found
}

/** Some pages escape a name twice. */
const decoded = (name: string | null): string | null => (name === null ? null : decodeEntities(name))

/** Null for a person: a blog names its author there. */
function publisherOf(
  value: unknown,
  byId: (id: string) => Readonly<Record<string, unknown>> | undefined,
): string | null {
  const given: unknown = Array.isArray(value) ? value[0] : value
  if (typeof given === 'string') return /^https?:/i.test(given) ? null : givenText(given)
  if (!isRecord(given)) return null
  if (given['@type'] === 'Person') return null
  const id = given['@id']
  return textOf(given['name']) ?? (typeof id === 'string' ? textOf(byId(id)?.['name']) : null)
}

function imageOf(value: unknown): string | null {
  const given: unknown = Array.isArray(value) ? value[0] : value
  if (!isRecord(given)) return textOf(given)
  return textOf(given['url']) ?? textOf(given['contentUrl'])
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? givenText(value) : Array.isArray(value) ? textOf(value[0]) : null
