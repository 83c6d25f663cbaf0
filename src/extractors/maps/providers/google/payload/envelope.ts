// Finds the data in an answer: JSON behind a prefix, JSON within JSON, or the state that a page starts with.
import type { SurveyorError } from '#contract/surveyor-error.ts'
import { extractError } from '#extract/errors.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** Stands before JSON so that no script tag can run it. */
const PREFIX = ")]}'"
/** Deeper data is none that a map sends, and cannot be written as JSON again. */
const MAX_DEPTH = 120
/** Recorded payloads have up to 7,000; so many take a tenth of a second. */
const MAX_LISTS = 300_000
const STATE = 'APP_INITIALIZATION_STATE='
/** Ends the JSON of a wrapped page. */
const TRAILER = '/*""*/'

/**
 * The data of an answer, in the order in which it stands there; empty for a page without any. Linear in the length.
 * Throws `upstream_changed` for data that is no JSON or is nested too deeply.
 */
export function dataIn(text: string): unknown[] {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  const start = body.trimStart()
  if (start.startsWith(PREFIX)) return [parsed(withoutPrefix(start))]
  if (start.startsWith('[')) return [parsed(start)]
  if (start.startsWith('{')) return [unwrapped(start)]
  const state = stateOf(body)
  if (state === null) return []
  const inner = prefixedTexts(parsed(state)).map(withoutPrefix)
  if (inner.reduce((lists, json) => lists + outermost(json, 0).lists, 0) > MAX_LISTS) throw tooMuch()
  return inner.map(parsed)
}

/** `{"c":0,"d":")]}'\n[…]"}` with a comment behind it. */
function unwrapped(text: string): unknown {
  const trimmed = text.trimEnd()
  const json = trimmed.endsWith(TRAILER) ? trimmed.slice(0, -TRAILER.length) : trimmed
  const { d } = fieldsOf(parsed(json))
  if (typeof d !== 'string') throw extractError('upstream_changed', 'The answer wraps no data.')
  return parsed(withoutPrefix(d.trimStart()))
}

function withoutPrefix(text: string): string {
  return text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text
}

function parsed(json: string): unknown {
  const { depth, lists } = outermost(json, 0)
  if (depth > MAX_DEPTH || lists > MAX_LISTS) throw tooMuch()
  try {
    return JSON.parse(json)
  } catch (error) {
    throw extractError('upstream_changed', 'The data is no JSON: cut off, or of another form.', {
      cause: error,
    })
  }
}

function tooMuch(): SurveyorError {
  return extractError(
    'upstream_changed',
    'The data is nested more deeply, or has more parts, than a map sends.',
  )
}

/** The JSON of the state, up to the bracket that closes it; null without one. */
function stateOf(page: string): string | null {
  const at = page.indexOf(STATE)
  const start = at < 0 ? -1 : page.indexOf('[', at)
  const end = start < 0 ? null : outermost(page, start).end
  return end === null ? null : page.slice(start, end)
}

/** The prefixed texts within a value, however deep. */
function prefixedTexts(value: unknown): string[] {
  const found: string[] = []
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && next.startsWith(PREFIX)) found.push(next)
    else if (typeof next === 'object' && next !== null)
      for (const entry of Object.values(next)) open.push(entry)
  }
  return found.toReversed()
}

/** The first list or object from `start` on. */
interface Outermost {
  /** Behind its closing bracket; null where it is not closed, or a bound was passed before. */
  readonly end: number | null
  readonly depth: number
  /** How many lists and objects it has, itself included. */
  readonly lists: number
}

/** Brackets and braces count outside of strings only. */
function outermost(text: string, start: number): Outermost {
  let [depth, deepest, lists] = [0, 0, 0]
  let inString = false
  for (let index = start; index < text.length; index += 1) {
    const char = text.charCodeAt(index)
    if (inString) {
      if (char === BACKSLASH) index += 1
      else if (char === QUOTE) inString = false
    } else if (char === QUOTE) inString = true
    else if (char === BRACKET || char === BRACE) {
      depth += 1
      lists += 1
      if (depth > deepest) deepest = depth
      if (deepest > MAX_DEPTH || lists > MAX_LISTS) break
    } else if (char === CLOSING_BRACKET || char === CLOSING_BRACE) {
      depth -= 1
      if (depth <= 0) return { end: index + 1, depth: deepest, lists }
    }
  }
  return { end: null, depth: deepest, lists }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [BRACKET, CLOSING_BRACKET, BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]
