// How the result of an extraction reaches its caller: `delivery` of every request for one.
import { Words } from '#contract/schema.ts'

/** What each means stands in `MEANINGS`. */
export const DELIVERIES = ['inline', 'artifact', 'raw'] as const
/** One of `DELIVERIES`. */
export type Delivery = (typeof DELIVERIES)[number]

/** The kind of the artifact that holds the data of a result with `delivery: artifact`. */
export const RESULT_KIND = 'result'

const MEANINGS: Readonly<Record<Delivery, string>> = {
  inline: '`inline`: `data` stands in the answer.',
  artifact:
    '`artifact`: the data is kept as a JSON file; `data` is null, and `artifacts` ends with the file, of kind `result`.',
  raw: '`raw`: the answer is the content itself in its own media type, with `X-Job-Id`; where the wait ends before the job, 202 as ever.',
}

/** The field, restricted to `words`; `default` is omitted when another default applies. */
export const deliveryField = <const T extends readonly Delivery[]>(words: T, options: object = {}) =>
  Words(words, { description: words.map((word) => MEANINGS[word]).join(' '), ...options })
