// The head of a page in plain HTML: title, language, canonical address, and named metas outside of card formats.
import { attribute, lineText } from '#parsing/html/html-node.ts'
import { linkTarget } from '#parsing/page/link-target.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'

const MAX_NAMES = 300
/** For robots, browsers and proofs of ownership: nothing about the content. */
const MACHINERY =
  /^(?:viewport|robots|googlebot|bingbot|generator|theme-color|color-scheme|referrer|csrf-.*|format-detection|msapplication-.*|apple-.*|mobile-web-app-.*|.*verif.*|.*validate.*|next-.*|fb:.*|al:.*|og:.*|twitter:.*|rating|handheldfriendly|x-.*|application-tilecolor)$/i

/** A name that comes again is a list. */
export function readMeta({ all }: HtmlDocument, base: string | null): JsonObject {
  const meta: JsonObject = {}
  let names = 0
  for (const element of all) {
    if (element.name === 'title' && !('title' in meta) && element.parent?.name !== 'svg') {
      const title = lineText(element, 2_000)
      if (title !== '') meta['title'] = title
    } else if (element.name === 'html') {
      const language = (attribute(element, 'lang') ?? attribute(element, 'xml:lang') ?? '').trim()
      if (language !== '' && !('language' in meta)) meta['language'] = language
    } else if (element.name === 'link' && !('canonical' in meta)) {
      const isCanonical = /(?:^|\s)canonical(?:\s|$)/i.test(attribute(element, 'rel') ?? '')
      const target = isCanonical ? linkTarget(attribute(element, 'href') ?? '', base) : null
      if (target !== null) meta['canonical'] = target
    } else if (element.name === 'meta' && names < MAX_NAMES) {
      const name = (attribute(element, 'name') ?? '').trim()
      const content = (attribute(element, 'content') ?? '').trim()
      if (name === '' || content === '' || MACHINERY.test(name)) continue
      names += 1
      const known = Object.hasOwn(meta, name) ? meta[name] : undefined
      setKey(meta, name, known === undefined ? content : again(known, content))
    }
  }
  return meta
}

function again(known: JsonValue, value: string): JsonValue {
  const values = Array.isArray(known) ? known : [known]
  return values.includes(value) ? known : [...values, value].slice(0, 100)
}
