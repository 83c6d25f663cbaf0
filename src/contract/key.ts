// API keys and the scopes they carry.
import { Type, type Static } from 'typebox'
import { Id, ListOf, Nullable, Timestamp, Words } from './schema.ts'

/**
 * The permissions of a key. A scope covers its narrower forms: `extract` covers `extract:maps`. The plain word lets a
 * key see and end what it made itself. Access to what other keys made needs the form with `all`, which no plain word
 * covers.
 */
export const SCOPES = {
  admin: 'everything',
  search: 'start and read place searches, cancel those of the key and see their jobs',
  'search:all': 'start, read and cancel the place searches of everybody',
  places: 'read, export, change and delete places, sessions and reviews',
  'places:read': 'read and export places, sessions and reviews, nothing more',
  extract:
    'run extractors; read, cancel and delete the jobs that came of it; `extract:maps` runs only that one',
  enrich: 'enrich contacts; read, cancel and delete the jobs that came of it',
  jobs: 'read, cancel, retry and delete the jobs that the key made',
  'jobs:all': 'read, cancel, retry and delete the jobs of everybody',
  artifacts: 'upload files; read, link and delete those of the key',
  'artifacts:all': 'upload files; read, link and delete those of everybody',
  queue: 'pause, drain and resume the queue',
  webhooks: 'set up endpoints for what the key makes; read, replay and clean up their records',
  'webhooks:all': 'set up endpoints for what everybody makes; read, replay and clean up all records',
  stats: 'read statistics',
  cache: 'read and clear the cache',
  workers: 'see and prune workers',
  worker: 'be a worker: claim and complete jobs',
  proxy: 'everything about proxies',
  'proxy:lease': 'lease proxies',
  'proxy:read': 'read what proxies there are',
  cdn: 'report and read CDN detections',
  discovery: 'read and change patterns, exclusions and candidates, send signals',
  'discovery:read': 'read what is left out of answers',
  keys: 'create, list, change, rotate and revoke keys that may do no more than this one',
  metrics: 'read metrics',
  robots: 'everything about robots.txt',
  'robots:ignore': 'fetch what robots.txt disallows',
  browser: 'everything about browsers',
  'browser:script': 'run scripts in pages',
} as const

type Named = keyof typeof SCOPES
/** The first part of a scope, which names a group of routes. */
export type ScopeWord = Exclude<Named, `${string}:${string}`>
/** `extract`, or with narrower parts `jobs:all`. */
export type Scope = ScopeWord | `${ScopeWord}:${string}`

const EXTRACTOR = /^extract:([a-z][a-z0-9-]{0,99})$/

/** The extractor that a scope is narrowed to; null for any other text. */
export const extractorOfScope = (text: string): string | null => EXTRACTOR.exec(text)?.[1] ?? null

/** Whether it is one of `SCOPES`, or `extract` narrowed to one extractor, which only crawl can know. */
export const isScope = (text: string): text is Scope =>
  Object.hasOwn(SCOPES, text) || extractorOfScope(text) !== null

const ScopeList = Type.Array(Type.Unsafe<Scope>(Type.String({ maxLength: 100, examples: ['extract'] })), {
  minItems: 1,
  maxItems: 50,
  description: Object.entries(SCOPES)
    .map(([name, sentence]) => `\`${name}\`: ${sentence}.`)
    .join(' '),
})

/** It stands in lists. */
const KeyName = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\x00-\\x1f\\x7f]*$' })

/** The highest rate in a minute that a service allows any caller (of crawl: `rateLimit` of its self-description). */
const MAX_PER_MINUTE = 30_000

const KeyRateLimit = Type.Object(
  {
    requestsPerMinute: Type.Integer({
      minimum: 1,
      maximum: MAX_PER_MINUTE,
      description: 'In any 60 s, in any order: all of them may come at once.',
    }),
  },
  { additionalProperties: false },
)

const AllowedIps = Type.Array(Type.String({ maxLength: 50, examples: ['10.1.0.0/16'] }), {
  minItems: 1,
  maxItems: 100,
  description: 'Addresses and networks (CIDR) that the key may be used from.',
})

/** A rotated key is `active` until its overlap is over. */
export const KEY_STATES = ['active', 'expired', 'revoked'] as const

/** A key without its text, which is shown once. */
export const ApiKey = Type.Object(
  {
    id: Id('key'),
    name: Type.String(),
    createdBy: Nullable(
      Type.Unsafe<string>({ ...Id('key'), description: 'The key that made it; null: the operator.' }),
    ),
    prefix: Type.String({ description: 'The first characters of the key, to tell keys apart.' }),
    scopes: ScopeList,
    status: Words(KEY_STATES),
    rateLimit: Nullable(
      Type.Object(KeyRateLimit.properties, {
        description: 'Of its own; null: what the service allows everybody.',
      }),
    ),
    allowedIps: Nullable(
      Type.Array(Type.String(), { description: 'Where it may be used from; null: anywhere.' }),
    ),
    expiresAt: Nullable(Timestamp),
    lastUsedAt: Nullable(Timestamp),
    createdAt: Timestamp,
    revokedAt: Nullable(Timestamp),
    replacedBy: Nullable(Id('key')),
  },
  { $id: 'ApiKey' },
)
export type ApiKey = Static<typeof ApiKey>
/** A page of the list of keys; no entry contains the key itself. */
export const ApiKeyList = ListOf(ApiKey)

/** A key gets no more than the key that makes it. */
export const CreateKeyBody = Type.Object(
  {
    name: KeyName,
    scopes: ScopeList,
    environment: Type.Optional(Words(['live', 'test'], { description: 'Default: `live`.' })),
    expiresAt: Type.Optional(Timestamp),
    rateLimit: Type.Optional(KeyRateLimit),
    allowedIps: Type.Optional(AllowedIps),
  },
  { additionalProperties: false },
)
export type CreateKeyBody = Static<typeof CreateKeyBody>

/** An absent field stays unchanged; null removes a limit. */
export const ChangeKeyBody = Type.Object(
  {
    name: Type.Optional(KeyName),
    scopes: Type.Optional(ScopeList),
    expiresAt: Type.Optional(Nullable(Timestamp)),
    rateLimit: Type.Optional(Nullable(KeyRateLimit)),
    allowedIps: Type.Optional(Nullable(AllowedIps)),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type ChangeKeyBody = Static<typeof ChangeKeyBody>

/** How long the old key goes on working. */
export const RotateKeyBody = Type.Object(
  {
    overlapMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000_000,
        description: 'How long the old key still works. Default: 24 h.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type RotateKeyBody = Static<typeof RotateKeyBody>

/** The only answer that ever contains the secret. */
export const CreatedKey = Type.Object(
  { key: ApiKey, secret: Type.String({ description: 'Shown once. Send it as `Authorization: Bearer`.' }) },
  { $id: 'CreatedKey' },
)
export type CreatedKey = Static<typeof CreatedKey>
