// Addresses that the attributes and texts of elements hold in a code that a script of the page undoes.
import { decodeEntities } from '#parsing/html/character-references.ts'
import { attribute, rawText, type HtmlElement } from '#parsing/html/html-node.ts'
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import { isOfDomain } from './email-address.ts'

/** Cloudflare writes an address as bytes, each xor the first one. */
export function cloudflareEmails(element: HtmlElement): string[] {
  const href = attribute(element, 'href') ?? ''
  const mark = href.indexOf('/cdn-cgi/l/email-protection#')
  const codes = [attribute(element, 'data-cfemail'), mark < 0 ? null : href.slice(mark + 28)]
  if (codes.every((code) => code === null)) return []
  return codes.flatMap((code) => {
    if (code === null || !/^(?:[0-9a-f]{2}){4,400}$/i.test(code)) return []
    const [key = 0, ...bytes] = Buffer.from(code, 'hex')
    const text = Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8')
    return [text.split('?')[0] ?? '']
  })
}

/** What is decoded has to be an address and nothing else, so a wrong code gives nothing. */
const WHOLE_ADDRESS = /^(?:mailto:)?([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})(?:\?.{0,500})?$/i
const MAX_CODE = 600

/** The address that a decoded text consists of. */
const wholeAddress = (text: string): string[] => WHOLE_ADDRESS.exec(text.trim())?.[1]?.split(' ') ?? []

/** All that an element hides; '' and words that are no code give nothing. */
export function encodedEmails(element: HtmlElement, siteDomain: string | null): string[] {
  const { attributes } = element
  if (attributes.length === 0) return hexText(element)
  const codes = [
    ...attributeCodes(element),
    ...reversedText(element),
    ...hexText(element),
    ...joomlaParts(element),
  ]
  // Most elements have nothing for a script.
  return attributes.some((text, at) => at % 2 === 0 && text.startsWith('data-'))
    ? [...codes, ...splitAddress(element), ...dataParts(element, siteDomain)]
    : codes
}

const CODES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => Array.from(text).toReversed().join(''),
  (text) => rot13(text).replace('[ng]', '@').replace('[at]', '@'),
  (text) => (/^[A-Za-z0-9+/]{8,}={0,2}$/.test(text) ? Buffer.from(text, 'base64').toString('latin1') : ''),
  (text) => (/^(?:[0-9a-f]{2}){6,}$/i.test(text) ? Buffer.from(text, 'hex').toString('latin1') : ''),
]

/** `data-mail="Z3Vlc3RAZmlybS5vcmc="`; TYPO3's `javascript:linkTo_UnCryptMailto('…')` and `data-mailto-token`. */
function attributeCodes({ attributes }: HtmlElement): string[] {
  const found: string[] = []
  for (let at = 0; at < attributes.length; at += 2) {
    const name = attributes[at] ?? ''
    const value = (attributes[at + 1] ?? '').slice(0, MAX_CODE)
    if (value === '') continue
    if (/^data-.{0,40}mail/.test(name)) {
      if (name === 'data-cfemail') continue
      const text = percentDecoded(decodeEntities(value)).trim()
      found.push(...CODES.flatMap((decode) => wholeAddress(decode(text))))
      if (name === 'data-mailto-token') found.push(...typo3(text))
    } else if (name === 'href' || name === 'onclick') {
      const code = /UnCryptMailto\((?:'|%27|&#39;)([^'&%]{6,300})/.exec(value)?.[1]
      if (code !== undefined) found.push(...typo3(percentDecoded(decodeEntities(code))))
    }
  }
  return found
}

/** TYPO3 shifts the characters of three ranges, each within itself, by a number that only its script knows. */
const TYPO3_RANGES = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const
const MAX_SHIFT = 10

function typo3(code: string): string[] {
  for (let shift = -MAX_SHIFT; shift <= MAX_SHIFT; shift += 1) {
    const text = Array.from(code, (char) => {
      const at = char.charCodeAt(0)
      const range = TYPO3_RANGES.find(([first, last]) => at >= first && at <= last)
      if (range === undefined) return char
      const size = range[1] - range[0] + 1
      return String.fromCharCode(range[0] + ((at - range[0] + shift + 2 * size) % size))
    }).join('')
    if (text.startsWith('mailto:')) return wholeAddress(text)
  }
  return []
}

