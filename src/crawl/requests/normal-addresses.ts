// Normalises the addresses of an input before anything else reads it.
import type { TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import type { FieldProblem } from '#contract/problem.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { readWebAddress } from '#kit/url/web-address.ts'
import type { OperationDescriptor } from '#extract/define-extractor.ts'
import { isRecord } from '#kit/unknown-values.ts'
import { propertiesOf } from './flat-query.ts'

const MAX_PROBLEMS = 50

/** What of an operation says how its target is named. */
type AddressFields = Pick<OperationDescriptor, 'input' | 'shorthand'>

/**
 * For a body or a query string, for the items and defaults of a batch, and for many URLs. Throws `validation_failed`.
 */
export function normaliseInputs(operation: AddressFields, body: unknown, query: unknown): void {
  const { input } = operation
  const { items, defaults, urls }: { items?: unknown; defaults?: unknown; urls?: unknown } = Object(body)
  const errors = [
    ...replaceShorthand(operation, body, '/'),
    ...replaceShorthand(operation, query, '?'),
    ...(Array.isArray(items) ? items : []).flatMap((item, index) =>
      replaceShorthand(operation, item, `/items/${index}/`),
    ),
    ...normaliseAddresses(input, body, '/'),
    ...normaliseAddresses(input, query, '?'),
    ...normaliseAddresses(input, defaults, '/defaults/'),
    ...(Array.isArray(urls) ? normaliseUrls(input, urls) : []),
    ...(Array.isArray(items) ? items : []).flatMap((item, index) =>
      normaliseAddresses(input, item, `/items/${index}/`),
    ),
  ]
  if (errors.length === 0) return
  throw new SurveyorError('validation_failed', 'The input names an address that is none.', {
    errors: errors.slice(0, MAX_PROBLEMS),
  })
}

/**
 * Puts `url` in the place of a valid shorthand. One that its schema refuses, and one beside `url`, are left to the
 * schema; one that leads to no address is reported by the name that the caller gave.
 */
function replaceShorthand(
  { input, shorthand }: AddressFields,
  given: unknown,
  place: string,
): FieldProblem[] {
  if (shorthand === undefined || !isRecord(given) || Array.isArray(given) || given['url'] !== undefined)
    return []
  const field = shorthand.fields.find((name) => given[name] !== undefined)
  if (field === undefined) return []
  const { [field]: text } = given
  const schema = propertiesOf(input)[field]
  if (typeof text !== 'string' || schema === undefined || !Check(schema, text)) return []
  const url = shorthand.addressOf(text)
  const read = readWebAddress(url)
  if ('problem' in read) return [{ pointer: place + field, code: 'invalid_url', detail: read.problem }]
  if (hasUserInfo(url)) return [userInfoProblem(place + field)]
  Object.assign(given, { url })
  Reflect.deleteProperty(given, field)
  return []
}

/**
 * Replaces each text that the schema of the operation takes as an address by its normal form. An invalid address is
 * reported; `place` is the prefix of the field name, `/items/3/` or `?`.
 */
function normaliseAddresses(schema: TSchema, input: unknown, place: string): FieldProblem[] {
  if (!isRecord(input) || Array.isArray(input)) return []
  const problems: FieldProblem[] = []
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const given = input[name]
    if (!isAddress(property) || typeof given !== 'string' || given.length > maxLengthOf(property)) continue
    const read = readWebAddress(given)
    if ('href' in read) Object.assign(input, { [name]: read.href })
    else problems.push({ pointer: place + name, code: 'invalid_url', detail: read.problem })
  }
  return problems
}

/** The same for the addresses of a request with many URLs. */
function normaliseUrls(schema: TSchema, urls: unknown[]): FieldProblem[] {
  return urls.flatMap((url, index) => {
    const item = { url }
    const problems = normaliseAddresses(schema, item, '/')
    urls[index] = item.url
    return problems.map((problem) => ({ ...problem, pointer: `/urls/${index}` }))
  })
}

const isAddress = (schema: TSchema): boolean => 'format' in schema && schema.format === 'uri'

/** A longer address is refused for its length. */
const maxLengthOf = (schema: TSchema): number => ('maxLength' in schema ? Number(schema.maxLength) : Infinity)

export function hasUserInfo(text: unknown): boolean {
  const url = typeof text === 'string' ? URL.parse(text) : null
  return url !== null && (url.username !== '' || url.password !== '')
}

export const userInfoProblem = (pointer: string): FieldProblem => ({
  pointer,
  code: 'credentials_in_url',
  detail: 'A URL must not hold a user or a password: `httpAuth` takes them for pages, and hides them.',
})
