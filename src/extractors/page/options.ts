// What the page extractor takes and gives: several extractors on one page, and what a crawl must know of that page.
import { Type, type Static } from 'typebox'
import { Problem } from '#contract/problem.ts'
import { Warning } from '#contract/crawl/result.ts'
import { Nullable } from '#contract/schema.ts'
import { PageInput } from '#extract/page/page-request.ts'

/** More extractors of one page than there are. */
const MAX_EXTRACTORS = 10
/** Most links that are answered; `linksCut` says when there are more. */
export const MAX_LINKS = 5_000

/** One extractor of the page and its own options; `url` and how the page is fetched are those of the page. */
export const PageExtractor = Type.Object(
  {
    extractor: Type.String({
      pattern: '^[a-z][a-z0-9-]{0,39}$',
      description: 'Its name in `GET /api/v1/extractors`; its operation `extract` is run.',
      examples: ['markdown'],
    }),
    options: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
        maxProperties: 50,
        description: 'Options of that extractor, without those that say which page is fetched and how.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type PageExtractor = Static<typeof PageExtractor>

/** The list of extractors, of a page and of a crawl. */
export const PageExtractors = Type.Array(PageExtractor, { minItems: 1, maxItems: MAX_EXTRACTORS })

/** The characters of a header value, as `headers` of every extraction takes them. */
const FIELD_VALUE = '^[\\t\\x20-\\x7e\\x80-\\xff]*$'

/** What an earlier visit got, to ask whether the page has changed since (RFC 9110 section 13). */
export const PageValidators = Type.Object(
  {
    etag: Type.Optional(Type.String({ maxLength: 500, pattern: FIELD_VALUE })),
    lastModified: Type.Optional(Type.String({ maxLength: 100, pattern: FIELD_VALUE })),
  },
  { additionalProperties: false },
)

export const PageExtractInput = PageInput({
  extractors: Type.Optional(PageExtractors),
  known: Type.Optional({
    ...PageValidators,
    description:
      'Of an earlier visit: a page that has not changed since is `notModified`, and nothing is extracted.',
  }),
  pace: Type.Optional(
    Type.Object(
      {
        minDelayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
        concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      },
      {
        additionalProperties: false,
        description: 'At the hosts of the domain of `url`: slower than the worker is set, never faster.',
      },
    ),
  ),
})
export type PageExtractInput = Static<typeof PageExtractInput>

const Outcome = Type.Object({
  data: Type.Unknown({ description: 'As its own path answers; null where it failed.' }),
  warnings: Type.Array(Warning),
  error: Nullable(Problem),
})
export type PageOutcome = Static<typeof Outcome>

const Facts = {
  title: Nullable(Type.String()),
  canonical: Nullable(Type.String({ description: 'What the page names as its address (rel=canonical).' })),
  noindex: Type.Boolean({ description: 'By its meta robots or X-Robots-Tag.' }),
  nofollow: Type.Boolean({ description: 'The same for its links.' }),
  softError: Type.Boolean({ description: 'It says that it is not there, though its status says otherwise.' }),
  links: Type.Array(
    Type.Object({
      href: Type.String({ description: 'Absolute, as the page has it.' }),
      nofollow: Type.Boolean(),
    }),
    { description: `Each address once, in the order of the page, at most ${MAX_LINKS}.` },
  ),
  linksCut: Type.Boolean({ description: 'Whether the page has more links.' }),
  contentHash: Nullable(
    Type.String({ description: 'SHA-256 of its visible text, blanks folded; null for one with hardly any.' }),
  ),
  contentSketch: Type.Optional(
    Nullable(
      Type.String({
        description:
          'Of the text of its content, to find pages that have nearly the same; null for one with fewer than 20 words.',
      }),
    ),
  ),
}
export type PageFacts = Static<typeof PageFactsSchema>
const PageFactsSchema = Type.Object(Facts)

export const PageExtractData = Type.Object({
  page: Type.Object({
    notModified: Type.Boolean(),
    etag: Nullable(Type.String()),
    lastModified: Nullable(Type.String()),
    ...Facts,
  }),
  results: Type.Record(Type.String(), Outcome, {
    description: 'By the name of the extractor; one that failed says why and costs the others nothing.',
  }),
})
export type PageExtractData = Static<typeof PageExtractData>
