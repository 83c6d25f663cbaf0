// A place search: the request, its state, and the manifest of its completeness.
import { Type, type Static } from 'typebox'
import { Waiting } from '#contract/job.ts'
import { Location, ResolvedArea } from './location.ts'
import { Attribution, PROVIDERS } from './place.ts'
import { ScheduleRequest } from './schedule.ts'
import { Problem } from '#contract/problem.ts'
import {
  Id,
  LanguageTag,
  Links,
  MAX_INT4,
  Nullable,
  QUERY_PATTERN,
  Timestamp,
  Words,
} from '#contract/schema.ts'
import { Understood } from './understood.ts'
import { SEARCH_WEBHOOK_EVENTS, webhookRequest } from '#contract/webhook.ts'

/** `partially_succeeded`: with places, but the reasons say why there may be more. */
export const SEARCH_STATES = [
  'queued',
  'running',
  'succeeded',
  'partially_succeeded',
  'failed',
  'cancelled',
] as const
/** One of `SEARCH_STATES`. */
export type SearchState = (typeof SEARCH_STATES)[number]

/** A submitted search. Without a location the query itself may name one (`cafes in Monaco`). */
export const CreateSearchBody = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: QUERY_PATTERN,
      description: 'What to look for; `*` means every place.',
    }),
    location: Type.Optional(Location),
    provider: Type.Optional(Words(PROVIDERS)),
    providers: Type.Optional(
      Type.Array(Words(PROVIDERS), {
        minItems: 1,
        uniqueItems: true,
        description:
          'Instead of `provider`: each of these is searched, side by side, with cells, a manifest and a result of its own ' +
          '(`sources` of the answer). One that fails takes nothing from the others. `limit` and `budget` hold for each.',
      }),
    ),
    sessionId: Type.Optional(
      Type.String({ description: 'Adds the search to this session instead of opening one.' }),
    ),
    language: Type.Optional(
      LanguageTag(
        'BCP 47: of the labels and names behind the links of the search. What is stored has no language.',
      ),
    ),
    country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    categories: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Stop after this many places; the manifest then says so.',
      }),
    ),
    include: Type.Optional(
      Type.Array(Words(['details', 'reviews', 'contacts']), {
        maxItems: 3,
        description:
          '`contacts` enriches each place with the contacts of its website as it is found; `contacts` of the answer says ' +
          'how far that is. `details` looks each place up on its own, and `reviews` its reviews as well, where the ' +
          'provider has more than its search answers; `details` of the answer says how far that is.',
      }),
    ),
    reviews: Type.Optional(
      Type.Object(
        {
          maxPerPlace: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 5_000, default: 100, description: 'The newest so many.' }),
          ),
          includeReviewerNames: Type.Optional(
            Type.Boolean({
              default: false,
              description: 'Names of reviewers are personal data: they are not kept unless asked for.',
            }),
          ),
        },
        { additionalProperties: false, description: 'How `include: ["reviews"]` is done.' },
      ),
    ),
    budget: Type.Optional(
      Type.Object(
        {
          maxRequests: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: MAX_INT4,
              description:
                'Default: what the provider sets, 1,000 for `overpass` and `google`, and any number for `osm-file`. Details and ' +
                'reviews of a place count as one.',
            }),
          ),
          maxSeconds: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: MAX_INT4,
              description:
                'From when the search begins to run. Default: what the operator set, six hours unless changed.',
            }),
          ),
        },
        {
          additionalProperties: false,
          description: 'What the search may cost; it then ends with what it has, and the manifest says so.',
        },
      ),
    ),
    schedule: Type.Optional(ScheduleRequest),
    webhook: Type.Optional(webhookRequest(SEARCH_WEBHOOK_EVENTS)),
  },
  { additionalProperties: false },
)
export type CreateSearchBody = Static<typeof CreateSearchBody>

/** The answer to a submitted search that has not ended. */
export const AcceptedSearch = Type.Object({
  id: Id('sea'),
  sessionId: Id('ses'),
  status: Words(SEARCH_STATES),
  links: Links,
})
export type AcceptedSearch = Static<typeof AcceptedSearch>

const Whole = (description: string) => Type.Integer({ minimum: 0, description })

const estimateFields = {
  area: ResolvedArea,
  cells: Whole(
    'Parts of the area to begin with; a provider that caps its answers gets more where it has more.',
  ),
  requests: Nullable(
    Whole('Of pages. Null: it cannot be told, because a provider with a cap has more than it shows.'),
  ),
  minRequests: Whole('At least so many.'),
  seconds: Nullable(
    Whole(
      'As long as the latest searches of the provider took for each request, or the look at it just now.',
    ),
  ),
  places: Nullable(
    Whole('In the area. Null: as for `requests`, or how many places several providers share is not known.'),
  ),
  minPlaces: Whole('At least so many, which were counted.'),
  exact: Type.Boolean({ description: 'Whether all places were counted, so that nothing is estimated.' }),
  budget: Type.Object(
    {
      maxRequests: Nullable(Type.Integer()),
      maxSeconds: Nullable(Type.Integer()),
    },
    {
      description:
        'What the search may take, by itself, its provider or the operator; null: any number. Each of several providers ' +
        'has its own requests; here are all of them.',
    },
  ),
  fitsBudget: Nullable(Type.Boolean({ description: 'Whether that is enough; null: it cannot be told.' })),
  attribution: Type.Array(Attribution),
}

/** What a search of one provider would cost. */
export const SourceEstimate = Type.Object(
  { provider: Words(PROVIDERS), ...estimateFields },
  { $id: 'SourceEstimate' },
)
export type SourceEstimate = Static<typeof SourceEstimate>

