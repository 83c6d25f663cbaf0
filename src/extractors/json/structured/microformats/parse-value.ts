// The value of a microformats2 property by its prefix and element (microformats2 parsing specification).
import { attribute, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import { innerMarkup } from '#extractors/json/structured/write-markup.ts'
import { resolveAddress } from '#kit/url/resolve-address.ts'
import { classesOf, type PropertyKind, type Roots } from './class-names.ts'
import { pushChildren } from '#parsing/html/html-node.ts'
import { ownValue } from '#kit/unknown-values.ts'

/** A text, a picture with its alternative text, or markup with its text. */
export type PlainValue =
  | string
  | { readonly value: string; readonly alt: string }
  | { readonly html: string; readonly value: string }

const MAX_CHARS = 100_000

/** A text, or for pictures and markup an object with their parts. */
export function propertyValue(
  kind: PropertyKind,
  element: HtmlElement,
  base: string | null,
  roots: Roots,
): PlainValue {
  if (kind === 'e') {
    const html = innerMarkup(element, { syntax: 'html', limit: MAX_CHARS }).trim()
    return { html, value: textOf(element, base) }
  }
  if (kind === 'u') return addressOf(element, base, roots)
  if (kind === 'dt') return dateOf(element, base, roots)
  return (
    valueClass(element, base, roots)?.join('') ?? titleOf(element) ?? altOf(element) ?? textOf(element, base)
  )
}

/** The text without scripts and styles, pictures as their alternative text. */
export function textOf(root: HtmlElement, base: string | null): string {
  let out = ''
  const stack: HtmlNode[] = root.children.toReversed()
  for (let next = stack.pop(); next !== undefined && out.length < MAX_CHARS; next = stack.pop()) {
    if (next.kind === 'text') out += next.text
    else if (next.name === 'img') {
      const src = attribute(next, 'src')
      out += ` ${attribute(next, 'alt') ?? (src === null ? '' : resolveAddress(src, base))} `
    } else if (next.name !== 'script' && next.name !== 'style' && next.name !== 'template') {
      pushChildren(stack, next)
    }
  }
  return out.trim()
}

const SOURCE_OF: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  audio: 'src',
  source: 'src',
  iframe: 'src',
  video: 'src',
  object: 'data',
}

/** Of a `u-*` property: absolute, as far as `base` is known. */
export function addressOf(element: HtmlElement, base: string | null, roots: Roots): PlainValue {
  if (element.name === 'img') {
    const src = attribute(element, 'src')
    const alt = attribute(element, 'alt')
    if (src !== null)
      return alt === null ? resolveAddress(src, base) : { value: resolveAddress(src, base), alt }
  }
  const name = ownValue(SOURCE_OF, element.name)
  const address = name === undefined ? null : (attribute(element, name) ?? attribute(element, 'poster'))
  if (address !== null) return resolveAddress(address, base)
  const text = valueClass(element, base, roots)?.join('') ?? titleOf(element) ?? textOf(element, base)
  return resolveAddress(text, base)
}

function dateOf(element: HtmlElement, base: string | null, roots: Roots): string {
  const parts = valueClass(element, base, roots)
  if (parts !== null) return joinDate(parts)
  const datetime = ['time', 'ins', 'del'].includes(element.name) ? attribute(element, 'datetime') : null
  return (datetime ?? titleOf(element) ?? textOf(element, base)).trim()
}

/** Joins a date, a time and a zone that a page gives separately. */
function joinDate(parts: readonly string[]): string {
  const date = parts.find((part) => /^\d{4}-\d{2,3}/.test(part)) ?? ''
  const time = parts.find((part) => /^\d{1,2}(?::\d{2}|\s?[ap]\.?m)/i.test(part)) ?? ''
  const zone = parts.find((part) => /^(?:Z|[+-]\d{1,2}:?\d{0,2})$/i.test(part)) ?? ''
  return date === '' ? parts.join('') : `${date}${time === '' ? '' : ` ${time}`}${zone}`
}

/** The value class pattern: the marked parts of a value; null without any. */
function valueClass(element: HtmlElement, base: string | null, roots: Roots): string[] | null {
  const parts: string[] = []
  const stack = [...element.children].toReversed()
  for (let next = stack.pop(); next !== undefined && parts.length < 20; next = stack.pop()) {
    if (next.kind !== 'element') continue
    const { words, root, properties } = classesOf(next, roots)
    if (words.includes('value-title')) parts.push(attribute(next, 'title') ?? '')
    else if (words.includes('value')) {
      const datetime = ['time', 'ins', 'del'].includes(next.name) ? attribute(next, 'datetime') : null
      parts.push((datetime ?? titleOf(next) ?? altOf(next) ?? textOf(next, base)).trim())
    } else if (root.length === 0 && properties.length === 0) {
      pushChildren(stack, next)
    }
  }
  return parts.length === 0 ? null : parts
}

function titleOf(element: HtmlElement): string | null {
  if (element.name === 'abbr' || element.name === 'link') return attribute(element, 'title')
  return element.name === 'data' || element.name === 'input' ? attribute(element, 'value') : null
}

function altOf(element: HtmlElement): string | null {
  return element.name === 'img' || element.name === 'area' ? attribute(element, 'alt') : null
}
