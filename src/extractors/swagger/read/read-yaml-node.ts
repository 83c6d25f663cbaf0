// Turns a YAML tree into plain values once, however many aliases point at a part of it.
import { isAlias, isMap, isScalar, isSeq, type Scalar, type YAMLMap } from 'yaml'
import { extractError } from '#extract/errors.ts'
import type { SurveyorError } from '#contract/surveyor-error.ts'
import { isExact } from '#parsing/numbers/exact-number.ts'
import { MAX_DEPTH, MAX_NOTES, MAX_UNFOLDED_CHARS, type ReadNote, type TextPosition } from './parsed-text.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** The value, and what the YAML says besides. */
export interface YamlValue {
  /** Parts with an anchor are one object in several places; nothing may write to it. */
  readonly value: unknown
  readonly spelled: ReadonlyMap<string, string>
  readonly longNumbers: ReadonlySet<string>
  readonly notes: readonly ReadNote[]
}

interface Anchored {
  readonly value: unknown
  /** Its size when written out. */
  readonly chars: number
}

interface Reading {
  /** Undefined while the node itself is being read. */
  readonly anchors: Map<string, Anchored | undefined>
  readonly spelled: Map<string, string>
  readonly longNumbers: Set<string>
  readonly notes: ReadNote[]
  readonly lineOf: (offset: number) => { readonly line: number; readonly col: number }
  unfoldedChars: number
}

/**
 * The `yaml` package's own conversion counts aliases but not what merge keys cost, and resolves each alias by a walk over
 * all of them: both are roads to a standstill. Throws `unsupported_document` for depth, for aliases that unfold
 * too far, for one that contains itself and for one that names nothing.
 */
export function readYamlNode(node: unknown, lineOf: Reading['lineOf']): YamlValue {
  const reading: Reading = {
    anchors: new Map(),
    spelled: new Map(),
    longNumbers: new Set(),
    notes: [],
    lineOf,
    unfoldedChars: 0,
  }
  const value = read(reading, node, 0, '')
  const { spelled, longNumbers, notes } = reading
  return { value, spelled, longNumbers, notes }
}

function read(reading: Reading, node: unknown, depth: number, pointer: string): unknown {
  if (depth > MAX_DEPTH) throw refused(`The YAML nests deeper than ${MAX_DEPTH} levels`)
  if (isAlias(node)) return readAlias(reading, node.source)
  const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined
  if (anchor !== undefined) reading.anchors.set(anchor, undefined)
  const before = reading.unfoldedChars
  const value = readContent(reading, node, depth, pointer)
  if (anchor !== undefined) {
    reading.anchors.set(anchor, { value, chars: reading.unfoldedChars - before })
  }
  return value
}

function readContent(reading: Reading, node: unknown, depth: number, pointer: string): unknown {
  if (isScalar(node)) {
    grow(reading, (node.source?.length ?? 4) + 2)
    return scalarValue(reading, node, pointer)
  }
  grow(reading, 2)
  if (isSeq(node)) return node.items.map((item) => read(reading, item, depth + 1, ''))
  if (isMap(node)) return readMap(reading, node, depth, pointer)
  return null
}

function scalarValue(reading: Reading, node: Scalar, pointer: string): unknown {
  const { value, source } = node
  if (typeof value !== 'number') return typeof value === 'bigint' ? Number(value) : value
  if (pointer !== '' && source !== undefined) reading.spelled.set(pointer, source)
  if (source === undefined) return Number.isFinite(value) ? value : null
  // JSON has no .inf and .nan, and too few digits for some numbers, so the original text is kept.
  if (isExact(source, value)) return value
  reading.longNumbers.add(source)
  return source
}

function readMap(reading: Reading, node: YAMLMap, depth: number, pointer: string): Record<string, unknown> {
  const pairs = new Map<string, unknown>()
  const merged: unknown[] = []
  for (const pair of node.items) {
    if (isMergeKey(pair.key)) {
      merged.push(read(reading, pair.value, depth + 1, ''))
      continue
    }
    const key = keyOf(reading, pair.key)
    if (pairs.has(key))
      noteAt(reading, pair.key, 'duplicate_key', `The key '${key.slice(0, 100)}' is there twice`)
    grow(reading, key.length + 4)
    // Numbers are spelled out for the first two levels: `openapi`, `info.version`.
    const below = depth < 2 ? `${pointer}/${key}` : ''
    pairs.set(key, read(reading, pair.value, depth + 1, below))
  }
  for (const source of merged.flat()) mergeInto(pairs, source)
  return Object.fromEntries(pairs)
}

/** A map's own keys take precedence over merged ones, and earlier merges over later ones. */
function mergeInto(pairs: Map<string, unknown>, source: unknown): void {
  if (typeof source !== 'object' || source === null) return
  for (const [key, value] of Object.entries(source)) if (!pairs.has(key)) pairs.set(key, value)
}

function readAlias(reading: Reading, name: string): unknown {
  const known = reading.anchors.get(name)
  if (known !== undefined) {
    grow(reading, known.chars)
    return known.value
  }
  throw refused(
    reading.anchors.has(name)
      ? `The YAML has an alias '${name.slice(0, 50)}' that contains itself`
      : `The YAML has an alias '${name.slice(0, 50)}' without an anchor`,
  )
}

const isMergeKey = (key: unknown): boolean => isScalar(key) && key.value === '<<' && key.type === 'PLAIN'

/** `200`, `true` and `~` are keys as they are written. */
function keyOf(reading: Reading, key: unknown): string {
  if (isScalar(key)) return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value))
  if (isAlias(key)) return String(readAlias(reading, key.source))
  if (key === null) return ''
  noteAt(reading, key, 'key_not_text', 'A key is a list or an object and is written as text')
  return JSON.stringify(read(reading, key, MAX_DEPTH - 8, ''))
}

function noteAt(reading: Reading, node: unknown, code: ReadNote['code'], what: string): void {
  if (reading.notes.length >= MAX_NOTES) return
  const { range } = fieldsOf(node)
  const offset: unknown = Array.isArray(range) ? range[0] : 0
  const { line, col } = reading.lineOf(typeof offset === 'number' ? offset : 0)
  const at: TextPosition = { line, column: col }
  const end = code === 'duplicate_key' ? '; the last one counts.' : '.'
  reading.notes.push({ code, detail: `${what} at line ${at.line}, column ${at.column}${end}` })
}

function grow(reading: Reading, chars: number): void {
  reading.unfoldedChars += chars
  if (reading.unfoldedChars > MAX_UNFOLDED_CHARS) {
    throw refused(`The aliases of the YAML unfold to more than ${MAX_UNFOLDED_CHARS} characters`)
  }
}

const refused = (detail: string): SurveyorError => extractError('unsupported_document', `${detail}.`)
