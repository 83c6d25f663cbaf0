// How crawl lists its extractors.
import { Type, type Static } from 'typebox'
import { ListOf, Nullable, Words } from '#contract/schema.ts'

/** In the order of the document; the self-description and the list keep it. */
export const EXTRACTOR_NAMES = [
  'maps',
  'airbnb',
  'swagger',
  'markdown',
  'screenshot',
  'pdf',
  'json',
  'image',
  'docling',
] as const

/** What a job needs of a worker; a worker limits its concurrency for each. */
export const WORK_POOLS = ['light', 'http', 'browser', 'parser'] as const
/** One of `WORK_POOLS`: what kind of work an operation is, for the concurrency of workers. */
export type WorkPool = (typeof WORK_POOLS)[number]

/** An extractor with its operations; `unavailableReason` is null exactly where it is available. */
export const ExtractorView = Type.Object({
  name: Type.String(),
  version: Type.String(),
  summary: Type.String(),
  available: Type.Boolean(),
  unavailableReason: Nullable(Type.String()),
  operations: Type.Array(
    Type.Object({
      name: Type.String(),
      method: Words(['POST']),
      path: Type.String(),
      summary: Type.String(),
      kindOfWork: Words(WORK_POOLS),
      batch: Type.Boolean(),
      timeoutMs: Type.Integer(),
      requestSchema: Type.Unknown(),
      responseSchema: Type.Unknown(),
    }),
  ),
})
export type ExtractorView = Static<typeof ExtractorView>
/** A page of the list of extractors, in the order of `EXTRACTOR_NAMES`. */
export const ExtractorList = ListOf(ExtractorView)
