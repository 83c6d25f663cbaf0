// Cuts Markdown so that each piece means what it meant in the whole: never in a code span or an escape, fences closed.
import { estimateTokens } from './estimate-tokens.ts'

/** From and to; the text between must stay together. */
type Range = readonly [number, number]

/** The first line of a fenced block, which has no other tick, also after the marks of quotations and lists. */
const FENCE = /^((?:[\s>]|[-*+] |\d{1,9}[.)] )*)(`{3,}(?=[^`]*$)|~{3,})/

/**
 * HTML from the writer, a table for readers without table support: it is never split, because its content is not
 * escaped for Markdown.
 */
const HTML_TABLE = /^(?:[\s>]|[-*+] |\d{1,9}[.)] |\[[ x]\] )*<table[ >]/

/** The row below the head of a GFM table, also after the marks of quotations and lists. */
const TABLE_RULE = /^((?:[\s>]|[-*+] |\d{1,9}[.)] )*)\|(?: ?:?-+:? ?\|)+$/

/** A blank line and a line end, in the measure of `estimateTokens`. */
export const BLANK_LINE_TOKENS = 0.5
const LINE_END_TOKENS = 0.25

interface OpenedFence {
  readonly before: string
  readonly fence: string
}

/** The marks of a fence that this line opens; null where it opens none. */
export function openedFence(line: string): OpenedFence | null {
  const [, before, fence] = FENCE.exec(line) ?? []
  return before === undefined || fence === undefined ? null : { before, fence }
}

/** Whether the line closes a block that `fence` opened. */
export function closesFence(line: string, fence: string): boolean {
  const marks = line.replace(/^[\s>]+/, '')
  return marks.startsWith(fence) && new Set(marks.trimEnd()).size === 1
}

/** `text` up to `max` characters, cut at the last line end before that, if there is one in its second half. */
export function cutMarkdown(text: string, max: number): string {
  if (text.length <= max) return text
  const end = text.lastIndexOf('\n', max)
  const at = end > max / 2 ? end : (outside(keptTogether(text), max)[0] ?? max)
  return text.slice(0, at).trimEnd()
}

/**
 * Pieces of a block, each of `maxTokens` at most: cut at line ends, then at sentence ends, then at blanks, then anywhere. Each
 * piece of a table begins with its head.
 */
export function piecesOf(text: string, maxTokens: number): string[] {
  if (estimateTokens(text) <= maxTokens) return [text]
  if (isTable(text)) return piecesOfTable(text, maxTokens)
  return holdsLiteral(text) ? piecesOfLines(text, maxTokens) : piecesOfText(text, maxTokens)
}

function piecesOfText(text: string, maxTokens: number): string[] {
  return torn(text, maxTokens)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
}

