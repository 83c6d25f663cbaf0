// The names of authors that a page shows: by what their elements are called, by the links to their profiles, by labels.
import {
  attribute,
  elementsOf,
  hasWord,
  lineText,
  oneLine,
  type HtmlElement,
  type HtmlNode,
} from '#parsing/html/html-node.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'
import { plainName } from '#parsing/page/origin/shown-byline.ts'
import { isSmall, placeOf, type PageSpans } from './page-spans.ts'
import { isAction, isQuote, isSignature, namesOf, shapeOf } from './post-parts.ts'

/** A name as one element shows it. */
export interface ShownName {
  readonly element: HtmlElement
  readonly name: string
  /** From 1, a small element in bold, to 5, which the page marks as the author. */
  readonly rank: number
  /** Names of one kind have the same. */
  readonly shape: string
}

const PROFILE =
  /(?:^|[/?&=;_.-])(?:u|users?|members?|memberlist|profiles?|profil|people|authors?|usuarios?|utilisateurs?|benutzer|mitglied(?:er)?|nutzer|jasen|brugere?|kullanici|uzytkownik)(?:[/?&=;.-]|$)|\/@[\w.@-]+\/?$|\/~\w+\/?$/i
const AUTHOR_NAME =
  /(?:^|[\s_-])(?:author|authorname|username|user-?name|userlink|poster|postername|creator|nickname|nick|screenname|display-?name|hnuser|commenter|postauthor|sv_member)(?:$|[\s_-])|[a-z](?:Author|UserName|Username|Poster|AuthorName|NickName|DisplayName)(?:$|\s)/i
const NAME = /(?:^|[\s_-])(?:name|fn|p-name|member|user|bigusername|largetext)(?:$|\s)/i
/** Beside the name of an author: what it is not. */
const NO_NAME_CLASS =
  /avatar|picture|photo|badge|rank|title|role|count|stat|status|level|reputation|flair|score|edit(?:ed|or|s)?(?:$|[\s_-])|sound_only|sr-only|visually-hidden|account/i
const PICTURE = /avatar|picture|photo|badge/i
/** A count, or a word for who began the thread. */
const NO_NAME =
  /^(?:[^\p{L}\d]{0,9}\d[\d.,k]{0,12}[^\p{L}\d]{0,9}|op|author|(?:topic|thread|original) (?:author|starter|poster)|reply|quote|permalink|share|edit|report|profile|website|e-?mail|www)$/iu
