// The author that a page shows, where its head is silent: microdata, `rel="author"`, and names of elements.
import { decodeEntities } from '#parsing/html/decode-entities.ts'
import { attribute, elementsOf, lineText, type HtmlElement } from '#parsing/html/html-node.ts'

const AUTHOR_CLASS =
  /(?:^|[\s_-])(?:byline|byline-name|(?:post|entry|article|blog|story)[_-]author|author[_-]?name|p-author|author-link|authors?)(?:$|[\s_-])/i
/** A box about the author, a picture, a biography: not the name alone. */
const MORE_THAN_A_NAME = /bio|avatar|image|photo|box|social|list|follow|comment|date|card|more|info|title/i
const LEAD =
  /^(?:(?:written|posted|published|reviewed|authored|words|story|text) by|by|author|authors|von|par|por|di|door|av|de|autor|auteur|autore|автор)(?:\s*:\s*|\s+|$)/i
const NO_NAME = /^(?:about )?the authors?$/i
const MIN_CHARS = 2
const MAX_CHARS = 100
const MAX_WORDS = 8

/** The author that the element names; null where it names none. */
export function shownAuthor(element: HtmlElement): string | null {
  if (element.attributes.length === 0) return null
  const isProperty = hasWord(element, 'itemprop', 'author')
  const classes = attribute(element, 'class') ?? ''
  const named = isProperty || hasWord(element, 'rel', 'author')
  if (!named && (!AUTHOR_CLASS.test(classes) || MORE_THAN_A_NAME.test(classes))) return null
  const inner = isProperty
    ? [...elementsOf(element)].find((below) => below !== element && hasWord(below, 'itemprop', 'name'))
    : undefined
  const text = plainName(lineText(inner ?? element, 2 * MAX_CHARS))
  if (text.length < MIN_CHARS || text.length >= MAX_CHARS || NO_NAME.test(text)) return null
  // Named by its class alone, it has to look like a name.
  return named || (text.split(' ').length <= MAX_WORDS && !/\d|[?!]|https?:/.test(text)) ? text : null
}

/** Of two to five words that begin with a capital letter, as names of people are written. */
const FULL_NAME =
  /^\p{Lu}[\p{L}.'’-]*(?: (?:(?:de|van|von|der|la|di|da|del|bin|al|and|&|et|und|y) ){0,2}\p{Lu}[\p{L}.'’-]*){1,4}$/u
const AUTHOR_PAGE = /\/(?:authors?|people|staff|contributors?|by|writers?|bio)\//i
const NAME_END = /[|•·,–—\d]| (?:on|in|updated|published|last) /i

/** The name in a line such as `By Ada Lovelace | 4 May`, or that of a link to the page of an author; null for others. */
export function nameInByline(element: HtmlElement): string | null {
  const text = lineText(element, MAX_CHARS)
  if (text.length >= MAX_CHARS) return null
  const href = element.name === 'a' ? attribute(element, 'href') : null
  const lead = LEAD.exec(text)?.[0] ?? ''
  if (lead === '' && !(href !== null && AUTHOR_PAGE.test(href.slice(0, 500)))) return null
  const name = (text.slice(lead.length).split(NAME_END)[0] ?? '').trim()
  return FULL_NAME.test(name) ? name : null
}

/** A name without what leads to it, its references decoded: some pages escape it twice. */
export function plainName(text: string): string {
  return decodeEntities(text)
    .replace(LEAD, '')
    .replace(/^[\s|•·,–-]+/, '')
    .trim()
}

function hasWord(element: HtmlElement, name: string, word: string): boolean {
  const value = attribute(element, name)
  return value !== null && value.includes(word) && value.split(/\s+/).includes(word)
}
