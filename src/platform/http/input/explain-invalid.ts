// Explains an invalid input with the names of its schema: few, exact problems where a validator gives many.
import { isRecord } from '#kit/unknown-values.ts'
import { mustMatch } from '#contract/pattern-words.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { pointerStep } from '#kit/json-pointer.ts'
import { closestName } from '#kit/text/closest-name.ts'
import { closestWord } from '#kit/text/closest-word.ts'
import { variantsOf, type JsonSchema } from './json-schema.ts'

/** More problems would not help, and a hostile body could have a million. */
const MAX_PROBLEMS = 20
const SHOWN_CHARS = 80
const MAX_KEY_CHARS = 200

type Path = readonly (string | number)[]

/**
 * The problems of `value` against `schema`, at most 20, each with its path. A pattern of the schema is checked, a
 * format is not: for an input that violates only a format the answer is empty.
 */
export function explainInvalid(
  schema: JsonSchema,
  value: unknown,
  pointerOf: (path: Path) => string,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  const report = (path: Path, code: string, detail: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ pointer: pointerOf(path), code, detail })
  }
  const isFull = () => problems.length >= MAX_PROBLEMS
  walk(schema, value, [], { report, isFull, pointerOf })
  return problems
}

/** A JSON Pointer (RFC 6901); a long hostile key is cut. */
export function jsonPointer(path: Path): string {
  return path.map((step) => pointerStep(String(step).slice(0, MAX_KEY_CHARS))).join('')
}

interface Walk {
  report(path: Path, code: string, detail: string): void
  isFull(): boolean
  pointerOf(path: Path): string
}

function walk(schema: JsonSchema, value: unknown, path: Path, w: Walk): void {
  if (w.isFull()) return
  const variants = variantsOf(schema)
  if (variants.length > 1) return walkUnion(variants, value, path, w)
  for (const part of schema.allOf ?? []) walk(part, value, path, w)
  if (!isOfType(value, schema)) {
    const missing = value === undefined || (value === null && path.length === 0)
    return w.report(
      path,
      missing ? 'required' : 'wrong_type',
      missing ? 'A value is needed.' : `Must be ${describe(schema)}.`,
    )
  }
  const words = wordsOf(schema)
  if (words !== null && !words.includes(value)) {
    return w.report(
      path,
      'not_allowed_value',
      `Must be ${describe(schema)}${words.length > 1 ? suggestion(value, words) : '.'}`,
    )
  }
  if (typeof value === 'string') walkString(schema, value, path, w)
  else if (typeof value === 'number') walkNumber(schema, value, path, w)
  else if (Array.isArray(value)) walkArray(schema, value, path, w)
  else if (isRecord(value)) walkObject(schema, value, path, w)
  walkForms(schema, value, path, w)
}

function walkString(schema: JsonSchema, value: string, path: Path, w: Walk): void {
  const { minLength = 0, maxLength = Infinity, pattern } = schema
  const length = value.length > maxLength ? Array.from(value).length : value.length
  if (length < minLength) {
    w.report(
      path,
      'too_short',
      minLength === 1 ? 'Must not be empty.' : `Must have at least ${minLength} characters.`,
    )
  } else if (length > maxLength) {
    w.report(path, 'too_long', `Must have at most ${maxLength} characters; it has ${length}.`)
  } else if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) {
    w.report(path, 'pattern', mustMatch(pattern))
  }
}

function walkNumber(schema: JsonSchema, value: number, path: Path, w: Walk): void {
  const {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = -Infinity,
    exclusiveMaximum = Infinity,
  } = schema
  if (value < minimum) w.report(path, 'too_small', `Must be at least ${minimum}.`)
  else if (value <= exclusiveMinimum) w.report(path, 'too_small', `Must be more than ${exclusiveMinimum}.`)
  else if (value > maximum) w.report(path, 'too_large', `Must be at most ${maximum}.`)
  else if (value >= exclusiveMaximum) w.report(path, 'too_large', `Must be less than ${exclusiveMaximum}.`)
}

function walkArray(schema: JsonSchema, value: readonly unknown[], path: Path, w: Walk): void {
  const { minItems = 0, maxItems = Infinity, uniqueItems = false, items } = schema
  if (value.length < minItems)
    w.report(path, 'too_few', `Must have at least ${minItems} items; it has ${value.length}.`)
  if (value.length > maxItems)
    w.report(path, 'too_many', `Must have at most ${maxItems} items; it has ${value.length}.`)
  if (uniqueItems && new Set(value.map((item) => JSON.stringify(item))).size < value.length)
    w.report(path, 'repeated', 'Must hold each value once.')
  if (items === undefined) return
  for (const [index, item] of value.entries()) {
    if (w.isFull()) return
    walk(items, item, [...path, index], w)
  }
}