const LABEL =
  /^(?:by|from|name|author|posted by|jméno|autor|meno|nom|auteur|nombre|nome|autore|naam|namn|navn|nimi|név|imię|nick|von|имя|автор|ім['’]я|isim|ad|adı|yazan|tên|ชื่อ|名前|お名前|投稿者|作者|姓名|昵称|이름|작성자|글쓴이)\s*[:：]?$/i
const MAX_NAME_CHARS = 60
const HEADING = /^h[1-6]$/
const BOLD = new Set(['b', 'strong', 'h3', 'h4', 'h5', 'h6'])

/** In the order of the page. */
export function shownNames(spans: PageSpans): ShownName[] {
  const names: ShownName[] = []
  for (let at = 0; at < spans.all.length; at += 1) {
    const element = spans.all[at]
    if (element === undefined) break
    if (!isVisible(element) || isQuote(element) || isSignature(element)) at = spans.last[at] ?? at
    else {
      const shown = nameOf(spans, element) ?? storedName(element)
      if (shown !== null) names.push(shown)
      if (LABEL.test(labelOf(spans, element))) {
        const labelled = nameBehind(element)
        if (labelled !== null) names.push(labelled)
      }
    }
  }
  // A label comes before the name that it announces.
  return names.toSorted((a, b) => a.element.order - b.element.order)
}

/** The name that an element gives as that of an author; null where it gives none. */
export function nameOf(spans: PageSpans, element: HtmlElement): ShownName | null {
  if (!isSmall(spans, element, 2 * MAX_NAME_CHARS)) return null
  const [rank, shape] = rankOf(element)
  if (rank === 0) return null
  const link = element.name === 'a' ? undefined : onlyLink(element)
  const name = shortName(nameText(link ?? element))
  // A time, or a link to one.
  if (rank === 1 && name !== null && /\d{4}|\d[:.]\d{2}/.test(name)) return null
  return name === null ? null : { element, name, rank, shape }
}

function rankOf(element: HtmlElement): readonly [rank: number, shape: string] {
  if (hasWord(element, 'itemprop', 'author') || hasWord(element, 'rel', 'author')) return [5, 'marked']
  const names = namesOf(element)
  const href = element.name === 'a' ? (attribute(element, 'href') ?? '').slice(0, 500) : ''
  const isProfile = href !== '' && PROFILE.test(href)
  if ((isProfile ? PICTURE : NO_NAME_CLASS).test(names) && !AUTHOR_NAME.test(names)) return [0, '']
  const called = AUTHOR_NAME.exec(names)?.[0].trim().toLowerCase()
  if (called !== undefined && linksIn(element) <= 1) return [4, called]
  if (isProfile) return [4, 'profile']
  if (hasWord(element, 'property', 'foaf:name')) return [4, 'foaf']
  const name = NAME.exec(names)?.[0].trim().toLowerCase()
  if (name !== undefined && linksIn(element) <= 1) return [3, name]
  if (href.startsWith('mailto:')) return [2, 'mailto']
  if (element.parent?.name === 'dt') return [2, 'dt']
  // A heading that is a link is the title of another page.
  if (BOLD.has(element.name))
    return [HEADING.test(element.name) && linksIn(element) > 0 ? 0 : 1, element.name]
  if (href === '' || element.parent === null || isAction(href) || HEADING.test(element.parent.name))
    return [0, '']
  return [1, `a|${shapeOf(element.parent)}`]
}

/** `<article data-author="Ada">`. */
function storedName(element: HtmlElement): ShownName | null {
  for (const stored of ['data-author', 'data-username', 'data-user-name', 'data-poster']) {
    const value = attribute(element, stored)
    const name = value === null ? null : shortName(value)
    if (name !== null && element.children.length > 1) return { element, name, rank: 3, shape: stored }
  }
  return null
}

/** `Name: Ada`, where the label is an element of its own and the name a text or an element behind it. */
function nameBehind(label: HtmlElement): ShownName | null {
  const siblings = label.parent?.children ?? []
  const from = placeOf(label)
  for (const node of siblings.slice(from + 1, from + 4)) {
    const text = oneLine(lineText(node, 200)).replace(/^\s*[:：]\s*/, '')
    if (text === '') continue
    const name = shortName((text.split(/\s?[|·•(,]|\s-\s/)[0] ?? '').trim())
    const element = node.kind === 'element' ? node : (label.parent ?? label)
    return name === null ? null : { element, name, rank: 4, shape: 'label' }
  }
  return null
}

const labelOf = (spans: PageSpans, element: HtmlElement): string =>
  isSmall(spans, element, 20) && element.children.length === 1 ? lineText(element, 24) : ''

/** The part that is called a name, else the text without avatars, ranks and badges. */
export function nameText(element: HtmlElement): string {
  let named: HtmlElement | null = null
  const pieces: string[] = []
  const visit = (nodes: readonly HtmlNode[]): void => {
    for (const node of nodes) {
      if (node.kind === 'text') pieces.push(node.text)
      else if (isVisible(node) && node.name !== 'img') {
        const names = namesOf(node)
        if (
          named === null &&
          (hasWord(node, 'itemprop', 'name') ||
            /(?:^|[\s_-])(?:p-name|fn|username|author-name|display-?name__html)(?:\s|$)/i.test(names))
        )
          named = node
        const isLetter =
          /^\p{L}?$/u.test(lineText(node, 3)) && node.name === 'span' && pieces.join('').trim() === ''
        if (!(NO_NAME_CLASS.test(names) && !AUTHOR_NAME.test(names)) && !isLetter) visit(node.children)
        if (node.name === 'br' || node.name === 'div') pieces.push('\n')
      }
    }
  }
  visit(element.children)
  if (named !== null && named !== element) return lineText(named, 4 * MAX_NAME_CHARS)
  return oneLine(pieces.join('').trim().split('\n')[0] ?? '')
}

function shortName(text: string): string | null {
  const name = (plainName(text) || text)
    .replace(/(?:님의 댓글.{0,200}|\s?[:,»|·]\s?)$/u, '')
    .replace(/^@(?=\w+$)/, '')
    .trim()
  return name.length > MAX_NAME_CHARS ||
    !/[\p{L}\p{N}]/u.test(name) ||
    NO_NAME.test(name) ||
    /[:：]$/.test(text)
    ? null
    : name
}

/** In a box about an author the link is the name, and what stands beside it a rank. */
const onlyLink = (element: HtmlElement): HtmlElement | undefined =>
  elementsOf(element).find(
    (inner) => inner.name === 'a' && lineText(inner, 4) !== '' && !PICTURE.test(namesOf(inner)),
  )

function linksIn(element: HtmlElement): number {
  let links = 0
  for (const inner of elementsOf(element)) {
    if (inner.name === 'time' || attribute(inner, 'datetime') !== null) return 2
    if (inner.name === 'a' && inner !== element && lineText(inner, 4) !== '') links += 1
  }
  return links
}
