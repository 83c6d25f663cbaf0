// Brings a found description into its final form, with the other documents that it points into.
import type { FoundDescription } from '#extractors/swagger/discover/find-descriptions.ts'
import type { DocumentStore, ExternalRef } from '#extractors/swagger/fetch/load-documents.ts'
import type { ReadOptions } from '#extractors/swagger/work/read-description.ts'
import type { SpecWork } from '#extractors/swagger/work/spec-work.ts'

/** A document that leads to a document that leads to a document. */
const MAX_ROUNDS = 5

/** A description with the documents that it points into. */
export interface CompleteDescription extends FoundDescription {
  readonly externalRefs: readonly ExternalRef[]
}

/** Reads again as long as each reading shows documents that were not known before. */
export async function withDocuments(
  found: FoundDescription,
  options: ReadOptions,
  work: SpecWork,
  documents: DocumentStore,
): Promise<CompleteDescription> {
  const refs = new Map<string, ExternalRef>()
  let { description } = found
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const missing = description.missing.filter((url) => !refs.has(url))
    if (missing.length === 0) break
    for (const ref of await documents.load(missing)) refs.set(ref.url, ref)
    const others = [...refs.keys()].flatMap((url) => {
      const text = documents.texts.get(url)
      return text === undefined ? [] : [[url, text] as const]
    })
    if (!missing.some((url) => documents.texts.has(url))) break
    const reading = await work.read({ text: found.text, url: found.base, others, options })
    if (reading.type === 'description') description = reading
  }
  for (const url of description.missing) {
    if (!refs.has(url)) refs.set(url, { url, outcome: 'not_tried', detail: 'Too many documents lead there.' })
  }
  return { ...found, description, externalRefs: [...refs.values()] }
}
