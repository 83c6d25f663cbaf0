// Reads what the address of a feed answers.
import { extractError } from '#extract/errors.ts'
import { boundJson, RESULT_DEPTH } from '#parsing/json/bounded-json.ts'
import type { JsonValue } from '#parsing/json/json-value.ts'
import type { OpenedTarget } from './open-target.ts'
import { readDocument } from './read-document.ts'

const BOUNDS = { depth: RESULT_DEPTH, values: 50_000, chars: 1_000_000 }

/** The feed in the common shape, bounded. Throws `unsupported_document` for other documents. */
export function readFeed(target: OpenedTarget): JsonValue {
  const document = readDocument(target, 1)
  if (document === null || document.kind !== 'feed')
    throw extractError('unsupported_document', 'what its address answers is no feed.')
  return boundJson(document.feed, BOUNDS).value
}
