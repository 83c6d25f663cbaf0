// Reads what the address of a feed answers: work that any process can do.
import { extractError } from '#extract/errors.ts'
import { boundJson, RESULT_DEPTH } from '#parsing/json/bounded-json.ts'
import type { JsonValue } from '#parsing/json/json-value.ts'
import { childSide, defineWork } from '#extract/work.ts'
import { lengthOf, MAX_LENGTH_HERE, type OpenedTarget } from './open-target.ts'
import { readDocument } from './read-document.ts'

const BOUNDS = { depth: RESULT_DEPTH, values: 50_000, chars: 1_000_000 }

function readFeed(target: OpenedTarget): JsonValue {
  const document = readDocument(target, 1)
  if (document === null || document.kind !== 'feed')
    throw extractError('unsupported_document', 'what its address answers is no feed.')
  return boundJson(document.feed, BOUNDS).value
}

/** The feed in the common shape, bounded. Throws `unsupported_document` for other documents. */
export const feedWork = defineWork<OpenedTarget, JsonValue>({
  module: new URL('./read-feed.ts', import.meta.url),
  child: 'large',
  sizeOf: lengthOf,
  maxSizeHere: MAX_LENGTH_HERE,
  run: readFeed,
})

/** The work in a child process. */
export const parse = childSide(readFeed)
