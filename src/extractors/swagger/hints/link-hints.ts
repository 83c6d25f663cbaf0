// The links to descriptions in a page and in its Link header (RFC 8288, RFC 8631, RFC 9727).
import { attribute } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { RELATIONS } from '#extractors/swagger/read/read-index.ts'
import type { Hint } from './hint.ts'
import { addressOf } from './spec-address.ts'

const DESCRIPTION_TYPE = /^application\/(?:vnd\.oai\.openapi|openapi|vnd\.aai\.asyncapi|swagger)\b/i
const MAX_LINKS = 50

interface Link {
  readonly href: string
  readonly rel: string
  readonly type: string
  readonly title: string | null
}

/** From the `<link>` elements. */
export function linkHints({ all }: HtmlDocument, base: string | null): Hint[] {
  const links = all.filter(({ name }) => name === 'link').slice(0, 1_000)
  return links.flatMap((element) =>
    hintOf(
      {
        href: attribute(element, 'href') ?? '',
        rel: attribute(element, 'rel') ?? '',
        type: attribute(element, 'type') ?? '',
        title: attribute(element, 'title'),
      },
      base,
    ),
  )
}

/** From a Link header; null: there was none. */
export function linkHeaderHints(header: string | null, base: string | null): Hint[] {
  if (header === null) return []
  const links = header.slice(0, 20_000).matchAll(/<([^<>]{1,4000})>((?:[^",<]|"[^"]{0,1000}"){0,400})/g)
  return [...links].slice(0, MAX_LINKS).flatMap(([, href = '', rest = '']) => {
    const parameter = (name: string): string | null =>
      new RegExp(`;\\s{0,10}${name}\\s{0,10}=\\s{0,10}(?:"([^"]{0,1000})"|([^\\s;,"]{1,200}))`, 'i')
        .exec(rest)
        ?.slice(1)
        .find((value) => value !== undefined) ?? null
    return hintOf(
      { href, rel: parameter('rel') ?? '', type: parameter('type') ?? '', title: parameter('title') },
      base,
    )
  })
}

function hintOf({ href, rel, type, title }: Link, base: string | null): Hint[] {
  const url = addressOf(href, base)
  if (url === null) return []
  const words = rel.toLowerCase().split(/\s+/)
  const role =
    words
      .map((word) => (Object.hasOwn(RELATIONS, word) ? RELATIONS[word] : undefined))
      .find((known) => known !== undefined) ?? (DESCRIPTION_TYPE.test(type) ? 'spec' : undefined)
  return role === undefined ? [] : [{ role, url, foundBy: 'link', name: title }]
}
