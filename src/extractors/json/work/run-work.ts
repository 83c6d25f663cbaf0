// Has the work on a target done where it fits: on a small one here, on a large one in a child process that can be killed.
import type { ExtractContext } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import type { JsonValue } from '#parsing/json/json-value.ts'
import type { JsonInput } from '#extractors/json/request/options.ts'
import type { PreparedRequest } from '#extractors/json/request/prepare-request.ts'
import { lengthOf, type OpenedTarget, type ReachedTarget } from '#extractors/json/target/open-target.ts'
import { readFeed } from '#extractors/json/target/read-feed.ts'
import { packTask } from './isolated-work.ts'
import { createJsonWork, type Given, type JsonStep } from './json-work.ts'

export interface WorkRunner {
  /** Throws what the work throws, and `extract_timeout`. */
  step(given: Given): Promise<JsonStep>
  readFeed(target: OpenedTarget): Promise<JsonValue>
}

/**
 * Characters, or bytes of data. Here a longer one would keep all other jobs waiting: of some hundred that were made to take long,
 * the worst takes 0.4 s at this length, 6 s at ten times as much and minutes at 20 MB.
 */
const LARGE = 250_000
const PARSER = new URL('./isolated-work.ts', import.meta.url)

export function createWorkRunner(
  target: ReachedTarget,
  input: JsonInput,
  prepared: PreparedRequest,
  { hasModel, context }: { readonly hasModel: boolean; readonly context: Pick<ExtractContext, 'isolate'> },
): WorkRunner {
  const { endsAtMs, headers: _headers, ...opened } = target
  const elsewhere = async (message: Uint8Array): Promise<unknown> => {
    const totalMs = Math.floor(endsAtMs - performance.now())
    if (totalMs <= 0) throw extractError('extract_timeout', 'The time was up before the target was read.')
    const answer = await context.isolate(PARSER, message, { totalMs })
    // Our own module wrote it.
    return JSON.parse(Buffer.from(answer).toString('utf8')) as unknown
  }
  const here = lengthOf(opened) > LARGE ? null : createJsonWork(opened, input, prepared)
  return {
    async step(given) {
      if (here !== null) return here(given)
      const { headers: _, cookies: _cookies, httpAuth: _httpAuth, html: _html, ...rest } = input
      return (await elsewhere(packTask(opened, { input: rest, hasModel, given }))) as JsonStep
    },
    async readFeed(feed) {
      if (lengthOf(feed) <= LARGE) return readFeed(feed)
      return (await elsewhere(packTask(feed, null))) as JsonValue
    },
  }
}
