// Exclusions: what is not fetched, not answered, or not learned from, and why.
import { Type, type Static } from 'typebox'
import { Id, ListOf, Nullable, Timestamp, Words } from '#contract/schema.ts'

/**
 * `domain` is a registrable domain with all of its hosts; `path` a host and path (`example.org/calendar/*`) or a path on
 * any host; `template` and `anchor` as patterns have them.
 */
export const EXCLUSION_KINDS = [
  'domain',
  'host',
  'path',
  'template',
  'email',
  'emailDomain',
  'phone',
  'anchor',
] as const
export type ExclusionKind = (typeof EXCLUSION_KINDS)[number]
/** `fetch`: pages are not asked for. `output`: values are left out of results. `learn`: signals do not count. */
export const EXCLUSION_SCOPES = ['fetch', 'output', 'learn', 'all'] as const
export type ExclusionScope = (typeof EXCLUSION_SCOPES)[number]
export const EXCLUSION_REASONS = [
  'optout',
  'legal',
  'robots',
  'junk',
  'shared_contact',
  'trap',
  'manual',
] as const
/** How a value is compared. */
export const EXCLUSION_MATCHES = ['exact', 'suffix', 'glob'] as const

/** A new exclusion. With `reason: optout` what is stored of it is removed as well. */
export const CreateExclusionBody = Type.Object(
  {
    kind: Words(EXCLUSION_KINDS),
    value: Type.String({ minLength: 1, maxLength: 500, examples: ['example.org'] }),
    match: Type.Optional(
      Words(EXCLUSION_MATCHES, {
        default: 'exact',
        description: '`suffix`: what ends with it. `glob`: `*` stands for any text.',
      }),
    ),
    scope: Type.Optional(Words(EXCLUSION_SCOPES, { default: 'all' })),
    reason: Type.Optional(Words(EXCLUSION_REASONS, { default: 'manual' })),
    note: Type.Optional(Type.String({ maxLength: 500 })),
    expiresAt: Type.Optional(Nullable(Timestamp)),
  },
  { additionalProperties: false },
)
export type CreateExclusionBody = Static<typeof CreateExclusionBody>

/** What was removed for an opt-out. */
export const RemovedData = Type.Object({
  results: Type.Integer({ description: 'Results of jobs; they answer 410 `result_expired` from now on.' }),
  artifacts: Type.Integer(),
  cached: Type.Integer({ description: 'Kept answers and pages.' }),
  signals: Type.Integer(),
})
export type RemovedData = Static<typeof RemovedData>

/** An exclusion as it is kept. */
export const Exclusion = Type.Object(
  {
    id: Id('exc'),
    kind: Words(EXCLUSION_KINDS),
    value: Type.String(),
    match: Words(EXCLUSION_MATCHES),
    scope: Words(EXCLUSION_SCOPES),
    reason: Words(EXCLUSION_REASONS),
    note: Nullable(Type.String()),
    expiresAt: Nullable(Timestamp),
    createdBy: Nullable(Type.String({ description: 'The key that made it; null: the service itself.' })),
    createdAt: Timestamp,
    hits: Type.Integer({ description: 'How often it kept something out; counted with a delay of seconds.' }),
    removed: Type.Optional(RemovedData),
  },
  { $id: 'Exclusion' },
)
export type Exclusion = Static<typeof Exclusion>
/** A page of exclusions. */
export const ExclusionList = ListOf(Exclusion)

/** What is left out of answers now, whole; `version` changes with it. For those who keep such answers. */
export const AppliedExclusions = Type.Object(
  {
    version: Type.String(),
    rules: Type.Array(
      Type.Object({
        kind: Words(EXCLUSION_KINDS),
        value: Type.String(),
        match: Words(EXCLUSION_MATCHES),
        scope: Words(EXCLUSION_SCOPES),
        expiresAt: Nullable(Timestamp),
      }),
    ),
  },
  { $id: 'AppliedExclusions' },
)
export type AppliedExclusions = Static<typeof AppliedExclusions>
