// The work on a target once it is here, without the network: any process can do it. What it needs from outside it says.
import type { ExtractorOutput } from '#extract/context.ts'
import type { JsonValue } from '#parsing/json/json-value.ts'
import { WorkLimitError } from '#extractors/json/expressions/work-limit.ts'
import { buildValue, type OpenQuestion } from '#extractors/json/answer/build-value.ts'
import { makeData } from '#extractors/json/answer/make-data.ts'
import type { ModelAnswer } from '#extractors/json/model/answer-question.ts'
import type { JsonInput } from '#extractors/json/request/options.ts'
import type { PreparedRequest } from '#extractors/json/request/prepare-request.ts'
import type { FetchedFeeds } from '#extractors/json/target/fetch-feeds.ts'
import type { OpenedTarget } from '#extractors/json/target/open-target.ts'
import { readTarget, withFeeds, type ReadTarget } from '#extractors/json/target/read-target.ts'

/** The data fetched from outside so far; null: none yet. */
export interface Given {
  readonly feeds: FetchedFeeds | null
  readonly answer: ModelAnswer | null
}

export type JsonStep =
  | { readonly type: 'done'; readonly output: ExtractorOutput }
  /** The feeds that the page links are to be fetched. */
  | { readonly type: 'feeds'; readonly links: JsonValue }
  | ({ readonly type: 'answer' } & OpenQuestion)
  /** The request asks for too much work on this target: `detail` is fit for the caller. */
  | { readonly type: 'too_much'; readonly detail: string }

/** Each call goes as far as `given` lets it. Throws what `readTarget` throws. */
export function createJsonWork(
  opened: OpenedTarget,
  input: JsonInput,
  prepared: PreparedRequest,
): (given: Given) => JsonStep {
  let read: ReadTarget | null = null

  const step = ({ feeds, answer }: Given): JsonStep => {
    read ??= readTarget(opened, input, prepared)
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
      return { type: 'too_much', detail: error.message }
    }
  }
}
