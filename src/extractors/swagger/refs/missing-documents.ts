// Finds the documents that a description points into and that have not been read yet.
import { refOf, walkSpec } from '#extractors/swagger/spec/walk-spec.ts'
import type { ObjectType } from '#extractors/swagger/spec/grammar.ts'
import { hasDocument, targetOf, valueOf, type RefDocuments, type RefTarget } from './ref-documents.ts'

/** Absolute addresses in the order of their first mention. References within data and to other schemes do not count. */
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
        if (!hasDocument(target, documents)) missing.add(target.document)
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
