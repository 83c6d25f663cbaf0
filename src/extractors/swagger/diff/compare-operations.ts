// Compares two versions of one operation: parameters, body, responses, security.
import { asObject, asText, entriesOf, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { followRef } from '#extractors/swagger/spec/follow-ref.ts'
import { parametersOf, securityOf, type SecurityUse } from '#extractors/swagger/spec/list-operations.ts'
import { changeOf, type Change, type Direction } from './change.ts'
import type { SchemaComparer } from './compare-schemas.ts'

interface Secured {
  readonly document: JsonObject
  readonly operation: JsonObject
}

/** Each is held against each. */
const MAX_WAYS = 100

/** One way in: all of these schemes. */
type Way = readonly SecurityUse[]

const waysOf = ({ document, operation }: Secured): readonly Way[] =>
  (securityOf(operation['security'] ?? document['security']) ?? []).slice(0, MAX_WAYS)

const isOpen = (ways: readonly Way[]): boolean => ways.length === 0 || ways.some((way) => way.length === 0)

/** An operation where it stands. */
export interface PlacedOperation {
  readonly document: JsonObject
  /** As written: `/pets/{id}`. */
  readonly path: string
  readonly item: JsonObject
  readonly operation: JsonObject
}

/** Both versions as OpenAPI 3.1, under the same method and path. */
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
  const place = { at: 'operation' }
  if (before['deprecated'] !== true && after['deprecated'] === true)
    changes.push(changeOf('operation_deprecated', place, 'it is deprecated now'))
  const [old, now] = [asText(before['operationId']), asText(after['operationId'])]
  if (old !== null && old !== now) {
    const detail = `operationId was ${old.slice(0, 100)} and is ${now?.slice(0, 100) ?? 'not stated'}; generated clients call it by that name`
    changes.push(changeOf('operation_id_changed', place, detail, { before: old, after: now }))
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
      changes.push(changeOf('parameter_removed', { at }, 'the parameter is gone'))
      continue
    }
    const [was, is] = [parameter['required'] === true, kept['required'] === true]
    if (!was && is) changes.push(changeOf('parameter_became_required', { at }, 'it must be given now'))
    if (was && !is) changes.push(changeOf('parameter_became_optional', { at }, 'it may be left out now'))
    changes.push(...comparer.compare({ before: schemaOf(parameter), after: schemaOf(kept) }, 'request', at))
  }
  for (const [key, parameter] of now) {
    if (old.has(key)) continue
    const place = { at: nameOf(key, parameter) }
    changes.push(
      parameter['required'] === true
        ? changeOf('required_parameter_added', place, 'a new parameter that must be given')
        : changeOf('parameter_added', place, 'a new parameter'),
    )
  }
  return changes
}

const nameOf = (key: string, parameter: JsonObject): string =>
  key.startsWith('path parameter ') ? `path parameter ${asText(parameter['name']) ?? ''}` : key

const schemaOf = (parameter: JsonObject): unknown =>
  parameter['schema'] ?? asObject(Object.values(asObject(parameter['content']) ?? {})[0])?.['schema']

function bodyChanges(before: PlacedOperation, after: PlacedOperation, comparer: SchemaComparer): Change[] {
  const old = followRef(before.document, before.operation['requestBody'])
  const now = followRef(after.document, after.operation['requestBody'])
  const place = { at: 'request body' }
  const [was, is] = [old?.['required'] === true, now?.['required'] === true]
  if (now === null)
    return old === null ? [] : [changeOf('request_body_removed', place, 'it takes no body any more')]
  if (old === null) {
    return is
      ? [changeOf('required_request_body_added', place, 'it needs a body now')]
      : [changeOf('request_body_added', place, 'it takes a body now')]
  }
  return [
    ...(!was && is ? [changeOf('request_body_became_required', place, 'the body must be sent now')] : []),
    ...(was && !is ? [changeOf('request_body_became_optional', place, 'the body may be left out now')] : []),
    ...contentChanges(old['content'], now['content'], 'request', place.at, comparer),
  ]
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
    const place = { at: `${at} ${type}` }
    const pair = { before: asObject(media)?.['schema'], after: asObject(now.get(type))?.['schema'] }
    if (now.has(type)) changes.push(...comparer.compare(pair, direction, place.at))
    else changes.push(changeOf('media_type_removed', place, 'the media type is gone'))
  }
  for (const type of now.keys()) {
    if (!old.has(type))
      changes.push(changeOf('media_type_added', { at: `${at} ${type}` }, 'a new media type'))
  }
  return changes
}

