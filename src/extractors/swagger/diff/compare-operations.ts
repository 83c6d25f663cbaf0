// Compares two versions of one operation: parameters, body, responses, security.
import { asObject, asText, entriesOf, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { followRef } from '#extractors/swagger/spec/follow-ref.ts'
import { parametersOf } from '#extractors/swagger/spec/list-operations.ts'
import type { Change, Direction } from './change.ts'
import type { SchemaComparer } from './compare-schemas.ts'
import { securityChanges } from './compare-security.ts'

/** An operation where it stands. */
export interface PlacedOperation {
  readonly document: JsonObject
  /** As written: `/pets/{id}`. */
  readonly path: string
  readonly item: JsonObject
  readonly operation: JsonObject
}

export function operationChanges(
  before: PlacedOperation,
  after: PlacedOperation,
  comparer: SchemaComparer,
): Change[] {
  return [
    ...lifecycleChanges(before.operation, after.operation),
    ...parameterChanges(before, after, comparer),
    ...bodyChanges(before, after, comparer),
    ...responseChanges(before, after, comparer),
    ...securityChanges(before, after),
  ]
}

function lifecycleChanges(before: JsonObject, after: JsonObject): Change[] {
  const changes: Change[] = []
  if (before['deprecated'] !== true && after['deprecated'] === true) {
    changes.push({
      code: 'operation_deprecated',
      level: 'safe',
      at: 'operation',
      detail: 'it is deprecated now',
    })
  }
  const [old, now] = [asText(before['operationId']), asText(after['operationId'])]
  if (old !== null && old !== now) {
    const detail = `operationId was ${old.slice(0, 100)} and is ${now?.slice(0, 100) ?? 'not stated'}; generated clients call it by that name`
    changes.push({
      code: 'operation_id_changed',
      level: 'dangerous',
      at: 'operation',
      detail,
      before: old,
      after: now,
    })
  }
  return changes
}

/** By place and name; a parameter of the path by its position, which is all that a client sees of its name. */
function parametersByKey({ document, path, item, operation }: PlacedOperation): Map<string, JsonObject> {
  const inPath = [...path.matchAll(/\{([^{}]{1,200})\}/g)].map(([, name]) => name)
  return new Map(
    parametersOf(document, item, operation).flatMap(({ parameter }) => {
      if (parameter === null) return []
      const [name, place] = [asText(parameter['name']) ?? '', asText(parameter['in']) ?? '']
      const position = place === 'path' ? inPath.indexOf(name) : -1
      const known = place === 'header' ? name.toLowerCase() : name
      return [[`${place} parameter ${position < 0 ? known : `${position + 1}`}`, parameter] as const]
    }),
  )
}

function parameterChanges(
  before: PlacedOperation,
  after: PlacedOperation,
  comparer: SchemaComparer,
): Change[] {
  const [old, now] = [parametersByKey(before), parametersByKey(after)]
  if (!comparer.spend(old.size + now.size)) return []
  const changes: Change[] = []
  for (const [key, parameter] of old) {
    const at = nameOf(key, now.get(key) ?? parameter)
    const kept = now.get(key)
    if (kept === undefined) {
      changes.push({ code: 'parameter_removed', level: 'dangerous', at, detail: 'the parameter is gone' })
      continue
    }
    const [was, is] = [parameter['required'] === true, kept['required'] === true]
    if (!was && is) {
      changes.push({
        code: 'parameter_became_required',
        level: 'breaking',
        at,
        detail: 'it must be given now',
      })
    } else if (was && !is) {
      changes.push({ code: 'parameter_became_optional', level: 'safe', at, detail: 'it may be left out now' })
    }
    changes.push(...comparer.compare({ before: schemaOf(parameter), after: schemaOf(kept) }, 'request', at))
  }
  for (const [key, parameter] of now) {
    if (old.has(key)) continue
    const required = parameter['required'] === true
    changes.push({
      code: required ? 'required_parameter_added' : 'parameter_added',
      level: required ? 'breaking' : 'safe',
      at: nameOf(key, parameter),
      detail: required ? 'a new parameter that must be given' : 'a new parameter',
    })
  }
  return changes
}

const nameOf = (key: string, parameter: JsonObject): string =>
  key.startsWith('path parameter ') ? `path parameter ${asText(parameter['name']) ?? ''}` : key

function schemaOf(parameter: JsonObject): unknown {
  return parameter['schema'] ?? asObject(Object.values(asObject(parameter['content']) ?? {})[0])?.['schema']
}

function bodyChanges(before: PlacedOperation, after: PlacedOperation, comparer: SchemaComparer): Change[] {
  const old = followRef(before.document, before.operation['requestBody'])
  const now = followRef(after.document, after.operation['requestBody'])
  const at = 'request body'
  if (old === null && now === null) return []
  if (old === null || now === null) {
    const required = now?.['required'] === true
    if (now === null)
      return [{ code: 'request_body_removed', level: 'dangerous', at, detail: 'it takes no body any more' }]
    return required
      ? [{ code: 'required_request_body_added', level: 'breaking', at, detail: 'it needs a body now' }]
      : [{ code: 'request_body_added', level: 'safe', at, detail: 'it takes a body now' }]
  }
  const changes: Change[] = []
  if (old['required'] !== true && now['required'] === true) {
    changes.push({
      code: 'request_body_became_required',
      level: 'breaking',
      at,
      detail: 'the body must be sent now',
    })
  } else if (old['required'] === true && now['required'] !== true) {
    changes.push({
      code: 'request_body_became_optional',
      level: 'safe',
      at,
      detail: 'the body may be left out now',
    })
  }
  return [...changes, ...contentChanges(old['content'], now['content'], 'request', at, comparer)]
}

function contentChanges(
  before: unknown,
  after: unknown,
  direction: Direction,
  at: string,
  comparer: SchemaComparer,
): Change[] {
  const [old, now] = [new Map(entriesOf(before)), new Map(entriesOf(after))]
  const changes: Change[] = []
  for (const [type, media] of old) {
    const kept = now.get(type)
    if (kept === undefined) {
      changes.push({
        code: 'media_type_removed',
        level: 'breaking',
        at: `${at} ${type}`,
        detail: 'the media type is gone',
      })
      continue
    }
    const pair = { before: asObject(media)?.['schema'], after: asObject(kept)?.['schema'] }
    changes.push(...comparer.compare(pair, direction, `${at} ${type}`))
  }
  for (const type of now.keys()) {
    if (!old.has(type))
      changes.push({
        code: 'media_type_added',
        level: 'safe',
        at: `${at} ${type}`,
        detail: 'a new media type',
      })
  }
  return changes
}

function responseChanges(
  before: PlacedOperation,
  after: PlacedOperation,
  comparer: SchemaComparer,
): Change[] {
  const responses = ({ document, operation }: PlacedOperation): Map<string, JsonObject> =>
    new Map(
      entriesOf(operation['responses']).flatMap(([status, value]) => {
        const response = status.startsWith('x-') ? null : followRef(document, value)
        return response === null ? [] : [[status, response] as const]
      }),
    )
  const [old, now] = [responses(before), responses(after)]
  const changes: Change[] = []
  for (const [status, response] of old) {
    const at = `response ${status}`
    const kept = now.get(status)
    if (kept === undefined) {
      // Clients depend on successful answers; an error that no longer occurs does no harm.
      const success = /^(?:2|3|default)/.test(status)
      changes.push({
        code: 'response_removed',
        level: success ? 'breaking' : 'safe',
        at,
        detail: 'the response is gone',
      })
      continue
    }
    changes.push(...contentChanges(response['content'], kept['content'], 'response', at, comparer))
    for (const [name] of entriesOf(response['headers'])) {
      if (asObject(kept['headers'])?.[name] !== undefined) continue
      changes.push({
        code: 'response_header_removed',
        level: 'dangerous',
        at: `${at} header ${name}`,
        detail: 'the header is gone',
      })
    }
  }
  for (const status of now.keys()) {
    if (old.has(status)) continue
    changes.push({
      code: 'response_added',
      level: 'safe',
      at: `response ${status}`,
      detail: 'a new response',
    })
  }
  return changes
}
