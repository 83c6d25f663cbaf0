// The documents that a description is spread over, what a reference in one of them means, and which are missing.
import { splitRef, valueAt } from '#extractors/swagger/json/json-pointer.ts'
import type { ObjectType } from '#extractors/swagger/spec/grammar.ts'
import { refOf, walkSpec } from '#extractors/swagger/spec/walk-spec.ts'

/** A description and the others that it points into. */
export interface RefDocuments {
  /** The description itself; null where it has no address. */
  readonly url: string | null
  readonly main: unknown
  /** Others by their absolute address without fragment. */
  readonly others: ReadonlyMap<string, unknown>
}

/** A place that a reference leads to. */
export interface RefTarget {
  /** The address of the document; null for the description itself, whatever its address. */
  readonly document: string | null
  readonly pointer: string
}

/** `from` is the document with the reference, null for the description itself. Null when it is not an address. */
export function targetOf(ref: string, from: string | null, documents: RefDocuments): RefTarget | null {
  const { document, pointer } = splitRef(ref)
  if (document === '') return { document: from, pointer }
  const base = from ?? documents.url
  const url = base === null ? URL.parse(document) : URL.parse(document, base)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  url.hash = ''
  return { document: url.href === withoutFragment(documents.url) ? null : url.href, pointer }
}

/** Undefined when the document is missing or has nothing at that position. */
export function valueOf(target: RefTarget, documents: RefDocuments): unknown {
  return valueAt(
    target.document === null ? documents.main : documents.others.get(target.document),
    target.pointer,
  )
}

/**
 * The documents that were not read yet: absolute addresses in the order of their first mention. References within data
 * and to other schemes do not count.
 */
export function missingDocuments(documents: RefDocuments): string[] {
  const missing = new Set<string>()
  const seen = new Set<string>()
  const open: { readonly target: RefTarget; readonly type: ObjectType }[] = [
    { target: { document: null, pointer: '' }, type: 'document' },
  ]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { document } = next.target
    walkSpec(
      valueOf(next.target, documents),
      ({ type, value }) => {
        const ref = refOf(value)
        const target = ref === null ? null : targetOf(ref, document, documents)
        if (target === null) return
        // Every part of the description itself is visited anyway.
        if (target.document === null) return
        if (!documents.others.has(target.document)) missing.add(target.document)
        const key = JSON.stringify([target.document, target.pointer, type])
        if (seen.has(key) || missing.has(target.document)) return
        seen.add(key)
        open.push({ target, type })
      },
      next.type,
    )
  }
  return [...missing]
}

function withoutFragment(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url)
  if (parsed === null) return null
  parsed.hash = ''
  return parsed.href
}
