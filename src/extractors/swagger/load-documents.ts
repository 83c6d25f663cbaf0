// Fetches the documents that a description points into, each once, within bounds, and reads it with them.
import type { AskAddress } from '#extractors/swagger/discover/ask-address.ts'
import type { FoundDescription } from '#extractors/swagger/discover/find-descriptions.ts'
import type { ReadOptions } from '#extractors/swagger/work/read-description.ts'
import type { SpecWork } from '#extractors/swagger/work/spec-work.ts'

/** A document that the description points into, and what came of it. */
export interface ExternalRef {
  readonly url: string
  readonly outcome: 'read' | 'failed' | 'not_tried'
  readonly detail: string | null
}

/** The other documents of a job, by URL. */
export interface DocumentStore {
  /** For all descriptions of a job: a document that two of them refer to is fetched once. */
  readonly texts: ReadonlyMap<string, string>
  /** Those of `urls` that are loaded now, and the outcome of each. */
  load(urls: readonly string[]): Promise<readonly ExternalRef[]>
}

/** A description in more files than this is fetched from its repository rather than over here. */
const MAX_DOCUMENTS = 50
const MAX_CHARS = 20 * 1024 * 1024
/** A document that leads to a document that leads to a document. */
const MAX_ROUNDS = 5

/** Documents beyond the bounds of one job are `not_tried`. */
export function createDocumentStore(ask: AskAddress): DocumentStore {
  const texts = new Map<string, string>()
  const known = new Map<string, ExternalRef>()
  let chars = 0

  const loadOne = async (url: string): Promise<ExternalRef> => {
    if (known.size >= MAX_DOCUMENTS) {
      return { url, outcome: 'not_tried', detail: `There are more than ${MAX_DOCUMENTS} documents.` }
    }
    if (chars >= MAX_CHARS) {
      return { url, outcome: 'not_tried', detail: `They have more than ${MAX_CHARS} characters together.` }
    }
    const answer = await ask(url)
    if ('outcome' in answer) {
      const detail = answer.detail ?? (answer.statusCode === null ? null : `status ${answer.statusCode}`)
      return { url, outcome: answer.outcome === 'not_tried' ? 'not_tried' : 'failed', detail }
    }
    if (answer.text === null) return { url, outcome: 'failed', detail: 'no text' }
    texts.set(url, answer.text)
    chars += answer.text.length
    return { url, outcome: 'read', detail: null }
  }

  return {
    texts,
    async load(urls) {
      const refs: ExternalRef[] = []
      for (const url of urls) {
        const ref = known.get(url) ?? (await loadOne(url))
        known.set(url, ref)
        refs.push(ref)
      }
      return refs
    },
  }
}

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
