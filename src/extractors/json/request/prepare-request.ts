// Makes a request ready before anything is fetched: its schema, rules and paths are checked, and what cannot be had is said.
import type { Warning } from '#contract/crawl/result.ts'
import { extractError } from '#extract/errors.ts'
import { compileJsonPath, JsonPathError, type JsonPath } from '#extractors/json/expressions/json-path.ts'
import { isJsonObject } from '#parsing/json/json-value.ts'
import {
  createPatternCompiler,
  PatternError,
  type PatternCompiler,
  type UserPattern,
  WorkLimitError,
} from '#extractors/json/expressions/user-pattern.ts'
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
  readonly sources: ReadonlySet<PageSource | 'xhr'>
  /** Which responses of scripts are kept where a browser opens the page; null: none. */
  readonly capture: CaptureRule | null
  /** Linked feeds are fetched only for those who name them. */
  readonly fetchFeeds: boolean
  /** The model is to be asked: for what the instructions say, or for fields that nothing filled. */
  readonly askModel: boolean
  readonly coerce: boolean
  readonly maxRows: number
  readonly warnings: readonly Warning[]
  /** Limits the time of what is compiled here. */
  readonly patterns: Pick<PatternCompiler, 'limitTo' | 'check'>
}

/** Which responses of scripts a request wants. */
export interface CaptureRule {
  readonly accepts: (url: string) => boolean
  readonly max: number
  /** The pointer to the field that asks for a browser because of them; null: they are taken where one is used anyway. */
  readonly askedBy: string | null
}

const MAX_CAPTURED = 20
/** Of the pattern for captures, over all addresses of a page: they are looked at where they arrive. */
const MAX_CAPTURE_MS = 500

/** Throws `schema_invalid` and `validation_failed`. */
export function prepareRequest(input: JsonInput, hasModel: boolean): PreparedRequest {
  const patterns = createPatternCompiler()
  const sources: readonly SourceName[] = input.sources ?? PAGE_SOURCES
  const warnings: Warning[] = []
  const capture = captureOf(input, createPatternCompiler(MAX_CAPTURE_MS))
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
    jsonPath: input.jsonPath === undefined ? null : pathOf(input.jsonPath, patterns),
    sources: new Set([
      ...PAGE_SOURCES.filter((source) => sources.includes(source)),
      ...(capture === null ? [] : (['xhr'] as const)),
    ]),
    capture,
    fetchFeeds: input.sources?.includes('feeds') === true,
    askModel: askModel && hasModel,
    coerce: input.coerce !== false,
    maxRows: input.maxRows ?? 10_000,
    warnings,
    patterns,
  }
}

/** Without `sources` the responses count as soon as a browser is used; by name or by `capture` they ask for one. */
function captureOf({ sources, capture }: JsonInput, patterns: PatternCompiler): CaptureRule | null {
  const isNamed = sources?.includes('xhr') === true
  if (capture === undefined && sources !== undefined && !isNamed) return null
  const askedBy = capture !== undefined ? '/capture' : isNamed ? `/sources/${sources.indexOf('xhr')}` : null
  const { urlPattern, max = MAX_CAPTURED } = { urlPattern: undefined, ...capture }
  if (urlPattern === undefined) return { accepts: () => true, max, askedBy }
  const pattern = patternOf(urlPattern, patterns)
  return { accepts: (url) => isMatch(pattern, url), max, askedBy }
}

function patternOf(text: string, patterns: PatternCompiler): UserPattern {
  try {
    return patterns.compile(text)
  } catch (error) {
    if (!(error instanceof PatternError) && !(error instanceof WorkLimitError)) throw error
    throw extractError('validation_failed', error.message, {
      errors: [{ pointer: '/capture/urlPattern', code: 'pattern', detail: error.message }],
    })
  }
}

/** False for what comes after the time of the patterns was used up. */
function isMatch(pattern: UserPattern, url: string): boolean {
  try {
    return pattern.test(url)
  } catch (error) {
    if (error instanceof WorkLimitError) return false
    throw error
  }
}

function pathOf(text: string, patterns: PatternCompiler): JsonPath {
  try {
    return compileJsonPath(text, patterns)
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error
    throw extractError('validation_failed', error.message, {
      errors: [{ pointer: '/jsonPath', code: 'json_path', detail: error.message }],
    })
  }
}
