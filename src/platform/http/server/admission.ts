// Admits a request: identifies the caller, checks its rate limit, and checks the scope of its key.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf } from '#kit/unknown-values.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import {
  ANONYMOUS_CALLER,
  hasWord,
  OPEN_CALLER,
  requireScope,
  type Authenticator,
  type Caller,
} from '#platform/http/auth/authenticator.ts'
import {
  rateLimitHeaders,
  type LimitedBucket,
  type RateLimiter,
  type RatePolicy,
  type RateVerdict,
} from '#platform/http/rate-limit/rate-limiter.ts'
import type { Bucket } from '#platform/http/routing/route-config.ts'
import ipaddr from 'ipaddr.js'

/** An open server needs neither keys nor limits. */
export interface AdmissionOptions {
  readonly open: boolean
  readonly authenticate?: Authenticator
  readonly rateLimit?: RateLimiter
}

const MINUTE_MS = 60_000

/** The check for each request; it sets `request.caller`. */
export function admission(
  options: AdmissionOptions,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { open, authenticate, rateLimit } = options

  async function limit(
    request: FastifyRequest,
    reply: FastifyReply,
    bucket: Bucket,
    subject: string,
    caller?: Caller,
  ): Promise<void> {
    if (rateLimit === undefined || bucket === 'none') return
    const own = bucket === 'default' ? (caller?.limits ?? []) : []
    if (own.length === 0) {
      return applyVerdict(reply, bucket, rateLimit.policies[bucket], await rateLimit.take(bucket, subject))
    }
    // The limits of the keys that made this key follow its own, and any of them may refuse.
    for (const { subject: whose, requestsPerMinute } of own) {
      const policy = { quota: requestsPerMinute, windowMs: MINUTE_MS }
      applyVerdict(reply, bucket, policy, await rateLimit.take(bucket, whose, policy))
    }
  }

  function applyVerdict(
    reply: FastifyReply,
    bucket: LimitedBucket,
    policy: RatePolicy,
    verdict: RateVerdict,
  ): void {
    void reply.headers(rateLimitHeaders(bucket, policy, verdict))
    if (verdict.admitted) return
    const { quota, windowMs } = policy
    throw new SurveyorError('rate_limited', `At most ${quota} requests in ${windowMs / 1000} s.`, {
      retryAfterMs: verdict.retryAfterMs,
    })
  }

  async function callerOrAnonymous(request: FastifyRequest): Promise<Caller> {
    const credential = credentialOf(request)
    if (credential === null || authenticate === undefined) return ANONYMOUS_CALLER
    const known = authenticate.known(credential)
    const caller = known ?? (await authenticate.authenticate(credential).catch(() => ANONYMOUS_CALLER))
    return caller.mayComeFrom?.(request.ip) === false ? ANONYMOUS_CALLER : caller
  }

  return async (request, reply) => {
    // A path without a route has no config.
    const {
      scope = null,
      bucket = 'default',
      keyOptional = false,
      signedLinks = false,
      scopeByHandler = false,
      orScopes = [],
    } = (request.routeOptions.config ?? {}) as Partial<FastifyRequest['routeOptions']['config']>
    const address = clientSubject(request.ip)
    const signed = signedLinks && Object.hasOwn(fieldsOf(request.query), 'sig')
    if (open || authenticate === undefined || scope === null || signed) {
      request.caller = open ? OPEN_CALLER : ANONYMOUS_CALLER
      if (keyOptional && !open) request.caller = await callerOrAnonymous(request)
      return limit(request, reply, bucket, address)
    }
    const credential = credentialOf(request)
    const known = credential === null ? null : authenticate.known(credential)
    // A request without a known key counts for its address, before any look-up.
    if (known === null) await limit(request, reply, bucket, address)
    const caller: Caller = known ?? (await authenticate.authenticate(credential ?? ''))
    if (caller.mayComeFrom?.(request.ip) === false) {
      // A request with a key from a forbidden address counts for that address, and not for the owner of the key.
      if (known !== null) await limit(request, reply, bucket, address)
      throw new SurveyorError('address_not_allowed', 'This key may not be used from this address.')
    }
    await limit(request, reply, bucket, `key:${caller.id}`, caller)
    request.caller = caller
    if (!scopeByHandler && !orScopes.some((word) => hasWord(caller.scopes, word))) requireScope(caller, scope)
  }
}

/** The key of `Authorization: Bearer` or `X-API-Key`. */
function credentialOf(request: FastifyRequest): string | null {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  const header = request.headers['x-api-key']
  return bearer ?? (typeof header === 'string' && header !== '' ? header : null)
}

/** `ip:192.0.2.1`, or `ip:2001:db8:0:0::/64`: the network of an IPv6 address, which one customer usually has. */
export function clientSubject(address: string): string {
  if (!ipaddr.isValid(address)) return `ip:${address}`
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return `ip:${parsed.toString()}`
  return `ip:${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
