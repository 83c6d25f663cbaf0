// Boxes that stand out from the text (notes, tips, warnings) as the alerts of GitHub.
import { ownValue } from '#kit/unknown-values.ts'
import {
  attribute,
  elementsOf,
  lineText,
  rawText,
  type HtmlElement,
  type HtmlNode,
} from '#parsing/html/html-node.ts'

/** What GitHub shows; other names of boxes lead to the nearest of these. */
export type AlertKind = 'NOTE' | 'TIP' | 'IMPORTANT' | 'WARNING' | 'CAUTION'

export interface Alert {
  readonly kind: AlertKind
  /** The element that says nothing but the kind; null where there is none. */
  readonly label: HtmlElement | null
}

const KINDS: Readonly<Record<string, AlertKind>> = {
  note: 'NOTE',
  info: 'NOTE',
  information: 'NOTE',
  seealso: 'NOTE',
  tip: 'TIP',
  hint: 'TIP',
  success: 'TIP',
  important: 'IMPORTANT',
  attention: 'IMPORTANT',
  warning: 'WARNING',
  warn: 'WARNING',
  caution: 'CAUTION',
  danger: 'CAUTION',
  error: 'CAUTION',
}
/** Names of such boxes in generators of documentation, themes and frameworks. */
const BOX = new Set(
  'admonition admonitionblock alert callout custom-block markdown-alert notecard theme-admonition hint'.split(
    ' ',
  ),
)
/** A part of each name in `BOX`: nearly all classes have none, as one look says. */
const BOX_NAME = /admonition|alert|callout|custom-block|notecard|hint/i
const TAGS = new Set(['div', 'aside', 'section', 'blockquote', 'p'])
const MAX_LABEL_CHARS = 16
/** A longer box, or one with parts of its own, is a part of the page. */
const MAX_CHARS = 3_000
const PARTS = new Set(['h1', 'h2', 'article', 'main', 'form', 'nav', 'header', 'footer'])
const MAX_STEPS = 6
const DRAWN = new Set(['svg', 'style', 'script', 'template'])

const nameOf = (node: HtmlNode): string => (node.kind === 'text' ? '' : node.name)

/** The alert that an element is; null for any other. */
export function alertOf(element: HtmlElement): Alert | null {
  if (!TAGS.has(element.name)) return null
  const kind = kindOf(attribute(element, 'class') ?? '')
  if (kind === null || lineText(element, MAX_CHARS).length >= MAX_CHARS) return null
  for (const inner of elementsOf(element)) if (PARTS.has(inner.name)) return null
  return { kind, label: labelIn(element) }
}

/** By a name of boxes and a name of kinds: `admonition note`, `alert--warning`. */
function kindOf(classes: string): AlertKind | null {
  if (classes.length > 300 || !BOX_NAME.test(classes)) return null
  let box = false
  let kind: AlertKind | null = null
  for (const name of classes.toLowerCase().split(/\s+/)) {
    if (BOX.has(name)) {
      box = true
      continue
    }
    const at = Math.max(name.lastIndexOf('-'), name.lastIndexOf('_'))
    const stem = name.slice(0, Math.max(at, 0)).replace(/[-_]$/, '')
    const last = name.slice(at + 1)
    const named = ownValue(KINDS, last)
    if (named === undefined) continue
    if (at < 0 || BOX.has(stem) || stem === 'is') kind ??= named
    if (BOX.has(stem)) box = true
  }
  return box ? kind : null
}

/** The first words of the box, if they are the name of a kind: `Note`, `Warning:`. */
function labelIn(box: HtmlElement): HtmlElement | null {
  let element: HtmlElement = box
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const at = element.children.findIndex(
      (child) => !DRAWN.has(nameOf(child)) && /\S/.test(rawText(child, 500)),
    )
    const first = element.children[at]
    if (first === undefined || first.kind === 'text') return null
    const next = element.children[at + 1]
    // `<b>Note</b>: mind the step` is a sentence.
    if (next?.kind === 'text' && /^\s*[:–—-]/.test(next.text)) return null
    const words = lineText(first, MAX_LABEL_CHARS)
      .toLowerCase()
      .replace(/[:!.]$/, '')
      .replace(' ', '')
    if (ownValue(KINDS, words) !== undefined) return first
    element = first
  }
  return null
}
