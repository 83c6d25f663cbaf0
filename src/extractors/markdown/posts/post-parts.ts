// The parts of a post as forums mark them: who wrote it, when, what, and the signature below it.
import { attribute, elementsOf, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { dateOf, dayIn } from '#parsing/page/origin/published-date.ts'
import { plainName } from '#parsing/page/origin/shown-byline.ts'

const PROFILE =
  /(?:^|[/?&=;_.-])(?:u|users?|members?|memberlist|profiles?|profil|people|authors?|usuarios?|utilisateurs?|benutzer|mitglied(?:er)?)(?:[/?&=;.-]|$)/i
const AUTHOR_NAME =
  /(?:^|[\s_-])(?:author|username|user-?name|poster|creator|nickname|screenname)(?:$|[\s_-])/i
const TIME_NAME =
  /(?:^|[\s_-])(?:date|time|datetime|timestamp|posted|postdate|post-?date|dateline)(?:$|[\s_-])/i
const BODY_NAME =
  /(?:^|\s)(?:(?:post|message|msg|comment|reply|entry|topic|answer)[_-]?(?:body|text|content|message|msg)(?:[_-]?\d+)?|message-?body|bbwrapper|cooked|content|message|body|text|inner|post)(?:\s|$)/i
const SIGNATURE = /(?:^|[\s_-])(?:post|message|msg|user)?_?-?(?:signature|sig)(?:$|[\s_\d-])/i
/** `12-31-2011, 04:55 PM` and its relatives. */
const DAY_AND_TIME = /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},?\s+\d{1,2}:\d{2}/
/** Words in place of a day. */
const RELATIVE =
  /(?:yesterday|today|gestern|heute|hier|ayer|hoy|ieri|oggi|вчера|сегодня)\D{0,10}\d{1,2}[:.]\d{2}|(?:\d|\ban?|\bone) (?:second|minute|hour|day|week|month|year)s? ago/i
/** In the box about an author, and below a post. */
const OTHER_TIME =
  /join|regist|\bfounded|member since|\bedited|modified|last (?:seen|active)|inscri|зарег|dabei seit|mitglied seit|miembro desde/i
/** A count, or a word for who began the thread. */
const NO_NAME = /^(?:\d[\d.,k]*|op|author|(?:topic|thread|original) (?:author|starter|poster))$/i
const MAX_NAME_CHARS = 60
const MAX_TIME_CHARS = 80

/** The name that an element gives as that of an author; null where it gives none. */
export function authorIn(element: HtmlElement): string | null {
  const href = element.name === 'a' ? attribute(element, 'href') : null
  const linked = href !== null && PROFILE.test(href.slice(0, 500))
  const marked =
    (attribute(element, 'itemprop') ?? '').split(/\s+/).includes('author') ||
    (attribute(element, 'rel') ?? '').split(/\s+/).includes('author')
  // A box about the author holds more than the name; in a list of terms the name is the term.
  const named = element.parent?.name === 'dt' || AUTHOR_NAME.test(namesOf(element))
  if (!linked && !marked && !(named && !holdsLinkOrTime(element))) return null
  const name = plainName(lineText(element, 4 * MAX_NAME_CHARS))
  return name.length > MAX_NAME_CHARS || !/[\p{L}\p{N}]/u.test(name) || NO_NAME.test(name) ? null : name
}

/** Whether an element shows when something was written. */
export function isTime(element: HtmlElement): boolean {
  if (element.name === 'time') return true
  // An edit is named after the time of the post.
  const lead = /^\D*/.exec(lineText(element, MAX_TIME_CHARS))?.[0] ?? ''
  if (OTHER_TIME.test(`${namesOf(element)} ${lead}`)) return false
  const text = textOfTime(element)
  if (text.length > MAX_TIME_CHARS || !/\p{N}|ago/u.test(text)) return false
  return (
    TIME_NAME.test(namesOf(element)) || DAY_AND_TIME.test(text) || RELATIVE.test(text) || dayIn(text) !== null
  )
}

/** When that is, by its attributes or its text: RFC 3339 or a day; null where it cannot be told, such as `yesterday`. */
export function timeOf(element: HtmlElement): string | null {
  for (const name of ['datetime', 'content', 'data-datetime', 'title']) {
    const time = dateOf(attribute(element, name))
    if (time !== null) return time
  }
  for (const name of ['data-time', 'data-timestamp']) {
    const seconds = /^(\d{9,10})(?:\d{3})?$/.exec(attribute(element, name) ?? '')?.[1]
    if (seconds !== undefined) return new Date(1_000 * Number(seconds)).toISOString()
  }
  return dayIn(attribute(element, 'title') ?? '') ?? dayIn(textOfTime(element))
}

/** The text of a small element; of one that holds others only what is beside them: `by <b>Ada</b> on 4 May 2021`. */
function textOfTime(element: HtmlElement): string {
  const isSmall = element.children.every(
    (child) => child.kind === 'text' || child.name === 'span' || child.name === 'a',
  )
  if (isSmall) return lineText(element, MAX_TIME_CHARS + 1)
  const texts = element.children.map((child) => (child.kind === 'text' ? child.text : ' '))
  return texts.join('').replace(/\s+/g, ' ').trim()
}

function holdsLinkOrTime(element: HtmlElement): boolean {
  for (const { name } of elementsOf(element))
    if (name !== element.name && (name === 'a' || name === 'time')) return true
  return false
}

/** Whether an element is called what forums call the text of a post. */
export const isBody = (element: HtmlElement): boolean =>
  (attribute(element, 'itemprop') ?? '') === 'text' || BODY_NAME.test(namesOf(element))

const QUOTE = /(?:^|[\s_-]|bbcode|ips)quotes?(?:box|title|header|body|content|text)?(?:$|[\s_-])/i

/** What a post repeats of another one. */
export const isQuote = (element: HtmlElement): boolean =>
  element.name === 'blockquote' || QUOTE.test(attribute(element, 'class') ?? '')

/** The lines that a forum puts below each post of an author. */
export const isSignature = (element: HtmlElement): boolean => SIGNATURE.test(namesOf(element))

const namesOf = (element: HtmlElement): string =>
  `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`.slice(0, 300)
