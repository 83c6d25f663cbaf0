// The options of contact enrichment, and its answer.
import { Type, type Static, type TProperties } from 'typebox'
import { CONTACT_FIELDS } from '#contract/crawl/enrichment.ts'
import { VISIT_REASONS } from '#contract/crawl/discovery/signal.ts'
import { Count, Nullable, Words } from '#contract/schema.ts'
import { MAX_TIMEOUT_MS } from '#extract/define-extractor.ts'
import { PageInput } from '#extract/page/page-request.ts'
import { EVIDENCE_KINDS } from '#extractors/contact/page/evidence.ts'

/** The most that a request may ask for, as the list of enrichments shows it. */
export const CONTACT_LIMITS = { maxPages: 30, maxDepth: 3, timeoutMs: MAX_TIMEOUT_MS } as const

export const ContactInput = PageInput({
  website: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: 'An address or a domain as people write it, in the place of `url`.',
    }),
  ),
  domain: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 253,
      description:
        'A domain, in the place of `url`. It is asked for by https; where nobody answers, with `www.` and by http.',
    }),
  ),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'What the business is called: `nameFound` says whether its first page names it.',
    }),
  ),
  placeId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description:
        'Your own id of the business, which the answer repeats. It is not looked up: name the website.',
    }),
  ),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}$',
      examples: ['DE'],
      description:
        'How national phone numbers are read first; by default by address, domain and language of the page.',
    }),
  ),
  fields: Type.Optional(
    Type.Array(Words(CONTACT_FIELDS), {
      minItems: 1,
      maxItems: CONTACT_FIELDS.length,
      uniqueItems: true,
      default: [...CONTACT_FIELDS],
      description:
        'What to look for. No more pages are visited once each of them has a value of at least 0.8.',
    }),
  ),
  maxPages: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: CONTACT_LIMITS.maxPages,
      default: 5,
      description:
        'Pages asked for, the first one included. Of a document, and of a submitted page or file, it is one.',
    }),
  ),
  maxDepth: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: CONTACT_LIMITS.maxDepth,
      default: 2,
      description: 'How many links from the first page; 0 reads the first page alone.',
    }),
  ),
  strategy: Type.Optional(
    Words(['links', 'patterns', 'both'], {
      default: 'both',
      description:
        '`links` follows links by their words. `patterns` follows what was learned of paths and links, asks for likely ' +
        'pages without a link, and tries one that little is known of. `both` does all of it.',
    }),
  ),
  verify: Type.Optional(
    Type.Object(
      {
        mx: Type.Optional(
          Type.Boolean({
            description: 'Whether name servers are asked if the domains of the addresses take mail.',
          }),
        ),
        smtp: Type.Optional(Type.Boolean({ description: 'Asking mail servers is not built yet.' })),
      },
      { additionalProperties: false },
    ),
  ),
  includePersonal: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'False leaves out people, and addresses that look like those of one person.',
    }),
  ),
  timeoutMs: Type.Optional(
    Type.Integer({
      minimum: 1_000,
      maximum: CONTACT_LIMITS.timeoutMs,
      default: 60_000,
      description: 'For all pages together, from the claim on. What was found until then is answered.',
    }),
  ),
  maxAgeMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_592_000_000,
      default: 604_800_000,
      description: 'How old kept copies may be to be given instead of new ones; 0 fetches again.',
    }),
  ),
})
export type ContactInput = Static<typeof ContactInput>

const Source = Type.Object({
  url: Nullable(Type.String({ description: 'The page; null for a submitted one without an address.' })),
  evidence: Words(EVIDENCE_KINDS),
  context: Type.String({ description: 'What stood there, cut.' }),
})

/** Values of one field, the surest first. Absent: not asked. */
const Found = <const T extends TProperties>(properties: T) =>
  Type.Optional(
    Type.Array(
      Type.Object({
        ...properties,
        confidence: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'By all kinds of evidence together.',
        }),
        sources: Type.Array(Source, { description: 'Where it was found; the first 20.' }),
      }),
    ),
  )

const text = Nullable(Type.String())
const shared = Type.Optional(
  Type.Literal(true, {
    description: 'Many sites have it: it is likely that of an agency or a platform. It has less confidence.',
  }),
)

export const ContactData = Type.Object({
  domain: Nullable(
    Type.String({ description: 'The registrable domain; null for a page without an address.' }),
  ),
  redirectedFrom: Nullable(
    Type.String({
      description:
        'The registrable domain that was asked for, where it leads to another one; null: it does not.',
    }),
  ),
  placeId: Type.Optional(Type.String()),
  nameFound: Type.Optional(
    Nullable(
      Type.Boolean({ description: 'Whether the first page names the business; absent: no name was given.' }),
    ),
  ),
  emails: Found({
    value: Type.String(),
    shared,
    type: Words(['generic', 'personal', 'role']),
    verification: Type.Object({
      syntax: Type.Boolean(),
      disposable: Type.Boolean(),
      free: Type.Boolean(),
      mx: Type.Optional(
        Nullable(
          Type.Boolean({
            description: 'Whether its domain takes mail; null: name servers do not tell; absent: not asked.',
          }),
        ),
      ),
      domainMatch: Nullable(Type.Boolean({ description: 'Whether it is of the domain of the site.' })),
    }),
  }),
  phones: Found({
    e164: Type.String(),
    shared,
    national: Type.String(),
    extension: text,
    country: Nullable(Type.String({ description: 'ISO 3166-1.' })),
    type: Nullable(Type.String({ description: '`MOBILE`, `FIXED_LINE`, `TOLL_FREE`, …' })),
    isFax: Type.Boolean({ description: 'Whether the page calls it a fax.' }),
    whatsapp: Type.Boolean({ description: 'Whether the page links it on WhatsApp.' }),
  }),
  socials: Found({ network: Type.String(), handle: Type.String(), url: Type.String() }),
  addresses: Found({ text: Type.String(), street: text, postalCode: text, city: text, country: text }),
  people: Found({ name: Type.String(), role: text, email: text, phone: text }),
  companyIds: Found({
    kind: Words(['vat', 'register', 'tax']),
    value: Type.String(),
    country: text,
    checked: Type.Boolean({ description: 'Whether its check digits were computed, and fit.' }),
  }),
  forms: Found({ url: text }),
  hours: Found({ days: Type.Array(Type.String()), opens: Type.String(), closes: Type.String() }),
  pagesVisited: Type.Array(
    Type.Object({
      url: text,
      status: Nullable(Type.Integer({ description: 'Null where no answer came, and for a submitted page.' })),
      error: Nullable(Type.String({ description: 'The code of why it was not read; null: it was.' })),
      chosenBy: Words(VISIT_REASONS, {
        description:
          '`pattern`: a learned pattern fits the link. `blind`: such a page was asked for without a link. ' +
          '`exploration`: to learn of it.',
      }),
      patternId: Nullable(Type.String({ description: 'The pattern; null: none, or a builtin one.' })),
      linkText: text,
      found: Type.Record(Type.String(), Count(), {
        description: 'How many values of each asked field it has.',
      }),
      new: Count({ description: 'Values that no page before it had.' }),
    }),
  ),
  stopReason: Words(['satisfied', 'budget', 'exhausted', 'blocked'], {
    description:
      '`satisfied`: all fields have a sure value. `budget`: pages or time. `exhausted`: no other link looks like ' +
      'contacts. `blocked`: the site refused further pages.',
  }),
})
export type ContactData = Static<typeof ContactData>
