// The result of every extraction, the same for all extractors.
import { Type, type Static } from 'typebox'
import { ArtifactLink } from './artifact.ts'
import { CdnOfResult } from './learned/cdn.ts'
import { ENGINE_REASONS } from '#contract/engine-reason.ts'
import { Problem } from '#contract/problem.ts'
import { Id, Links, ListOf, Nullable, Timestamp, Words } from '#contract/schema.ts'

/** Something that the caller should know about a result that is right otherwise. */
export const Warning = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  pointer: Type.Optional(Type.String()),
  count: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Of how many items of the data it is said; absent: of all.' }),
  ),
})
export type Warning = Static<typeof Warning>

/** The source of the content. With several pages the farthest one gives the status, the oldest one the age. */
export const ResultCache = Type.Object({
  status: Type.String({
    description:
      '`hit`: from the cache. `revalidated`: the target confirmed the copy. `miss`: from the target. `stale`: the target ' +
      'failed, this is an older copy. `bypass`: nothing was looked for.',
  }),
  ageMs: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'Since the copy was fetched or last confirmed; null where no copy was used.',
    }),
  ),
  storedAt: Nullable(
    Type.Unsafe<string>({
      ...Timestamp,
      description: 'When the copy was stored; null where no copy was used.',
    }),
  ),
  detail: Type.Optional(
    Type.String({
      description: 'Why no copy is kept: `no-store`, `private` or `vary` of the target, `credentials`, …',
    }),
  ),
})
export type ResultCache = Static<typeof ResultCache>

/** `engine: auto` took another engine than it began with. */
export const Escalation = Type.Object({
  from: Type.String(),
  to: Type.String(),
  reason: Type.String({
    description: 'The code of the error or the warning that the first engine ended with.',
  }),
})

/** What a worker submits with `complete`: the data of the extractor, and how it was obtained. */
export const ExtractionResult = Type.Object({
  data: Type.Unknown({ description: 'Null where it was delivered as a file, the last of `artifacts`.' }),
  engine: Type.Object({
    used: Type.String({ description: '`http`, `browser`, `file`.' }),
    escalations: Type.Array(Escalation, { description: 'Empty unless `engine: auto` took another engine.' }),
    reason: Type.Optional(
      Words(ENGINE_REASONS, {
        description:
          'Why `engine: auto` began as it did, where something is known of the domain. `learned`: with a browser at once, ' +
          'because its pages needed one lately. `trial`: some did, and HTTP was tried.',
      }),
    ),
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
  cdn: Nullable(CdnOfResult),
  cache: ResultCache,
  quality: Nullable(Type.Object({ score: Type.Number(), signals: Type.Array(Type.String()) })),
  timings: Type.Object({
    queueMs: Nullable(Type.Integer()),
    fetchMs: Nullable(Type.Integer()),
    extractMs: Nullable(Type.Integer()),
    totalMs: Type.Integer(),
  }),
  warnings: Type.Array(Warning),
  provenance: Type.Record(Type.String(), Type.Unknown()),
  artifacts: Type.Optional(
    Type.Array(ArtifactLink, { description: 'The files it saved, in their order; absent means none.' }),
  ),
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
  artifacts: Type.Array(ArtifactLink, {
    description: 'The files of the result; they expire before it does.',
  }),
  createdAt: Timestamp,
  completedAt: Timestamp,
  links: Links,
})
export type ExtractionAnswer = Static<typeof ExtractionAnswer>

/** The 202 answer of every request that became a job. */
export const JobAccepted = Type.Object(
  {
    jobId: Id('job'),
    id: Type.Unsafe<string>({ ...Id('job'), deprecated: true, description: 'The same; take `jobId`.' }),
    status: Type.String(),
    links: Links,
  },
  { $id: 'JobAccepted' },
)
export type JobAccepted = Static<typeof JobAccepted>

/** One item of a batch, in the result of the parent job. */
export const BatchItem = Type.Object({
  index: Type.Integer({ minimum: 0, description: 'Its place in the request, from 0.' }),
  url: Nullable(Type.String({ description: 'The address that it asked for; null where it named none.' })),
  artifactId: Nullable(Type.String({ description: 'The file that it asked for; null where it named none.' })),
  jobId: Id('job'),
  status: Type.String(),
  result: Type.Unknown({ description: 'As the job has it; null unless it succeeded.' }),
  error: Nullable(Problem),
})
export type BatchItem = Static<typeof BatchItem>
/** A page of the items of a batch, in the order in which they were submitted. */
export const BatchItemList = ListOf(BatchItem)
