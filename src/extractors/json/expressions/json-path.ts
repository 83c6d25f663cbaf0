// JSONPath (RFC 9535) for paths of callers: bounded visits and results, with regular expressions on RE2.
import {
  FunctionExpressionType,
  JSONPathEnvironment,
  JSONPathError,
  type FilterFunction,
  type JSONPathQuery,
} from 'json-p3'
import { iRegexpToRe2 } from './i-regexp.ts'
import { pointerStep } from '#kit/json-pointer.ts'
import type { JsonValue } from '#parsing/json/json-value.ts'
import {
  createPatternCompiler,
  PatternError,
  type PatternCompiler,
  type UserPattern,
  WorkLimitError,
} from './user-pattern.ts'
import { isRecord } from '#kit/unknown-values.ts'

/** An invalid path; the message may be shown to the caller. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError'
}

/** One match, with its place. */
export interface FoundNode {
  readonly value: JsonValue
  /** The normalized path of RFC 9535, 2.7: `$['a'][0]`. */
  readonly path: string
  /** The same place as a JSON Pointer. */
  readonly pointer: string
}

/** The matches in the order of the document. */
export interface FoundNodes {
  readonly nodes: readonly FoundNode[]
  /** True where there are more. */
  readonly cut: boolean
}

/** A path that is ready to be used, on any number of values. */
export interface JsonPath {
  /** Throws a WorkLimitError when the path visits too many nodes. */
  find(value: JsonValue, max?: number): FoundNodes
}

const MAX_CHARS = 1_000
/** Far above the deepest value that is kept. */
const MAX_DEPTH = 200
const MAX_STEPS = 3_000_000
const MAX_MS = 2_000
const STEPS_BETWEEN_CHECKS = 64

/** Where RFC 9535 allows no character below U+0020: anywhere but for the blanks between words; -1 for nowhere. */
function controlIn(path: string): number {
  for (let at = 0; at < path.length; at += 1) {
    const code = path.charCodeAt(at)
    if (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return at
  }
  return -1
}

/** Throws a JsonPathError. */
export function compileJsonPath(path: string, patterns: PatternCompiler = createPatternCompiler()): JsonPath {
  if (path.length > MAX_CHARS) throw new JsonPathError(`A JSONPath has at most ${MAX_CHARS} characters.`)
  const control = controlIn(path)
  if (control >= 0) throw new JsonPathError(`The JSONPath has a control character at position ${control}.`)
  const environment = new JSONPathEnvironment({ maxRecursionDepth: MAX_DEPTH })
  environment.functionRegister.set('match', regexpFunction(patterns, true))
  environment.functionRegister.set('search', regexpFunction(patterns, false))
  let query: JSONPathQuery
  try {
    query = environment.compile(path)
  } catch (error) {
    if (error instanceof JSONPathError || error instanceof RangeError)
      throw new JsonPathError(`The JSONPath cannot be read: ${error.message.slice(0, 200)}.`, {
        cause: error,
      })
    throw error
  }
  const meter = createMeter(patterns.check)
  limit(query, meter.step)
  return {
    find(value, max = 10_000) {
      meter.start()
      const nodes: FoundNode[] = []
      try {
        for (const node of query.lazyQuery(value)) {
          if (nodes.length >= max) return { nodes, cut: true }
          nodes.push({
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a part of a JSON value is one
            value: node.value as JsonValue,
            path: node.getPath({ form: 'canonical' }),
            pointer: node.location.map((step) => pointerStep(step)).join(''),
          })
        }
      } catch (error) {
        // A list too long for the call stack of the library, or a value too deep.
        if (error instanceof RangeError || error instanceof JSONPathError)
          throw new WorkLimitError('The JSONPath visits too much of the document.', { cause: error })
        throw error
      }
      return { nodes, cut: false }
    },
  }
}

function createMeter(check: () => void): { start(): void; step(count: number): void } {
  let steps = 0
  let nextCheck = 0
  let endsAtMs = 0
  return {
    start() {
      steps = 0
      nextCheck = STEPS_BETWEEN_CHECKS
      endsAtMs = performance.now() + MAX_MS
    },
    step(count) {
      steps += count
      if (steps < nextCheck) return
      nextCheck = steps + STEPS_BETWEEN_CHECKS
      check()
      if (steps > MAX_STEPS || performance.now() > endsAtMs)
        throw new WorkLimitError('The JSONPath visits too much of the document.')
    },
  }
}

interface Selecting {
  resolve(node: unknown): unknown[]
}

/** Counts every node that a selector visits or returns, in the query itself and in its filters. */
function limit(query: object, step: (count: number) => void): void {
  if (!('segments' in query) || !Array.isArray(query.segments)) return
  const segments: { readonly selectors: readonly (Selecting & object)[] }[] = query.segments
  for (const segment of segments) {
    for (const selector of segment.selectors) {
      const resolve = selector.resolve.bind(selector)
      selector.resolve = (node) => {
        step(1)
        const found = resolve(node)
        step(found.length)
        return found
      }
      if ('expression' in selector) limitFilter(selector.expression, step)
    }
  }
}

function limitFilter(expression: unknown, step: (count: number) => void): void {
  if (!isRecord(expression)) return
  if (isRecord(expression['path'])) limit(expression['path'], step)
  for (const key of ['left', 'right', 'expression', 'args'] as const) {
    const inner = expression[key]
    for (const part of Array.isArray(inner) ? inner : [inner]) limitFilter(part, step)
  }
}

/** `match()` and `search()`: an invalid I-Regexp (RFC 9485) matches nothing. */
function regexpFunction(patterns: PatternCompiler, whole: boolean): FilterFunction {
  const known = new Map<string, UserPattern | null>()
  const compiled = (pattern: string): UserPattern | null => {
    let found = known.get(pattern)
    if (found === undefined) {
      if (known.size >= 100) throw new WorkLimitError('The JSONPath uses too many regular expressions.')
      known.set(pattern, (found = compile(pattern)))
    }
    return found
  }
  const compile = (pattern: string): UserPattern | null => {
    const re2 = iRegexpToRe2(pattern)
    if (re2 === null) return null
    try {
      return patterns.compile(whole ? `\\A(?:${re2})\\z` : re2)
    } catch (error) {
      if (error instanceof PatternError) return null
      throw error
    }
  }
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call(text, pattern) {
      if (typeof text !== 'string' || typeof pattern !== 'string') return false
      return compiled(pattern)?.test(text) ?? false
    },
  }
}
