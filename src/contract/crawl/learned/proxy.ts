// The proxy pool on the wire: proxies, groups, leases, and how they do.
import { Type, type Static } from 'typebox'
import { Count, Id, ListOf, MAX_INT4, Nullable, Timestamp, Words } from '#contract/schema.ts'

const strict = { additionalProperties: false } as const

/** How a proxy is spoken to. */
export const PROXY_PROTOCOLS = ['http', 'https', 'socks5'] as const
/** One of `PROXY_PROTOCOLS`. */
export type ProxyProtocol = (typeof PROXY_PROTOCOLS)[number]

/** What a target sees behind the address of a proxy. */
export const POOL_KINDS = ['datacenter', 'residential', 'mobile', 'isp'] as const
/** One of `POOL_KINDS`. */
export type ProxyKind = (typeof POOL_KINDS)[number]

/** A proxy in `cooling` or `quarantined` is tried by one lease (`probing`) when its time is over. */
export const PROXY_STATES = [
  'new',
  'healthy',
  'degraded',
  'cooling',
  'probing',
  'quarantined',
  'disabled',
] as const
/** One of `PROXY_STATES`. */
export type ProxyState = (typeof PROXY_STATES)[number]

/** What a lease ended with. */
export const PROXY_OUTCOMES = [
  'ok',
  'blocked',
  'captcha',
  'rate_limited',
  'timeout',
  'connect_error',
  'auth_error',
  'target_error',
] as const
/** One of `PROXY_OUTCOMES`. */
export type ProxyOutcome = (typeof PROXY_OUTCOMES)[number]

/** How a group chooses. */
export const PROXY_STRATEGIES = ['best', 'round_robin', 'random', 'least_used'] as const
/** One of `PROXY_STRATEGIES`. */
export type ProxyStrategy = (typeof PROXY_STRATEGIES)[number]

/** Who looks up the name of a target. */
export const PROXY_DNS = ['local', 'proxy'] as const

/** Why there is no proxy: none fits, all that fit are held, rest after failures, or have spent what a day allows. */
export const NO_PROXY_REASONS = ['none_match', 'all_busy', 'all_cooling', 'budget_spent'] as const
/** One of `NO_PROXY_REASONS`. */
export type NoProxyReason = (typeof NO_PROXY_REASONS)[number]

const GroupName = Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,63}$', examples: ['eu'] })
const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, two letters.' })
const Tag = Type.String({ minLength: 1, maxLength: 50 })
const MAX_LEASE_MS = 600_000
const Kind = Words(POOL_KINDS, { description: 'What a target sees behind the address.' })

const chosen = {
  group: GroupName,
  label: Nullable(Type.String({ maxLength: 200 })),
  kind: Kind,
  country: Nullable(Country),
  city: Nullable(Type.String({ maxLength: 100 })),
  asn: Nullable(Type.Integer({ minimum: 1, maximum: MAX_INT4 })),
  dns: Words(PROXY_DNS, {
    description:
      'Who looks up names of targets. `local`: this service, which dials the address that its guard has checked. ' +
      '`proxy`: the proxy is given the name, which this service has checked by its own look-up only.',
  }),
  maxConcurrency: Type.Integer({ minimum: 1, maximum: 10_000, description: 'Leases at the same time.' }),
  weight: Type.Number({ minimum: 0.01, maximum: 100, description: 'How much it is to be preferred.' }),
  costPerGb: Nullable(Type.Number({ minimum: 0, maximum: 10_000 })),
  tags: Type.Array(Tag, { maxItems: 32 }),
}

const ProxyUrl = Type.String({
  minLength: 1,
  maxLength: 2_048,
  pattern: '^(?:https?|socks5)://',
  description:
    'With user name and password where it asks for them (percent-encoded). They are encrypted, and shown only to who leases it.',
})

const optional = {
  group: Type.Optional(chosen.group),
  label: Type.Optional(chosen.label),
  kind: Type.Optional(chosen.kind),
  country: Type.Optional(chosen.country),
  city: Type.Optional(chosen.city),
  asn: Type.Optional(chosen.asn),
  dns: Type.Optional(chosen.dns),
  maxConcurrency: Type.Optional(chosen.maxConcurrency),
  weight: Type.Optional(chosen.weight),
  costPerGb: Type.Optional(chosen.costPerGb),
  tags: Type.Optional(chosen.tags),
}

