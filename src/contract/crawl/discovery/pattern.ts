// Discovery: patterns of paths and links, the candidates that may become patterns, and how well each does.
import { Type, type Static } from 'typebox'
import { Id, ListOf, Nullable, Timestamp, Words } from '#contract/schema.ts'
import { CONTACT_FIELDS } from '#contract/crawl/enrichment.ts'
import { EXCLUSION_MATCHES } from './exclusion.ts'

const strict = { additionalProperties: false } as const

/** `path`: the template of a path. `anchor`: the words of a link. */
export const PATTERN_KINDS = ['path', 'anchor'] as const
/** The states that a pattern passes on its way; only an `active` one is followed. */
export const CANDIDATE_STATES = ['observed', 'candidate', 'proposed'] as const
/** What an operator may set. */
export const DECIDED_STATES = ['active', 'dormant', 'retired', 'rejected'] as const
/** `excluded`: an exclusion names it. */
export const PATTERN_STATES = [...CANDIDATE_STATES, ...DECIDED_STATES, 'excluded'] as const
export type PatternState = (typeof PATTERN_STATES)[number]
/** `builtin`: begins active, and data may end it. `manual`: an operator added it. */
export const PATTERN_SOURCES = ['learned', 'builtin', 'manual'] as const

/** The language of a pattern: two or three letters; `*` is any, `und` is where a site does not say. */
const PatternLanguage = Type.String({ pattern: '^(?:\\*|[a-z]{2,3})$', examples: ['de'] })
const Fields = Type.Array(Words(CONTACT_FIELDS), { maxItems: CONTACT_FIELDS.length, uniqueItems: true })
const Share = Type.Number({ minimum: 0, maximum: 1 })

/** Counts and thresholds behind the state, for `?explain=true`. */
export const PatternExplanation = Type.Object({
  evidence: Type.Object({
    trials: Type.Integer(),
    domains: Type.Integer(),
    weight: Type.Number({ description: 'Trials after decay, those of clients counted less.' }),
    alpha: Type.Number(),
    beta: Type.Number(),
    newShare: Nullable(Share),
  }),
  thresholds: Type.Record(Type.String(), Type.Number()),
  next: Words(PATTERN_STATES, { description: 'The state that these counts give now.' }),
  reason: Type.String(),
})
export type PatternExplanation = Static<typeof PatternExplanation>

/** A pattern in one language with what is known of it. */
export const Pattern = Type.Object(
  {
    id: Id('pat'),
    kind: Words(PATTERN_KINDS),
    template: Type.String({ examples: ['/kontakt'] }),
    language: PatternLanguage,
    status: Words(PATTERN_STATES),
    source: Words(PATTERN_SOURCES),
    fields: Type.Array(Type.String(), { description: 'What was found there.' }),
    trials: Type.Integer({ description: 'At most one for each registrable domain in 30 days.' }),
    hits: Type.Integer({ description: 'Domains whose last trial had a contact.' }),
    newHits: Type.Integer({ description: 'Of these, with one that no page before it had.' }),
    missing: Type.Integer({ description: 'Domains whose last trial found no page.' }),
    distinctDomains: Type.Integer(),
    posterior: Type.Object({
      mean: Share,
      lower5: { ...Share, description: 'The rate of hits is above it with a probability of 95 %.' },
    }),
    expectedYield: { ...Share, description: 'The probability that a visit brings a new contact.' },
    examples: Type.Array(Type.String(), { maxItems: 5 }),
    firstSeen: Timestamp,
    lastSeen: Timestamp,
    statusSince: Timestamp,
    decidedBy: Nullable(Type.String({ description: 'Who set the state by hand; null: the data did.' })),
    note: Nullable(Type.String()),
    explanation: Type.Optional(PatternExplanation),
  },
  { $id: 'Pattern' },
)
export type Pattern = Static<typeof Pattern>
/** A page of patterns or candidates. */
export const PatternList = ListOf(Pattern)

const Note = Type.Optional(Type.String({ maxLength: 500 }))
/** Why a candidate was promoted or rejected. */
export const DecisionBody = Type.Object({ note: Note }, strict)

/** A pattern of an operator: active at once. */
export const CreatePatternBody = Type.Object(
  {
    kind: Words(PATTERN_KINDS),
    template: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'A path or the words of a link; taken in its normal form.',
    }),
    language: PatternLanguage,
    expectedYield: Type.Optional({ ...Share, default: 0.3, description: 'Until there are trials.' }),
    fields: Type.Optional(Fields),
    note: Note,
  },
  strict,
)
export type CreatePatternBody = Static<typeof CreatePatternBody>

/** Sets the state by hand, or (`decided: false`) leaves it to the data again. */
export const ChangePatternBody = Type.Object(
  {
    status: Type.Optional(Words(DECIDED_STATES)),
    decided: Type.Optional(
      Type.Literal(false, { description: 'The data decide again, from the next signals on.' }),
    ),
    note: Note,
  },
  { ...strict, minProperties: 1 },
)

/** A pattern as it is followed. */
export const ActivePattern = Type.Object({
  id: Id('pat'),
  kind: Words(PATTERN_KINDS),
  template: Type.String(),
  language: PatternLanguage,
  fields: Type.Array(Type.String()),
  expectedYield: { ...Share, description: 'Where the page has a link to it.' },
  blindYield: { ...Share, description: 'Where it has none.' },
  cost404: { ...Share, description: 'How often there is no such page.' },
})
export type ActivePattern = Static<typeof ActivePattern>

/** What is followed now; `version` changes with it. */
export const ActivePatterns = Type.Object({ version: Type.String(), patterns: Type.Array(ActivePattern) })
export type ActivePatterns = Static<typeof ActivePatterns>

/** What workers choose pages by. */
export const WorkerPatterns = Type.Object({
  ...ActivePatterns.properties,
  known: Type.Array(
    Type.Object({
      kind: Words(PATTERN_KINDS),
      template: Type.String(),
      language: PatternLanguage,
      alpha: Type.Number({ exclusiveMinimum: 0 }),
      beta: Type.Number({ exclusiveMinimum: 0 }),
      isOpen: Type.Boolean({ description: 'Whether it may be tried, to learn more of it.' }),
    }),
    { description: 'Patterns with trials that are not active: how often they brought something new.' },
  ),
  skipped: Type.Array(
    Type.Object({
      kind: Words(['path', 'template', 'anchor']),
      value: Type.String(),
      match: Words(EXCLUSION_MATCHES),
    }),
    { description: 'Exclusions: pages that are not to be visited.' },
  ),
})
export type WorkerPatterns = Static<typeof WorkerPatterns>

/** What a replay of the kept signals came to. */
export const RebuildAnswer = Type.Object({
  signals: Type.Integer(),
  patterns: Type.Integer(),
  active: Type.Integer(),
})
