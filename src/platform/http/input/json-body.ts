// Reads JSON bodies. Refuses bodies that nest too deeply, have too many keys, are poisoned or not JSON; cleans
// characters that PostgreSQL cannot store.
import { isUtf8 } from 'node:buffer'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { pointerStep } from '#kit/json-pointer.ts'
import { storableText } from '#kit/text/text-rules.ts'

/** Deeper than any schema of ours; JSON.stringify and the validators recurse. */
export const MAX_DEPTH = 64

/**
 * For a body whose route sets no limit. JSON.parse takes 3 µs for a key that it has not seen before, and listing the
 * keys of an object takes as long again: 450,000 of them blocked the event loop for seconds.
 */
export const MAX_KEYS = 10_000

/**
 * The value of a JSON body. U+0000 and lone surrogates, which only escapes can contain, become U+FFFD in every string
 * and key: the text of a page must not fail the job that found it. Throws `malformed_json`, `validation_failed`, and
 * `body_too_large` for more than `maxKeys` keys, before anything is parsed.
 */
export function parseJsonBody(bytes: Buffer, maxKeys: number = MAX_KEYS): unknown {
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.')
  refuseTooMuch(bytes, maxKeys)
  // A byte order mark may stand before the text (RFC 8259 section 8.1).
  const text = bytes.toString('utf8', bytes[0] === 0xef ? 3 : 0)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw malformed(explainSyntax(error))
  }
  return MAY_NEED_CLEANING.test(text) ? cleaned(value, '') : value
}

/** Escapes of U+0000, surrogates and the letters of `__proto__`, or the word itself. */
const MAY_NEED_CLEANING = /__proto__|\\u(?:0000|[dD][89a-fA-F]|00[567])/

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

/**
 * Tracks brackets and counts colons outside strings, and stops at too many of either. For malformed text the result
 * does not matter, because the parser then refuses it.
 */
function refuseTooMuch(bytes: Buffer, maxKeys: number): void {
  let depth = 0
  let keys = 0
  let inString = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (inString) {
      if (byte === BACKSLASH) index += 1
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1
      if (depth > MAX_DEPTH) throw malformed(`The body nests deeper than ${MAX_DEPTH} levels.`)
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1
    else if (byte === COLON) {
      keys += 1
      if (keys > maxKeys)
        throw new SurveyorError('body_too_large', `The body may have at most ${maxKeys} keys.`)
    }
  }
}

function cleaned(value: unknown, pointer: string): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item, index) => cleaned(item, pointer + pointerStep(index)))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === '__proto__') {
        throw new SurveyorError('validation_failed', 'A key of the body is not allowed.', {
          errors: [
            { pointer: `${pointer}/__proto__`, code: 'forbidden_key', detail: 'This key is never allowed.' },
          ],
        })
      }
      return [storableText(key), cleaned(item, pointer + pointerStep(key))]
    }),
  )
}

function malformed(detail: string): SurveyorError {
  return new SurveyorError('malformed_json', detail, {
    errors: [{ pointer: '', code: 'malformed_json', detail }],
  })
}

/** V8 quotes the text around the error, which may be a secret, so only the position is kept. */
function explainSyntax(error: unknown): string {
  const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  return position === undefined
    ? 'The body is not JSON.'
    : `The body is not JSON: see character ${Number(position) + 1}.`
}
