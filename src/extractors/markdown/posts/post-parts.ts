// What forums call the parts of a post: its text, its signature, what it quotes.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'

const BODY_NAME =
  /(?:^|\s)(?:(?:post|message|msg|comment|comm|reply|entry|topic|answer|status|email|mail|cmt|bbp-reply|bbp-topic)[_-]*(?:body|text|content|contents|message|msg|copy)(?:[_-]?\d+)?|[\w-]*__(?:body|content|text)|(?:message|post|comment|reply|answer|question)-?(?:Body|Text|Content|Message)|bbwrapper|cooked|md|markdown-body|e-content|usertext-body|toptext|post-?content)(?:\s|$)/i
const LOOSE_BODY_NAME =
  /(?:^|\s)(?:content|contents|message|body|text|inner|post|contentbody|prose|s-prose|richtext|rte|ugc|reply|comment|[\w-]+[_-](?:content|contents|con|body|text))(?:\s|$)/i
const SIGNATURE =
  /(?:^|[\s_-])(?:post|message|msg|user|email|mail)?_?-?(?:signature|sig)(?:$|[\s_\d-])|(?:^|\s)(?:signature\w*|sig\d+|\w*Signature)(?:\s|$)/
const QUOTE =
  /(?:^|[\s_-]|bbcode|ips)quot(?:es?|ed|ation)(?:box|title|header|body|content|text|container|block|message)?(?:$|[\s_-])|(?:^|\s)(?:bbCodeQuote|quotedPost|gmail_quote|quoted-text)(?:\s|$)/i
/** What serves to quote. */
const NO_QUOTE =
  /selec|button|btn|control|action|switch|toggle|editor|link|form|icon|multi|quick|^js-|-to-|toquote/i
/** Quotations are made with it, and so are whole posts. */
const QUOTE_OF_OTHERS = /^(?:aside|blockquote|div|table|td|section|fieldset|span|p)$/

/** 2 for the names that forums give the text of a post, 1 for those that other parts have as well. */
export function bodyStrength(element: HtmlElement): 0 | 1 | 2 {
  const names = namesOf(element)
  if (attribute(element, 'itemprop') === 'text') return 2
  if (BODY_NAME.test(names)) return 2
  const roles = `${attribute(element, 'component') ?? ''} ${attribute(element, 'property') ?? ''} ${attribute(element, 'data-role') ?? ''}`
  if (/(?:post|comment|content)[/:]?(?:content|text|encoded)/i.test(roles)) return 2
  return LOOSE_BODY_NAME.test(names) ? 1 : 0
}

/** What a post repeats of another one; not the body of a post that is a `blockquote` itself. */
export function isQuote(element: HtmlElement): boolean {
  if (element.name === 'blockquote')
    return bodyStrength(element) < 2 && !/ugc|postcontent|messageText/i.test(namesOf(element))
  const classes = attribute(element, 'class') ?? ''
  return (
    QUOTE_OF_OTHERS.test(element.name) &&
    QUOTE.test(classes) &&
    classes.split(/\s+/).some((name) => QUOTE.test(name) && !NO_QUOTE.test(name))
  )
}

/** The lines that a forum puts below each post of an author. */
export const isSignature = (element: HtmlElement): boolean =>
  SIGNATURE.test(namesOf(element)) &&
  !/post-signature|user-signature-info/.test(attribute(element, 'class') ?? '')

const PROFILE_BOX =
  /(?:^|\s)(?:post-?profile|user-?info|author-?(?:pane|info|box|stats?|statistics)|posterinfo|profile|user-?(?:details|panel|extras)|message-user|membersince)(?:$|[\s_-])|cAuthorPane(?:_info)?(?:\s|$)/i

/** What a forum shows of an author beside each of the posts. */
export const isProfile = (element: HtmlElement): boolean =>
  PROFILE_BOX.test(attribute(element, 'class') ?? '')

/** What a link does, where it leads to no post. */
const ACTION =
  /^(?:javascript|mailto|tel):|(?:posting|newreply|reply|report|quote|edit|delete|vote|login|sign_?in|register|newthread|sendmessage|private|search|captcha|like|hide|revisions|history|subscribe|memberlist|profile|thanks?|warn|ucp|member|attachment|download|interact|share|sharer|intent)(?:\.(?:php|asp|aspx|cgi|html?))?(?:[/?&;=]|$)/i
export const isAction = (href: string): boolean => ACTION.test(href.slice(0, 500))

/** The classes and the id. */
export const namesOf = (element: HtmlElement): string =>
  `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`.slice(0, 300)

/** The name of an element with its first class; numbers tell parts of one kind apart, and hashes change. */
export function shapeOf(element: HtmlElement, name = element.name): string {
  const first = (attribute(element, 'class') ?? '')
    .slice(0, 200)
    .split(/\s+/)
    .find((part) => part !== '' && !/\d/.test(part))
  return first === undefined ? name : `${name}.${first}`
}