/** A group that is not there yet is made. Defaults: group `default`, kind `datacenter`, 10 leases at once, weight 1. */
export const CreateProxyBody = Type.Object({ url: ProxyUrl, ...optional }, strict)
export type CreateProxyBody = Static<typeof CreateProxyBody>

/** An absent field stays unchanged. A new `url` takes its credentials along. */
export const ChangeProxyBody = Type.Object(
  {
    url: Type.Optional(ProxyUrl),
    ...optional,
    state: Type.Optional(
      Words(['new', 'disabled'], {
        description:
          '`disabled`: no further leases. `new`: it starts over, without cool-down and with full score.',
      }),
    ),
  },
  { ...strict, minProperties: 1 },
)
export type ChangeProxyBody = Static<typeof ChangeProxyBody>

/** A proxy without its credentials. */
export const Proxy = Type.Object(
  {
    id: Id('prx'),
    ...chosen,
    url: Type.String({ description: 'Without user name and password.' }),
    protocol: Words(PROXY_PROTOCOLS),
    hasCredentials: Type.Boolean(),
    state: Words(PROXY_STATES),
    disabledReason: Nullable(Words(['manual', 'auth_error'])),
    health: Type.Object({
      score: Type.Number({ description: '1: every lease went well. 0.6 is degraded, 0.35 cools it down.' }),
      successRate: Nullable(
        Type.Number({ description: 'Of the leases of the last hour; null: there were none.' }),
      ),
      latencyMs: Nullable(
        Type.Object(
          { p50: Type.Integer(), p95: Type.Integer() },
          { description: 'Of its last 100 answers; null: there were none.' },
        ),
      ),
      lastError: Nullable(Words(PROXY_OUTCOMES)),
      lastErrorAt: Nullable(Timestamp),
      consecutiveFailures: Type.Integer(),
      cooldownUntil: Nullable(Timestamp),
    }),
    usage: Type.Object({
      requests: Count(),
      bytes: Count(),
      leases: Count({ description: 'Since it was added.' }),
      leased: Type.Integer({ description: 'Held now.' }),
    }),
    createdAt: Timestamp,
  },
  { $id: 'Proxy' },
)
export type Proxy = Static<typeof Proxy>
/** A page of the proxies. */
export const ProxyList = ListOf(Proxy)

const groupFields = {
  strategy: Words(PROXY_STRATEGIES, {
    description:
      '`best`: at random, by score x score for the domain x free leases x weight. `round_robin`: the one that was leased ' +
      'longest ago. `random`: all alike. `least_used`: the one with the fewest held leases for its bound.',
  }),
  fallbackGroup: Nullable(GroupName),
  defaultTtlMs: Type.Integer({ minimum: 1_000, maximum: MAX_LEASE_MS }),
  stickyTtlMs: Type.Integer({
    minimum: 1_000,
    maximum: 86_400_000,
    description: 'How long a session keeps its proxy after its last lease.',
  }),
  budget: Nullable(
    Type.Object(
      { bytesPerDay: Count({ description: 'Of a day in UTC. What held leases still carry comes on top.' }) },
      { ...strict, description: 'Null: no bound.' },
    ),
  ),
}
const optionalGroupFields = {
  strategy: Type.Optional(groupFields.strategy),
  fallbackGroup: Type.Optional(groupFields.fallbackGroup),
  defaultTtlMs: Type.Optional(groupFields.defaultTtlMs),
  stickyTtlMs: Type.Optional(groupFields.stickyTtlMs),
  budget: Type.Optional(groupFields.budget),
}
/** Defaults: `best`, no fallback, 2 minutes a lease, 10 minutes a session, no budget. */
export const CreateProxyGroupBody = Type.Object({ name: GroupName, ...optionalGroupFields }, strict)
export type CreateProxyGroupBody = Static<typeof CreateProxyGroupBody>
/** An absent field stays unchanged. */
export const ChangeProxyGroupBody = Type.Object(optionalGroupFields, { ...strict, minProperties: 1 })
export type ChangeProxyGroupBody = Static<typeof ChangeProxyGroupBody>

