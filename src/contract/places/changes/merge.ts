// Merges: two stored places that are probably one, with what speaks for it and what was decided.
import { Type, type Static } from 'typebox'
import { Id, Links, ListOf, Nullable, Timestamp, Words } from '#contract/schema.ts'

/** `proposed` waits for a decision; one that is undone waits again. */
export const MERGE_STATES = ['proposed', 'accepted', 'rejected'] as const
/** One of `MERGE_STATES`. */
export type MergeState = (typeof MERGE_STATES)[number]

/** What the evidence of a merge can be about. */
export const EVIDENCE_KINDS = [
  'id',
  'name',
  'distance',
  'category',
  'phone',
  'email',
  'website',
  'wikidata',
  'brand',
  'address',
  'source',
] as const

/** One reason for or against a merge. */
export const MergeEvidence = Type.Object({
  kind: Words(EVIDENCE_KINDS, {
    description:
      '`id`: one was made from the record of the other, whose own id it names. Such a pair is accepted at once.',
  }),
  weight: Type.Number({ description: 'Above 0 it speaks for one place, below 0 for two.' }),
  detail: Type.String(),
})
export type MergeEvidence = Static<typeof MergeEvidence>

const mergeFields = {
  id: Id('mrg'),
  status: Words(MERGE_STATES),
  placeId: Type.Unsafe<string>({ ...Id('plc'), description: 'The one that stays: the older one.' }),
  otherId: Type.Unsafe<string>({ ...Id('plc'), description: 'Once accepted, it names the same place.' }),
  names: Type.Array(Nullable(Type.String()), {
    minItems: 2,
    maxItems: 2,
    description: 'Of both; null without one.',
  }),
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How likely they are one: the logistic function of -4 and the sum of the weights.',
  }),
  evidence: Type.Array(MergeEvidence),
  createdAt: Timestamp,
  decidedAt: Nullable(Timestamp),
  links: Links,
}

/** A pair of places with its score. */
export const Merge = Type.Object(mergeFields, { $id: 'Merge' })
export type Merge = Static<typeof Merge>
/** A page of merges, the likeliest first. */
export const MergeList = ListOf(Merge)

/** A merge with everything that was decided about it. */
export const MergeDetail = Type.Object(
  {
    ...mergeFields,
    log: Type.Array(
      Type.Object({
        action: Words(['proposed', 'accepted', 'rejected', 'undone'], {
          description: '`proposed`: by a caller; what the service finds itself has no line.',
        }),
        at: Timestamp,
        by: Nullable(
          Type.String({
            description: 'The key of the caller; null on an open service, and where the service decided.',
          }),
        ),
      }),
      { description: 'The oldest first.' },
    ),
  },
  { $id: 'MergeDetail' },
)
export type MergeDetail = Static<typeof MergeDetail>

/** Names two places that a caller holds for one. */
export const ProposeMergeBody = Type.Object(
  {
    placeId: Type.String({ maxLength: 300 }),
    otherId: Type.String({ maxLength: 300 }),
  },
  { additionalProperties: false },
)

/** The most merges that one request decides about. */
export const MAX_DECIDED = 500

/** A decision about all merges that the filters name, the likeliest first. */
export const DecideMergesBody = Type.Object(
  {
    decision: Words(['accept', 'reject', 'undo'], {
      description: '`accept` and `reject` are about proposed merges, `undo` about decided ones.',
    }),
    minScore: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    maxScore: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    sessionId: Type.Optional(
      Type.String({ maxLength: 100, description: 'Both places are of this session.' }),
    ),
    decidedSince: Type.Optional({
      ...Timestamp,
      description:
        'For `undo`: decided then or later by callers, so that what a wrong request did can be taken back. What the service ' +
        'accepted by itself stays: it is undone one by one, or without `decidedSince`.',
    }),
    max: Type.Integer({
      minimum: 1,
      maximum: MAX_DECIDED,
      description: 'No more than so many; `remaining` of the answer says how many others there are.',
    }),
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Decides nothing, and answers what would be decided.' }),
    ),
  },
  { additionalProperties: false },
)
export type DecideMergesBody = Static<typeof DecideMergesBody>

/** What became of each. */
export const DecidedMerges = Type.Object({
  decided: Type.Array(Id('mrg'), { description: 'The likeliest first.' }),
  failed: Type.Array(Type.Object({ id: Id('mrg'), code: Type.String(), detail: Type.String() }), {
    description: 'Left as they were, such as one whose places are one already.',
  }),
  remaining: Type.Integer({ minimum: 0, description: 'Others that the filters name.' }),
})
export type DecidedMerges = Static<typeof DecidedMerges>

/** Which places are compared with their neighbours. */
export const FindMergesBody = Type.Object(
  {
    sessionId: Type.Optional(
      Type.String({ maxLength: 100, description: 'Only places of this session; all where absent.' }),
    ),
  },
  { additionalProperties: false },
)
