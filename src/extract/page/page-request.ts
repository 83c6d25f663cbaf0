// The common input of every extractor of a URL: what to fetch, how to request it, how old it may be.
import { Type, type Static, type TProperties } from 'typebox'
import { ProxyOption } from '#contract/crawl/learned/proxy.ts'
import { SessionId } from '#contract/crawl/session.ts'
import { Words } from '#contract/schema.ts'
import { BROWSER_FIELDS } from '#extract/browser/options.ts'
import { MAX_TIMEOUT_MS } from '#extract/define-extractor.ts'

const urlRules = { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 8_000 } as const

/**
 * The allowed characters of a header value and a cookie: none that could end the line (RFC 9110 5.5, RFC 6265 4.1.1).
 */
const FIELD_NAME = "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$"
const FIELD_VALUE = '^[\\t\\x20-\\x7e\\x80-\\xff]*$'
const COOKIE_VALUE = '^[\\x21\\x23-\\x2b\\x2d-\\x3a\\x3c-\\x5b\\x5d-\\x7e]*$'

const source = {
  url: Type.Optional(Type.String({ ...urlRules, description: 'The page to fetch.' })),
  html: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 5_000_000,
      description: 'The page itself; nothing is fetched for it.',
    }),
  ),
  artifactId: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'A file to read instead: an upload, or one that another job saved.',
    }),
  ),
  baseUrl: Type.Optional(
    Type.String({ ...urlRules, description: 'What links in `html` or in the file are relative to.' }),
  ),
}

const common = {
  timeoutMs: Type.Optional(
    Type.Integer({
      minimum: 1_000,
      maximum: MAX_TIMEOUT_MS,
      default: 30_000,
      description:
        'For everything from the claim on: waiting for the turn at the host, fetch, extraction, and all retries.',
    }),
  ),
  locale: Type.Optional(
    Type.String({ maxLength: 35, pattern: FIELD_VALUE, description: 'BCP 47; sent as Accept-Language.' }),
  ),
  engine: Type.Optional(
    Words(['auto', 'http', 'browser'], {
      default: 'auto',
      description:
        '`http` fetches the page as it is sent, `browser` runs its scripts, `auto` takes a browser where the page needs one.',
    }),
  ),
  headers: Type.Optional(
    Type.Record(
      Type.String({ pattern: FIELD_NAME }),
      Type.String({ maxLength: 8_000, pattern: FIELD_VALUE }),
      {
        additionalProperties: false,
        maxProperties: 32,
        description:
          'Sent with the request, to other origins after a redirect only Accept and Accept-Language. Values are hidden ' +
          'where the job is shown. Host, User-Agent, framing and connection headers cannot be chosen.',
      },
    ),
  ),
  cookies: Type.Optional(
    Type.Array(
      Type.Object(
        {
          name: Type.String({ pattern: FIELD_NAME }),
          value: Type.String({ maxLength: 4_096, pattern: COOKIE_VALUE }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 64, description: 'Sent to the origin of `url` only.' },
    ),
  ),
  sessionId: Type.Optional({
    ...SessionId,
    description:
      'Cookies and storage carry over between requests of your key with the same name, with and without a browser, ' +
      'until ten minutes after the last one. Such answers are not kept for other requests.',
  }),
  referer: Type.Optional(Type.String({ ...urlRules, description: 'Sent as Referer.' })),
  httpAuth: Type.Optional(
    Type.Object(
      {
        username: Type.String({ maxLength: 256, pattern: '^[^:\\x00-\\x1f\\x7f]*$' }),
        password: Type.String({ maxLength: 1_024, pattern: '^[^\\x00-\\x1f\\x7f]*$' }),
      },
      { additionalProperties: false, description: 'Sent as Basic credentials to the origin of `url` only.' },
    ),
  ),
  failOnStatus: Type.Optional(
    Type.Array(Type.Union([Words(['4xx', '5xx']), Type.Integer({ minimum: 400, maximum: 599 })]), {
      maxItems: 50,
      description: 'Statuses of the target that end in `target_http_error` instead of an answer.',
    }),
  ),
  maxResponseBytes: Type.Optional(
    Type.Integer({
      minimum: 1_024,
      maximum: 104_857_600,
      default: 20_971_520,
      description: 'Decoded bytes; a longer answer is `target_too_large`. An extractor may allow less.',
    }),
  ),
  robots: Type.Optional(
    Words(['obey', 'ignore'], {
      default: 'obey',
      description: '`ignore` needs a key with the scope `robots:ignore`.',
    }),
  ),
  proxy: Type.Optional(ProxyOption),
  maxAgeMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_592_000_000,
      default: 3_600_000,
      description: 'How old a kept copy may be to be given instead of a new one; 0 always fetches.',
    }),
  ),
  staleIfErrorMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_592_000_000,
      default: 0,
      description: 'How much older than `maxAgeMs` a copy may be where the target cannot be reached.',
    }),
  ),
  store: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether a copy of what was fetched may be kept.' }),
  ),
  ...BROWSER_FIELDS,
}

/** `url`, or `html` or `artifactId` with an optional `baseUrl`; also the extractor's own `options`. */
export const PageInput = <const T extends TProperties>(options: T) =>
  Type.Object(
    { ...source, ...common, ...options },
    {
      additionalProperties: false,
      oneOf: [{ required: ['url'] }, { required: ['html'] }, { required: ['artifactId'] }],
      not: { required: ['url', 'baseUrl'] },
      description: 'Exactly one of `url`, `html` and `artifactId`; `baseUrl` goes with the last two.',
    },
  )

/** For work on a whole site, which begins at one address. */
export const SiteInput = <const T extends TProperties>(options: T) =>
  Type.Object(
    {
      url: Type.String({ ...urlRules, description: 'Where the site begins.' }),
      ...common,
      ...options,
    },
    { additionalProperties: false },
  )

/** For extractors that work on the response of a URL or the content of a file, not on the text of a page. */
export const UrlInput = <const T extends TProperties>(options: T) =>
  Type.Object(
    {
      url: Type.Optional(Type.String({ ...urlRules, description: 'What to fetch.' })),
      artifactId: source.artifactId,
      ...common,
      ...options,
    },
    {
      additionalProperties: false,
      oneOf: [{ required: ['url'] }, { required: ['artifactId'] }],
      description: 'Exactly one of `url` and `artifactId`.',
    },
  )

const CommonFields = Type.Object({ ...source, ...common })
const COMMON_NAMES: ReadonlySet<string> = new Set(Object.keys(CommonFields.properties))
/** The part of an input that `loadTarget` reads; an input of `PageInput`, `UrlInput` or `SiteInput` fits. */
export type PageRequest = Static<typeof CommonFields>

/** The extractor's own options of a request: nothing that names the caller to the target, and no page. */
export function optionsOf<Request extends PageRequest>(request: Request): Omit<Request, keyof PageRequest> {
  const own = Object.entries(request).filter(([name]) => !COMMON_NAMES.has(name))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of entries does not know which names are gone
  return Object.fromEntries(own) as Omit<Request, keyof PageRequest>
}
