// Reads a text that a page stores for programs as a tree: some sites store HTML, most plain lines.
import type { HtmlElement } from './html-node.ts'
import { parseHtml } from './parse-html.ts'

/** The root of the tree; in a text without tags a line end is a `br`. */
export const parseStoredText = (text: string): HtmlElement => parseHtml(storedHtml(text)).root

/** The text as HTML. */
export const storedHtml = (text: string): string =>
  /<(?:p|br|a|div|ul|ol|pre|blockquote|img|code)\b/i.test(text)
    ? text
    : escapedStored(text).replace(/\n/g, '<br>')

/** A text between tags that may hold entities already. */
export const escapedStored = (text: string): string =>
  text.replace(/&(?!#?\w{1,32};)/g, '&amp;').replace(/</g, '&lt;')
