// Makes readable mistakes from the errors of Ajv: each reported once, at the key that is wrong.
import type { ErrorObject } from 'ajv'
import { asList, asObject } from '#extractors/swagger/json/json-value.ts'
import { pointerToken } from '#kit/json-pointer.ts'

/** One mistake and its place. */
export interface SpecError {
  /** JSON Pointer into the description. */
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/**
 * Needs errors of an Ajv with `verbose`; takes time in proportion to them. `prefix` is the pointer of the validated
 * value.
 */
export function schemaErrors(errors: readonly ErrorObject[], prefix = ''): SpecError[] {
  const places = placesOf(errors)
  const told = new Map<string, SpecError>()
  for (const error of errors) {
    if (saysNothing(error) || isBranch(error, places) || isExplained(error, places)) continue
    const made = specError(error, prefix)
    told.set(`${made.pointer} ${made.code}`, made)
  }
  return [...told.values()]
}

interface Places {
  /** By the path of a `oneOf` or `anyOf` in the schema, where in the value it is not met. */
  readonly choices: ReadonlyMap<string, ReadonlySet<string>>
  readonly wrongType: ReadonlySet<string>
  /** Places with an error other than an unknown key. */
  readonly wrong: ReadonlySet<string>
  /** Those, and everything that contains them. */
  readonly wrongWithin: ReadonlySet<string>
}

function placesOf(errors: readonly ErrorObject[]): Places {
  const choices = new Map<string, Set<string>>()
  const wrongType = new Set<string>()
  const wrong = new Set<string>()
  for (const error of errors) {
    const { keyword, schemaPath, instancePath } = error
    if (isChoice(keyword)) {
      choices.set(schemaPath, (choices.get(schemaPath) ?? new Set()).add(instancePath))
    }
    if (keyword === 'type') wrongType.add(instancePath)
    if (!isUnknownKey(error) && !saysNothing(error)) wrong.add(instancePath)
  }
  return {
    choices,
    wrongType,
    wrong,
    wrongWithin: new Set([...wrong].flatMap((path) => [...holdersOf(path)])),
  }
}

/** A pointer and all that lead to it. */
function* holdersOf(pointer: string): Generator<string> {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    yield at
    if (at === '') return
  }
}

const isChoice = (keyword: string): boolean => keyword === 'oneOf' || keyword === 'anyOf'

/** The chain of `discriminate` and its links. */
const saysNothing = ({ keyword }: ErrorObject): boolean => keyword === 'if' || keyword === 'false schema'

const isUnknownKey = ({ keyword }: ErrorObject): boolean =>
  keyword === 'additionalProperties' || keyword === 'unevaluatedProperties'

/** True for the error of a single branch of a choice, when the choice as a whole is reported. */
function isBranch({ schemaPath, instancePath }: ErrorObject, { choices }: Places): boolean {
  if (choices.size === 0) return false
  for (const { 0: mark, index } of schemaPath.matchAll(/\/(?:oneOf|anyOf)(?=\/)/g)) {
    const unmet = choices.get(schemaPath.slice(0, index + mark.length))
    if (unmet !== undefined && holdersOf(instancePath).some((holder) => unmet.has(holder))) return true
  }
  return false
}

/**
 * A value of the wrong type is not also reported for its value. Ajv reports a key as unknown when the schema that knows
 * it has failed: then that failure is the mistake.
 */
function isExplained(error: ErrorObject, { wrongType, wrong, wrongWithin }: Places): boolean {
  const { keyword, instancePath } = error
  if (keyword === 'enum') return wrongType.has(instancePath)
  if (keyword !== 'unevaluatedProperties') return false
  return wrong.has(instancePath) || wrongWithin.has(`${instancePath}/${pointerToken(unknownKey(error))}`)
}

const unknownKey = ({ params }: ErrorObject): string =>
  String(params['additionalProperty'] ?? params['unevaluatedProperty'] ?? '')

function specError(error: ErrorObject, prefix: string): SpecError {
  const pointer = prefix + error.instancePath
  if (isUnknownKey(error)) {
    const key = unknownKey(error)
    return {
      pointer: `${pointer}/${pointerToken(key)}`,
      code: 'unknown_key',
      detail: 'is not a known key here',
    }
  }
  return { pointer, code: error.keyword, detail: detailOf(error) }
}

function detailOf({ keyword, params, message, schema, propertyName }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `must have the key '${String(params['missingProperty'])}'`
    case 'enum': {
      const values = asList(params['allowedValues']).map((value) => JSON.stringify(value))
      return `must be one of ${values.slice(0, 20).join(', ')}`
    }
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`
    case 'oneOf':
    case 'anyOf': {
      const keys = asList(schema).map((branch) => asList(asObject(branch)?.['required'])[0])
      const few = keyword === 'oneOf' ? 'exactly' : 'at least'
      if (keys.length > 0 && keys.every((key) => typeof key === 'string'))
        return `must have ${few} one of ${keys.join(', ')}`
      return message ?? keyword
    }
    case 'not': {
      const together = asList(asObject(schema)?.['required'])
      return together.length > 1 ? `must not have ${together.join(' and ')} together` : (message ?? keyword)
    }
    case 'dependentRequired':
    case 'dependencies':
      return `must have '${String(params['missingProperty'])}' beside '${String(params['property'])}'`
    case 'propertyNames':
      return `has a key that is not allowed: '${String(params['propertyName'] ?? propertyName).slice(0, 100)}'`
    case 'uniqueItems':
      return 'must not have the same item twice'
    default:
      return message ?? keyword
  }
}
