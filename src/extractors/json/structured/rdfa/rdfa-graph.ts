// The statements in a page, collected as a graph and written as expanded JSON-LD.
import type { JsonObject, JsonValue } from '#parsing/json/json-value.ts'
import { setKey } from '#parsing/json/json-value.ts'
import { RDF_TYPE } from './initial-context.ts'

export interface Literal {
  readonly value: string
  /** BCP 47; null for none. */
  readonly language: string | null
  /** An IRI; null for a plain one. */
  readonly datatype: string | null
}
/** An IRI or a blank node (`_:b1`), a literal, or a list of them. */
export type RdfTerm = string | Literal | readonly (string | Literal)[]

export interface RdfaGraph {
  add(subject: string, predicate: string, object: RdfTerm): void
  blankNode(): string
  /** Nodes in the order of their first statement. */
  toJsonLd(): JsonObject[]
  readonly cut: boolean
}

const MAX_STATEMENTS = 50_000
/** All literals together. */
const MAX_CHARS = 5_000_000

export function createRdfaGraph(): RdfaGraph {
  const subjects = new Map<string, Map<string, Map<string, JsonValue>>>()
  let statements = 0
  let chars = 0
  let blanks = 0
  return {
    add(subject, predicate, object) {
      if (statements >= MAX_STATEMENTS || chars >= MAX_CHARS) return
      const predicates = subjects.get(subject) ?? new Map<string, Map<string, JsonValue>>()
      subjects.set(subject, predicates)
      const objects = predicates.get(predicate) ?? new Map<string, JsonValue>()
      predicates.set(predicate, objects)
      const value = predicate === RDF_TYPE && typeof object === 'string' ? object : termToJson(object)
      // A graph is a set: the same statement twice is one.
      const key = JSON.stringify(value)
      if (objects.has(key)) return
      statements += 1
      chars += key.length
      objects.set(key, value)
    },
    blankNode() {
      blanks += 1
      return `_:b${blanks}`
    },
    toJsonLd() {
      return [...subjects].map(([id, predicates]) => {
        const node: JsonObject = { '@id': id }
        for (const [predicate, objects] of predicates) {
          setKey(node, predicate === RDF_TYPE ? '@type' : predicate, [...objects.values()])
        }
        return node
      })
    },
    get cut() {
      return statements >= MAX_STATEMENTS || chars >= MAX_CHARS
    },
  }
}

function termToJson(term: RdfTerm): JsonValue {
  if (typeof term === 'string') return { '@id': term }
  if (isList(term)) return { '@list': term.map(termToJson) }
  return {
    ...(term.language === null ? {} : { '@language': term.language }),
    ...(term.datatype === null ? {} : { '@type': term.datatype }),
    '@value': term.value,
  }
}

const isList = (term: RdfTerm): term is readonly (string | Literal)[] => Array.isArray(term)
