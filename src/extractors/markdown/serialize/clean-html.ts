// Writes content as plain HTML: the elements that carry meaning, absolute addresses, nothing that runs or styles.
import { escapeHtml, escapeHtmlText } from '#kit/text/text-rules.ts'
import { VOID_ELEMENTS } from '#parsing/html/element-groups.ts'
import { attribute, elementsOf, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import { imageSource } from '#parsing/page/image-source.ts'
import { linkTarget } from '#parsing/page/link-target.ts'
import { languageOf, readCode } from './code-block.ts'
import { ownValue } from '#kit/unknown-values.ts'

const KEPT = new Set(
  (
    'a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure ' +
    'footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q rp rt ruby s samp section small strong sub summary sup ' +
    'table tbody td tfoot th thead time tr u ul var math mrow mi mn mo ms mtext mfrac msqrt mroot msup msub msubsup munder mover ' +
    'munderover mtable mtr mtd semantics annotation'
  ).split(' '),
)
const KEPT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['title'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  td: ['colspan', 'rowspan', 'headers'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
  math: ['display', 'alttext'],
  annotation: ['encoding'],
}
const EVERYWHERE = ['lang', 'dir']

export function cleanHtml(
  roots: readonly HtmlElement[],
  skip: (element: HtmlElement) => boolean,
  base: string | null,
  dataUrls: boolean,
): string {
  const out: string[] = []
  const visit = (node: HtmlNode): void => {
    if (node.kind === 'text') {
      out.push(escapeHtmlText(node.text))
      return
    }
    if (node.name === 'img') {
      const image = skip(node) ? null : imageSource(node, base, dataUrls)
      if (image === null) return
      const size = [
        image.width === null ? '' : ` width="${image.width}"`,
        image.height === null ? '' : ` height="${image.height}"`,
      ].join('')
      out.push(`<img src="${escapeHtml(image.src)}" alt="${escapeHtml(image.alt ?? '')}"${size}>`)
      return
    }
    if (node.name === 'noscript') {
      for (const inner of elementsOf(node)) if (inner.name === 'img') visit(inner)
      return
    }
    if (skip(node)) return
    if (node.name === 'pre') {
      const language = languageOf(node)
      out.push(`<pre><code${language === null ? '' : ` class="language-${escapeHtml(language)}"`}>`)
      out.push(`${escapeHtmlText(readCode(node))}</code></pre>`)
      return
    }
    const attributes = attributesOf(node, base)
    const kept = KEPT.has(node.name) && (node.name !== 'a' || attributes.includes('href='))
    if (kept) out.push(`<${node.name}${attributes}>`)
    if (VOID_ELEMENTS.has(node.name)) return
    for (const child of node.children) visit(child)
    if (kept) out.push(`</${node.name}>`)
  }
  for (const root of roots) visit(root)
  return out.join('').trim()
}

function attributesOf(element: HtmlElement, base: string | null): string {
  let out = ''
  const href = element.name === 'a' ? attribute(element, 'href') : null
  const target = href === null ? null : linkTarget(href, base)
  if (target !== null) out += ` href="${escapeHtml(target)}"`
  for (const name of [...EVERYWHERE, ...(ownValue(KEPT_ATTRIBUTES, element.name) ?? [])]) {
    const value = attribute(element, name)
    if (value !== null && value.length < 1_000) out += ` ${name}="${escapeHtml(value)}"`
  }
  return out
}
