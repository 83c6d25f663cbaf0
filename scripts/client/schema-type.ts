// The TypeScript type of a JSON Schema, for the part of JSON Schema that our documents use.

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema | readonly Schema[] | boolean
  readonly prefixItems?: readonly Schema[]
}

/** `seen` is called with every component that the type names. A part that the schema leaves open is `unknown`. */
export function typeOf(schema: Schema, seen: (component: string) => void): string {
  const inner = (part: Schema) => typeOf(part, seen)
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '')
    seen(name)
    return name
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined && !either.every(onlyRequires)) return union(either.map(inner))
  if (schema.allOf !== undefined) return schema.allOf.map((part) => `(${inner(part)})`).join(' & ')
  const { type } = schema
  if (Array.isArray(type)) return union((type as string[]).map((one) => inner({ ...schema, type: one })))
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return arrayType(schema, inner)
    case 'object':
      return objectType(schema, inner)
    default:
      return 'unknown'
  }
}

/** "Exactly one of `url`, `html` and `artifactId`": beside properties, which say the rest. */
function onlyRequires(part: Schema): boolean {
  return Object.keys(part).join() === 'required'
}

const MAX_LINE_CHARS = 60

/** Members of an object type; without any the object is empty. */
export function objectOf(members: readonly { name: string; type: string; required: boolean }[]): string {
  if (members.length === 0) return 'object'
  const lines = members.map(({ name, type, required }) => {
    const key = /^([A-Za-z_$][\w$]*|[1-9][0-9]*)$/.test(name) ? name : JSON.stringify(name)
    return `${key}${required ? '' : '?'}: ${type}`
  })
  const short = `{ ${lines.join('; ')} }`
  // A few short members stand in one line.
  return short.includes('\n') || short.length > MAX_LINE_CHARS ? `{\n${lines.join('\n')}\n}` : short
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ')
}

function arrayType({ prefixItems, items }: Schema, inner: (part: Schema) => string): string {
  const tuple = prefixItems ?? (Array.isArray(items) ? (items as readonly Schema[]) : null)
  if (tuple !== null) return `[${tuple.map(inner).join(', ')}]`
  return typeof items === 'object' ? `(${inner(items as Schema)})[]` : 'unknown[]'
}

function objectType(schema: Schema, inner: (part: Schema) => string): string {
  const { properties, required = [], patternProperties, additionalProperties } = schema
  if (properties !== undefined && Object.keys(properties).length > 0) {
    return objectOf(
      Object.entries(properties).map(([name, part]) => ({
        name,
        type: inner(part),
        required: required.includes(name),
      })),
    )
  }
  const [values] = Object.values(patternProperties ?? {})
  const value = values ?? (typeof additionalProperties === 'object' ? additionalProperties : null)
  return `Record<string, ${value === null ? 'unknown' : inner(value)}>`
}