function responsesOf({ document, operation }: PlacedOperation): Map<string, JsonObject> {
  return new Map(
    entriesOf(operation['responses']).flatMap(([status, value]) => {
      const response = status.startsWith('x-') ? null : followRef(document, value)
      return response === null ? [] : [[status, response] as const]
    }),
  )
}

function responseChanges(
  before: PlacedOperation,
  after: PlacedOperation,
  comparer: SchemaComparer,
): Change[] {
  const [old, now] = [responsesOf(before), responsesOf(after)]
  const changes: Change[] = []
  for (const [status, response] of old) {
    const at = `response ${status}`
    const kept = now.get(status)
    if (kept === undefined) {
      // Clients depend on successful answers; an error that no longer occurs does no harm.
      const level = /^(?:2|3|default)/.test(status) ? 'breaking' : 'safe'
      changes.push(changeOf('response_removed', { at }, 'the response is gone', { level }))
      continue
    }
    changes.push(...contentChanges(response['content'], kept['content'], 'response', at, comparer))
    for (const [name] of entriesOf(response['headers'])) {
      if (asObject(kept['headers'])?.[name] === undefined)
        changes.push(
          changeOf('response_header_removed', { at: `${at} header ${name}` }, 'the header is gone'),
        )
    }
  }
  for (const status of now.keys()) {
    if (!old.has(status))
      changes.push(changeOf('response_added', { at: `response ${status}` }, 'a new response'))
  }
  return changes
}

/** Compares the alternatives that each version offers. */
function securityChanges(before: Secured, after: Secured): Change[] {
  const [old, now] = [waysOf(before), waysOf(after)]
  const place = { at: 'security' }
  if (isOpen(old) && isOpen(now)) return []
  if (isOpen(old))
    return [changeOf('auth_added', place, `it needs a login now: ${inWords(now)}`, { after: now })]
  if (isOpen(now)) return [changeOf('auth_dropped', place, 'it needs no login any more', { before: old })]
  const lost = old.filter((way) => !now.some((other) => isMet(other, way)))
  // A new one that only requires more than an old one is not an alternative.
  const gained = now.filter((way) => !old.some((other) => isMet(other, way)))
  return [
    ...lost.map((way) => {
      const detail = `this no longer suffices: ${inWords([way])}; what does: ${inWords(now)}`
      return changeOf('auth_changed', place, detail, { before: way, after: now })
    }),
    ...gained.map((way) =>
      changeOf('auth_way_added', place, `another way in: ${inWords([way])}`, { after: way }),
    ),
  ]
}

/** Whether a client with everything in `has` also meets `needed`. */
function isMet(needed: Way, has: Way): boolean {
  return needed.every(({ scheme, scopes }) =>
    has.some((held) => held.scheme === scheme && scopes.every((scope) => held.scopes.includes(scope))),
  )
}

function inWords(ways: readonly Way[]): string {
  const one = ({ scheme, scopes }: SecurityUse): string =>
    scopes.length === 0 ? scheme : `${scheme} (${scopes.slice(0, 10).join(', ')})`
  const all = ways.slice(0, 5).map((way) => way.map(one).join(' and '))
  return all.join(', or ').slice(0, 500)
}
