// The target of `<meta http-equiv="refresh">`, which browsers follow like a redirect.
import { attribute } from '#parsing/html/html-node.ts'
import { baseOf, linkTarget } from './link-target.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'

/** A page with a longer delay wants to be read first, or reloads itself to stay new. */
const MAX_DELAY_S = 10

/**
 * The absolute http(s) address; null without a refresh. A refresh inside `noscript` is for readers without scripts; it
 * is not followed.
 */
export function refreshTarget(document: HtmlDocument, url: string): string | null {
  return refreshTo(document, url, (target) => /^https?:/i.test(target) && !sameDocument(target, url))
}

/** As `refreshTarget`, for an address that no reader of pages fetches, such as `ftp:` or `mailto:`. */
export function refreshElsewhere(document: HtmlDocument, url: string): string | null {
  return refreshTo(document, url, (target) => !/^https?:/i.test(target))
}

/** The first target that counts. */
function refreshTo(document: HtmlDocument, url: string, counts: (target: string) => boolean): string | null {
  for (const element of document.all) {
    if (element.name === 'body') return null
    if (element.name !== 'meta' || !/^refresh$/i.test((attribute(element, 'http-equiv') ?? '').trim()))
      continue
    if (element.parent?.name === 'noscript') continue
    const content = (attribute(element, 'content') ?? '').slice(0, 4_000)
    const [, delay = '', behind = ''] = /^\s*(\d{1,6})(?:\.\d*)?([;,\s].*)$/s.exec(content) ?? []
    const rest = behind.trimStart().replace(/^[;,]\s*/, '')
    if (rest === '' || Number(delay) > MAX_DELAY_S) continue
    const address = unquoted(rest.replace(/^url\s*=\s*/i, ''))
    const target = linkTarget(address, baseOf(document, url))
    if (target !== null && counts(target)) return target
  }
  return null
}

function unquoted(address: string): string {
  const quote = address[0]
  if (quote !== '"' && quote !== "'") return address
  const end = address.indexOf(quote, 1)
  return address.slice(1, end < 0 ? undefined : end)
}

function sameDocument(a: string, b: string): boolean {
  const [first, second] = [URL.parse(a), URL.parse(b)]
  if (first === null || second === null) return true
  first.hash = ''
  second.hash = ''
  return first.href === second.href
}
