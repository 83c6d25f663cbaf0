// Serialises the content of an element as HTML or XML, for values that are markup.
import { escapeHtml } from '#kit/text/text-rules.ts'
import { VOID_ELEMENTS } from '#parsing/html/element-groups.ts'
import type { HtmlElement, HtmlNode } from '#parsing/html/html-node.ts'

/** How the content is written. */
export interface MarkupOptions {
  readonly syntax: 'html' | 'xml'
  /** Attributes for the outermost elements, such as namespaces, beginning with a blank. */
  readonly outer?: string
  /** About this many characters are written; the rest is omitted, never half of a tag. */
  readonly limit?: number
}

/** Elements whose text is not escaped in HTML. */
const RAW = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])

/** Everything inside `root`. */
export function innerMarkup(
  root: HtmlElement,
  { syntax, outer = '', limit = 100_000 }: MarkupOptions,
): string {
  const parts: string[] = []
  let size = 0
  const write = (text: string): void => {
    size += text.length
    parts.push(text)
  }
  const node = (next: HtmlNode, extra: string, raw: boolean): void => {
    if (size > limit) return
    if (next.kind === 'text') {
      write(raw ? next.text : escapeHtml(next.text))
      return
    }
    const isVoid = VOID_ELEMENTS.has(next.name)
    write(`<${next.name}${extra}${attributesOf(next, syntax)}${isVoid && syntax === 'xml' ? '/' : ''}>`)
    if (isVoid) return
    for (const child of next.children) node(child, '', syntax === 'html' && RAW.has(next.name))
    write(`</${next.name}>`)
  }
  for (const child of root.children) node(child, outer, false)
  return parts.join('')
}

function attributesOf({ attributes }: HtmlElement, syntax: 'html' | 'xml'): string {
  let text = ''
  for (let i = 0; i < attributes.length; i += 2) {
    const name = attributes[i] ?? ''
    if (!/^[a-z_@][\w.:@-]*$/.test(name)) continue
    // Namespaces are declared once, on the outermost element.
    if (syntax === 'xml' && (name.includes('@') || /^xmlns(?::|$)/.test(name))) continue
    text += ` ${name}="${escapeHtml(attributes[i + 1] ?? '')}"`
  }
  return text
}
