// Makes the links of a Markdown text point to the files of the pages that are saved beside it.
import { pageAddress } from '#kit/site/page-address.ts'

/** One key for all spellings of the address of a page; null for what is no page. */
export function pageKey(url: string): string | null {
  return pageAddress(url, { ignoreQuery: false, similar: true })?.key ?? null
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const MAX_URL_CHARS = 4_096
/** As CommonMark's own parsers allow; it bounds the time of a line of nothing but beginnings. */
const MAX_DEPTH = 32

/**
 * `fileOf` gives the file of a page by its key; null where it is not saved. Links of inline form only, which is what the
 * Markdown of pages has; code stays as it is. Time is linear in the length of the text.
 */
export function linkPages(markdown: string, file: string, fileOf: (key: string) => string | null): string {
  let fence: string | null = null
  return markdown
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1] ?? null
      if (fence !== null) {
        if (mark !== null && mark.startsWith(fence)) fence = null
        return line
      }
      if (mark !== null) {
        fence = mark
        return line
      }
      return linkLine(line, (url) => target(url, file, fileOf))
    })
    .join('\n')
}

/** `replace` gives the new target of a link; null: it stays. */
function linkLine(line: string, replace: (url: string) => string | null): string {
  if (!line.includes('](')) return line
  let out = ''
  let from = 0
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at)
    if (character === '\\') at += 1
    else if (character === '`') at = endOfCode(line, at)
    else if (character === ']' && line.charAt(at + 1) === '(') {
      const start = at + 2
      const end = endOfTarget(line, start)
      const isAngled = line.charAt(start) === '<'
      const url = isAngled ? line.slice(start + 1, end - 1) : line.slice(start, end)
      const next = replace(url)
      if (next !== null) {
        out += line.slice(from, start) + (isAngled ? `<${next}>` : next)
        from = end
      }
      at = Math.max(at, end - 1)
    }
  }
  return out + line.slice(from)
}

/** The last backtick of a span of code that begins at `at`; that of the run itself where the span has no end. */
function endOfCode(line: string, at: number): number {
  let ticks = at
  while (line.charAt(ticks) === '`') ticks += 1
  const run = line.slice(at, ticks)
  // A run without its end is looked for once in a line, because the search ends the line.
  for (let from = ticks; ;) {
    const found = line.indexOf(run, from)
    if (found === -1) return ticks - 1
    let end = found
    while (line.charAt(end) === '`') end += 1
    if (end - found === run.length) return end - 1
    from = end
  }
}

/** Behind the address: at a blank, or at the parenthesis that closes the link. */
function endOfTarget(line: string, start: number): number {
  if (line.charAt(start) === '<') {
    const close = line.slice(start, start + MAX_URL_CHARS).indexOf('>')
    return close === -1 ? start : start + close + 1
  }
  let depth = 0
  const last = Math.min(line.length, start + MAX_URL_CHARS)
  for (let at = start; at < last; at += 1) {
    const character = line.charAt(at)
    if (character === '\\') at += 1
    else if (character === ' ') return at
    else if (character === '(') {
      depth += 1
      if (depth > MAX_DEPTH) return start
    } else if (character === ')') {
      if (depth === 0) return at
      depth -= 1
    }
  }
  return start
}

/** Relative to the file, with the fragment of the link. */
function target(url: string, file: string, fileOf: (key: string) => string | null): string | null {
  if (!/^https?:\/\//i.test(url)) return null
  const key = pageKey(url)
  const other = key === null ? null : fileOf(key)
  if (other === null) return null
  const hash = url.indexOf('#')
  return relative(file, other) + (hash === -1 ? '' : url.slice(hash))
}

function relative(from: string, to: string): string {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')]
  let shared = 0
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared += 1
  const up = here.length - shared
  const path = there.slice(shared).map(encodeSegment).join('/')
  return up === 0 ? path : '../'.repeat(up) + path
}

/** Parentheses and blanks would end the link. */
const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment).replace(/[()]/g, (character) => (character === '(' ? '%28' : '%29'))
