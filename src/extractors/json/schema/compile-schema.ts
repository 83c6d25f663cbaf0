// Makes a validator of a caller's JSON Schema (draft 2020-12): its work is counted, its regular expressions run on RE2.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { canonicalJson } from '#kit/canonical-json.ts'
import { pointerStep } from '#kit/json-pointer.ts'
import type { JsonObject, JsonValue } from '#parsing/json/json-value.ts'
import { type PatternCompiler, WorkLimitError } from '#extractors/json/expressions/user-pattern.ts'
import { isDay } from '#parsing/dates/read-date.ts'
import { checkSchema, schemaInvalid } from './check-schema.ts'
import { mapSchemas } from './walk-schema.ts'

const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d{1,12})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
const DURATION =
  /^P(?=[\dT])(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?)$/

/** By their names in JSON Schema. */
const FORMATS: Readonly<Record<string, (value: string) => boolean>> = {
  date: isDate,
  time: (value) => TIME.test(value),
  'date-time': (value) =>
    /[t ]/i.test(value[10] ?? '') && isDate(value.slice(0, 10)) && TIME.test(value.slice(11)),
  duration: (value) => value.length < 100 && DURATION.test(value),
  uri: isAbsolute,
  iri: isAbsolute,
  url: isAbsolute,
  'uri-reference': isReference,
  'iri-reference': isReference,
  email: isEmail,
  'idn-email': isEmail,
  hostname: isHostname,
  'idn-hostname': isHostname,
  ipv4: (value) => IPV4.test(value),
  ipv6: (value) => value.includes(':') && URL.canParse(`http://[${value}]/`),
  uuid: (value) => UUID.test(value),
  'json-pointer': (value) => value === '' || (value.startsWith('/') && !/~(?![01])/.test(value)),
}

/** Where a value breaks its schema. */
export interface ValueProblem {
  /** Into the value. */
  readonly pointer: string
  /** The keyword that is not kept: `required`, `type`, `format`. */
  readonly code: string
  readonly detail: string
}

/** A schema that can be used at once. */
export interface CompiledSchema {
  readonly schema: JsonObject
  /** At most 100 problems; empty for a valid value. Throws `schema_invalid` when the schema takes too much work. */
  validate(value: JsonValue): readonly ValueProblem[]
}

/** Counts one evaluation of one schema: combinators and references multiply, and only this sees by how much. */
const STEP = 'x-surveyor-step'
const MAX_STEPS = 500_000
const STEPS_BETWEEN_CHECKS = 256
const MAX_PROBLEMS = 100

/** Throws `schema_invalid` with pointers. */
export function compileSchema(given: JsonObject, patterns: PatternCompiler): CompiledSchema {
  checkSchema(given, patterns)
  const { $schema: _, ...schema } = given
  let steps = 0
  const regExp = Object.assign((pattern: string) => patterns.compile(pattern), { code: 'undefined' })
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    logger: false,
    ownProperties: true,
    validateSchema: false,
    formats: { ...FORMATS },
    code: { regExp },
  })
  ajv.addKeyword({
    keyword: STEP,
    errors: false,
    validate: () => {
      steps += 1
      if (steps % STEPS_BETWEEN_CHECKS === 0) patterns.check()
      if (steps > MAX_STEPS) throw new WorkLimitError('It takes too many steps to check a value.')
      return true
    },
  })
  // The library compares every item with every other one.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: false,
    validate: isUnique,
  })
  checkKeywords(schema)
  const validate = compile(ajv, schema)
  return {
    schema: given,
    validate(value) {
      steps = 0
      try {
        if (validate(value)) return []
      } catch (error) {
        // Only a schema that comes back to itself without going deeper into the value gets this far down.
        if (error instanceof RangeError)
          throw schemaInvalid([{ pointer: '', code: 'endless', detail: 'It refers to itself without end.' }])
        if (error instanceof WorkLimitError)
          throw schemaInvalid([{ pointer: '', code: 'too_much_work', detail: error.message }])
        throw error
      }
      return (validate.errors ?? []).slice(0, MAX_PROBLEMS).map(valueProblem)
    },
  }
}

let metaSchema: Ajv2020 | null = null

/** Holds the schema against the schema of schemas, which is compiled once in a process: it takes longer than most others. */
function checkKeywords(schema: JsonObject): void {
  metaSchema ??= new Ajv2020({ strict: false, allErrors: true, logger: false })
  if (metaSchema.validateSchema(schema) !== true) {
    const problems = (metaSchema.errors ?? []).map((error) => ({
      pointer: error.instancePath,
      code: error.keyword,
      detail: `It ${detailOf(error)}.`,
    }))
    throw schemaInvalid(
      problems.filter(({ pointer }, at) => problems.findIndex((p) => p.pointer === pointer) === at),
    )
  }
}

function compile(ajv: Ajv2020, schema: JsonObject): ValidateFunction {
  try {
    return ajv.compile(mapSchemas(schema, (each) => ({ ...each, [STEP]: true })))
  } catch (error) {
    if (!(error instanceof Error) || error instanceof TypeError) throw error
    throw schemaInvalid([{ pointer: '', code: 'compile', detail: `${error.message.slice(0, 200)}.` }])
  }
}

function isUnique(wanted: boolean, value: unknown): boolean {
  if (!wanted || !Array.isArray(value)) return true
  return new Set(value.map(canonicalJson)).size === value.length
}

const MAX_SHOWN_VALUES = 10

/** The library does not name the values that are allowed. */
function detailOf({ keyword, message, params }: ErrorObject): string {
  const allowed: unknown = keyword === 'enum' ? params['allowedValues'] : null
  if (!Array.isArray(allowed)) return message ?? 'is not valid'
  const shown = allowed.slice(0, MAX_SHOWN_VALUES).map((value) => JSON.stringify(value))
  return `must be one of ${shown.join(', ')}${allowed.length > MAX_SHOWN_VALUES ? ', …' : ''}`
}

function valueProblem(error: ErrorObject): ValueProblem {
  const { instancePath, keyword, params } = error
  const missing: unknown = keyword === 'required' ? params['missingProperty'] : undefined
  return {
    pointer: instancePath + (typeof missing === 'string' ? pointerStep(missing) : ''),
    code: keyword,
    detail: missing === undefined ? detailOf(error) : 'is required and was not found',
  }
}

function isDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value)
}

function isAbsolute(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(value) && URL.canParse(value)
}

function isReference(value: string): boolean {
  return !/\s/.test(value) && URL.canParse(value, 'http://example.org/')
}

function isEmail(value: string): boolean {
  const [name = '', host = '', ...more] = value.split('@')
  return (
    more.length === 0 &&
    name !== '' &&
    name.length <= 64 &&
    !/[\s<>()[\]\\,;:"]/.test(name) &&
    isHostname(host)
  )
}

function isHostname(value: string): boolean {
  if (value.length > 253 || value === '') return false
  const host = /[^\p{ASCII}]/u.test(value) ? (URL.parse(`http://${value}/`)?.hostname ?? '') : value
  return host !== '' && host.split('.').every((label) => HOST_LABEL.test(label))
}
