// Rewrites an SVG with only the elements that draw: no scripts, no foreign content, no handlers, nothing from outside
// the file.
import { escapeHtml, escapeHtmlText } from '#kit/text/text-rules.ts'
import { decodeHtml } from '#parsing/sniffing/charset.ts'
import { attribute, elementsOf, rawText, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { extractError } from '#extract/errors.ts'
import { readImageHeader } from '#extractors/image/header/image-header.ts'
import { cssPixels } from '#extractors/image/header/formats/svg-header.ts'
import { drawnElements } from './drawn-elements.ts'
import { isLocalValue, safeDeclarations, safeStyleSheet } from './safe-css.ts'
import { ANIMATIONS, SVG_ATTRIBUTES, SVG_ELEMENTS, UNWRAPPED } from './svg-names.ts'

/** A drawing that reaches for nothing outside itself. */
export interface SanitizedSvg {
  readonly svg: string
  /** The removed parts that could have had an effect: `script`, `foreignObject`, `external reference`; each once. */
  readonly removed: readonly string[]
}

/** In CSS pixels. */
export interface SvgSize {
  readonly width: number
  readonly height: number
}

/** librsvg draws ten to twenty of a simple kind in a millisecond: these take most of the time one file has. */
const MAX_DRAWN = 100_000
/** An embedded picture of more pixels than this has no business in a drawing. */
const MAX_EMBEDDED_PIXELS = 25_000_000
const EMBEDDED = /^data:image\/(?:png|jpe?g|gif|webp);base64,([a-z0-9+/=\s]+)$/i

/** The drawing in bytes of any encoding. Throws `target_too_large` for one that repeats itself without end. */
export function sanitizeSvg(bytes: Uint8Array, size: SvgSize | null = null): SanitizedSvg {
  const { text } = decodeHtml(bytes, null)
  // The tree knows no namespaces; their usual prefix is the only one in use for the drawing itself.
  const { all } = parseHtml(text.replace(/<(\/?)svg:/gi, '<$1'))
  const root = all.find(({ name }) => name === 'svg')
  if (root === undefined) throw extractError('source_broken', 'The image is damaged: it has no svg element.')
  return sanitizeSvgElement(root, size)
}

/** As `sanitizeSvg`, for a drawing inside a page. `size` replaces the declared one. */
export function sanitizeSvgElement(root: HtmlElement, size: SvgSize | null = null): SanitizedSvg {
  const drawn = drawnElements(root)
  if (drawn > MAX_DRAWN) {
    throw extractError(
      'target_too_large',
      `The drawing comes to more than ${MAX_DRAWN} elements, repeated parts counted.`,
    )
  }
  const removed = new Set<string>()
  const out: string[] = []
  const visit = (node: HtmlNode): void => {
    if (node.kind === 'text') {
      out.push(escapeHtmlText(node.text))
      return
    }
    const name = SVG_ELEMENTS.get(node.name)
    if (name === undefined) {
      noteElement(node, removed)
      if (UNWRAPPED.has(node.name)) for (const child of node.children) visit(child)
      return
    }
    if (ANIMATIONS.has(node.name) && !animatesLooks(node)) {
      removed.add('animation of an address')
      return
    }
    out.push(`<${name}${attributesOf(node, node === root ? size : null, node === root, removed)}>`)
    if (node.name === 'style') out.push(escapeHtmlText(styleOf(node, removed)))
    else for (const child of node.children) visit(child)
    out.push(`</${name}>`)
  }
  visit(root)
  return { svg: out.join(''), removed: [...removed].toSorted() }
}

function attributesOf(
  element: HtmlElement,
  size: SvgSize | null,
  isRoot: boolean,
  removed: Set<string>,
): string {
  const { attributes } = element
  const kept = new Map<string, string>()
  for (let i = 0; i < attributes.length; i += 2) {
    const lower = (attributes[i] ?? '').replace(/^xlink:(?=href$)/, '')
    const value = attributes[i + 1] ?? ''
    const name = SVG_ATTRIBUTES.get(lower)
    if (lower.startsWith('on')) removed.add('event handler')
    if (name === undefined || kept.has(name)) continue
    const safe = safeValue(element, name, value)
    if (safe === null) removed.add(name === 'href' ? 'external reference' : 'external style')
    else kept.set(name, safe)
  }
  if (isRoot) setRootSize(kept, size)
  const namespace = isRoot ? ' xmlns="http://www.w3.org/2000/svg"' : ''
  return namespace + [...kept].map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')
}

/** Null where the value reaches outside the drawing. */
function safeValue(element: HtmlElement, name: string, value: string): string | null {
  if (name === 'href') return safeReference(element, value.trim())
  if (name === 'style') return safeDeclarations(value)
  // Path data is the bulk of most drawings, and only digits and letters.
  if (name === 'd' || name === 'points') return value.replace(/[^\w\s.,+-]/g, '')
  return isLocalValue(value) ? value : null
}

function safeReference(element: HtmlElement, value: string): string | null {
  if (/^#[^\s"'<>&]{1,500}$/.test(value)) return value
  const base64 =
    element.name === 'image' || element.name === 'feimage' ? EMBEDDED.exec(value)?.[1] : undefined
  if (base64 === undefined) return null
  const header = readImageHeader(Buffer.from(base64, 'base64'))
  const pixels = (header?.width ?? Infinity) * (header?.height ?? Infinity)
  return header?.format !== 'svg' && pixels <= MAX_EMBEDDED_PIXELS ? value.replace(/\s+/g, '') : null
}

/** A drawing that is to have another size needs a view box, or it would be cut instead. */
function setRootSize(kept: Map<string, string>, size: SvgSize | null): void {
  if (size === null) return
  const [width, height] = [cssPixels(kept.get('width') ?? null), cssPixels(kept.get('height') ?? null)]
  if (!kept.has('viewBox') && width !== null && height !== null) {
    kept.set('viewBox', `0 0 ${width} ${height}`)
  }
  kept.set('width', String(size.width))
  kept.set('height', String(size.height))
}

function styleOf(element: HtmlElement, removed: Set<string>): string {
  const text = element.children.map((child) => (child.kind === 'text' ? child.text : '')).join('')
  if (/@import|url\(\s{0,9}["']?[^#"'\s]/i.test(text)) removed.add('external style')
  return safeStyleSheet(text)
}

const animatesLooks = (element: HtmlElement): boolean => {
  const target = (attribute(element, 'attributename') ?? '').toLowerCase()
  if (target === '') return element.name === 'animatemotion'
  return SVG_ATTRIBUTES.has(target) && target !== 'href' && target !== 'style'
}

/** Editors leave many harmless elements in drawings; only those with an effect are reported. */
function noteElement(element: HtmlElement, removed: Set<string>): void {
  for (const { name } of elementsOf(element)) {
    if (name === 'script') removed.add('script')
    else if (name === 'foreignobject') removed.add('foreignObject')
    else if (name === 'iframe' || name === 'object' || name === 'embed') removed.add(name)
  }
  const href = element.name === 'a' ? (attribute(element, 'href') ?? attribute(element, 'xlink:href')) : null
  if (href !== null && /^\s*(?:java|vb)script:/i.test(href)) removed.add('script')
}

/** The words in a drawing: its title and description, then its texts. Null where it has none. */
export function svgText(root: HtmlElement): string | null {
  const title = [...elementsOf(root)].find(({ name }) => name === 'title')
  const text = title === undefined ? '' : rawText(title, 1_000).replace(/\s+/g, ' ').trim()
  return text === '' ? null : text
}
