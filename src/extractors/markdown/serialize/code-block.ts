// Code blocks: the unchanged text, the language if the page names it, without line numbers.
import { BLOCK_ELEMENTS } from '#parsing/html/element-groups.ts'
import { attribute, elementsOf, rawText, type HtmlElement } from '#parsing/html/html-node.ts'
import { longestRun } from '#parsing/markdown/escape-text.ts'

/** Prefixes under which highlighters and editors put the language into a class. */
const LANGUAGE_CLASS =
  /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:|sourceCode|src)[-_: ]\s*([a-z0-9+#._-]{1,24})(?=\s|;|$)/i
/** Words in the same place that name no language. */
const NO_LANGUAGE = new Set([
  'none',
  'plain',
  'plaintext',
  'text',
  'wrapper',
  'default',
  'code',
  'nohighlight',
  'container',
  'block',
])
const LANGUAGE_ATTRIBUTES = ['data-lang', 'data-language', 'data-code-language', 'language']
/** Columns and spans of line numbers, and the buttons above the code. */
const GUTTER =
  /(?:^|[\s_-])(?:gutter|lineno|linenos|linenumber|line-?numbers?(?:-rows)?|ln|lnt|rouge-gutter|hljs-ln-numbers|blob-num|select-none|copy|copybutton|copy-button|clipboard)(?:$|[\s_-])/i

/** A `pre` as a fenced block without the elements of `marks`, `''` where it is empty. */
export function codeBlock(pre: HtmlElement, marks: ReadonlySet<HtmlElement> = NOTHING): string {
  const clean = readCode(pre, marks)
  if (clean === '') return ''
  const fence = '`'.repeat(Math.max(3, longestRun(clean, '`') + 1))
  return `${fence}${languageOf(pre) ?? ''}\n${clean}\n${fence}`
}

/** The code alone: one line end for each line, without the blank lines round it. */
export function readCode(pre: HtmlElement, marks: ReadonlySet<HtmlElement> = NOTHING): string {
  const text = codeText(pre, marks)
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    .replace(/[\u200b\ufeff]/g, '')
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

/** The language by the `pre`, the code in it, or the box round it. */
export function languageOf(pre: HtmlElement): string | null {
  const code = elementsOf(pre).find((element) => element.name === 'code')
  const around = [code, pre, pre.parent, pre.parent?.parent, pre.parent?.parent?.parent]
  for (const element of around) {
    if (element === undefined || element === null || element.name === 'body') continue
    for (const name of LANGUAGE_ATTRIBUTES) {
      const value = attribute(element, name)?.trim().toLowerCase()
      if (value !== undefined && /^[a-z0-9+#._-]{1,24}$/.test(value) && !NO_LANGUAGE.has(value)) return value
    }
    const classes = attribute(element, 'class') ?? ''
    const named = LANGUAGE_CLASS.exec(classes)?.[1]?.toLowerCase()
    if (named !== undefined && !NO_LANGUAGE.has(named)) return named
    const highlighted = /(?:^|\s)hljs\s+([a-z0-9+#-]{1,24})(?=\s|$)/.exec(classes)?.[1]
    if (highlighted !== undefined && !NO_LANGUAGE.has(highlighted)) return highlighted
  }
  return null
}

function codeText(pre: HtmlElement, marks: ReadonlySet<HtmlElement>): string {
  // A list and not one growing text: asking a growing text how it ends copies it each time.
  const pieces: string[] = []
  let ended = true
  /**
   * True after a line end that is not part of a text: most highlighters also write one after the element of each line.
   */
  let given = false
  const add = (text: string): void => {
    if (text === '') return
    pieces.push(text)
    ended = text.endsWith('\n')
    given = false
  }
  const newline = (): void => {
    if (!ended) add('\n')
  }
  const visitLine = (line: HtmlElement): void => {
    newline()
    const before = pieces.length
    visit(line)
    if (!ended || (given && pieces.length === before)) {
      add('\n')
      given = true
    }
  }
  const visit = (element: HtmlElement): void => {
    const numbers = numberedLines(element)
    for (const child of element.children) {
      if (child.kind === 'text') {
        add(given ? child.text.replace(/^\r?\n/, '') : child.text)
        continue
      }
      if (numbers.size > 0) {
        newline()
        for (const part of child.children)
          if (part.kind === 'text') add(part.text)
          else if (!numbers.has(part)) visit(part)
        newline()
        continue
      }
      if (child.name === 'br') add('\n')
      if (NO_CODE.has(child.name) || isGutter(child) || marks.has(child)) continue
      if (isLine(child)) {
        visitLine(child)
        continue
      }
      const block = BLOCK_ELEMENTS.has(child.name) && child.name !== 'td'
      if (block) newline()
      visit(child)
      if (block) newline()
    }
  }
  visit(pre)
  return pieces.join('')
}

/** The first element of each line, when these are 1, 2, 3 and so on: line numbers without a telling name. */
function numberedLines(lines: HtmlElement): ReadonlySet<HtmlElement> {
  const numbers = new Set<HtmlElement>()
  let expected: number | null = null
  for (const line of lines.children) {
    if (line.kind === 'text') continue
    const first = line.children.find((child) => child.kind === 'element' || /\S/.test(child.text))
    if (first === undefined || first.kind === 'text' || line.children.length < 2) return NOTHING
    const given = /^\s*(\d{1,6})\s*$/.exec(rawText(first, 12))?.[1]
    if (given === undefined || (expected !== null && Number(given) !== expected)) return NOTHING
    expected = Number(given) + 1
    numbers.add(first)
  }
  return numbers.size > 1 ? numbers : NOTHING
}

const NOTHING: ReadonlySet<HtmlElement> = new Set()
const NO_CODE = new Set(['button', 'style', 'script'])

/** A column or a span of line numbers, or a button beside the code. */
export function isGutter(element: HtmlElement): boolean {
  return (
    GUTTER.test(attribute(element, 'class') ?? '') ||
    attribute(element, 'aria-hidden') === 'true' ||
    /user-select\s*:\s*none/.test(attribute(element, 'style') ?? '')
  )
}

/** Highlighters put each line in an element of its own, often without a line end between them. */
function isLine(element: HtmlElement): boolean {
  return (
    attribute(element, 'data-line') !== null ||
    /(?:^|\s)(?:line|code-line|view-line|cm-line|token-line)(?:\s|$)/.test(attribute(element, 'class') ?? '')
  )
}
