// The work on a target once it is here, without the network: any process can do it. It says what it needs from outside.
import type { ExtractorOutput } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import type { PageRequest } from '#extract/page/page-request.ts'
import { childSide, defineWork } from '#extract/work.ts'
import type { JsonValue } from '#parsing/json/json-value.ts'
import { WorkLimitError } from '#extractors/json/expressions/user-pattern.ts'
import { buildValue, type OpenQuestion } from '#extractors/json/answer/build-value.ts'
import { makeData } from '#extractors/json/answer/make-data.ts'
import type { ModelAnswer } from '#extractors/json/model/ask-model.ts'
import type { JsonInput } from '#extractors/json/request/options.ts'
import { prepareRequest, type PreparedRequest } from '#extractors/json/request/prepare-request.ts'
import type { FetchedFeeds } from '#extractors/json/target/fetch-feeds.ts'
import { lengthOf, MAX_LENGTH_HERE, type OpenedTarget } from '#extractors/json/target/open-target.ts'
import { readTarget, withFeeds, type ReadTarget } from '#extractors/json/target/read-target.ts'

/** The data fetched from outside so far; null: none yet. */
export interface Given {
  readonly feeds: FetchedFeeds | null
  readonly answer: ModelAnswer | null
}

/** How far the work goes with what it was given: to its end, or to what it needs next. */
export type JsonStep =
  | { readonly type: 'done'; readonly output: ExtractorOutput }
  /** The feeds that the page links are to be fetched. */
  | { readonly type: 'feeds'; readonly links: JsonValue }
  | ({ readonly type: 'answer' } & OpenQuestion)

/** What of a request the work needs: nothing that names the caller to the target. */
export type JsonOptions = Omit<JsonInput, keyof PageRequest> & Pick<JsonInput, 'locale'>

/** Makes the next step of the answer. */
export type JsonReader = (given: Given) => JsonStep

/** Most requests take a few milliseconds; expressions of a caller may take seconds. */
const MAX_MS_HERE = 100

/**
 * Each call goes as far as `given` lets it. Throws what `readTarget` throws, and `validation_failed` when the request
 * asks for too much work on this target. `here`: in a process with other work, where it throws a TooLongHereError for
 * what is to be done in a child.
 */
export function createJsonReader(
  opened: OpenedTarget,
  input: JsonOptions,
  prepared: PreparedRequest,
  where: 'here' | 'child',
): JsonReader {
  let read: ReadTarget | null = null

  const step = ({ feeds, answer }: Given): JsonStep => {
    read ??= readTarget(opened, input, prepared)
    if (where === 'here') prepared.patterns.limitTo(MAX_MS_HERE)
    const links = read.kind === 'page' && opened.engine === 'http' && prepared.fetchFeeds
    if (links && feeds === null) return { type: 'feeds', links: read.found.feeds ?? [] }
    const target = feeds === null ? read : withFeeds(read, feeds)
    const built = buildValue(target, prepared, answer)
    if ('question' in built) return { type: 'answer', ...built }
    const { data, warnings } = makeData(target, prepared, built, input.found !== false)
    const all = [...prepared.warnings, ...target.warnings, ...warnings]
    return { type: 'done', output: { ...target.output, data, warnings: all } }
  }
  return (given) => {
    try {
      return step(given)
    } catch (error) {
      if (!(error instanceof WorkLimitError)) throw error
      throw extractError('validation_failed', error.message, {
        errors: [{ pointer: '', code: 'too_much_work', detail: error.message }],
      })
    }
  }
}

/** A target, a request and what was fetched so far, as any process can take it up. */
export interface JsonTask extends OpenedTarget {
  readonly options: JsonOptions
  readonly hasModel: boolean
  readonly given: Given
  /** It was too much work for this process. */
  readonly isLong?: boolean
  /** Keeps what earlier steps read, where the steps are made in one process. */
  readonly reader?: JsonReader
}

function nextStep({ options, hasModel, given, reader, ...target }: JsonTask): JsonStep {
  return (reader ?? createJsonReader(target, options, prepareRequest(options, hasModel), 'child'))(given)
}

/** One step; throws what its reader throws. */
export const jsonWork = defineWork<JsonTask, JsonStep>({
  module: new URL('./json-work.ts', import.meta.url),
  child: 'large',
  sizeOf: lengthOf,
  maxSizeHere: ({ isLong }) => (isLong === true ? -1 : MAX_LENGTH_HERE),
  run: nextStep,
})

/** The step in a child process. */
export const parse = childSide(nextStep)
