// Signals: what visited pages held, from which the paths and links that lead to contacts are learned.
import { Type, type Static } from 'typebox'
import { FieldProblem } from '#contract/problem.ts'
import { Nullable, Timestamp, Words } from '#contract/schema.ts'
import { CONTACT_FIELDS } from '#contract/crawl/enrichment.ts'

const strict = { additionalProperties: false } as const

/** What was seen. A page that is there with or without contacts, or missing, is a trial of its path and of its link. */
export const SIGNAL_TYPES = [
  'contact_found',
  'contact_empty',
  'page_missing',
  'page_error',
  'link_seen',
  'shared_contact',
  'feedback_good',
  'feedback_bad',
] as const

/** How a page came to be visited: named by the caller, linked, by a pattern with or without a link, or to learn. */
export const VISIT_REASONS = ['given', 'link', 'pattern', 'blind', 'exploration'] as const
export type VisitReason = (typeof VISIT_REASONS)[number]

const CountsByField = Type.Object(
  Object.fromEntries(
    CONTACT_FIELDS.map((field) => [field, Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 }))]),
  ),
  { ...strict, description: 'Values by field.', examples: [{ emails: 1 }] },
)

const Templates = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })

/** What a first page links, so that it can be told what it links no longer. */
export const LinkedTemplates = Type.Object(
  { paths: Templates, anchors: Templates },
  {
    ...strict,
    description:
      'Of a first page (`chosenBy: given`): the templates of all short paths of the site that it links, and of the words of ' +
      'these links. What the site said for others by a link counts no longer. Taken of workers only.',
    examples: [{ paths: ['/kontakt', '/impressum'], anchors: ['kontakt', 'impressum'] }],
  },
)
export type LinkedTemplates = Static<typeof LinkedTemplates>

/** One observation. The same `signalId` of the same sender counts once. */
export const Signal = Type.Object(
  {
    signalId: Type.String({ minLength: 1, maxLength: 100, pattern: '^[!-~]+$', examples: ['visit-1'] }),
    type: Words(SIGNAL_TYPES),
    url: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: 'The page; its query is not kept.',
      examples: ['https://example.org/kontakt'],
    }),
    anchorText: Type.Optional(
      Nullable(Type.String({ maxLength: 300, description: 'The words of the link to it.' })),
    ),
    language: Type.Optional(
      Nullable(
        Type.String({
          pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$',
          maxLength: 35,
          description: 'Of the site (BCP 47); null: not known.',
          examples: ['de'],
        }),
      ),
    ),
    chosenBy: Type.Optional(
      Words(VISIT_REASONS, { description: '`blind`: it was asked for without a link.' }),
    ),
    linked: Type.Optional(LinkedTemplates),
    found: Type.Optional(CountsByField),
    newlyFound: Type.Optional({
      ...CountsByField,
      description: 'Values that no page before it had: what the visit was worth.',
    }),
    values: Type.Optional(
      Type.Object(
        {
          emails: Type.Optional(Type.Array(Type.String({ maxLength: 320 }), { maxItems: 20 })),
          phones: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
        },
        {
          ...strict,
          description:
            'To recognise contacts that many sites share. Kept as keyed hashes only, never as they are.',
        },
      ),
    ),
    jobId: Type.Optional(Type.String({ maxLength: 60 })),
    observedAt: Timestamp,
  },
  strict,
)
export type Signal = Static<typeof Signal>

/** Each signal is taken or rejected alone. */
export const SignalsBody = Type.Object(
  { signals: Type.Array(Type.Union([Signal, Type.Unknown()]), { minItems: 1, maxItems: 1_000 }) },
  strict,
)
/** What became of the signals of a call. */
export const SignalsAnswer = Type.Object({
  accepted: Type.Integer(),
  duplicates: Type.Integer({ description: 'Known by their `signalId` already.' }),
  rejected: Type.Array(
    Type.Object({
      index: Type.Integer(),
      signalId: Nullable(Type.String()),
      errors: Type.Array(FieldProblem),
    }),
  ),
})
export type SignalsAnswer = Static<typeof SignalsAnswer>
