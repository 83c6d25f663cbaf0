// The rules of OpenAPI that no JSON Schema can say: what must be unique, and what must be there when it is named.
import {
  asList,
  asObject,
  asText,
  entriesOf,
  member,
  type JsonObject,
} from '#extractors/swagger/json/json-value.ts'
import { pointerOf, splitRef, valueAt } from '#extractors/swagger/json/json-pointer.ts'
import { followRef } from '#extractors/swagger/spec/follow-ref.ts'
import { METHODS } from '#extractors/swagger/spec/grammar.ts'
import { pointerOfNode, refOf, walkSpec } from '#extractors/swagger/spec/walk-spec.ts'
import type { SpecError } from './schema-errors.ts'

/** Any version of OpenAPI. References into other documents count as good: what they hold is not known here. */
export function semanticErrors(document: JsonObject): SpecError[] {
  return [
    ...referenceErrors(document),
    ...operationIdErrors(document),
    ...pathErrors(document),
    ...securityErrors(document),
  ]
}

function referenceErrors(document: JsonObject): SpecError[] {
  const errors: SpecError[] = []
  const verdicts = new Map<string, Pick<SpecError, 'code' | 'detail'> | null>()
  let anchors: ReadonlySet<string> | null = null
  const check = (ref: string): Pick<SpecError, 'code' | 'detail'> | null => {
    const { document: other, pointer } = splitRef(ref)
    if (other !== '') return null
    const nowhere = { code: 'unresolved_ref', detail: `leads nowhere: ${short(ref)}` }
    if (pointer !== '' && !pointer.startsWith('/')) {
      anchors ??= anchorsOf(document)
      return anchors.has(pointer) ? null : nowhere
    }
    const found = valueAt(document, pointer)
    if (found === undefined) return nowhere
    return followRef(document, found) === null && !leavesDocument(document, found)
      ? { code: 'ref_loop', detail: `leads back to itself: ${short(ref)}` }
      : null
  }
  walkSpec(document, (node) => {
    const ref = refOf(node.value)
    if (ref === null) return
    let verdict = verdicts.get(ref)
    if (verdict === undefined) verdicts.set(ref, (verdict = check(ref)))
    if (verdict !== null) errors.push({ pointer: `${pointerOfNode(node)}/$ref`, ...verdict })
  })
  return errors
}

/** Names that `$anchor` gives to schemas: `#address`. */
function anchorsOf(document: JsonObject): ReadonlySet<string> {
  const anchors = new Set<string>()
  walkSpec(document, ({ type, value }) => {
    if (type !== 'schema') return
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const name = asText(value[key])
      if (name !== null) anchors.add(name)
    }
  })
  return anchors
}

/** Whether a chain of references ends in another document, or at a value that is not an object. */
function leavesDocument(document: JsonObject, value: unknown): boolean {
  let at: unknown = value
  for (let hop = 0; hop < 20; hop += 1) {
    const ref = refOf(at)
    if (ref === null) return true
    const { document: other, pointer } = splitRef(ref)
    if (other !== '') return true
    at = valueAt(document, pointer)
  }
  return false
}

function operationIdErrors(document: JsonObject): SpecError[] {
  const seen = new Map<string, string>()
  const errors: SpecError[] = []
  walkSpec(document, (node) => {
    if (node.type !== 'operation') return node.type !== 'schema'
    const id = asText(node.value['operationId'])
    if (id === null) return true
    const pointer = `${pointerOfNode(node)}/operationId`
    const first = seen.get(id)
    if (first === undefined) seen.set(id, pointer)
    else {
      const detail = `'${short(id)}' is the operationId of ${first} too`
      errors.push({ pointer, code: 'duplicate_operation_id', detail })
    }
    return true
  })
  return errors
}

