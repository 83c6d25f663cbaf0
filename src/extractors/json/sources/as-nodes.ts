// Microdata, RDFa and microformats in the form of JSON-LD: one name, one value or a list; one way to read all of them.
import { setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { joinJsonLd } from '#extractors/json/structured/join-json-ld.ts'
import type { MicrodataItem, MicrodataValue } from '#parsing/page/microdata.ts'
import type {
  MicroformatItem,
  MicroformatValue,
} from '#extractors/json/structured/microformats/read-microformats.ts'
import {
  INITIAL_PREFIXES,
  SCHEMA_ORG,
  USES_VOCABULARY,
} from '#extractors/json/structured/rdfa/initial-context.ts'
import { listOf } from '#parsing/json/json-value.ts'

/** A list of one is the one. */
function single(values: readonly JsonValue[]): JsonValue {
  const [first, ...others] = values
  return first === undefined || others.length > 0 ? [...values] : first
}

/** Properties keep their names; types lose the address of schema.org. */
export function microdataNode(item: MicrodataItem): JsonObject {
  const node: JsonObject = {}
  if (item.type !== undefined) node['@type'] = single(item.type.map((type) => type.replace(SCHEMA_ORG, '')))
  if (item.id !== undefined) node['@id'] = item.id
  for (const [name, values] of Object.entries(item.properties)) {
    setKey(node, name.replace(SCHEMA_ORG, ''), single(values.map(microdataValue)))
  }
  if (item.value !== undefined && item.value !== '') setKey(node, '@value', microdataValue(item.value))
  return node
}

function microdataValue(value: MicrodataValue): JsonValue {
  if (typeof value === 'string') return value
  return 'properties' in value ? microdataNode(value) : { ...value }
}

/** `h-entry` becomes a type like any other. */
export function microformatNode(item: MicroformatItem): JsonObject {
  const node: JsonObject = { '@type': single([...item.type]) }
  if (item.id !== undefined) node['id'] = item.id
  for (const [name, values] of Object.entries(item.properties))
    setKey(node, name, single(values.map(microformatValue)))
  if (item.children !== undefined && !('children' in node))
    node['children'] = item.children.map(microformatNode)
  return node
}

function microformatValue(value: MicroformatValue): JsonValue {
  if (typeof value === 'string') return value
  if ('type' in value) return microformatNode(value)
  return { ...value }
}

/** Expanded RDFa as nodes inside each other; what only repeats Open Graph is left out. */
export function rdfaNodes(expanded: readonly JsonObject[]): JsonObject[] {
  const nodes = expanded.flatMap((node) => {
    const own = rdfaNode(node)
    return Object.keys(own).some((key) => key !== '@id') ? [own] : []
  })
  const referred = new Set<string>()
  const collect = (value: JsonValue): void => {
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value) && Object.keys(value).length === 1 && typeof value['@id'] === 'string')
      referred.add(value['@id'])
    for (const inner of Object.values(value)) collect(inner)
  }
  for (const node of nodes) for (const [key, value] of Object.entries(node)) if (key !== '@id') collect(value)
  const joined = joinJsonLd(nodes, null).nodes.map((node) => plainParts(node, true))
  // A node without a name of its own is nothing outside the node that holds it.
  return joined.flatMap((node) => {
    const id = node['@id']
    if (typeof id !== 'string' || !id.startsWith('_:')) return [node]
    if (referred.has(id)) return []
    const { '@id': _, ...rest } = node
    return [rest]
  })
}

/** A reference to what the page does not describe is an address. */
function plainAddresses(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(plainAddresses)
  const id = value['@id']
  if (typeof id === 'string' && Object.keys(value).length === 1) return id.startsWith('_:') ? null : id
  return plainParts(value, false)
}

function plainParts(value: JsonObject, isTop: boolean): JsonObject {
  const out: JsonObject = {}
  for (const [key, inner] of Object.entries(value)) {
    if (isTop || key !== '@id' || typeof inner !== 'string' || !inner.startsWith('_:'))
      setKey(out, key, plainAddresses(inner))
  }
  return out
}

/** Vocabularies of link previews, which have a source of their own. */
const CARD =
  /^(?:https?:\/\/(?:ogp\.me\/ns|(?:www\.)?facebook\.com\/2008\/fbml|dev\.twitter\.com\/cards)|(?:al|fb|og|twitter):)/i

function rdfaNode(expanded: JsonObject): JsonObject {
  const node: JsonObject = {}
  for (const [key, value] of Object.entries(expanded)) {
    if (key === '@id') {
      if (value !== '') node['@id'] = value
    } else if (key === '@type') {
      node['@type'] = single(
        listOf(value).flatMap((type) => (typeof type === 'string' ? shortName(type) : [])),
      )
    } else if (key !== USES_VOCABULARY && !CARD.test(key))
      setKey(node, shortName(key), single(listOf(value).map(rdfaValue)))
  }
  return node
}

function rdfaValue(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (Array.isArray(value['@list'])) return value['@list'].map(rdfaValue)
  const literal = value['@value']
  if (typeof literal === 'string') return literal.replace(/\s+/g, ' ').trim()
  return value
}

/** `name` for schema.org, `foaf:name` for a vocabulary that RDFa knows, else the whole address. */
function shortName(iri: string): string {
  if (SCHEMA_ORG.test(iri)) return iri.replace(SCHEMA_ORG, '')
  for (const [prefix, address] of INITIAL_PREFIXES) {
    if (iri.startsWith(address) && iri.length > address.length)
      return `${prefix}:${iri.slice(address.length)}`
  }
  return iri
}
