// Addresses that a script of the page puts together from literals: `document.write('<a href="mai' + 'lto:' + …)`.
import { decodeEntities } from '#parsing/html/character-references.ts'
import { rawText } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { percentDecoded } from '#kit/url/percent-decoded.ts'

const MAX_SCRIPT = 20_000
const MAX_SCRIPTS = 200
const MAX_STATEMENTS = 2_000
/** Of all texts of a page together, which a script can make longer than it is itself. */
const MAX_CHARS = 500_000
/** What the script writes: an address as a link or as all of a text, not one somewhere in a program. */
const LINKED = /mailto:([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})/i
const WHOLE = /^([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})$/
const LITERAL = String.raw`'[^'\n]{0,2000}'|"[^"\n]{0,2000}"`
const LITERALS = new RegExp(LITERAL, 'g')
/** `name = 'a' + other + "b"`, `link.href += 'a'`. */
const ASSIGNMENT =
  /^\s*(?:var\s+|let\s+|const\s+)?([A-Za-z_$][\w$.]{0,80}(?:\([^()\n]{0,80}\)[\w$.]{1,40})?)\s*(\+?=)\s*(?=['"A-Za-z_$])/
const PART = new RegExp(String.raw`\s*(?:(${LITERAL})|([A-Za-z_$][\w$]{0,60}))\s*(\+|$)`, 'y')
/** A call with one argument. */
const CALL = /^\s*[A-Za-z_$][\w$.]{0,80}\(([^]{1,4000})\)\s*$/
const CHAR_CODES = /fromCharCode\(([\d,\s]{8,4000})\)/g
const ESCAPED = /(?:unescape|decodeURIComponent)\(\s*['"]([^'"\n]{8,4000})['"]/g

/** Only what no part of the script says by itself, because such an address is one of many in a program. */
export function scriptEmails({ all }: HtmlDocument): string[] {
  const budget = { chars: MAX_CHARS }
  const found = new Set<string>()
  let read = 0
  for (const element of all) {
    if (element.name !== 'script' || read >= MAX_SCRIPTS) continue
    const source = rawText(element, MAX_SCRIPT + 1)
    if (source.length > MAX_SCRIPT || !/mail|@|&#64;|fromCharCode|unescape|%40/i.test(source)) continue
    read += 1
    for (const text of textsOf(decodeEntities(source), budget)) {
      const shown = text.joined.trim()
      const address = LINKED.exec(shown)?.[1] ?? (text.isWhole ? WHOLE.exec(shown)?.[1] : undefined)
      if (address !== undefined && !source.includes(address)) found.add(address)
    }
  }
  return [...found]
}

/** `isWhole` is false where the literals of several arguments may be among it. */
function* textsOf(
  source: string,
  budget: { chars: number },
): Generator<{ readonly joined: string; readonly isWhole: boolean }> {
  for (const [, codes = ''] of source.matchAll(CHAR_CODES))
    yield {
      joined: String.fromCharCode(...codes.split(',').slice(0, 1_000).map(Number)),
      isWhole: true,
    }
  for (const [, escaped = ''] of source.matchAll(ESCAPED))
    yield { joined: percentDecoded(escaped), isWhole: true }
  const variables = new Map<string, string>()
  for (const statement of source.split(/[;\n]/).slice(0, MAX_STATEMENTS)) {
    const [head = '', name = '', sign] = ASSIGNMENT.exec(statement) ?? []
    const joined = joinedLiterals(statement.slice(head.length), variables)
    if (name !== '' && joined !== null) {
      const text = (sign === '+=' ? (variables.get(name) ?? '') : '') + joined
      budget.chars -= text.length
      if (budget.chars < 0) return
      variables.set(name, text)
    }
    // A call such as `document.write('a' + name)`; of any other statement only what its literals make together.
    if (name === '') {
      const argument = joinedLiterals(CALL.exec(statement)?.[1] ?? '', variables)
      const joined = argument ?? [...statement.matchAll(LITERALS)].map(([text]) => text.slice(1, -1)).join('')
      budget.chars -= joined.length
      if (budget.chars < 0) return
      yield { joined, isWhole: argument !== null }
    }
  }
  for (const joined of variables.values()) yield { joined, isWhole: true }
}

/** The text of literals and known variables that are added; null for any other expression. */
function joinedLiterals(expression: string, variables: ReadonlyMap<string, string>): string | null {
  let text = ''
  PART.lastIndex = 0
  for (;;) {
    const part = PART.exec(expression)
    if (part === null) return null
    const [, literal, name, sign] = part
    const value = literal === undefined ? variables.get(name ?? '') : literal.slice(1, -1)
    if (value === undefined || text.length + value.length > MAX_SCRIPT) return null
    text += value
    if (sign !== '+') return text
  }
}
