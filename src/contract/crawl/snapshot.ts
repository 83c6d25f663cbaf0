// Page snapshots on the worker-facing API: pages fetched once and shared between workers.
import { Type, type Static } from 'typebox'
import { Count, Nullable, Timestamp, Words } from '#contract/schema.ts'

const strict = { additionalProperties: false } as const
const MAX_AGE_MS = 2_592_000_000

const Key = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: 'SHA-256, base64url, of the normal URL and of all else that the answer depends on.',
})
const Url = Type.String({ minLength: 1, maxLength: 8_192, pattern: '^https?://' })
const Extractor = Type.String({
  pattern: '^[a-z][a-z0-9-]{0,39}$',
  description: 'For the statistics: by whom it was looked for.',
})
const Holder = Type.String({
  minLength: 1,
  maxLength: 100,
  description:
    'The id of the job: who fetches a page while others wait for it. Its next run need not wait for one that died.',
})
const Headers = Type.Record(Type.String(), Type.String())

const answer = {
  finalUrl: Url,
  status: Type.Integer({ minimum: 200, maximum: 299 }),
  headers: Type.Unsafe<Record<string, string>>({
    ...Headers,
    description: 'Names in lower case; without those meant for one visitor.',
  }),
  redirects: Type.Array(Url, { maxItems: 20 }),
  robots: Type.Object({ verdict: Type.String({ maxLength: 20 }), rule: Nullable(Type.String()) }, strict),
  vary: Type.Unsafe<Record<string, string>>({
    ...Headers,
    description: 'The request headers that `Vary` names, as they were sent.',
  }),
  bodyBytes: Count({ description: 'Of the decoded body.' }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of the decoded body.' }),
} as const

/** The facts of a kept page; its body is read separately. */
export const Snapshot = Type.Object({
  ...answer,
  storedAt: Timestamp,
  ageMs: Type.Integer({ minimum: 0, description: 'Since it was fetched or last confirmed by the target.' }),
})
export type Snapshot = Static<typeof Snapshot>

/** The pages that jobs of a worker want, each with the greatest age that its job takes. */
export const SnapshotLookupsBody = Type.Object(
  {
    waitMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 30_000,
        default: 0,
        description: 'How long to wait while another job fetches one of the pages.',
      }),
    ),
    wishes: Type.Array(
      Type.Object(
        {
          key: Key,
          holder: Holder,
          extractor: Extractor,
          maxAgeMs: Type.Integer({ minimum: 0, maximum: MAX_AGE_MS }),
          lead: Type.Boolean({
            description: 'Whether the job would fetch it for all who want it, where nobody does yet.',
          }),
        },
        strict,
      ),
      { minItems: 1, maxItems: 500 },
    ),
  },
  strict,
)
export type SnapshotLookupsBody = Static<typeof SnapshotLookupsBody>

/** `busy`: another worker fetches the page just now. `none`: the asker is to fetch it, or may. */
export const SNAPSHOT_STATES = ['fresh', 'stale', 'none', 'busy'] as const

/**
 * One entry for each page asked for, in that order; of a page that another job fetches, what is known when the wait is
 * over.
 */
export const SnapshotLookupsAnswer = Type.Object({
  keeping: Type.Boolean({ description: 'False: the cache is off, nothing need be handed in.' }),
  found: Type.Array(
    Type.Object({
      state: Words(SNAPSHOT_STATES, {
        description: '`stale`: older than `maxAgeMs`. `busy`: another job is fetching it.',
      }),
      snapshot: Nullable(Snapshot),
    }),
    { description: 'One for each wish, in their order.' },
  ),
})
export type SnapshotLookupsAnswer = Static<typeof SnapshotLookupsAnswer>

/** What came of a page that a worker looked up or fetched; `bad` takes the kept copy out. */
export const SNAPSHOT_OUTCOMES = ['kept', 'confirmed', 'served_stale', 'gone', 'bad', 'released'] as const

/** What came of pages, reported when their job has ended. */
export const SnapshotReportsBody = Type.Object(
  {
    reports: Type.Array(
      Type.Object(
        {
          key: Key,
          holder: Holder,
          url: Url,
          extractor: Extractor,
          outcome: Words(SNAPSHOT_OUTCOMES, {
            description:
              '`kept`: here is a page. `confirmed`: the target answered 304. `served_stale`: the target failed and the ' +
              'old copy was used. `gone`: it is no longer there (404, 410), forget it and what was made of it. `bad`: it is no content, forget it. `released`: fetched or not, there is nothing to keep.',
          }),
          ageMs: Type.Integer({
            minimum: 0,
            maximum: MAX_AGE_MS,
            description: 'Since the target answered.',
          }),
          page: Type.Optional(
            Type.Object(
              {
                ...answer,
                body: Type.String({ description: 'Base64 of the body, compressed with zstd.' }),
              },
              { ...strict, description: 'With `kept`.' },
            ),
          ),
          headers: Type.Optional(
            Type.Unsafe<Record<string, string>>({
              ...Headers,
              description: 'With `confirmed`: the headers of the 304.',
            }),
          ),
        },
        strict,
      ),
      { minItems: 1, maxItems: 500 },
    ),
  },
  strict,
)
export type SnapshotReportsBody = Static<typeof SnapshotReportsBody>
/** What became of one page that a worker looked up. */
export type SnapshotReport = SnapshotReportsBody['reports'][number]

/** How many of the reported pages are kept now. */
export const SnapshotReportsAnswer = Type.Object({
  kept: Type.Integer({ description: 'How many pages were taken; a full disk or a purge may keep one out.' }),
})
export type SnapshotReportsAnswer = Static<typeof SnapshotReportsAnswer>
