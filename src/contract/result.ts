// What every extraction answers with, whatever the extractor (anchors/crawl.md section 2).
import { Type, type Static } from 'typebox'
import { Problem } from './problem.ts'
import { Id, Links, ListOf, Nullable, Timestamp } from './schema.ts'

export const Warning = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  pointer: Type.Optional(Type.String()),
})
export type Warning = Static<typeof Warning>

/** What a worker hands in with `complete`: the extractor's data and how it came about. */
export const ExtractionResult = Type.Object({
  data: Type.Unknown(),
  engine: Type.Object({
    used: Type.String({ description: '`http`, `browser`, `file`.' }),
    escalations: Type.Array(Type.Unknown()),
  }),
  response: Nullable(
    Type.Object({
      url: Type.String(),
      finalUrl: Type.String(),
      statusCode: Type.Integer(),
      contentType: Nullable(Type.String()),
      bytes: Type.Integer(),
      redirects: Type.Array(Type.String()),
    }),
  ),
  cdn: Nullable(Type.Unknown()),
  cache: Type.Object({
    status: Type.String(),
    ageMs: Nullable(Type.Integer()),
    storedAt: Nullable(Timestamp),
  }),
  quality: Nullable(Type.Object({ score: Type.Number(), signals: Type.Array(Type.String()) })),
  timings: Type.Object({
    queueMs: Nullable(Type.Integer()),
    fetchMs: Nullable(Type.Integer()),
    extractMs: Nullable(Type.Integer()),
    totalMs: Type.Integer(),
  }),
  warnings: Type.Array(Warning),
  provenance: Type.Record(Type.String(), Type.Unknown()),
  extractorVersion: Type.String(),
})
export type ExtractionResult = Static<typeof ExtractionResult>

/** The 200 answer of an extract path. */
export const ExtractionAnswer = Type.Object({
  jobId: Id('job'),
  extractor: Type.String(),
  operation: Type.String(),
  status: Type.String(),
  ...ExtractionResult.properties,
  createdAt: Timestamp,
  completedAt: Timestamp,
  links: Links,
})
export type ExtractionAnswer = Static<typeof ExtractionAnswer>

/** The 202 answer of anything that became a job. */
export const JobAccepted = Type.Object({ id: Id('job'), status: Type.String(), links: Links })
export type JobAccepted = Static<typeof JobAccepted>

/** One item of a batch, in the result of the parent job. */
export const BatchItem = Type.Object({
  item: Type.Integer({ minimum: 0, description: 'Its place in the batch, from 0.' }),
  jobId: Id('job'),
  status: Type.String(),
  result: Type.Unknown({ description: 'As the job has it; null unless it succeeded.' }),
  error: Nullable(Problem),
})
export type BatchItem = Static<typeof BatchItem>
export const BatchItemList = ListOf(BatchItem)
