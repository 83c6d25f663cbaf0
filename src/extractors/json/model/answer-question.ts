// Asks the model on behalf of a job: that it gives nothing is a warning and no error.
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { boundJson } from '#parsing/json/bounded-json.ts'
import { isJsonObject, type JsonObject } from '#parsing/json/json-value.ts'
import type { Model, ModelQuestion } from './ask-model.ts'

/** What a model said, or why it said nothing. */
export interface ModelAnswer {
  /** Null where it gave nothing. */
  readonly value: JsonObject | null
  readonly warnings: readonly Warning[]
}

const BOUNDS = { depth: 20, values: 20_000, chars: 500_000 }

/** Throws only when the job itself has ended, or by a defect. */
export async function answerQuestion(
  model: Model,
  question: ModelQuestion,
  context: ExtractContext,
): Promise<ModelAnswer> {
  try {
    const value = boundJson(await model.ask(question, context), BOUNDS).value
    return { value: isJsonObject(value) ? value : null, warnings: [] }
  } catch (error) {
    if (!(error instanceof SurveyorError) || context.signal.aborted) throw error
    const detail = `The model endpoint gave nothing: ${error.message}`
    return { value: null, warnings: [{ code: 'model_failed', detail }] }
  }
}
