// The documents that a description is spread over, and what a reference in one of them means.
import { splitRef, valueAt } from '#extractors/swagger/json/json-pointer.ts'

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

export const hasDocument = ({ document }: RefTarget, documents: RefDocuments): boolean =>
  document === null || documents.others.has(document)

function withoutFragment(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url)
  if (parsed === null) return null
  parsed.hash = ''
  return parsed.href
}