function walkObject(schema: JsonSchema, value: Readonly<Record<string, unknown>>, path: Path, w: Walk): void {
  const { properties = {}, patternProperties = {}, additionalProperties = true, required = [] } = schema
  for (const name of required) {
    if (value[name] === undefined || !Object.hasOwn(value, name))
      w.report([...path, name], 'required', 'This is required.')
  }
  const { minProperties = 0, maxProperties = Infinity } = schema
  if (minProperties > 0 || maxProperties < Infinity) {
    const count = Object.keys(value).length
    if (count < minProperties) w.report(path, 'too_few', `Must have at least ${minProperties} keys.`)
    if (count > maxProperties) w.report(path, 'too_many', `Must have at most ${maxProperties} keys.`)
  }
  const patterns = Object.entries(patternProperties).map(([text, of]) => ({
    pattern: new RegExp(text, 'u'),
    of,
  }))
  // Not Object.entries, which would copy all entries although the loop stops at the twentieth problem.
  for (const name in value) {
    if (w.isFull()) return
    if (!Object.hasOwn(value, name)) continue
    const item = value[name]
    const named = Object.hasOwn(properties, name) ? properties[name] : undefined
    const fitting = [
      ...(named === undefined ? [] : [named]),
      ...patterns.filter((p) => p.pattern.test(name)).map((p) => p.of),
    ]
    for (const of of fitting) walk(of, item, [...path, name], w)
    if (fitting.length > 0) continue
    if (additionalProperties === false) {
      w.report([...path, name], 'unknown_key', unknownKey(name, properties))
    } else if (typeof additionalProperties === 'object') {
      walk(additionalProperties, item, [...path, name], w)
    }
  }
}

/** Explains a union by the variant that the value most likely means. */
function walkUnion(variants: readonly JsonSchema[], value: unknown, path: Path, w: Walk): void {
  const fitting = variants.filter((variant) => isOfType(value, variant))
  const attempts = fitting.map((variant) => {
    const problems: [Path, string, string][] = []
    const report = (...problem: [Path, string, string]) => problems.push(problem)
    walk(variant, value, path, { ...w, report, isFull: () => problems.length >= MAX_PROBLEMS })
    return { variant, problems, likeness: likeness(variant, value) }
  })
  if (attempts.some(({ problems }) => problems.length === 0)) return
  attempts.sort((a, b) => b.likeness - a.likeness || a.problems.length - b.problems.length)
  const [best] = attempts
  const likeliest = attempts.filter(({ likeness: of }) => of === best?.likeness).map(({ variant }) => variant)
  const key = likeliest.length > 1 ? unknownKind(likeliest, value) : null
  if (key !== null)
    return walk(
      { enum: fitting.flatMap((variant) => kindOf(variant, key)) },
      Object(value)[key],
      [...path, key],
      w,
    )
  if (best === undefined || (attempts.length > 1 && best.likeness === 0)) {
    const forms = [...new Set(variants.map(describe))]
    w.report(path, attempts.length === 0 ? 'wrong_type' : 'no_form_fits', `Must be ${join(forms)}.`)
  } else {
    for (const problem of best.problems) w.report(...problem)
  }
}

/** The key by which each of the variants says what it is, where `value` has it and says that it is something else. */
function unknownKind(variants: readonly JsonSchema[], value: unknown): string | null {
  if (!isRecord(value)) return null
  return (
    Object.keys(variants[0]?.properties ?? {}).find((key) => {
      const kinds = variants.flatMap((variant) => kindOf(variant, key))
      return Object.hasOwn(value, key) && kinds.length === variants.length && !kinds.includes(value[key])
    }) ?? null
  )
}

/** The one value that `key` has in a variant; none where it may have several. */
function kindOf({ properties = {} }: JsonSchema, key: string): readonly unknown[] {
  const words =
    Object.hasOwn(properties, key) && properties[key] !== undefined ? wordsOf(properties[key]) : null
  return words?.length === 1 ? words : []
}

