// API keys and the scopes they carry.
import { Type, type Static } from 'typebox'
import { Id, ListOf, Nullable, Timestamp, Words } from './schema.ts'

/** What a key may be allowed to do. A scope covers its narrower forms: `extract` covers `extract:maps`. */
export const SCOPES = {
  admin: 'everything',
  search: 'start, read and cancel place searches',
  places: 'read, export and delete places, sessions and reviews',
  extract: 'run extractors; `extract:maps` runs only that one',
  enrich: 'enrich contacts',
  jobs: 'read, cancel and retry jobs',
  artifacts: 'upload, read, link and delete files of everybody; `artifacts:read` only reads',
  queue: 'pause, drain and resume the queue',
  webhooks: 'read, replay and clean up webhook records, set up endpoints',
  stats: 'read statistics',
  cache: 'read and clear the cache',
  workers: 'see and prune workers',
  worker: 'be a worker: claim and complete jobs',
  proxy: 'everything about proxies; `proxy:lease` only leases, `proxy:read` only reads',
  cdn: 'report and read CDN detections',
  discovery: 'read and change patterns, exclusions and candidates, send signals',
  keys: 'create, list, rotate and revoke keys',
  metrics: 'read metrics',
  robots: '`robots:ignore` fetches what robots.txt disallows',
  browser: '`browser:script` runs scripts in pages',
} as const

export type ScopeWord = keyof typeof SCOPES
export type Scope = ScopeWord | `${ScopeWord}:${string}`

/** One or more narrower parts may follow a known word. */
export const SCOPE_PATTERN = `^(${Object.keys(SCOPES).join('|')})(:[a-z][a-z0-9-]*)*$`

export function isScope(text: string): text is Scope {
  return new RegExp(SCOPE_PATTERN).test(text)
}

const ScopeList = Type.Array(Type.Unsafe<Scope>(Type.String({ pattern: SCOPE_PATTERN, maxLength: 100 })), {
  minItems: 1,
  maxItems: 50,
})

/** The most that a service lets anybody ask in a minute (of crawl: `rateLimit` of its self-description). */
const MOST_PER_MINUTE = 30_000

const KeyRateLimit = Type.Object(
  {
    requestsPerMinute: Type.Integer({
      minimum: 1,
      maximum: MOST_PER_MINUTE,
      description: 'Spread over the minute: at once goes a fortieth of it, or one.',
    }),
  },
  { additionalProperties: false },
)

const AllowedIps = Type.Array(Type.String({ maxLength: 50, examples: ['10.1.0.0/16'] }), {
  minItems: 1,
  maxItems: 100,
  description: 'Addresses and networks (CIDR) that the key may be used from.',
})

export const KEY_STATES = ['active', 'expired', 'revoked'] as const

export const ApiKey = Type.Object(
  {
    id: Id('key'),
    name: Type.String(),
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
export const ApiKeyList = ListOf(ApiKey)

export const CreateKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    scopes: ScopeList,
    environment: Type.Optional(Words(['live', 'test'], { description: 'Default: `live`.' })),
    expiresAt: Type.Optional(Timestamp),
    rateLimit: Type.Optional(KeyRateLimit),
    allowedIps: Type.Optional(AllowedIps),
  },
  { additionalProperties: false },
)
export type CreateKeyBody = Static<typeof CreateKeyBody>

/** What is absent stays as it is; null takes a limit away. */
export const ChangeKeyBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    scopes: Type.Optional(ScopeList),
    expiresAt: Type.Optional(Nullable(Timestamp)),
    rateLimit: Type.Optional(Nullable(KeyRateLimit)),
    allowedIps: Type.Optional(Nullable(AllowedIps)),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type ChangeKeyBody = Static<typeof ChangeKeyBody>

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

/** The only answer that ever holds the secret. */
export const CreatedKey = Type.Object(
  { key: ApiKey, secret: Type.String({ description: 'Shown once. Send it as `Authorization: Bearer`.' }) },
  { $id: 'CreatedKey' },
)
export type CreatedKey = Static<typeof CreatedKey>
