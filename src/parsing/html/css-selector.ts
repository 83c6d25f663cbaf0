// CSS selectors over the light tree, in time linear in tree times selector for any input.
import { attribute, hasWord, type HtmlElement } from './html-node.ts'
import type { HtmlDocument } from './parse-html.ts'

/** An invalid selector; the message gives the position and may be shown to the caller. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError'
}

/**
 * Position among element siblings from 1, and their number: counted while walking, so that no test searches the
 * siblings.
 */
interface Place {
  readonly position: number
  readonly siblings: number
}
type Test = (element: HtmlElement, place: Place) => boolean
type Combinator = ' ' | '>' | '+' | '~'
interface Step {
  /** How this step follows the previous one. */
  readonly combinator: Combinator
  readonly tests: readonly Test[]
}
/** The alternatives of a selector list, each as its steps from left to right. */
export type Selector = readonly (readonly Step[])[]

const MAX_CHARS = 1_000
/** Each step is one bit of a number. */
const MAX_STEPS = 24

/**
 * Parses a list of selectors: type, `*`, `#id`, `.class`, `[attr]` with all operators and `i`, the four combinators,
 * `:not()`, `:is()` of simple selectors, `:first-child`, `:last-child`, `:only-child`, `:nth-child(n)`, `:empty`,
 * `:root`. Throws a SelectorError for anything else.
 */
export function parseSelector(text: string): Selector {
  if (text.length > MAX_CHARS) throw new SelectorError(`A selector has at most ${MAX_CHARS} characters.`)
  const reader = { text, at: 0 }
  const list: Step[][] = []
  do {
    list.push(readComplex(reader))
    skipSpace(reader)
  } while (take(reader, ','))
  if (reader.at < text.length) throw unexpected(reader)
  return list
}

/** The elements of the page that a selector matches, in document order. */
export function selectAll({ all }: HtmlDocument, selector: Selector): HtmlElement[] {
  const found = new Set<HtmlElement>()
  const table = (): Uint32Array => new Uint32Array(all.length)
  // Indexed by `element.order`. Bit n of a mask: the first n + 1 steps match and end here, above here, or before here.
  const [own, above, before] = [table(), table(), table()] as const
  /**
   * For an element: its position among its element siblings from 1. For a parent: the order of its newest child, and
   * their number.
   */
  const [position, newest, count] = [table(), table(), table()] as const
  for (const element of all) {
    if (element.parent !== null) count[element.parent.order] = (count[element.parent.order] ?? 0) + 1
  }
  for (const steps of selector) {
    const last = 1 << (steps.length - 1)
    newest.fill(0)
    for (const element of all) {
      const { parent } = element
      if (parent === null) continue
      const at = element.order
      const up = parent.order
      const siblings = newest[up] ?? 0
      newest[up] = at
      position[at] = siblings === 0 ? 1 : (position[siblings] ?? 0) + 1
      above[at] = (own[up] ?? 0) | (above[up] ?? 0)
      before[at] = siblings === 0 ? 0 : (own[siblings] ?? 0) | (before[siblings] ?? 0)
      const from: Record<Combinator, number> = {
        ' ': above[at] ?? 0,
        '>': own[up] ?? 0,
        '+': siblings === 0 ? 0 : (own[siblings] ?? 0),
        '~': before[at] ?? 0,
      }
      const place = { position: position[at] ?? 0, siblings: count[up] ?? 0 }
      let mask = 0
      steps.forEach((step, index) => {
        if (index > 0 && (from[step.combinator] & (1 << (index - 1))) === 0) return
        if (step.tests.every((test) => test(element, place))) mask |= 1 << index
      })
      own[at] = mask
      if ((mask & last) !== 0) found.add(element)
    }
  }
  return [...found].toSorted((a, b) => a.order - b.order)
}

interface Reader {
  readonly text: string
  at: number
}

const unexpected = ({ text, at }: Reader): SelectorError =>
  new SelectorError(
    at < text.length
      ? `The selector '${text}' has an unexpected '${text[at]}' at ${at}.`
      : `The selector '${text}' ends too early.`,
  )

const skipSpace = (reader: Reader): boolean => {
  const start = reader.at
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at += 1
  return reader.at > start
}

const take = (reader: Reader, char: string): boolean => {
  if (reader.text[reader.at] !== char) return false
  reader.at += 1
  return true
}

function takeMatch(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at
  const match = pattern.exec(reader.text)
  if (match === null) return null
  reader.at += match[0].length
  return match[0]
}

const NAME = /(?:[-\w\u0080-\uffff]|\\.)+/y
const name = (reader: Reader): string => {
  const found = takeMatch(reader, NAME)
  if (found === null) throw unexpected(reader)
  return found.replace(/\\(.)/g, '$1')
}

