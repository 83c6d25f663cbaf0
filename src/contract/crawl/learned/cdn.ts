// What is known of CDNs and bot walls, by domain: reports of what was seen, and what crawl makes of them.
import { Type, type Static } from 'typebox'
import { Count, ListOf, Nullable, Timestamp, Words } from '#contract/schema.ts'
import { PROXY_KINDS } from '#contract/worker.ts'

/** What a provider does: delivers, filters, tells people from programs, or only rents the machine. */
export const PROVIDER_KINDS = ['cdn', 'waf', 'bot_manager', 'cloud'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

/** Where evidence is from: an address range, an alias, a header, a cookie, a mark in a page, the Server header, TLS. */
export const EVIDENCE_KINDS = ['range', 'cname', 'header', 'cookie', 'body', 'server', 'tls'] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

/** How a request to the domain ended. */
export const CDN_OUTCOMES = ['ok', 'challenge', 'captcha', 'blocked', 'rate_limited', 'login'] as const
export type CdnOutcome = (typeof CDN_OUTCOMES)[number]

/** How sure crawl is that something stands before a domain. */
export const CDN_STATES = ['unknown', 'suspected', 'confirmed', 'stale', 'cleared'] as const
export type CdnState = (typeof CDN_STATES)[number]

/** What it does to requests: `passive` filters and let all of ours through, `hard_block` refuses without a way past it. */
export const PROTECTIONS = ['none', 'passive', 'challenge', 'captcha', 'hard_block'] as const
export type Protection = (typeof PROTECTIONS)[number]

const strict = { additionalProperties: false } as const
const ENGINES = ['http', 'browser'] as const
/** The name of a host, with a port that is not the default. */
const MAX_DOMAIN_CHARS = 260
const Domain = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_DOMAIN_CHARS, description, examples: ['example.org'] })

/** What was seen of one domain with one request. */
export const CdnReport = Type.Object(
  {
    domain: Type.Optional(
      Domain('The host, with a port that is not the default. Exactly one of `domain` and `url`.'),
    ),
    url: Type.Optional(
      Type.String({ minLength: 1, maxLength: 8_000, description: 'The address; only its host is kept.' }),
    ),
    observedAt: Type.Optional(
      Type.Unsafe<string>({ ...Timestamp, description: 'Default: now. At most a day old.' }),
    ),
    ips: Type.Optional(
      Type.Array(Type.String({ maxLength: 45 }), {
        maxItems: 16,
        description: 'Addresses that it was reached at.',
      }),
    ),
    cnames: Type.Optional(
      Type.Array(Type.String({ maxLength: 255 }), { maxItems: 16, description: 'The aliases of its name.' }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 1_000 }), {
        maxProperties: 200,
        description: 'Of the answer. Only those that providers send are read; no other one is kept.',
      }),
    ),
    cookieNames: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 100,
        description: 'The names of cookies that the answer sets, never their values.',
      }),
    ),
    statusCode: Type.Optional(Nullable(Type.Integer({ minimum: 100, maximum: 599 }))),
    bodyMarkers: Type.Optional(
      Type.Array(Type.String({ maxLength: 50 }), {
        maxItems: 16,
        description: 'Vendors whose marks the page has, as `blockedBy.provider` names them.',
      }),
    ),
    tls: Type.Optional(
      Type.Object(
        {
          issuer: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
          alpn: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
        },
        strict,
      ),
    ),
    outcome: Words(CDN_OUTCOMES),
    engine: Type.Optional(Words(ENGINES)),
    proxyKind: Type.Optional(Words(PROXY_KINDS, { description: 'Default `none`.' })),
    proxyGroup: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
    jobId: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { ...strict, $id: 'CdnReport' },
)
export type CdnReport = Static<typeof CdnReport>

/** The field `cdn` of a result. */
export const CdnOfResult = Type.Object(
  {
    provider: Type.String(),
    kind: Words(PROVIDER_KINDS),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
  },
  {
    description:
      'What stands before the target, by what its answers showed; null where nothing speaks for one.',
  },
)
export type CdnOfResult = Static<typeof CdnOfResult>

