// Reads JSON: with the place of a mistake, a bound on depth, and a note for keys that are there twice.
import { extractError } from '#extract/errors.ts'
import { type ParsedText, type ReadNote, inWords, positionAt } from './parsed-text.ts'
import { MAX_DEPTH, MAX_NOTES } from './read-limits.ts'
import { countPairs, findJsonError, repeatedKeys, scanJson } from './scan-json.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** Throws `unsupported_document` with line and column where it is not JSON, and for text that nests too deeply. */
export function parseJson(text: string): ParsedText {
  const { depth, pairs } = scanJson(text)
  if (depth > MAX_DEPTH) {
    throw extractError(
      'unsupported_document',
      `The JSON nests deeper than ${MAX_DEPTH} levels; no API description does.`,
    )
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw notJson(text, error)
  }
  const notes = countPairs(value) === pairs ? [] : duplicateNotes(text)
  return { format: 'json', value, notes, spelled: new Map() }
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