/** A group with its proxies counted. */
export const ProxyGroup = Type.Object(
  {
    name: GroupName,
    ...groupFields,
    proxies: Type.Integer(),
    healthy: Type.Integer({ description: 'Of them, `new` or `healthy`.' }),
    bytesToday: Count(),
    createdAt: Timestamp,
  },
  { $id: 'ProxyGroup' },
)
export type ProxyGroup = Static<typeof ProxyGroup>
/** A page of the groups. */
export const ProxyGroupList = ListOf(ProxyGroup)

/** What a proxy must be; shared with the `proxy` option of requests. */
export const ProxyWanted = {
  group: Type.Optional(GroupName),
  country: Type.Optional(Country),
  kind: Type.Optional(Kind),
  sessionKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'A name of your own: what asks with the same one gets the same proxy, while that works.',
    }),
  ),
  strictSticky: Type.Optional(
    Type.Boolean({ default: false, description: 'With `sessionKey`: the same proxy or none.' }),
  ),
}

/** Naming any of the other fields means `pool`. */
export const ProxyOption = Type.Object(
  {
    mode: Type.Optional(
      Words(['auto', 'none', 'pool'], {
        default: 'auto',
        description:
          '`auto`: through a proxy where the domain is known to need one and the pool has such; else without. `none`: never. ' +
          '`pool`: always; without one that fits the request fails with `no_proxy_available`.',
      }),
    ),
    ...ProxyWanted,
  },
  {
    additionalProperties: false,
    description: 'A proxy of the pool. With `group`, `country`, `kind` or `sessionKey` the mode is `pool`.',
  },
)
export type ProxyOption = Static<typeof ProxyOption>

/** What is leased, for how long. */
export const LeaseProxyBody = Type.Object(
  {
    ...ProxyWanted,
    targetDomain: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 253,
        pattern: '^[^/?#@\\s]+$',
        description: 'Host of the target. Proxies are judged for its registrable domain.',
        examples: ['shop.example.org'],
      }),
    ),
    ttlMs: Type.Optional(
      Type.Integer({
        minimum: 1_000,
        maximum: MAX_LEASE_MS,
        description: 'Default: that of the group. A lease that is not released by then ends as timed out.',
      }),
    ),
    exclude: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
    jobId: Type.Optional(Type.String({ maxLength: 100 })),
    waitMs: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 30_000, default: 0, description: 'How long to wait for one.' }),
    ),
  },
  strict,
)
export type LeaseProxyBody = Static<typeof LeaseProxyBody>

/** The right to use a proxy until `expiresAt`. */
export const LeasedProxy = Type.Object({
  leaseId: Id('lse'),
  proxy: Type.Object({
    id: Id('prx'),
    group: GroupName,
    kind: Kind,
    country: Nullable(Country),
    dns: chosen.dns,
    url: Type.String({ description: 'With user name and password.' }),
  }),
  sticky: Nullable(
    Words(['new', 'kept', 'moved'], {
      description:
        'Of `sessionKey`: `moved` when the proxy of the session could not be had any more. Null without one.',
    }),
  ),
  expiresAt: Timestamp,
})
export type LeasedProxy = Static<typeof LeasedProxy>

/** How the work through the proxy went. */
export const ReleaseProxyBody = Type.Object(
  {
    leaseId: Type.String({ maxLength: 100 }),
    outcome: Words(PROXY_OUTCOMES, {
      description:
        '`connect_error`, `auth_error`: of the proxy itself. `target_error`: of the target, which is not the fault of the proxy.',
    }),
    statusCode: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
    latencyMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
    bytes: Type.Optional(Count({ description: 'Sent and received through the proxy.' })),
    requests: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1 })),
  },
  strict,
)
export type ReleaseProxyBody = Static<typeof ReleaseProxyBody>

/** States of a lease; all but `active` are final. */
export const LEASE_STATES = ['active', 'released', 'expired', 'revoked'] as const
/** The state that the lease ended in. A repeated release changes nothing and is answered as the first. */
export const ReleaseProxyAnswer = Type.Object({ leaseId: Id('lse'), state: Words(LEASE_STATES) })
export type ReleaseProxyAnswer = Static<typeof ReleaseProxyAnswer>

