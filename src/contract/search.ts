// A place search: the request, its state, and the manifest that says how complete it is.
import { Type, type Static } from 'typebox'
import { Location, ResolvedArea } from './location.ts'
import { Attribution, PROVIDERS } from './place.ts'
import { Problem } from './problem.ts'
import { Id, Links, Nullable, Timestamp, Words } from './schema.ts'
import { SEARCH_WEBHOOK_EVENTS, webhookRequest } from './webhook.ts'

export const SEARCH_STATES = [
  'queued',
  'running',
  'succeeded',
  'partially_succeeded',
  'failed',
  'cancelled',
] as const
export type SearchState = (typeof SEARCH_STATES)[number]

export const CreateSearchBody = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'What to look for; `*` means every place.',
    }),
    location: Type.Optional(Location),
    provider: Type.Optional(Words(PROVIDERS)),
    sessionId: Type.Optional(
      Type.String({ description: 'Adds the search to this session instead of opening one.' }),
    ),
    language: Type.Optional(Type.String({ minLength: 2, maxLength: 35 })),
    country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    categories: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Stop after this many places; the manifest then says so.',
      }),
    ),
    include: Type.Optional(Type.Array(Words(['details', 'reviews', 'contacts']), { maxItems: 3 })),
    budget: Type.Optional(
      Type.Object(
        {
          maxRequests: Type.Optional(Type.Integer({ minimum: 1 })),
          maxSeconds: Type.Optional(Type.Integer({ minimum: 1 })),
        },
        { additionalProperties: false },
      ),
    ),
    webhook: Type.Optional(webhookRequest(SEARCH_WEBHOOK_EVENTS)),
  },
  { additionalProperties: false },
)
export type CreateSearchBody = Static<typeof CreateSearchBody>

/** Why a search is not complete, one entry a cause. */
export const Incompleteness = Type.Object({
  code: Words([
    'limit_reached',
    'budget_requests',
    'budget_seconds',
    'cell_failed',
    'cell_saturated',
    'provider_partial',
    'cancelled',
    'planning_failed',
  ]),
  detail: Type.String(),
  count: Type.Integer({ minimum: 1 }),
})

export const SearchCounts = Type.Object(
  {
    cellsPlanned: Type.Integer(),
    cellsDone: Type.Integer(),
    cellsFailed: Type.Integer(),
    cellsSaturated: Type.Integer(),
    cellsSplit: Type.Integer(),
    requests: Type.Integer(),
    raw: Type.Integer({ description: 'Places the provider returned.' }),
    duplicate: Type.Integer({ description: 'Returned again within this search.' }),
    outside: Type.Integer({ description: 'Returned, but outside the area: dropped.' }),
    kept: Type.Integer({ description: 'Distinct places of this search.' }),
    new: Type.Integer({ description: 'Of those, never stored before.' }),
  },
  { description: 'The completeness manifest.' },
)

export const Search = Type.Object(
  {
    id: Id('sea'),
    sessionId: Id('ses'),
    status: Words(SEARCH_STATES),
    query: Type.String(),
    location: Nullable(Location),
    area: Nullable(ResolvedArea),
    provider: Nullable(Words(PROVIDERS)),
    progress: Type.Object({ done: Type.Integer(), total: Nullable(Type.Integer()) }),
    counts: SearchCounts,
    complete: Nullable(Type.Boolean({ description: 'Null until the search has ended.' })),
    reasons: Type.Array(Incompleteness),
    error: Nullable(Problem),
    attribution: Type.Array(Attribution),
    createdAt: Timestamp,
    completedAt: Nullable(Timestamp),
    links: Links,
  },
  { $id: 'Search' },
)
export type Search = Static<typeof Search>
