// Reads JSON: with the place of a mistake, a bound on depth, and a note for keys that are there twice.
import { visit } from 'jsonc-parser'
import { extractError } from '#extract/errors.ts'
import { endOfString, parseExactly } from '#parsing/json/parse-json.ts'
import { inWords, positionAt, MAX_DEPTH, MAX_NOTES, type ParsedText, type ReadNote } from './parsed-text.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** What the text shows before it is parsed. */
interface JsonScan {
  readonly depth: number
  /** Colons outside strings: the pairs that the text spells out. */
  readonly pairs: number
}

const QUOTE = 0x22
const COLON = 0x3a
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const STRICT = { disallowComments: true, allowTrailingComma: false }

/** A key that its object has twice, at the later place. */
interface RepeatedKey {
  readonly key: string
  readonly offset: number
}

/** Thrown by a visitor that has seen enough: jsonc-parser has no other way to stop. */
class Enough extends Error {}

/** Throws `unsupported_document` with line and column where it is not JSON, and for text that nests too deeply. */
export function parseJson(text: string): ParsedText {
  const { depth, pairs } = scanJson(text)
  if (depth > MAX_DEPTH) {
    throw extractError(
      'unsupported_document',
      `The JSON nests deeper than ${MAX_DEPTH} levels; no API description does.`,
    )
  }
  const longNumbers = new Set<string>()
  let value: unknown
  try {
    value = parseExactly(text, (digits) => longNumbers.add(digits))
  } catch (error) {
    throw notJson(text, error)
  }
  const notes = countPairs(value) === pairs ? [] : duplicateNotes(text)
  return { format: 'json', value, notes, spelled: new Map(), longNumbers }
}

function duplicateNotes(text: string): ReadNote[] {
  return repeatedKeys(text, MAX_NOTES).map(({ key, offset }) => ({
    code: 'duplicate_key',
    detail: `The key '${key.slice(0, 100)}' is there twice in one object (${inWords(positionAt(text, offset))}); the last one counts.`,
  }))
}

function notJson(text: string, cause: unknown): Error {
  const at = findJsonError(text, String(fieldsOf(cause)['message']))
  const found = at >= text.length ? 'the text ends' : `'${text.slice(at, at + 1)}' is not expected here`
  const detail = `Not valid JSON at ${inWords(positionAt(text, at))}: ${found}.`
  return extractError('unsupported_document', detail, { cause })
}

/** Takes one pass and no stack; for text that is not JSON the answer is arbitrary, and the parser refuses it. */
function scanJson(text: string): JsonScan {
  let depth = 0
  let deepest = 0
  let pairs = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) at = endOfString(text, at)
    else if (char === COLON) pairs += 1
    else if (char === OPEN_OBJECT || char === OPEN_LIST) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (char === CLOSE_OBJECT || char === CLOSE_LIST) depth -= 1
  }
  return { depth: deepest, pairs }
}

/** The pairs in a parsed value: fewer than the text spells out where a key was there twice. */
function countPairs(value: unknown): number {
  let pairs = 0
  const stack: unknown[] = [value]
  while (stack.length > 0) {
    const next = stack.pop()
    if (typeof next !== 'object' || next === null) continue
    const values = Object.values(next)
    if (!Array.isArray(next)) pairs += values.length
    for (const child of values) if (typeof child === 'object') stack.push(child)
  }
  return pairs
}

/** The keys that stand twice in one object of valid JSON, at most `limit`. */
function repeatedKeys(text: string, limit: number): RepeatedKey[] {
  const found: RepeatedKey[] = []
  const objects: Set<string>[] = []
  stoppable(() =>
    visit(text, {
      onObjectBegin: () => void objects.push(new Set()),
      onObjectEnd: () => void objects.pop(),
      onObjectProperty(key, offset) {
        const keys = objects.at(-1)
        if (keys?.has(key)) found.push({ key, offset })
        if (found.length >= limit) throw new Enough()
        keys?.add(key)
      },
    }),
  )
  return found
}

/**
 * The offset where text stops being JSON; the length of text that ends too early. V8 names the place within strings and
 * leaves it out elsewhere: there it is the first token that no JSON could have. What stands before the mistake must not
 * nest deeper than the stack allows.
 */
function findJsonError(text: string, message: string): number {
  const place = / at position (\d+) \(line \d+ column \d+\)$/.exec(message)?.[1]
  if (place !== undefined) return Number(place)
  let at = text.length
  stoppable(() =>
    visit(
      text,
      {
        onError(_, offset) {
          at = offset
          throw new Enough()
        },
      },
      STRICT,
    ),
  )
  return at
}

function stoppable(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
}
