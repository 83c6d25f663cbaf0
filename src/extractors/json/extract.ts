// The work of the json extractor: loads the target, reads its sources and makes the requested value.
import {
  checkedOperation,
  type ExtractContext,
  type ExtractorHost,
  type ExtractorInstance,
  type ExtractorOutput,
} from '#extract/context.ts'
import { optionsOf } from '#extract/page/page-request.ts'
import { answerQuestion, modelOf, type Model } from '#extractors/json/model/ask-model.ts'
import { TooLongHereError } from '#extractors/json/expressions/user-pattern.ts'
import type { JsonInput } from '#extractors/json/request/options.ts'
import { prepareRequest, type PreparedRequest } from '#extractors/json/request/prepare-request.ts'
import { fetchFeeds } from '#extractors/json/target/fetch-feeds.ts'
import { openTarget, type ReachedTarget } from '#extractors/json/target/open-target.ts'
import { feedWork } from '#extractors/json/target/read-feed.ts'
import {
  createJsonReader,
  jsonWork,
  type Given,
  type JsonReader,
  type JsonStep,
  type JsonTask,
} from './json-work.ts'

/** The model is that of the operator; null where none is set up, and then nothing is asked. */
export async function create(
  host: Pick<ExtractorHost, 'settings' | 'peerFetch'>,
): Promise<ExtractorInstance> {
  const model = modelOf(host)
  return {
    operations: { extract: checkedOperation<JsonInput>((input, context) => extract(input, context, model)) },
  }
}

async function extract(
  input: JsonInput,
  context: ExtractContext,
  model: Model | null,
): Promise<ExtractorOutput> {
  const prepared = prepareRequest(input, model !== null)
  const target = await openTarget(input, prepared, context)
  const scope = { context, endsAtMs: target.endsAtMs }
  const { reader, ...task } = taskOf(target, input, prepared, model !== null)
  let isLong = false
  const nextStep = async (given: Given): Promise<JsonStep> => {
    if (!isLong) {
      try {
        return await jsonWork.run({ ...task, reader, given }, scope)
      } catch (error) {
        if (!(error instanceof TooLongHereError)) throw error
        isLong = true
      }
    }
    return jsonWork.run({ ...task, isLong, given }, scope)
  }
  let feeds: Given['feeds'] = null
  let answer: Given['answer'] = null
  for (;;) {
    const step = await nextStep({ feeds, answer })
    if (step.type === 'done') {
      const { output } = step
      return { ...output, warnings: [...target.readWarnings, ...(output.warnings ?? [])] }
    }
    if (step.type === 'feeds') {
      feeds = await fetchFeeds(step.links, target, input, context, (feed) => feedWork.run(feed, scope))
    } else if (model === null) throw new Error('There is a question and nobody to ask.')
    else {
      const instructions = input.instructions ?? null
      const question = { ...step.question, instructions, endsAtMs: target.endsAtMs }
      answer = await answerQuestion(model, question, context)
    }
  }
}

function taskOf(
  { headers: _headers, endsAtMs: _endsAtMs, readWarnings: _readWarnings, ...target }: ReachedTarget,
  input: JsonInput,
  prepared: PreparedRequest,
  hasModel: boolean,
): Omit<JsonTask, 'given' | 'isLong'> & { readonly reader: JsonReader } {
  const options = { ...optionsOf(input), ...(input.locale === undefined ? {} : { locale: input.locale }) }
  return { ...target, options, hasModel, reader: createJsonReader(target, options, prepared, 'here') }
}
