// Adds what a product page stores for programs and does not show: shops fill the page with it by a script.
import { elementsOf, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { parseHtml, type HtmlDocument } from '#parsing/html/parse-html.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'
import { escapedStored, storedHtml } from '#parsing/html/stored-html.ts'
import { readJsonLd } from '#parsing/page/json-ld.ts'
import { readProduct, type ProductData } from '#parsing/page/product-data.ts'
import type { Content } from '#extractors/markdown/main-content/choose-content.ts'
import { plainText } from '#extractors/markdown/serialize/plain-text.ts'

/** A page that shows more of its product is taken as it is. */
const MAX_SHOWN_CHARS = 800
/** A text of whose words more than this are on the page is shown already. */
const SHOWN_SHARE = 0.6

/**
 * The content with the product of the JSON-LD below it; null where the page shows its product, stores none, or stores
 * several. What is shown is not written again.
 */
export function withStoredProduct(
  document: HtmlDocument,
  content: Content,
  jsonLdTypes: readonly string[],
): Content | null {
  if (content.found === null || !jsonLdTypes.some((type) => type.includes('Product'))) return null
  const shown = plainText(
    [...(content.title === null ? [] : [content.title]), ...content.roots],
    (element) => element !== content.title && content.skipInText(element),
  )
  if (shown.length > MAX_SHOWN_CHARS) return null
  const product = readProduct(readJsonLd(document).nodes)
  const html = product === null ? '' : htmlOf(product, new Set(wordsOf(shown)))
  if (html === '') return null
  const tree = parseHtml(html).root
  const given = new Set<HtmlElement>(elementsOf(tree))
  return {
    ...content,
    roots: [...content.roots, tree],
    skip: (element) => (given.has(element) ? !isVisible(element) : content.skip(element)),
    skipInText: (element) => (given.has(element) ? !isVisible(element) : content.skipInText(element)),
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** `''` where everything is among the `shown` words. */
function htmlOf({ name, description, offers, properties }: ProductData, shown: ReadonlySet<string>): string {
  const isNew = (text: string): boolean => {
    const words = wordsOf(text)
    return words.filter((word) => shown.has(word)).length <= SHOWN_SHARE * words.length && words.length > 0
  }
  const text = description === null ? '' : storedHtml(description)
  const body = isNew(lineText(parseHtml(text).root)) ? `<div>${text}</div>` : ''
  // A page with the description shows its product: what else is stored is for programs.
  if (description !== null && body === '') return ''
  const items = [
    ...offers.filter(isNew).map((offer) => ['Price', offer] as const),
    ...properties.filter(([, value]) => isNew(value)),
  ]
  if (body === '' && items.length === 0) return ''
  const heading = name !== null && isNew(name) ? `<h2>${escapedStored(name)}</h2>` : ''
  const list = items
    .map(([label, value]) => `<li><b>${escapedStored(label)}:</b> ${escapedStored(value)}</li>`)
    .join('')
  return heading + body + (list === '' ? '' : `<ul>${list}</ul>`)
}
