// The work of the json extractor: loads the target, reads its sources and makes the requested value.
import type { ExtractContext, ExtractorHost, ExtractorInstance, ExtractorOutput } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { answerQuestion } from '#extractors/json/model/answer-question.ts'
import { modelOf, type Model } from '#extractors/json/model/ask-model.ts'
import type { JsonInput } from '#extractors/json/request/options.ts'
import { prepareRequest } from '#extractors/json/request/prepare-request.ts'
import { fetchFeeds } from '#extractors/json/target/fetch-feeds.ts'
import { openTarget } from '#extractors/json/target/open-target.ts'
import type { Given } from '#extractors/json/work/json-work.ts'
import { createWorkRunner } from '#extractors/json/work/run-work.ts'

export async function create(
  host: Pick<ExtractorHost, 'settings' | 'peerFetch'>,
): Promise<ExtractorInstance> {
  const model = modelOf(host)
  return { operations: { extract: (input, context) => extract(input as JsonInput, context, model) } }
}

async function extract(
  input: JsonInput,
  context: ExtractContext,
  model: Model | null,
): Promise<ExtractorOutput> {
  const prepared = prepareRequest(input, model !== null)
  const target = await openTarget(input, context)
  const work = createWorkRunner(target, input, prepared, { hasModel: model !== null, context })
  let feeds: Given['feeds'] = null
  let answer: Given['answer'] = null
  for (;;) {
    const step = await work.step({ feeds, answer })
    if (step.type === 'done') return step.output
    if (step.type === 'too_much') {
      throw extractError('validation_failed', step.detail, {
        errors: [{ pointer: '', code: 'too_much_work', detail: step.detail }],
      })
    }
    if (step.type === 'feeds') {
      feeds = await fetchFeeds(step.links, target, input, context, work.readFeed)
    } else if (model === null) throw new Error('There is a question and nobody to ask.')
    else {
      const instructions = input.instructions ?? null
      const question = { ...step.question, instructions, endsAtMs: target.endsAtMs }
      answer = await answerQuestion(model, question, context)
    }
  }
}
