// The statements in a page, collected as a graph and written as expanded JSON-LD.
import type { JsonObject, JsonValue } from '#parsing/json/json-value.ts'
import { setKey } from '#parsing/json/json-value.ts'
import { RDF_TYPE } from './initial-context.ts'

/** `{ '@id' }`, `{ '@value' }`, or `{ '@list' }` of those; the type of a node is an IRI alone. */
export type RdfTerm = JsonObject | string

/** Collects the statements of a page. */
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

/** For one page. */
export function createRdfaGraph(): RdfaGraph {
  const subjects = new Map<string, Map<string, Map<string, JsonValue>>>()
  let statements = 0
  let chars = 0
  let blanks = 0
  const isFull = (): boolean => statements >= MAX_STATEMENTS || chars >= MAX_CHARS
  return {
    add(subject, predicate, object) {
      if (isFull()) return
      const predicates = subjects.get(subject) ?? new Map<string, Map<string, JsonValue>>()
      subjects.set(subject, predicates)
      const objects = predicates.get(predicate) ?? new Map<string, JsonValue>()
      predicates.set(predicate, objects)
      // A graph is a set: the same statement twice is one.
      const key = JSON.stringify(object)
      if (objects.has(key)) return
      statements += 1
      chars += key.length
      objects.set(key, object)
    },
    blankNode() {
      blanks += 1
      return `_:b${blanks}`
    },
    toJsonLd() {
      return [...subjects].map(([id, predicates]) => {
        const node: JsonObject = { '@id': id }
        for (const [predicate, objects] of predicates)
          setKey(node, predicate === RDF_TYPE ? '@type' : predicate, [...objects.values()])
        return node
      })
    },
    get cut() {
      return isFull()
    },
  }
}
