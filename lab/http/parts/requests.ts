// Requests to one operation of an OpenAPI document: valid, at the bounds, or hostile, each with what must become of it.
import fc from 'fast-check'
import { Set as setFormat } from 'typebox/format'
import { Check } from 'typebox/value'
import type { NamedOperation, Parameter, Schema } from '#test/support/http/openapi.ts'
import { fitting, hostile, hostileText, HOSTILE_TEXTS } from './arbitrary.ts'

// The services take addresses with letters of any script, as browsers do; the table of TypeBox is that of RFC 3986.
setFormat('uri', (text) => URL.canParse(text))

export interface FuzzRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** The document says that this must be refused. */
  readonly invalid: boolean
}

const UNKNOWN_ID = '01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'

/** `known` are ids that answers have shown so far. Half of the requests are such as the document allows. */
export function requestsOf(operation: NamedOperation, known: readonly string[]): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(made(operation, known, true), made(operation, known, false))
}

function made(
  operation: NamedOperation,
  known: readonly string[],
  onlyFitting: boolean,
): fc.Arbitrary<FuzzRequest> {
  const { method, path, parameters = [], requestBody } = operation
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const schema = requestBody?.content['application/json']?.schema
  return fc
    .record({
      ids: fc.tuple(...inPath.map((parameter) => pathValue(parameter, known))),
      query: fc.tuple(...inQuery.map((parameter) => queryValue(parameter, onlyFitting))),
      strange: onlyFitting ? fc.constant(null) : fc.option(hostileText, { freq: 8 }),
      body:
        schema === undefined
          ? fc.constant({ text: null, invalid: false })
          : bodyOf(schema, requestBody?.required === true, onlyFitting),
      key: fc.option(fc.oneof(fc.uuid(), fc.constantFrom('again', 'ü', '')), { freq: 8 }),
    })
    .map(({ ids, query, strange, body, key }) => {
      const filled = ids.reduce((at, id) => at.replace(/\{\w+\}/, () => encode(id)), path)
      const given = query.filter((value) => value !== null)
      const pairs = given.map(({ name, text }) => `${name}=${encode(text)}`)
      if (strange !== null) pairs.push(`strange=${encode(strange)}`)
      return {
        method,
        url: pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`,
        headers: {
          prefer: 'respond-async',
          ...(body.text === null ? {} : { 'content-type': 'application/json' }),
          ...(key === null || !/^[\x21-\x7e]+$/.test(key) ? {} : { 'idempotency-key': key }),
        },
        body: body.text,
        invalid: body.invalid || strange !== null || given.some((value) => value.invalid),
      }
    })
}

function pathValue(parameter: Parameter, known: readonly string[]): fc.Arbitrary<string> {
  const choices = [
    fc.constantFrom(
      ...['job', 'ses', 'sea', 'plc', 'key', 'wrk', 'whd', 'lse'].map((kind) => `${kind}_${UNKNOWN_ID}`),
    ),
    hostileText.filter((text) => !['', '.', '..'].includes(text)),
    fc.constant(typeof parameter.example === 'string' ? parameter.example : 'x'),
    ...(known.length === 0 ? [] : [fc.constantFrom(...known)]),
  ]
  return fc.oneof(...choices)
}

function queryValue(
  parameter: Parameter,
  onlyFitting: boolean,
): fc.Arbitrary<{ name: string; text: string; invalid: boolean } | null> {
  const { name, schema, required = false } = parameter
  const right = name === 'waitMs' ? fc.constantFrom('0', '1') : fitting(schema).map(textOfQuery)
  const wrong = fc
    .constantFrom(...HOSTILE_TEXTS)
    .map((text) => ({ name, text, invalid: mustRefuse(schema, text) }))
  const sure = right.map((text) => ({ name, text, invalid: false }))
  // Only a list makes a cursor that fits.
  if (onlyFitting && name === 'cursor') return fc.constant(null)
  const given = onlyFitting
    ? sure
    : fc.oneof(
        { weight: 4, arbitrary: sure },
        {
          weight: 1,
          arbitrary: name === 'waitMs' ? fc.constant({ name, text: 'soon', invalid: true }) : wrong,
        },
      )
  // Without it some routes wait for long.
  return required || name === 'waitMs' ? given : fc.option(given, { freq: 3 })
}

function textOfQuery(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(',') : String(value)
}

/** Whether no reading of the text fits: sure only for numbers, flags and closed sets of words. */
function mustRefuse(schema: Schema, text: string): boolean {
  if (Array.isArray(schema['enum'])) return !(schema['enum'] as unknown[]).includes(text)
  if (schema['type'] === 'boolean') return !['true', 'false', '0', '1'].includes(text)
  if (schema['type'] === 'integer' || schema['type'] === 'number') {
    return !/^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(text) || !Check(schema, Number(text))
  }
  return false
}

function bodyOf(
  schema: Schema,
  required: boolean,
  onlyFitting: boolean,
): fc.Arbitrary<{ text: string | null; invalid: boolean }> {
  const classified = (value: unknown) => {
    const text = JSON.stringify(value ?? null)
    const parsed: unknown = JSON.parse(text)
    // Characters that cannot be stored are replaced before validation, and the prototype key is dropped by some
    // validators and kept by others.
    const isClear = !/\\u|__proto__/.test(text)
    return { text, invalid: isClear && !Check(schema, parsed) }
  }
  const broken = fc.constantFrom('{', '[1,', '"', '{"a":1}}', 'nul', '\u0000', '{"a":1,"a":2', '[]]')
  if (onlyFitting) return fitting(schema).map(classified)
  return fc.oneof(
    { weight: 2, arbitrary: fitting(schema).map(classified) },
    { weight: 5, arbitrary: hostile(schema).map(classified) },
    { weight: 1, arbitrary: broken.map((text) => ({ text, invalid: true })) },
    { weight: required ? 1 : 0, arbitrary: fc.constant({ text: null, invalid: true }) },
  )
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
