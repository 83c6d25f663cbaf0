// Fetches the documents that a description points into, each once, within bounds.
import type { AskAddress } from './ask-address.ts'

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