function readComplex(reader: Reader): Step[] {
  skipSpace(reader)
  const steps: Step[] = [{ combinator: ' ', tests: readCompound(reader) }]
  for (;;) {
    const space = skipSpace(reader)
    const char = reader.text[reader.at]
    if (char === undefined || char === ',' || char === ')') return steps
    const explicit = char === '>' || char === '+' || char === '~'
    if (!explicit && !space) throw unexpected(reader)
    if (explicit) reader.at += 1
    skipSpace(reader)
    if (steps.length >= MAX_STEPS) throw new SelectorError(`A selector has at most ${MAX_STEPS} steps.`)
    steps.push({ combinator: explicit ? char : ' ', tests: readCompound(reader) })
  }
}

function readCompound(reader: Reader): Test[] {
  const tests: Test[] = []
  const type = takeMatch(reader, /\*|[a-zA-Z][\w-]*/y)
  if (type !== null && type !== '*') {
    const wanted = type.toLowerCase()
    tests.push((element) => element.name === wanted)
  }
  for (;;) {
    if (take(reader, '#')) tests.push(equals('id', name(reader)))
    else if (take(reader, '.')) tests.push(hasClass(name(reader)))
    else if (take(reader, '[')) tests.push(readAttribute(reader))
    else if (take(reader, ':')) tests.push(readPseudo(reader))
    else break
  }
  if (tests.length === 0 && type === null) throw unexpected(reader)
  return tests
}

const equals =
  (key: string, value: string): Test =>
  (element) =>
    attribute(element, key) === value

const hasClass =
  (wanted: string): Test =>
  (element) =>
    hasWord(element, 'class', wanted)

function readAttribute(reader: Reader): Test {
  skipSpace(reader)
  const key = name(reader).toLowerCase()
  skipSpace(reader)
  if (take(reader, ']')) return (element) => attribute(element, key) !== null
  const operator = takeMatch(reader, /[~|^$*]?=/y)
  const compare = operator === null ? undefined : COMPARE[operator]
  if (compare === undefined) throw unexpected(reader)
  skipSpace(reader)
  const quoted = takeMatch(reader, /"[^"]*"|'[^']*'/y)
  const wanted = quoted === null ? name(reader) : quoted.slice(1, -1)
  skipSpace(reader)
  const fold = takeMatch(reader, /[iI](?=\s*\])/y) !== null
  skipSpace(reader)
  if (!take(reader, ']')) throw unexpected(reader)
  const target = fold ? wanted.toLowerCase() : wanted
  return (element) => {
    const value = attribute(element, key)
    return value !== null && compare(fold ? value.toLowerCase() : value, target)
  }
}

const COMPARE: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  '=': (value, wanted) => value === wanted,
  '~=': (value, wanted) => value.split(/\s+/).includes(wanted),
  '|=': (value, wanted) => value === wanted || value.startsWith(`${wanted}-`),
  '^=': (value, wanted) => wanted !== '' && value.startsWith(wanted),
  '$=': (value, wanted) => wanted !== '' && value.endsWith(wanted),
  '*=': (value, wanted) => wanted !== '' && value.includes(wanted),
}

function readPseudo(reader: Reader): Test {
  const pseudo = name(reader).toLowerCase()
  if (pseudo === 'not' || pseudo === 'is' || pseudo === 'where') {
    if (!take(reader, '(')) throw unexpected(reader)
    const choices: Test[][] = []
    do {
      skipSpace(reader)
      choices.push(readCompound(reader))
      skipSpace(reader)
    } while (take(reader, ','))
    if (!take(reader, ')')) throw unexpected(reader)
    const any: Test = (element, place) => choices.some((tests) => tests.every((test) => test(element, place)))
    return pseudo === 'not' ? (element, place) => !any(element, place) : any
  }
  if (pseudo === 'nth-child') {
    const argument = takeMatch(reader, /\(\s*(?:\d{1,6}|odd|even)\s*\)/y)
      ?.slice(1, -1)
      .trim()
    if (argument === undefined) throw new SelectorError(':nth-child() takes a number, odd or even here.')
    return (_, { position }) =>
      argument === 'odd'
        ? position % 2 === 1
        : argument === 'even'
          ? position % 2 === 0
          : position === Number(argument)
  }
  const simple = SIMPLE[pseudo]
  if (simple === undefined) throw new SelectorError(`The pseudo-class ':${pseudo}' is not known here.`)
  return simple
}

const SIMPLE: Readonly<Record<string, Test>> = {
  'first-child': (_, { position }) => position === 1,
  'last-child': (_, { position, siblings }) => position === siblings,
  'only-child': (_, { siblings }) => siblings === 1,
  empty: (element) => element.children.length === 0,
  root: (element) => element.name === 'html',
}