const CdnProvider = Type.Object({
  name: Type.String(),
  kind: Words(PROVIDER_KINDS),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'That not all of its evidence is chance: `1 - (1 - w1)(1 - w2)…`.',
  }),
  evidence: Type.Array(
    Type.Object({
      kind: Words(EVIDENCE_KINDS),
      detail: Type.String(),
      source: Words(['worker', 'client'], { description: 'What a client reports weighs 0.3 of that.' }),
      seenAt: Timestamp,
    }),
  ),
})

/** How requests of each way ended; counts decay by half in three days. */
export const CdnWay = Type.Object({
  engine: Words(ENGINES),
  proxyKind: Words(PROXY_KINDS),
  ok: Type.Number({ minimum: 0 }),
  blocked: Type.Number({ minimum: 0 }),
})

const CdnStrategy = Type.Object({
  engine: Words(ENGINES),
  proxyKind: Words(PROXY_KINDS),
  minDelayMs: Nullable(Type.Integer({ minimum: 0, description: 'Null: as workers are set.' })),
  concurrency: Nullable(Type.Integer({ minimum: 1, description: 'Null: as workers are set.' })),
  learnedFrom: Type.String({ description: 'The registrable domain that it was learned for.' }),
})

/** All that is known of one domain. */
export const CdnDetection = Type.Object(
  {
    domain: Type.String(),
    registrableDomain: Type.String(),
    inheritedFrom: Nullable(
      Type.String({ description: 'The registrable domain, where the domain itself was never seen.' }),
    ),
    state: Words(CDN_STATES, {
      description:
        '`suspected` from a confidence of 0.4, `confirmed` from 0.75 or by two kinds of evidence, `stale` after seven ' +
        'days without, `cleared` after three answers in a row that show none of it.',
    }),
    providers: Type.Array(CdnProvider, { description: 'The surest first.' }),
    protection: Words(PROTECTIONS, {
      description: 'Of the last 24 hours. `passive`: a filter is there and let all requests through.',
    }),
    strategy: Nullable(
      Type.Unsafe<Static<typeof CdnStrategy>>({
        ...CdnStrategy,
        description: 'What jobs with `engine: auto` are told; null: nothing but the default.',
      }),
    ),
    outcomes: Type.Array(CdnWay, { description: 'Of the registrable domain.' }),
    firstSeenAt: Timestamp,
    lastSeenAt: Timestamp,
    lastConfirmedAt: Nullable(Timestamp),
    expiresAt: Timestamp,
    reports: Count(),
    lastReport: Type.Object({
      at: Timestamp,
      outcome: Words(CDN_OUTCOMES),
      source: Words(['worker', 'client']),
      statusCode: Nullable(Type.Integer()),
      engine: Nullable(Words(ENGINES)),
      proxyKind: Words(PROXY_KINDS),
      proxyGroup: Nullable(Type.String()),
      jobId: Nullable(Type.String()),
    }),
    history: Type.Array(
      Type.Object({
        at: Timestamp,
        state: Words(CDN_STATES),
        providers: Type.Array(Type.String()),
        protection: Words(PROTECTIONS),
      }),
      { description: 'What it became when it changed, oldest first; the last 20.' },
    ),
  },
  { $id: 'CdnDetection' },
)
export type CdnDetection = Static<typeof CdnDetection>
/** A page of the detections, by domain. */
export const CdnDetectionList = ListOf(CdnDetection)

/** A domain in front of which something certainly stands. */
export const KnownCdn = Type.Object({
  domain: Type.String(),
  provider: Nullable(
    Type.String({ description: 'The surest; null: only that requests are stopped is known.' }),
  ),
  kind: Nullable(Words(PROVIDER_KINDS)),
  protection: Words(PROTECTIONS),
})
export type KnownCdn = Static<typeof KnownCdn>
/** A page of them, by domain. */
export const KnownCdnList = ListOf(KnownCdn)

/** What became of a report. */
export const CdnReportAnswer = Type.Object({
  domain: Type.String(),
  detection: Type.Unsafe<CdnDetection>(CdnDetection),
})

const counts = (description: string) =>
  Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description })

/** Which CDNs and walls were seen how often. */
export const CdnStats = Type.Object(
  {
    domains: Count(),
    reports: Count(),
    byState: counts('Domains by state.'),
    byProvider: counts('Domains by provider, confirmed ones only.'),
    byProtection: counts('Domains by protection, of the last 24 hours.'),
  },
  { $id: 'CdnStats' },
)
export type CdnStats = Static<typeof CdnStats>
