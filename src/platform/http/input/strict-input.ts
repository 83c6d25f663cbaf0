// Strict input for every route: unknown query parameters and unexpected bodies are refused, query text is typed.
import type { FastifyInstance } from 'fastify'
import { pointerStep } from '#kit/json-pointer.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { invalidInput, SurveyorError } from '#contract/surveyor-error.ts'
import { asSchema, variantsOf, type JsonSchema } from './json-schema.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { storableText } from '#kit/text/text-rules.ts'

const NO_QUERY = { type: 'object', properties: {}, additionalProperties: false }

/** Must be added before the routes. Throws `validation_failed`. */
export function strictInput(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { querystring = NO_QUERY, ...rest } = route.schema ?? {}
    route.schema = { ...rest, querystring: { ...asSchema(querystring), additionalProperties: false } }
  })

  app.addHook('preValidation', async (request) => {
    const { schema = {}, config } = request.routeOptions
    request.query = typedTexts(request.query, schema.querystring, QUERY)
    if (config.byteBody === true) return
    if (schema.body === undefined) refuseUnexpectedBody(request.body)
    // A body with optional keys only may be omitted.
    else if (request.body === undefined && isOptionalBody(schema.body)) request.body = {}
  })
}

function isOptionalBody(schema: unknown): boolean {
  const { type, required = [] } = asSchema(schema)
  return type === 'object' && required.length === 0
}

function refuseUnexpectedBody(body: unknown): void {
  if (body === undefined || (typeof body === 'object' && body !== null && Object.keys(body).length === 0))
    return
  const keys = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : ['']
  throw new SurveyorError('validation_failed', 'This path takes no body.', {
    errors: keys.slice(0, 20).map((key) => ({
      pointer: key === '' ? '' : pointerStep(key.slice(0, 200)),
      code: 'unknown_key',
      detail: 'This path takes no body.',
    })),
  })
}

/** Where named texts come from, for the messages about them. */
export interface TextSource {
  /** "The form", for messages. */
  readonly part: string
  pointerTo(name: string): string
}

const QUERY: TextSource = { part: 'The query string', pointerTo: (name) => `?${name}` }

/**
 * Named texts, of a query string or a form, with numbers, booleans and lists (`a,b` or `x=a&x=b`) in place of their
 * text. A repeated name that is not a list, and text that cannot be stored, is refused with `validation_failed`.
 */
export function typedTexts(texts: unknown, schema: unknown, source: TextSource): Record<string, unknown> {
  const properties = asSchema(schema).properties ?? {}
  const problems: FieldProblem[] = []
  // Without a prototype, so that `__proto__` is an unknown parameter like any other.
  const coerced: Record<string, unknown> = Object.create(null)
  for (const [name, raw] of Object.entries(fieldsOf(texts))) {
    const values = [raw].flat().map(String)
    const wanted = Object.hasOwn(properties, name) ? variantsOf(asSchema(properties[name])) : []
    const list = wanted.find((variant) => variant.type === 'array')
    if (values.some((value) => storableText(value) !== value)) {
      problems.push({
        pointer: source.pointerTo(name),
        code: 'unstorable_text',
        detail: 'U+0000 and lone surrogates are not allowed.',
      })
    } else if (list !== undefined) {
      const items = variantsOf(asSchema(list.items))
      coerced[name] = values
        .flatMap((value) => value.split(','))
        .filter((item) => item !== '')
        .map((item) => scalar(item, items))
    } else if (values.length > 1) {
      problems.push({
        pointer: source.pointerTo(name),
        code: 'repeated',
        detail: 'This parameter may be given once.',
      })
    } else {
      coerced[name] = scalar(values[0] ?? '', wanted)
    }
  }
  if (problems.length > 0) throw invalidInput(source.part, problems)
  return coerced
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

function scalar(text: string, variants: readonly JsonSchema[]): string | number | boolean {
  const takes = (type: string) => variants.some((variant) => variant.type === type)
  if ((takes('number') || takes('integer')) && NUMBER.test(text)) return Number(text)
  if (takes('boolean')) {
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
  }
  return text
}
