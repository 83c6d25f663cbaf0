// Idempotency-Key: a request sent twice does its work once and gets the same answer for a day.
import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import { DAY_MS } from '#kit/time/clock.ts'
import {
  forgetIdempotencyKey,
  keepAnswer,
  renewIdempotencyLocks,
  sweepIdempotencyKeys,
  takeIdempotencyKey,
  type IdempotencyClaim,
} from './idempotency-store.ts'

/** Renewed while the request runs: when it runs out, the holder of the key has crashed or lost the database. */
const LOCK_MS = 9_000
const SWEEP_EVERY_MS = 60_000

/** The headers that are stored together with the body of an answer. */
const KEPT_HEADERS = [
  'content-type',
  'location',
  'link',
  'retry-after',
  'preference-applied',
  'vary',
  'cache-status',
] as const

/** The hooks of a route that takes the header. */
export interface IdempotencyHooks {
  preHandler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>
  onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>
}

/**
 * Route options to spread into a POST: `app.post(url, { schema, config, ...idempotent({ db }) }, handler)`. A request
 * with an Idempotency-Key is remembered for its caller. The same method, path and body again get the stored answer and
 * `Idempotency-Replayed: true`; another body gets 422 `idempotency_key_reuse`; while the first request still runs, a
 * repeat gets 409 `idempotency_in_flight`. An answer about a job goes with it. Errors and streams are not stored, so the next attempt runs. It also runs,
 * after 9 s, when the process died or lost the database between the work and the answer.
 */
export function idempotent(deps: {
  readonly db: Database
  readonly ttlMs?: number
  readonly lockMs?: number
}): IdempotencyHooks {
  const { db, ttlMs = DAY_MS, lockMs = LOCK_MS } = deps
  const held = new Map<FastifyRequest, IdempotencyClaim>()
  let renewal: NodeJS.Timeout | null = null
  let sweptAt = 0

  function hold(request: FastifyRequest, claim: IdempotencyClaim): void {
    held.set(request, claim)
    renewal ??= setInterval(() => {
      renewIdempotencyLocks(db, [...held.values()], lockMs).catch((error: unknown) =>
        request.log.warn({ err: error }, 'the locks of idempotency keys were not renewed'),
      )
    }, lockMs / 3).unref()
  }

  function releaseClaim(request: FastifyRequest): void {
    held.delete(request)
    if (held.size > 0 || renewal === null) return
    clearInterval(renewal)
    renewal = null
  }

  async function sweepNowAndThen(request: FastifyRequest): Promise<void> {
    if (Date.now() - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = Date.now()
    try {
      await sweepIdempotencyKeys(db)
    } catch (error) {
      request.log.warn({ err: error }, 'old idempotency keys were not swept')
    }
  }

  return {
    async preHandler(request, reply) {
      const key = readKey(request.headers['idempotency-key'])
      if (key === null) return undefined
      const claim = { caller: request.caller.id, key, lock: randomUUID() }
      const outcome = await takeIdempotencyKey(db, {
        ...claim,
        fingerprint: fingerprint(request),
        ttlMs,
        lockMs,
      })
      switch (outcome.kind) {
        case 'taken':
          hold(request, claim)
          await sweepNowAndThen(request)
          return undefined
        case 'other_request':
          throw new SurveyorError(
            'idempotency_key_reuse',
            'This Idempotency-Key was sent with another request.',
          )
        case 'in_flight':
          throw new SurveyorError('idempotency_in_flight', 'The first request with this key has not ended.', {
            retryAfterMs: 1_000,
          })
        case 'answered':
          void reply.code(outcome.status).headers(outcome.headers).header('idempotency-replayed', 'true')
          return reply.send(outcome.body)
      }
    },
    async onSend(request, reply, payload) {
      const claim = held.get(request)
      if (claim === undefined) return payload
      releaseClaim(request)
      const body = payload ?? ''
      try {
        if (reply.statusCode >= 400 || typeof body !== 'string') await forgetIdempotencyKey(db, claim)
        else {
          const { answeredJob: jobId } = request
          await keepAnswer(db, claim, { status: reply.statusCode, headers: keptHeaders(reply), body, jobId })
        }
      } catch (error) {
        // The work is done and the answer exists, so the caller gets it. Only a repeat within the lock time gets a 409.
        request.log.error({ err: error }, 'the answer to an Idempotency-Key was not stored')
      }
      return payload
    },
  }
}

/** The key of the header, with or without the quotes of a structured field (draft-ietf-httpapi-idempotency-key-header). */
function readKey(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null
  const key = typeof header === 'string' ? (/^"(.*)"$/.exec(header)?.[1] ?? header) : ''
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new SurveyorError(
      'invalid_header',
      'Idempotency-Key takes 1 to 255 visible ASCII characters, once.',
    )
  }
  return key
}

function keptHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = reply.getHeader(name)
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
}

function fingerprint(request: FastifyRequest): Buffer {
  const body = request.formIdentity ?? (request.body === undefined ? '' : JSON.stringify(request.body))
  return createHash('sha256').update(`${request.method} ${request.url}\n`).update(body).digest()
}