function pathErrors(document: JsonObject): SpecError[] {
  const errors: SpecError[] = []
  const shapes = new Map<string, string>()
  // A rule of OpenAPI 3; Swagger 2.0 says nothing of it.
  const shapesCount = document['openapi'] !== undefined
  for (const [path, value] of entriesOf(document['paths'])) {
    const item = asObject(value)
    if (item === null || path.startsWith('x-')) continue
    const shape = path.replace(/\{[^{}]{0,200}\}/g, '{}')
    const same = shapes.get(shape)
    if (same === undefined || !shapesCount) shapes.set(shape, path)
    else {
      const detail = `cannot be told from '${short(same)}'`
      errors.push({ pointer: pointerOf(['paths', path]), code: 'ambiguous_path', detail })
    }
    if (refOf(item) === null) errors.push(...parameterErrors(document, path, item))
  }
  return errors
}

interface Declared {
  /** Names of those in the path, each with its pointer. */
  readonly inPath: ReadonlyMap<string, string>
  /** False when one of them is unknown: missing ones cannot be reported then. */
  readonly complete: boolean
}

function parameterErrors(document: JsonObject, path: string, item: JsonObject): SpecError[] {
  const errors: SpecError[] = []
  const wanted = new Set([...path.matchAll(/\{([^{}]{1,200})\}/g)].flatMap(([, name]) => name ?? []))
  const shared = declaredAt(document, item['parameters'], ['paths', path], errors)
  const unused = new Map<string, string>()
  for (const method of METHODS) {
    const operation = asObject(item[method])
    if (operation === null) continue
    const own = declaredAt(document, operation['parameters'], ['paths', path, method], errors)
    if (!shared.complete || !own.complete) continue
    const pointer = pointerOf(['paths', path, method])
    for (const name of wanted) {
      if (own.inPath.has(name) || shared.inPath.has(name)) continue
      const detail = `the path has {${short(name)}}, and no parameter describes it`
      errors.push({ pointer, code: 'path_parameter_undeclared', detail })
    }
    for (const [name, at] of [...shared.inPath, ...own.inPath]) if (!wanted.has(name)) unused.set(at, name)
  }
  for (const [pointer, name] of unused) {
    errors.push({ pointer, code: 'path_parameter_unused', detail: `the path has no {${short(name)}}` })
  }
  return errors
}

function declaredAt(
  document: JsonObject,
  list: unknown,
  path: readonly string[],
  errors: SpecError[],
): Declared {
  const inPath = new Map<string, string>()
  const seen = new Set<string>()
  let complete = true
  let bodies = 0
  for (const [at, value] of asList(list).entries()) {
    const parameter = followRef(document, value)
    const [name, place] = [asText(member(parameter, 'name')), asText(member(parameter, 'in'))]
    if (name === null || place === null) {
      complete = false
      continue
    }
    const pointer = pointerOf([...path, 'parameters', at])
    const key = JSON.stringify([place, name])
    if (seen.has(key)) {
      errors.push({
        pointer,
        code: 'duplicate_parameter',
        detail: `'${short(name)}' is there twice in ${short(place)}`,
      })
    }
    seen.add(key)
    if (place === 'path') inPath.set(name, pointer)
    if (place !== 'body') continue
    bodies += 1
    if (bodies > 1) errors.push({ pointer, code: 'several_bodies', detail: 'a request has one body' })
  }
  return { inPath, complete }
}

function securityErrors(document: JsonObject): SpecError[] {
  const schemes = new Set([
    ...entriesOf(document['securityDefinitions']).map(([name]) => name),
    ...entriesOf(member(document['components'], 'securitySchemes')).map(([name]) => name),
  ])
  const errors: SpecError[] = []
  const check = (requirements: unknown, pointer: string): void => {
    for (const [at, requirement] of asList(requirements).entries()) {
      for (const [name] of entriesOf(requirement)) {
        // From 3.2 on the address of a scheme may stand in place of its name.
        if (schemes.has(name) || /[:/]/.test(name)) continue
        const detail = `there is no security scheme '${short(name)}'`
        errors.push({ pointer: `${pointer}/security/${at}`, code: 'unknown_security_scheme', detail })
      }
    }
  }
  check(document['security'], '')
  walkSpec(document, (node) => {
    if (node.type === 'operation') check(node.value['security'], pointerOfNode(node))
    return node.type !== 'schema'
  })
  return errors
}

const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 117)}…` : text)
