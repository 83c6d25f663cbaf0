// Escapes text for Markdown: only what would otherwise change its meaning.

/** Letters that no reader sees: soft hyphen, zero width space, byte order mark. The joiners stay, they shape words. */
const INVISIBLE = /[\u00ad\u200b\ufeff\u2060]/g

/** White space as HTML shows it: runs are one blank, no-break spaces are blanks. */
export function collapse(text: string): string {
  return text.replace(INVISIBLE, '').replace(/[\s\u00a0]+/g, ' ')
}

/** Text inside a line. `inTable` escapes the bar as well. */
export function escapeInline(text: string, inTable: boolean): string {
  if (!/[\\`*_[\]<&~|]/.test(text)) return text
  // A bracket matters only where the text goes on like a link; one test for the whole text keeps this linear.
  const linkLike = text.includes('](') || text.includes(']:') || text.includes('][')
  return text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/`/g, '\\`')
    .replace(/\*(?=\S)|(?<=\S)\*/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/\[/g, linkLike ? '\\[' : '[')
    .replace(/^\[(?=[ xX]\](?:\s|$))/, '\\[')
    .replace(/<(?=[a-zA-Z/!?])/g, '\\<')
    .replace(/&(?=#?[a-zA-Z0-9]{1,32};)/g, '\\&')
    .replace(/~/g, text.includes('~~') ? '\\~' : '~')
    .replace(/\|/g, inTable ? '\\|' : '|')
}

/** What at the start of a line would make it a heading, a list, a quotation, a rule or a fence. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(#{1,6})(?=\s|$)/, '\\$1')
    .replace(/^([-+])(?=\s|$)/, '\\$1')
    .replace(/^>/, '\\>')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(={3,}|-{3,}|~{3,})(?=\s*$)/, '\\$1')
}

/** The address of a link or picture: as it is where Markdown can read it, else in angle brackets. */
export function escapeUrl(url: string): string {
  const spelled = url.replace(/\s/g, encodeURIComponent).replace(/[<>]/g, encodeURIComponent)
  return balanced(spelled) ? spelled : `<${spelled}>`
}

function balanced(url: string): boolean {
  let open = 0
  for (const char of url) {
    if (char === '(') open += 1
    else if (char === ')') {
      open -= 1
      if (open < 0) return false
    }
  }
  return open === 0
}

/** Text between the brackets of a link or picture. */
export function escapeLabel(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/[[\]]/g, '\\$&')
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
