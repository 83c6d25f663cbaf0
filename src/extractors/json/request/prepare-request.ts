// Makes a request ready before anything is fetched: its schema, rules and paths are checked, and what cannot be had is said.
import type { Warning } from '#contract/crawl/result.ts'
import { extractError } from '#extract/errors.ts'
import { compileJsonPath, JsonPathError, type JsonPath } from '#extractors/json/expressions/json-path.ts'
import { isJsonObject } from '#parsing/json/json-value.ts'
import { createPatternCompiler } from '#extractors/json/expressions/user-pattern.ts'
import type { JsonInput } from './options.ts'
import { compileRules, type Rule } from '#extractors/json/rules/compile-rules.ts'
import { compileSchema, type CompiledSchema } from '#extractors/json/schema/compile-schema.ts'
import { PAGE_SOURCES, type PageSource, type SourceName } from '#extractors/json/sources/found.ts'

/** A request whose mistakes would have been refused by now. */
export interface PreparedRequest {
  readonly schema: CompiledSchema | null
  readonly rules: readonly Rule[] | null
  readonly jsonPath: JsonPath | null
  /** The sources that are read from a page. */
  readonly sources: ReadonlySet<PageSource>
  /** Linked feeds are fetched only for those who name them. */
  readonly fetchFeeds: boolean
  /** The model is to be asked: for what the instructions say, or for fields that nothing filled. */
  readonly askModel: boolean
  readonly coerce: boolean
  readonly maxRows: number
  readonly warnings: readonly Warning[]
}

const NO_BROWSER = 'is not built yet (browser_unavailable)'

/**
 * Throws `schema_invalid`, `validation_failed`, and `browser_unavailable` when only sources that need a browser were
 * requested.
 */
export function prepareRequest(input: JsonInput, hasModel: boolean): PreparedRequest {
  const patterns = createPatternCompiler()
  const sources: readonly SourceName[] = input.sources ?? PAGE_SOURCES
  const warnings: Warning[] = []
  if (sources.includes('xhr') || input.capture !== undefined) {
    if (input.sources?.length === 1 && sources[0] === 'xhr')
      throw extractError('browser_unavailable', `The source \`xhr\` ${NO_BROWSER}.`)
    const pointer = sources.includes('xhr') ? `/sources/${sources.indexOf('xhr')}` : '/capture'
    warnings.push({ code: 'browser_unavailable', detail: `Catching responses ${NO_BROWSER}.`, pointer })
  }
  const askModel = input.instructions !== undefined || sources.includes('llm')
  if (askModel && !hasModel) {
    warnings.push({
      code: 'model_unavailable',
      detail: 'No model endpoint is set up here (SURVEYOR_LLM_URL), so none was asked.',
      pointer: input.instructions === undefined ? `/sources/${sources.indexOf('llm')}` : '/instructions',
    })
  }
  return {
    schema: isJsonObject(input.schema) ? compileSchema(input.schema, patterns) : null,
    rules: input.rules === undefined ? null : compileRules(input.rules, patterns),
    jsonPath: input.jsonPath === undefined ? null : pathOf(input.jsonPath),
    sources: new Set(PAGE_SOURCES.filter((source) => sources.includes(source))),
    fetchFeeds: input.sources?.includes('feeds') === true,
    askModel: askModel && hasModel,
    coerce: input.coerce !== false,
    maxRows: input.maxRows ?? 10_000,
    warnings,
  }
}

function pathOf(text: string): JsonPath {
  try {
    return compileJsonPath(text)
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error
    throw extractError('validation_failed', error.message, {
      errors: [{ pointer: '/jsonPath', code: 'json_path', detail: error.message }],
    })
  }
}