/** In addition to its keywords, a schema may say which of its keys exclude each other, and which one is required. */
function walkForms(schema: JsonSchema, value: unknown, path: Path, w: Walk): void {
  const { not } = schema
  if (not !== undefined && fits(not, value)) {
    const [last, ...others] = (not.required ?? []).toReversed()
    const rest = others.length === 0 ? 'what else is given' : join(others)
    if (last === undefined) w.report(path, 'not_allowed_value', 'This is not allowed here.')
    else w.report([...path, last], 'not_together', `This does not go with ${rest}.`)
  }
  const forms = schema.oneOf ?? schema.anyOf
  if (forms === undefined) return
  const fitting = forms.filter((form) => fits(form, value)).length
  if (fitting === 1 || (fitting > 1 && schema.oneOf === undefined)) return
  const keys = forms.map(({ required = [] }) => required.join(' with '))
  const begun = forms.filter(({ required = [] }) =>
    required.every((key) => Object.hasOwn(Object(value), key)),
  )
  const [only] = begun
  if (fitting === 0 && begun.length === 1 && only !== undefined) walk(only, value, path, w)
  else if (keys.includes('')) w.report(path, 'no_form_fits', 'This fits none of the forms that are allowed.')
  else {
    const many = begun.length > 1
    const count = schema.oneOf === undefined ? 'at least' : 'exactly'
    const given = many ? '; more than one is given' : ''
    w.report(
      path,
      many ? 'not_together' : 'required',
      `Must have ${count} one of ${keys.join(', ')}${given}.`,
    )
  }
}

function fits(schema: JsonSchema, value: unknown): boolean {
  let found = false
  walk(schema, value, [], { report: () => void (found = true), isFull: () => found, pointerOf: () => '' })
  return !found
}

/** How similar an object is to a variant: a discriminating value counts most, then shared keys. */
function likeness(variant: JsonSchema, value: unknown): number {
  if (!isRecord(value) || Array.isArray(value)) return 0
  return Object.entries(variant.properties ?? {}).reduce((sum, [name, property]) => {
    if (!Object.hasOwn(value, name)) return sum
    const words = wordsOf(property)
    return sum + (words !== null && words.length === 1 && words.includes(value[name]) ? 1000 : 1)
  }, 0)
}

function isOfType(value: unknown, { type }: JsonSchema): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'null':
      return value === null
    default:
      return true
  }
}

function wordsOf(schema: JsonSchema): readonly unknown[] | null {
  return schema.enum ?? (schema.const === undefined ? null : [schema.const])
}

function describe(schema: JsonSchema): string {
  const words = wordsOf(schema)
  if (words !== null) return words.length === 1 ? show(words[0]) : `one of ${words.map(show).join(', ')}`
  switch (schema.type) {
    case 'integer':
      return 'a whole number'
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    case 'array':
      return 'an array'
    case 'object':
      return schema.properties === undefined ? 'an object' : `{${Object.keys(schema.properties).join(', ')}}`
    default:
      return schema.type === undefined ? 'another value' : `a ${schema.type}`
  }
}

/** A key that is not known here may be known one level below: `radius` beside `location` is its `radiusM`. */
function unknownKey(name: string, properties: Readonly<Record<string, JsonSchema>>): string {
  const meant = closestName(name, Object.keys(properties))
  if (meant !== null) return `Unknown key; did you mean ${JSON.stringify(meant)}?`
  for (const [holder, schema] of Object.entries(properties)) {
    const below = variantsOf(schema).flatMap((variant) => Object.keys(variant.properties ?? {}))
    const inside = closestName(name, [...new Set(below)])
    if (inside !== null)
      return `Unknown key; did you mean ${JSON.stringify(inside)} in ${JSON.stringify(holder)}?`
  }
  return 'Unknown key.'
}

/** The end of a message about `word`: a question when a known word is similar. */
function suggestion(word: unknown, known: readonly unknown[]): string {
  const texts = known.filter((text) => typeof text === 'string')
  const meant = typeof word === 'string' && word.length <= SHOWN_CHARS ? closestWord(word, texts) : null
  return meant === null ? '.' : `; did you mean ${JSON.stringify(meant)}?`
}

function show(word: unknown): string {
  return JSON.stringify(word) ?? 'nothing'
}

function join(forms: readonly string[]): string {
  return forms.length < 2 ? forms.join('') : `${forms.slice(0, -1).join(', ')} or ${forms.at(-1)}`
}
