// Escapes text for Markdown: only what would otherwise change its meaning.
import { trimEndOf } from '#kit/text/text-rules.ts'

/**
 * Letters that no reader sees: soft hyphen, zero width space, byte order mark, and what `emphasis.ts` uses. The joiners
 * stay, they shape words.
 */
const INVISIBLE = /[\u00ad\u200b\ufeff\u2060\ufdd0-\ufdd5]/g

/** What `collapse` changes: most texts have none of it, and a test is cheaper than a copy. */
const NOT_COLLAPSED = /[^\S ]| {2}|[\u00ad\u200b\u2060\ufdd0-\ufdd5]/

/** White space as HTML shows it: runs are one blank, no-break spaces are blanks. */
export function collapse(text: string): string {
  if (!NOT_COLLAPSED.test(text)) return text
  return text.replace(INVISIBLE, '').replace(/[\s\u00a0]+/g, ' ')
}

/** The place of a text: a table also needs its bars escaped, the text of a link or image its brackets. */
export interface TextPlace {
  readonly table: boolean
  readonly link: boolean
}

/**
 * Text inside a line: the one way in which words of a page get into Markdown. Its end counts as if anything might follow,
 * for text is written piece by piece.
 */
export function escapeInline(text: string, { table, link }: TextPlace): string {
  if (!/[\\`*_[\]<&~|]/.test(text)) return text
  // Brackets have a meaning only when a link continues after them, or around them.
  const brackets =
    link && !(isBalanced(text) && !/\[[\^\d]|\][([:]/.test(text)) ? /[[\]]/g : /\[(?=\^)|\](?=[([:])/g
  return text
    .replace(/\\(?=[!-/:-@[-`{-~\s]|$)/g, '\\\\')
    .replace(/`/g, '\\`')
    .replace(/(?<![\p{L}\p{N})] )\*|\*(?! [\p{L}\p{N}(])/gu, '\\*')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(brackets, '\\$&')
    .replace(/^\[(?=[ xX]\](?:\s|$))/, '\\[')
    .replace(/<(?=[a-zA-Z/!?]|$)/g, '\\<')
    .replace(/&(?=#?[a-zA-Z0-9]{1,32};)/g, '\\&')
    .replace(/(?<=^\s?)~|~(?=\s?$|~)|(?<=~)~/g, '\\~')
    .replace(/\|/g, table ? '\\|' : '|')
}

/** Whether the brackets of `text` close each other. */
function isBalanced(text: string): boolean {
  let open = 0
  for (const char of text) {
    if (char === '[') open += 1
    else if (char === ']' && (open -= 1) < 0) return false
  }
  return open === 0
}

/** The first line of code or HTML, also in a list or quotation. */
const CODE_OR_HTML = /^(?:[ \t>]|[-*+] |\d{1,9}[.)] |\[[ x]\] )*(?:`{3,}[^`\n]*$|<table[ >])/m

/** After a mark that not every reader knows, code and HTML would be read as text, and their content as markup. */
export function needsOwnLine(blocks: string): boolean {
  return CODE_OR_HTML.test(blocks)
}

/** Words of a heading, escaped already: number signs at their end would be read as a closing sequence. */
export function closedHeading(text: string): string {
  const words = trimEndOf(text, '#')
  const closes = words.length < text.length && (words === '' || words.endsWith(' '))
  return closes ? `${words}\\${text.slice(words.length)}` : text
}

/** The title of a link, with its quotation marks. */
export function quotedTitle(title: string, place: TextPlace): string {
  return `"${escapeInline(title, place).replaceAll('"', '\\"')}"`
}

/** Characters that at the start of a line would make it a heading, a list, a quotation, a rule or a fence. */
export function escapeLineStart(line: string): string {
  if (!/^[#+\->\d=~]/.test(line)) return line
  return line
    .replace(/^(#{1,6})(?=\s|$)/, '\\$1')
    .replace(/^([-+])(?=\s|$)/, '\\$1')
    .replace(/^>/, '\\>')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(={3,}|-{3,}|~{3,})(?=\s*$)/, '\\$1')
}

/** The address of a link or picture: as it is where Markdown can read it, else in angle brackets. */
export function escapeUrl(url: string, table: boolean): string {
  return hasPlainParentheses(url) && url !== '' ? spelledUrl(url, table) : angledUrl(url, table)
}

/** The address in angle brackets. */
export function angledUrl(url: string, table: boolean): string {
  return `<${spelledUrl(url, table)}>`
}

/** Characters that would end the address are encoded; a backslash and a character reference stay unchanged. */
function spelledUrl(url: string, table: boolean): string {
  return (
    url
      // eslint-disable-next-line no-control-regex -- they end an address
      .replace(/[\s\u0000-\u0020\u007f<>`]/g, encodeURIComponent)
      .replace(/\|/g, table ? '%7C' : '|')
      .replace(/\\|\](?=\()/g, '\\$&')
      .replace(/&(?=#?[a-zA-Z0-9]{1,32};)/g, '\\&')
  )
}

/** CommonMark promises to read three levels of parentheses that close each other. */
const MAX_PARENTHESES = 3

function hasPlainParentheses(url: string): boolean {
  let open = 0
  for (const char of url) {
    if (char === '(') open += 1
    else if (char === ')') open -= 1
    if (open < 0 || open > MAX_PARENTHESES) return false
  }
  return open === 0
}

/** `text` as a code span whose ticks are longer than any in it. */
export function codeSpan(text: string, inTable: boolean): string {
  const clean = text
    .replace(INVISIBLE, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
  if (clean === '') return ''
  const fence = '`'.repeat(longestRun(clean, '`') + 1)
  const pad = clean.startsWith('`') || clean.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${inTable ? clean.replaceAll('|', '\\|') : clean}${pad}${fence}`
}

/** How many of `char` stand in a row at most. */
export function longestRun(text: string, char: string): number {
  let longest = 0
  let run = 0
  for (const at of text) {
    run = at === char ? run + 1 : 0
    if (run > longest) longest = run
  }
  return longest
}
