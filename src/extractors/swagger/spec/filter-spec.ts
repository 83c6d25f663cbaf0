// A description reduced to the requested operations and the components that they use.
import {
  asObject,
  defined,
  entriesOf,
  member,
  objectOf,
  type JsonObject,
} from '#extractors/swagger/json/json-value.ts'
import { splitRef, tokensOf } from '#extractors/swagger/json/json-pointer.ts'
import { GRAMMAR, METHODS, type ObjectType } from './grammar.ts'
import { matchesOperation, type OperationFilter } from './operation-filter.ts'
import { refOf, walkSpec } from './walk-spec.ts'

/** The parts of a document that are targets of references, with their object types. */
const SECTIONS: readonly (readonly [readonly string[], ObjectType])[] = [
  ...Object.entries(GRAMMAR.components.fields).flatMap(([name, { type }]): [string[], ObjectType][] =>
    type === 'securityScheme' ? [] : [[['components', name], type]],
  ),
  [['definitions'], 'schema'],
  [['parameters'], 'parameter'],
  [['responses'], 'response'],
]
const SCHEMES = [['components', 'securitySchemes'], ['securityDefinitions']]

/** The input is not changed. A path that something kept points into stays too. */
export function filterSpec(document: JsonObject, filter: OperationFilter): JsonObject {
  const paths = filteredItems(document['paths'], filter, true)
  const webhooks = filteredItems(document['webhooks'], filter, false)
  const kept: JsonObject = defined({
    ...document,
    paths: document['paths'] === undefined ? undefined : paths,
    webhooks: document['webhooks'] === undefined ? undefined : webhooks,
  })
  const used = usedBy(document, kept)
  const pruned = SECTIONS.reduce(
    (spec, [section]) => withSection(spec, section, (name) => used.has(keyOf(section, name))),
    kept,
  )
  const schemes = usedSchemes(pruned)
  const secured = SCHEMES.reduce(
    (spec, section) => withSection(spec, section, (name) => schemes.has(name)),
    pruned,
  )
  const missing = entriesOf(document['paths']).filter(
    ([path]) => used.has(keyOf(['paths'], path)) && !Object.hasOwn(paths, path),
  )
  return missing.length === 0 ? secured : { ...secured, paths: { ...paths, ...objectOf(missing) } }
}

function filteredItems(items: unknown, filter: OperationFilter, havePath: boolean): JsonObject {
  return objectOf(
    entriesOf(items).flatMap(([name, value]) => {
      const item = asObject(value)
      if (item === null || refOf(item) !== null)
        return havePath && name.startsWith('x-') ? [[name, value] as const] : []
      const rest = Object.entries(item).filter(([method, held]) => {
        const operation = (METHODS as readonly string[]).includes(method) ? asObject(held) : null
        return (
          operation === null ||
          matchesOperation(filter, { method, path: havePath ? name : null, value: operation })
        )
      })
      const some = rest.some(([method]) => (METHODS as readonly string[]).includes(method))
      return some ? [[name, objectOf(rest)] as const] : []
    }),
  )
}

const keyOf = (section: readonly string[], name: string): string => JSON.stringify([...section, name])

/** Everything that the kept paths and webhooks point at, and what that points at. */
function usedBy(document: JsonObject, kept: JsonObject): ReadonlySet<string> {
  const used = new Set<string>()
  const open: [unknown, ObjectType][] = [[{ paths: kept['paths'], webhooks: kept['webhooks'] }, 'document']]
  const use = (tokens: readonly string[], type: ObjectType): void => {
    const depth = tokens[0] === 'components' ? 3 : 2
    const key = JSON.stringify(tokens.slice(0, depth))
    if (tokens.length < depth || used.has(key)) return
    used.add(key)
    const name = tokens[depth - 1] ?? ''
    const section = SECTIONS.find(([names]) => keyOf(names, name) === key)
    let value: unknown = document
    for (const token of tokens.slice(0, depth)) value = member(value, token)
    open.push([value, section?.[1] ?? (tokens[0] === 'paths' ? 'pathItem' : type)])
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    walkSpec(
      next[0],
      ({ type, value }) => {
        const refs = [
          refOf(value),
          ...Object.values(asObject(member(value['discriminator'], 'mapping')) ?? {}),
        ]
        for (const ref of refs) {
          if (typeof ref !== 'string') continue
          const { document: other, pointer } = splitRef(ref)
          if (other === '') use(tokensOf(pointer) ?? [], type)
          // The mapping of a discriminator may hold bare names of schemas.
          else if (!/[/#.]/.test(ref)) use(['components', 'schemas', ref], 'schema')
        }
      },
      next[1],
    )
  }
  return used
}

function withSection(
  document: JsonObject,
  [outer, inner]: readonly string[],
  keep: (name: string) => boolean,
): JsonObject {
  const holder = inner === undefined ? document : asObject(document[outer ?? ''])
  const name = inner ?? outer ?? ''
  if (holder === null || asObject(holder[name]) === null) return document
  const left = entriesOf(holder[name]).filter(([key]) => keep(key))
  const changed = defined({ ...holder, [name]: left.length === 0 ? undefined : objectOf(left) })
  return inner === undefined ? changed : { ...document, [outer ?? '']: changed }
}

function usedSchemes(document: JsonObject): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (requirements: unknown): void => {
    if (Array.isArray(requirements))
      for (const one of requirements) for (const [name] of entriesOf(one)) names.add(name)
  }
  add(document['security'])
  walkSpec(document, ({ type, value }) => {
    if (type === 'operation') add(value['security'])
    return type !== 'schema'
  })
  return names
}
