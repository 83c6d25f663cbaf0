// Converts the text of a query string to the types of its schema; text that does not fit stays text and fails
// validation.
import type { FieldProblem } from '#contract/problem.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { storableText } from '#kit/text/text.ts'
import { asSchema, variantsOf, type JsonSchema } from './json-schema.ts'

type RawQuery = Readonly<Record<string, string | string[]>>

/**
 * The query with numbers, booleans and lists (`a,b` or `x=a&x=b`) in place of their text. A repeated parameter that is
 * not a list, and text that cannot be stored, is refused with `validation_failed`.
 */
export function coerceQuery(query: RawQuery, schema: unknown): Record<string, unknown> {
  const properties = asSchema(schema).properties ?? {}
  const problems: FieldProblem[] = []
  // Without a prototype, so that `__proto__` is an unknown parameter like any other.
  const coerced = Object.create(null) as Record<string, unknown>
  for (const [name, raw] of Object.entries(query)) {
    const values = [raw].flat()
    const wanted = Object.hasOwn(properties, name) ? variantsOf(asSchema(properties[name])) : []
    const list = wanted.find((variant) => variant.type === 'array')
    if (values.some((value) => storableText(value) !== value)) {
      problems.push({
        pointer: `?${name}`,
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
      problems.push({ pointer: `?${name}`, code: 'repeated', detail: 'This parameter may be given once.' })
    } else {
      coerced[name] = scalar(values[0] ?? '', wanted)
    }
  }
  if (problems.length > 0) {
    throw new SurveyorError('validation_failed', 'The query string is not valid.', { errors: problems })
  }
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