/** What a search would cost. It has not begun, and nothing of it is stored. */
export const SearchEstimate = Type.Object(
  {
    provider: Nullable({ ...Words(PROVIDERS), description: 'Null of a search with `providers`.' }),
    ...estimateFields,
    sources: Type.Optional(
      Type.Array(SourceEstimate, {
        description:
          'Of a search with `providers`: the estimate of each, in their order. `requests` above are their sum, and `seconds` those ' +
          'of the slowest, as they are searched side by side.',
      }),
    ),
    failed: Type.Optional(
      Type.Array(Type.Object({ provider: Words(PROVIDERS), error: Problem }), {
        description: 'Those of `providers` that cannot be estimated now, and why.',
      }),
    ),
  },
  { $id: 'SearchEstimate' },
)
export type SearchEstimate = Static<typeof SearchEstimate>

/** Why a search is not complete, one entry for each cause. */
export const Incompleteness = Type.Object({
  code: Words([
    'limit_reached',
    'budget_requests',
    'budget_seconds',
    'cell_failed',
    'cell_saturated',
    'provider_partial',
    'rows_repeated',
    'rows_missing',
    'no_data',
    'cancelled',
    'planning_failed',
  ]),
  detail: Type.String(),
  count: Type.Integer({ minimum: 1 }),
})

/** Counted while the search runs; `raw` is at least `duplicate + outside + kept`. */
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
    unplaced: Type.Integer({
      description:
        'Match, but the provider does not know where they are: not returned, named among the reasons.',
    }),
    kept: Type.Integer({ description: 'Distinct places of this search.' }),
    approximate: Type.Integer({
      description: 'Of those, placed by a part of their geometry, as the provider lacks the rest.',
    }),
    new: Type.Integer({ description: 'Of those, never stored before.' }),
  },
  { description: 'The completeness manifest.' },
)

/** How far the contacts of a search are. The search itself ends with its last page; websites take longer. */
export const SearchContacts = Type.Object(
  {
    pending: Type.Integer({ description: 'Places whose websites are still visited.' }),
    enriched: Type.Integer(),
    failed: Type.Integer({ description: 'Places whose websites could not be read.' }),
    noWebsite: Type.Integer({ description: 'Places of which no website is known.' }),
  },
  { description: 'Of the places kept. Absent: the search did not ask for contacts.' },
)
export type SearchContacts = Static<typeof SearchContacts>

/** How far the details and reviews of a search are. The search itself ends with its last page; these take longer. */
export const SearchDetails = Type.Object(
  {
    pending: Type.Integer({ description: 'Places that are still looked up.' }),
    done: Type.Integer(),
    failed: Type.Integer({
      description: 'Places that could not be looked up, or not within the budget: their jobs say why.',
    }),
  },
  { description: 'Of the places kept. Absent: the search asked for neither details nor reviews.' },
)
export type SearchDetails = Static<typeof SearchDetails>

const fields = {
  id: Id('sea'),
  sessionId: Id('ses'),
  status: Words(SEARCH_STATES),
  query: Type.String(),
  location: Nullable(Location),
  area: Nullable(ResolvedArea),
  provider: Nullable({
    ...Words(PROVIDERS),
    description: 'Null before the search is planned, and of a search with `providers`.',
  }),
  progress: Type.Object({
    done: Type.Integer({ minimum: 0, description: 'Cells that have ended.' }),
    total: Nullable(Type.Integer({ minimum: 0, description: 'Null until the area is known.' })),
    share: Nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Of the work as far as it can be told, with the pages of cells under way; before the area is known, of what is ' +
          'done first, such as indexing a file. Null: it cannot be told.',
      }),
    ),
    message: Nullable(Type.String({ description: 'What is done or waited for just now.' })),
  }),
  waiting: Nullable({
    ...Waiting,
    description: 'Of a search that runs: what it waits for. Null: it goes on, or has ended.',
  }),
  counts: SearchCounts,
  contacts: Type.Optional(SearchContacts),
  details: Type.Optional(SearchDetails),
  complete: Nullable(Type.Boolean({ description: 'Null until the search has ended.' })),
  reasons: Type.Array(Incompleteness),
  understood: Nullable({
    ...Understood,
    description:
      'How the query was understood; null before the search is planned, and where the provider does not say.',
  }),
  warnings: Type.Array(
    Type.Object({
      code: Type.String(),
      detail: Type.String(),
      count: Type.Optional(
        Type.Integer({
          minimum: 1,
          description:
            'Of how many places the answers for the cells said it, those included that were shown twice; absent: it is said of the search.',
        }),
      ),
    }),
    {
      description:
        'What to know of the area, of the words of the query and, such as `thin_places`, of what the provider answered: each code of the last kind once.',
    },
  ),
  error: Nullable(Problem),
  attribution: Type.Array(Attribution),
  createdAt: Timestamp,
  completedAt: Nullable(Timestamp),
  links: Links,
}

/** The search of one provider among several: as any search, with cells and a manifest of its own. */
export const SourceSearch = Type.Object(fields, { $id: 'SourceSearch' })
export type SourceSearch = Static<typeof SourceSearch>

/** A search as it is now; with `completedAt` it has ended. */
export const Search = Type.Object(
  {
    ...fields,
    sources: Type.Optional(
      Type.Array(SourceSearch, {
        description:
          'Of a search with `providers`: the search of each, in their order. `counts` above are their sums, and `kept` counts a ' +
          'place once that several of them know, as soon as the two records are merged.',
      }),
    ),
  },
  { $id: 'Search' },
)
export type Search = Static<typeof Search>