function torn(text: string, maxTokens: number): string[] {
  if (estimateTokens(text) <= maxTokens) return [text]
  const ranges = keptTogether(text)
  for (const cut of [/(?<=\n)/, /(?<=[.!?。！？]["”’)]?\s)|(?<=[。！？])/, /(?<=\s)/]) {
    const parts = partsOf(text, cut, ranges)
    if (parts.length > 1)
      return merge(
        parts.flatMap((part) => torn(part, maxTokens)),
        maxTokens,
      )
  }
  return slices(text, Math.max(1, Math.floor(maxTokens)), ranges)
}

/** The last words of a text, of `tokens` at most. Of a table nothing: its pieces have the head in common. */
export function tailOf(text: string, tokens: number): string {
  if (tokens < 1 || isTable(text)) return ''
  if (holdsLiteral(text)) return piecesOf(text, tokens).at(-1) ?? ''
  const words = partsOf(text, /(?<=[\s。！？、，])/, keptTogether(text))
  let size = 0
  let at = words.length
  while (at > 0) {
    size += estimateTokens(words[at - 1] ?? '')
    if (size > tokens) break
    at -= 1
  }
  return words.slice(at).join('').trim()
}

function isTable(text: string): boolean {
  const [head = '', rule = ''] = text.split('\n', 2)
  return head.includes('|') && TABLE_RULE.test(rule)
}

/** Rows together, below the head of the table. A row too long for that stands by itself, cut as a text is. */
function piecesOfTable(table: string, maxTokens: number): string[] {
  const [first = '', rule = '', ...rows] = table.split('\n')
  const marks = TABLE_RULE.exec(rule)?.[1] ?? ''
  // Only the first piece is still in its list: blanks alone would make code of the others.
  const freed = (line: string): string => (marks.trim() === '' ? line.slice(marks.length) : line)
  const head = [marks + first.slice(marks.length), rule].map(freed)
  const headSize = estimateTokens(`${first}\n${rule}`)
  if (headSize > maxTokens / 2) return piecesOfText(table, maxTokens)
  const pieces: string[] = []
  let lines = [first, rule]
  let size = headSize
  const flush = (): void => {
    if (lines.length > head.length) pieces.push(lines.join('\n'))
    lines = [...head]
    size = headSize
  }
  for (const row of rows) {
    const tokens = LINE_END_TOKENS + estimateTokens(row)
    if (size + tokens > maxTokens) flush()
    if (size + tokens > maxTokens) {
      const isFirst = pieces.length === 0
      pieces.push(...piecesOfText(isFirst ? [first, rule, row].join('\n') : freed(row), maxTokens))
    } else {
      lines.push(pieces.length === 0 ? row : freed(row))
      size += tokens
    }
  }
  flush()
  return pieces
}

/** Splits `text` at the pattern without tearing anything. */
function partsOf(text: string, cut: RegExp, ranges: readonly Range[]): string[] {
  const parts: string[] = []
  let end = 0
  let start = 0
  let next = 0
  for (const part of text.split(cut)) {
    end += part.length
    while ((ranges[next]?.[1] ?? Infinity) <= end) next += 1
    const range = ranges[next]
    if (range !== undefined && range[0] < end) continue
    parts.push(text.slice(start, end))
    start = end
  }
  if (start < text.length) parts.push(text.slice(start))
  return parts
}

/** Of `size` characters each; a longer code span becomes several. */
function slices(text: string, size: number, ranges: readonly Range[]): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const [before, after] = outside(ranges, at + size)
    const end = before === undefined ? at + size : before > at ? before : (after ?? at + size)
    const piece = text.slice(at, end)
    pieces.push(...(piece.length > size ? codeSlices(piece, size) : [piece]))
    at = end
  }
  return pieces
}

function codeSlices(span: string, size: number): string[] {
  const fence = /^`+/.exec(span)?.[0] ?? ''
  if (fence === '') return [span]
  const code = span.slice(fence.length, span.length - fence.length)
  const length = Math.max(1, size - 2 * fence.length)
  return Array.from({ length: Math.ceil(code.length / length) }, (_, at) => {
    const part = code.slice(at * length, (at + 1) * length)
    return `${fence} ${part} ${fence}`
  })
}

/** Whether any line begins code or HTML, whose bounds decide the meaning of all later lines. */
function holdsLiteral(text: string): boolean {
  return text.split('\n').some((line) => openedFence(line) !== null || HTML_TABLE.test(line))
}

/** Line by line; a fence that is cut is closed, and opened again in the next piece. */
function piecesOfLines(text: string, maxTokens: number): string[] {
  const pieces: string[] = []
  let lines: string[] = []
  let size = 0
  let open: (OpenedFence & { readonly first: string; readonly last: string }) | null = null
  const sizeOfFence = (): number =>
    open === null ? 0 : estimateTokens(open.first) + estimateTokens(open.last) + 2 * LINE_END_TOKENS
  const flush = (): void => {
    const isEmpty = lines.length === (open === null ? 0 : 1)
    if (!isEmpty) pieces.push([...lines, ...(open === null ? [] : [open.last])].join('\n').trim())
    lines = open === null ? [] : [open.first]
    size = sizeOfFence()
  }
  for (const line of text.split('\n')) {
    const closes = open !== null && closesFence(line, open.fence)
    const opened: OpenedFence | null = open === null ? openedFence(line) : null
    const isHtml = open === null && HTML_TABLE.test(line)
    // Behind a torn line it would be read as its continuation.
    if (isHtml || (opened !== null && opened.before.trim() !== '')) flush()
    for (const part of closes || opened !== null || isHtml
      ? [line]
      : shortLines(line, maxTokens - sizeOfFence(), open?.before ?? null)) {
      const tokens = estimateTokens(part) + LINE_END_TOKENS
      if (!closes && size + tokens > maxTokens && lines.length > 0) flush()
      lines.push(part)
      size += tokens
    }
    if (isHtml) flush()
    if (closes) open = null
    else if (opened !== null) {
      const before = opened.before.replace(/[^>\s]/g, ' ')
      open = {
        before,
        first: before + line.slice(opened.before.length),
        last: before + opened.fence,
        fence: opened.fence,
      }
      size += estimateTokens(open.last) + LINE_END_TOKENS
    }
  }
  flush()
  return pieces.filter((piece) => piece !== '')
}

/** `marks`: those before each line of the code that the line belongs to; null when it is not code. */
function shortLines(line: string, maxTokens: number, marks: string | null): string[] {
  if (line === '') return ['']
  if (marks === null) return piecesOf(line, maxTokens)
  const code = line.startsWith(marks) ? line.slice(marks.length) : line.trimStart()
  return estimateTokens(line) <= maxTokens
    ? [line]
    : slices(code, Math.max(1, maxTokens * 2), []).map((part) => marks + part)
}

function merge(parts: readonly string[], maxTokens: number): string[] {
  const merged: string[] = []
  let current = ''
  let size = 0
  for (const part of parts) {
    const tokens = estimateTokens(part)
    if (current !== '' && size + tokens > maxTokens) {
      merged.push(current)
      current = ''
      size = 0
    }
    current += part
    size += tokens
  }
  if (current !== '') merged.push(current)
  return merged
}

/** The range round a position, or nothing where a cut there tears nothing. */
function outside(ranges: readonly Range[], at: number): readonly number[] {
  return ranges.find(([start, end]) => start < at && at < end) ?? []
}

/** Escapes and code spans, in order. The writer puts no code span over a line end. */
function keptTogether(text: string): Range[] {
  const ranges: Range[] = []
  let lineEnd = -1
  for (let at = 0; at < text.length;) {
    const char = text[at]
    if (at > lineEnd) {
      const next = text.indexOf('\n', at)
      lineEnd = next < 0 ? text.length : next
    }
    if (char === '\\') {
      ranges.push([at, at + 2])
      at += 2
    } else if (char === '`') {
      const length = runAt(text, at)
      const end = closingRun(text, at + length, length, lineEnd)
      if (end > 0) ranges.push([at, end])
      at = end > 0 ? end : at + length
    } else at += 1
  }
  return ranges
}

/** The code of the span that begins at `at`, and where it ends; the ticks themselves where they begin none. */
export function codeSpanAt(text: string, at: number): { readonly text: string; readonly end: number } {
  const from = at + runAt(text, at)
  const end = closingRun(text, from, from - at, text.length)
  return end < 0
    ? { text: text.slice(at, from), end: from }
    : { text: text.slice(from, end - (from - at)).trim(), end }
}

function runAt(text: string, at: number): number {
  let end = at
  while (text[end] === '`') end += 1
  return end - at
}

/** The position after the next run of as many ticks; -1 when the line has none. */
function closingRun(text: string, from: number, length: number, lineEnd: number): number {
  for (let at = text.indexOf('`', from); at >= 0 && at < lineEnd;) {
    const run = runAt(text, at)
    if (run === length) return at + run
    at = text.indexOf('`', at + run)
  }
  return -1
}
