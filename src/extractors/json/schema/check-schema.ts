// Whether a caller's JSON Schema may be used at all: its size, its references and its regular expressions.
import type { FieldProblem } from '#contract/problem.ts'
import type { SurveyorError } from '#contract/surveyor-error.ts'
import { extractError } from '#extract/errors.ts'
import { depthOf } from '#parsing/json/bounded-json.ts'
import { pointerKey, pointerStep } from '#kit/json-pointer.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import {
  PatternError,
  type PatternCompiler,
  WorkLimitError,
} from '#extractors/json/expressions/user-pattern.ts'
import { schemasIn } from './walk-schema.ts'

const MAX_CHARS = 200_000
const MAX_DEPTH = 40
const MAX_SCHEMAS = 500
const MAX_WORDS = 1_000

/** Draft 2020-12, and those before it whose common keywords mean the same. */
const DIALECT =
  /^https?:\/\/json-schema\.org\/(?:draft\/20(?:20-12|19-09)\/schema|draft-0[67]\/schema|schema)#?$/

/** Throws `schema_invalid`, with a pointer to each place that is wrong. */
export function checkSchema(schema: JsonObject, patterns: PatternCompiler): void {
  const problems: FieldProblem[] = []
  const problem = (pointer: string, code: string, detail: string): void => {
    problems.push({ pointer, code, detail })
  }
  if (JSON.stringify(schema).length > MAX_CHARS)
    throw schemaInvalid([
      { pointer: '', code: 'too_large', detail: `It has more than ${MAX_CHARS} characters.` },
    ])
  if (depthOf(schema, MAX_DEPTH) > MAX_DEPTH)
    throw schemaInvalid([
      { pointer: '', code: 'too_deep', detail: `It nests deeper than ${MAX_DEPTH} levels.` },
    ])
  const dialect = schema['$schema']
  if (dialect !== undefined && (typeof dialect !== 'string' || !DIALECT.test(dialect)))
    problem('/$schema', 'dialect', 'Draft 2020-12 is understood.')

  let schemas = 0
  const visit = (at: JsonObject, pointer: string): void => {
    schemas += 1
    if (schemas > MAX_SCHEMAS || problems.length >= 20) return
    checkReference(at, schema, pointer, problem)
    checkWords(at, pointer, problem)
    if (Array.isArray(at['items']))
      problem(`${pointer}/items`, 'type', 'A list of schemas is `prefixItems` in draft 2020-12.')
    for (const [where, pattern] of patternsOf(at)) {
      const refused = refusal(pattern, patterns)
      if (refused !== null) problem(pointer + where, 'pattern', refused)
    }
    for (const [where, inner] of schemasIn(at)) visit(inner, pointer + where)
  }
  visit(schema, '')
  if (schemas > MAX_SCHEMAS) problem('', 'too_large', `It holds more than ${MAX_SCHEMAS} schemas.`)
  if (problems.length > 0) throw schemaInvalid(problems)
}

type Report = (pointer: string, code: string, detail: string) => void

/** Only what the schema itself holds may be referred to: nothing is fetched for it. */
function checkReference(at: JsonObject, root: JsonObject, pointer: string, problem: Report): void {
  for (const key of ['$ref', '$dynamicRef'] as const) {
    const reference = at[key]
    if (reference === undefined) continue
    if (typeof reference !== 'string' || !reference.startsWith('#'))
      problem(
        `${pointer}/${key}`,
        'remote_ref',
        'Only parts of the schema itself can be referred to, as in `#/$defs/price`.',
      )
    else if (key === '$dynamicRef' || !/^#(?:$|\/)/.test(reference))
      problem(
        `${pointer}/${key}`,
        'anchor_ref',
        'A part is referred to by its place, as in `#/$defs/price`, and by no anchor.',
      )
    else if (resolvePointer(root, reference) === undefined)
      problem(`${pointer}/${key}`, 'unknown_ref', 'The schema has no such part.')
  }
  // A base of its own would make every reference below it another one.
  if (at !== root && at['$id'] !== undefined)
    problem(`${pointer}/$id`, 'nested_id', 'Only the schema as a whole may have an `$id`.')
}

function checkWords(at: JsonObject, pointer: string, problem: Report): void {
  if (Array.isArray(at['enum']) && at['enum'].length > MAX_WORDS)
    problem(`${pointer}/enum`, 'too_large', `A list of words has at most ${MAX_WORDS}.`)
}

function* patternsOf(at: JsonObject): Generator<readonly [string, string]> {
  const { pattern, patternProperties } = at
  if (typeof pattern === 'string') yield ['/pattern', pattern]
  if (isJsonObject(patternProperties)) {
    for (const key of Object.keys(patternProperties)) yield [`/patternProperties${pointerStep(key)}`, key]
  }
}

function refusal(pattern: string, patterns: PatternCompiler): string | null {
  try {
    patterns.compile(pattern)
    return null
  } catch (error) {
    if (error instanceof PatternError || error instanceof WorkLimitError) return error.message
    throw error
  }
}

/** The target of a local reference such as `#` and `#/$defs/price`; undefined without one. */
export function resolvePointer(root: JsonObject, reference: string): JsonValue | undefined {
  let at: JsonValue | undefined = root
  for (const step of reference.slice(1).split('/').slice(1)) {
    const key = decodeStep(step)
    if (key === null || typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Array.isArray(at) ? at[Number(key)] : at[key]
  }
  return at
}

function decodeStep(step: string): string | null {
  try {
    return pointerKey(decodeURIComponent(step))
  } catch {
    return null
  }
}

/** The refusal of a schema. `pointers` refer to the schema itself; at most 20 are reported. */
export function schemaInvalid(problems: readonly FieldProblem[]): SurveyorError {
  const errors = problems
    .slice(0, 20)
    .map(({ pointer, code, detail }) => ({ pointer: `/schema${pointer}`, code, detail }))
  const [first] = errors
  const detail = first === undefined ? 'it is not valid.' : `${first.pointer}: ${first.detail}`
  return extractError('schema_invalid', `The JSON Schema cannot be used: ${detail}`, { errors })
}
