// What every route states about itself besides its schemas: where it is listed, which scope it needs, what limits it.
import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { Scope, ScopeWord } from '#contract/key.ts'
import type { Caller } from './authenticator.ts'

export type Bucket = 'default' | 'worker' | 'none'

/** Request headers that the OpenAPI document describes. */
export type DocumentedHeader = 'Prefer' | 'Idempotency-Key'

export interface RouteConfig {
  /** Key of the self-description's `endpoints` and tag of the OpenAPI document; null where the route is in none. */
  readonly group: string | null
  /** The scope a key needs; null means that no key is asked for. */
  readonly scope: Scope | null
  /** Any form of these words does as well: the handler keeps such a key to what it made itself. */
  readonly orScopes?: readonly ScopeWord[]
  /** Asks for the signature of a webhook (Standard Webhooks 1.0) instead of a key. */
  readonly signed?: true
  /** Asks for no key but knows the caller of a valid one; an invalid one counts as none. */
  readonly keyOptional?: true
  /** A path of the service's document: listed before the additions of its group. */
  readonly seed?: true
  /** Which rate limit counts the request; `default` where absent. */
  readonly bucket?: Bucket
  /**
   * Keeps the bytes of the body as `request.rawBody` and hears of them before anything is read out of them: a signature is
   * judged first, and what this throws is the answer.
   */
  readonly rawBody?: (request: FastifyRequest) => void
  /** How many keys a JSON body may have; MAX_KEYS of json-body.ts where absent. */
  readonly maxKeys?: number
  /** The body is bytes of any kind, read by the handler as they come (byte-body.ts). */
  readonly byteBody?: true
  /** With `sig` in the query the handler judges the link itself, and no key is asked for. */
  readonly signedLinks?: true
  /** The handler asks for the scope itself: whose the thing is counts as well. */
  readonly scopeByHandler?: true
  readonly headers?: readonly DocumentedHeader[]
  /** Takes any query string and body, unread: for a path that only ever answers with an error. */
  readonly anyInput?: true
  /** Errors that callers may get here besides those of every route. */
  readonly errors?: readonly ErrorCode[]
  /** Answers 501 for now: the document says so. */
  readonly pending?: true
  /** Left out of OpenAPI and self-description (assets of a page). */
  readonly hidden?: true
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}
  interface FastifyRequest {
    /** Who asks; the anonymous caller on a route without scope. */
    caller: Caller
    /** The bytes of the body, on routes with `rawBody`. */
    rawBody: Buffer | null
  }
  interface FastifySchema {
    /** One line; every route that is not hidden has it. */
    readonly summary?: string
    readonly description?: string
    /** Made from method and path where absent. */
    readonly operationId?: string
    readonly deprecated?: boolean
    /** Media types of the successful answer, where it is not JSON. */
    readonly produces?: readonly string[]
    /** Media types that its 200 may have as well: text or bytes. */
    readonly otherForms?: readonly string[]
  }
}
