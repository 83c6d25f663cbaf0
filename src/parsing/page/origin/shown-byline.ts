// The author that an element of a page names: microdata, `rel="author"`, and names of classes.
import { decodeEntities } from '#parsing/html/character-references.ts'
import { namesAt, withoutLead } from './credits.ts'
import {
  attribute,
  elementsOf,
  hasWord,
  lineText,
  piecesText,
  type HtmlElement,
} from '#parsing/html/html-node.ts'

const AUTHOR_CLASS =
  /(?:^|[\s_-])(?:byline|byline-name|(?:post|entry|article|blog|story)[_-]author|author[_-]?name|p-author|author-link|authors?|writer|reporter|autor|autora|autores|autorin|auteurs?|autore|autori|autorka|f\u00f6rfattare|forfatter|forfattare|verfasser|penulis|yazar|szerzo|tac-?gia|redattore|signature)(?:$|[\s_-])/i
/** A box about the author, a picture, a biography: not the name alone. */
const MORE_THAN_A_NAME = /bio|avatar|image|photo|box|social|list|follow|comment|date|card|more|info|title/i
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
    ? elementsOf(element).find((below) => below !== element && hasWord(below, 'itemprop', 'name'))
    : undefined
  const text = onlyName(inner ?? element)
  if (text.length < MIN_CHARS || text.length >= MAX_CHARS || NO_NAME.test(text)) return null
  // Named by its class alone, it has to look like a name.
  return named || (text.split(' ').length <= MAX_WORDS && !/\d|[?!]|https?:/.test(text)) ? text : null
}

/** `Ada Lovelace is a writer in London.` below a text. */
const COPULA = /^ (?:is|are|ist|est|es|\u00e8|\u00e9|är|er|jest|je|writes|schreibt|schrijft) /

/** The names that a text begins with, where something else follows them: a place, a role, a photographer. */
function onlyName(element: HtmlElement): string {
  const text = plainName(lineText(element, 2 * MAX_CHARS))
  const names = namesAt(plainName(piecesText(element, 2 * MAX_CHARS)), false)
  const [first] = names
  if (first === undefined) return text
  const isSentence = /[.!?]$/.test(text) && text.length > first.length + 1
  return isSentence && !COPULA.test(text.slice(first.length)) ? text : names.join(', ')
}

/** A name without what leads to it, its references decoded: some pages escape it twice. */
export function plainName(text: string): string {
  return withoutLead(decodeEntities(text).trim())
    .replace(/^[\s|•·,–-]+/, '')
    .trim()
}