/** A lease as operators see it: no credentials. */
export const ProxyLease = Type.Object(
  {
    id: Id('lse'),
    proxyId: Id('prx'),
    group: GroupName,
    state: Words(LEASE_STATES),
    owner: Type.String({ description: 'The key that leased it, or the worker.' }),
    jobId: Nullable(Id('job')),
    domain: Nullable(Type.String()),
    isProbe: Type.Boolean({ description: 'It shows whether a proxy that cooled down is well again.' }),
    leasedAt: Timestamp,
    expiresAt: Timestamp,
    endedAt: Nullable(Timestamp),
    outcome: Nullable(Words(PROXY_OUTCOMES)),
    statusCode: Nullable(Type.Integer()),
    latencyMs: Nullable(Type.Integer()),
    bytes: Nullable(Count()),
  },
  { $id: 'ProxyLease' },
)
export type ProxyLease = Static<typeof ProxyLease>
/** A page of the leases. Ended ones are kept for an hour. */
export const ProxyLeaseList = ListOf(ProxyLease)

const byOutcome = Type.Record(Type.String(), Count(), { description: 'Leases by what they ended with.' })

/** What the pool did in the last 24 hours, and what it has. */
export const ProxyStats = Type.Object(
  {
    proxies: Type.Object({ total: Type.Integer(), byState: Type.Record(Type.String(), Type.Integer()) }),
    leased: Type.Integer({ description: 'Held now.' }),
    last24h: Type.Object({
      leases: Count(),
      bytes: Count(),
      cost: Nullable(
        Type.Number({ description: 'By `costPerGb`, of the proxies that have one; null: none has.' }),
      ),
      successRate: Nullable(Type.Number()),
      byOutcome,
    }),
    byKind: Type.Array(
      Type.Object({
        kind: Kind,
        proxies: Type.Integer(),
        leases: Count(),
        successRate: Nullable(Type.Number()),
      }),
    ),
  },
  { $id: 'ProxyStats' },
)
export type ProxyStats = Static<typeof ProxyStats>

/** What an operator should look at. */
export const PROXY_ALERTS = [
  'group_exhausted',
  'budget_spent',
  'credentials_refused',
  'many_quarantined',
] as const

/** How each group is, and what needs attention. */
export const ProxyOverview = Type.Object(
  {
    groups: Type.Array(
      Type.Object({
        name: GroupName,
        total: Type.Integer(),
        healthy: Type.Integer({ description: '`new` or `healthy`.' }),
        degraded: Type.Integer(),
        cooling: Type.Integer({ description: '`cooling` or `probing`.' }),
        quarantined: Type.Integer(),
        disabled: Type.Integer(),
        leased: Type.Integer(),
        successRate1h: Nullable(Type.Number()),
        topBlockedDomains: Type.Array(
          Type.Object({ domain: Type.String(), blocked: Type.Integer(), proxies: Type.Integer() }),
          { description: 'Of the last 24 hours, five at most.' },
        ),
      }),
    ),
    alerts: Type.Array(Type.Object({ code: Words(PROXY_ALERTS), group: GroupName, detail: Type.String() })),
  },
  { $id: 'ProxyOverview' },
)
export type ProxyOverview = Static<typeof ProxyOverview>

/** A worker leases for a job that it holds: what the input and the domain of the job ask for. */
export const WorkerLeaseBody = Type.Object(
  {
    leaseToken: Type.String({ maxLength: 200 }),
    kind: Type.Optional(Kind),
    exclude: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
    ttlMs: Type.Optional(Type.Integer({ minimum: 1_000, maximum: MAX_LEASE_MS })),
    waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 30_000, default: 0 })),
  },
  strict,
)
export type WorkerLeaseBody = Static<typeof WorkerLeaseBody>
/** Null: the job goes without a proxy. */
export const WorkerLeaseAnswer = Type.Object({ lease: Nullable(LeasedProxy) })
export type WorkerLeaseAnswer = Static<typeof WorkerLeaseAnswer>