/** A text that the page shows from right to left. */
function reversedText(element: HtmlElement): string[] {
  const style = attribute(element, 'style') ?? ''
  const isReversed =
    (/unicode-bidi\s?:\s?(?:bidi-override|isolate-override)/i.test(style) &&
      /direction\s?:\s?rtl/i.test(style)) ||
    (element.name === 'bdo' && attribute(element, 'dir')?.toLowerCase() === 'rtl')
  if (!isReversed) return []
  return wholeAddress(Array.from(rawText(element, 200).trim()).toReversed().join(''))
}

/** A text of nothing but the bytes of an address. */
function hexText({ children }: HtmlElement): string[] {
  return children.flatMap((child) => {
    if (child.kind !== 'text' || child.text.length > MAX_CODE || !/^\s*[0-9a-f]{12}/i.test(child.text))
      return []
    const text = child.text.trim()
    return /^(?:[0-9a-f]{2}){6,300}$/i.test(text)
      ? wholeAddress(Buffer.from(text, 'hex').toString('latin1'))
      : []
  })
}

const LOCAL_PARTS = ['data-user', 'data-name', 'data-local', 'data-account', 'data-u']
const DOMAIN_PARTS = ['data-domain', 'data-host', 'data-website', 'data-d']

/** `<a data-name="info" data-domain="firm" data-tld="org">` */
function splitAddress(element: HtmlElement): string[] {
  const given = (names: readonly string[]): string =>
    names.map((name) => attribute(element, name)?.trim() ?? '').find((value) => value !== '') ?? ''
  const [local, domain] = [given(LOCAL_PARTS), given(DOMAIN_PARTS)]
  if (local === '' || domain === '') return []
  const suffix = attribute(element, 'data-tld')?.trim() ?? ''
  return wholeAddress(`${local}@${domain}${suffix === '' ? '' : `.${suffix.replace(/^\./, '')}`}`)
}

const MAX_PARTS = 8

/**
 * Attributes of any names that together are an address of the site itself: `data-n="info" data-d="firm" data-t="org"`. Also
 * one that is such an address.
 */
function dataParts({ attributes }: HtmlElement, siteDomain: string | null): string[] {
  if (siteDomain === null) return []
  const values: string[] = []
  for (let at = 0; at < attributes.length && values.length < MAX_PARTS; at += 2)
    if (attributes[at]?.startsWith('data-') === true)
      values.push((attributes[at + 1] ?? '').trim().slice(0, 254))
  if (values.length === 0) return []
  const isOwn = (address: string): boolean =>
    isOfDomain(address.slice(address.indexOf('@') + 1).toLowerCase(), siteDomain)
  const whole = values.flatMap(wholeAddress).filter(isOwn)
  const [name = '', ...suffix] = siteDomain.split('.')
  const isSplit =
    values.includes(name) && values.some((value) => value.replace(/^\./, '') === suffix.join('.'))
  if (whole.length > 0 || !(values.includes(siteDomain) || isSplit)) return whole
  const local = values.find((value) => LOCAL_PART.test(value) && value !== name && value !== suffix.join('.'))
  return local === undefined ? [] : wholeAddress(`${local}@${siteDomain}`)
}

/** A word for a mailbox, not one for a script: `true`, `click`. */
const LOCAL_PART =
  /^(?!(?:true|false|click|email|e-?mail|mail|mailto|link|yes|no|on|off|[a-z])$)[a-z][a-z0-9._-]{1,40}$/i

/** `<joomla-hidden-mail first="aW5mbw==" last="ZmlybS5vcmc=">` */
function joomlaParts(element: HtmlElement): string[] {
  if (element.name !== 'joomla-hidden-mail') return []
  const [first, last] = ['first', 'last'].map((name) =>
    Buffer.from(attribute(element, name)?.slice(0, MAX_CODE) ?? '', 'base64').toString('utf8'),
  )
  return wholeAddress(`${first}@${last}`)
}

const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (char) => {
    const base = char <= 'Z' ? 65 : 97
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base)
  })
