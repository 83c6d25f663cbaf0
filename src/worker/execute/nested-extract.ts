// Runs an extractor within the job of another one: on the same page, with the same files, session and time.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext, ExtractFetch, ExtractorOutput, NestedExtract } from '#extract/context.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { asSchema } from '#platform/http/input/json-schema.ts'
import type { ExtractorInstances, Operation } from './extractor-instances.ts'

/** The operation of an extractor that reads one page. */
const OPERATION = 'extract'

/** See `ExtractContext.runExtractor`. An extractor never runs one that runs others. */
export async function runNested(
  deps: { readonly operations: ReadonlyMap<string, Operation>; readonly instances: ExtractorInstances },
  { extractor, input, rendered }: NestedExtract,
  context: ExtractContext,
  fetch: ExtractFetch,
): Promise<ExtractorOutput> {
  const operation = deps.operations.get(`${extractor}.${OPERATION}`)
  if (operation === undefined) {
    throw new SurveyorError('no_worker', `This worker has no extractor '${extractor}' for pages.`)
  }
  const own = ownInput(operation, input, rendered)
  const errors = inputProblems(operation.descriptor.input, own)
  if (errors.length > 0) {
    throw new SurveyorError('validation_failed', `The options do not fit ${extractor}.`, { errors })
  }
  const handler = await deps.instances.handler(operation)
  const { runExtractor: _, ...rest } = context
  return handler(own, { ...rest, fetch })
}

function ownInput(
  { descriptor }: Operation,
  input: NestedExtract['input'],
  { html, baseUrl }: NestedExtract['rendered'],
): Record<string, unknown> {
  const fields = asSchema(descriptor.input).properties ?? {}
  const { url, ...known } = Object.fromEntries(
    Object.entries(input).filter(([name]) => Object.hasOwn(fields, name)),
  )
  if (html === undefined || descriptor.pool === 'browser' || !Object.hasOwn(fields, 'html')) {
    return url === undefined ? known : { ...known, url }
  }
  const { engine: _, ...unloaded } = known
  return { ...unloaded, html, ...(baseUrl === undefined ? {} : { baseUrl }) }
}
