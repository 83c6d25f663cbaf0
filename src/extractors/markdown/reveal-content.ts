// Puts content where a browser would show it: what React streams into hidden elements, what a page gives without scripts.
import { attribute, elementsOf, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { rebuildTree } from '#parsing/html/rebuild-tree.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'

/** A shorter `noscript` is a picture, a counter, or a request to switch scripts on. */
const MIN_NOSCRIPT_CHARS = 500
/** `<div hidden id="S:1">` takes the place of `<template id="B:1">` or `<template id="P:1">`. */
const STREAMED = /^S:([0-9a-f]+)$/
const PLACEHOLDER = /^[BP]:([0-9a-f]+)$/

/** The page with its streamed parts in their places, and with the `noscript` that holds more text than all the rest. */
export function revealContent(document: HtmlDocument): HtmlDocument {
  const streamed = new Map<string, HtmlElement>()
  const places = new Set<string>()
  const noscripts = new Set<HtmlElement>()
  for (const element of document.all) {
    if (element.name === 'noscript') noscripts.add(element)
    const id = element.name === 'div' || element.name === 'template' ? attribute(element, 'id') : null
    if (id === null) continue
    const part = STREAMED.exec(id)?.[1]
    if (part !== undefined && attribute(element, 'hidden') !== null) streamed.set(part, element)
    const place = PLACEHOLDER.exec(id)?.[1]
    if (place !== undefined) places.add(place)
  }
  const text = noscripts.size === 0 ? null : largestNoscript(document.root, noscripts)
  if (streamed.size === 0 && text === null) return document
  const placed = new Set<string>()
  return rebuildTree(document, (element) => {
    if (element === text) return { ...element, name: 'div' }
    const id = attribute(element, 'id')
    if (id === null) return null
    const part = STREAMED.exec(id)?.[1]
    if (part !== undefined && streamed.has(part)) {
      const { name, children } = element
      return places.has(part) ? { name, attributes: [], children: [] } : { name, attributes: [], children }
    }
    const place = PLACEHOLDER.exec(id)?.[1]
    const source = place === undefined ? undefined : streamed.get(place)
    if (place === undefined || source === undefined || placed.has(place)) return null
    placed.add(place)
    return { name: 'div', attributes: [], children: source.children }
  })
}

/** The `noscript` with more text than the rest of the page shows; null where none has. */
function largestNoscript(root: HtmlElement, noscripts: ReadonlySet<HtmlElement>): HtmlElement | null {
  let largest: HtmlElement | null = null
  let chars = MIN_NOSCRIPT_CHARS
  for (const element of noscripts) {
    const own = shownChars(element)
    if (own > chars) {
      chars = own
      largest = element
    }
  }
  return largest !== null && chars > shownChars(root) ? largest : null
}

/** Characters of text below an element that no element in between hides. */
function shownChars(root: HtmlElement): number {
  let chars = 0
  for (const { children } of elementsOf(root, (element) => !isVisible(element)))
    for (const child of children) if (child.kind === 'text') chars += child.text.trim().length
  return chars
}
