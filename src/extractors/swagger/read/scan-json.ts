// Looks through JSON text beside the parser: how deep it nests, the place of a mistake, and keys that are there twice.
import { visit } from 'jsonc-parser'

/** What the text shows before it is parsed. */
export interface JsonScan {
  readonly depth: number
  /** Colons outside strings: the pairs that the text spells out. */
  readonly pairs: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const STRICT = { disallowComments: true, allowTrailingComma: false }

/** Takes one pass and no stack; for text that is not JSON the answer is arbitrary, and the parser refuses it. */
export function scanJson(text: string): JsonScan {
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

/** The index of the closing quote of the string that starts at `start`; the end of the text without one. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** The pairs in a parsed value: fewer than the text spells out where a key was there twice. */
export function countPairs(value: unknown): number {
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

/** A key that its object has twice, at the later place. */
export interface RepeatedKey {
  readonly key: string
  readonly offset: number
}

/** Thrown by a visitor that has seen enough: jsonc-parser has no other way to stop. */
class Enough extends Error {}

/** The keys that stand twice in one object of valid JSON, at most `limit`. */
export function repeatedKeys(text: string, limit: number): RepeatedKey[] {
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
export function findJsonError(text: string, message: string): number {
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
