// What every route declares besides its schemas: its group, its scope, its limits.
import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { Scope, ScopeWord } from '#contract/key.ts'
import type { Caller } from '#platform/http/auth/authenticator.ts'

/** The rate limit that a route counts for; `none`: it is not limited. */
export type Bucket = 'default' | 'worker' | 'none'

/** Request headers that the OpenAPI document describes. */
export type DocumentedHeader = 'Prefer' | 'Idempotency-Key'

/** `config` of a route. Group and scope are required, all else has a default. */
export interface RouteConfig {
  /** Key of the self-description's `endpoints` and tag of the OpenAPI document; null when the route is in neither. */
  readonly group: string | null
  /** The scope that a key needs; null: no key is required. */
  readonly scope: Scope | null
  /** Any scope with one of these words is accepted as well: the handler limits such a key to what it made itself. */
  readonly orScopes?: readonly ScopeWord[]
  /** Requires the signature of a webhook (Standard Webhooks 1.0) instead of a key. */
  readonly signed?: true
  /** Requires no key but identifies the caller by a valid one; an invalid key counts as none. */
  readonly keyOptional?: true
  /** The rate limit that counts the request; `default` when absent. */
  readonly bucket?: Bucket
  /**
   * Keeps the bytes of the body as `request.rawBody` and is called before they are parsed: a signature is verified
   * first, and an error thrown here is the answer.
   */
  readonly rawBody?: (request: FastifyRequest) => void
  /** How many keys a JSON body may have; MAX_KEYS of json-body.ts by default. */
  readonly maxKeys?: number
  /** The body is arbitrary bytes, read by the handler as a stream (byte-body.ts). */
  readonly byteBody?: true
  /** The route takes a form (multipart/form-data) too. */
  readonly form?: FormConfig
  /** With `sig` in the query the handler checks the link itself, and no key is required. */
  readonly signedLinks?: true
  /** The handler checks the scope itself, because the owner of the object counts as well. */
  readonly scopeByHandler?: true
  readonly headers?: readonly DocumentedHeader[]
  /** Errors that callers may get here besides those of every route. */
  readonly errors?: readonly ErrorCode[]
  /** Left out of OpenAPI and self-description (assets of a page). */
  readonly hidden?: true
}

/** A form that a route takes in the place of its body. */
export interface FormConfig {
  /** Its fields, for the description. */
  readonly schema: object
  /** Absent where the handler reads it, on routes with `byteBody`. */
  readonly read?: (request: FastifyRequest) => Promise<{
    /** What the form means, to be checked against the schema of the body. */
    readonly body: unknown
    /** The same for equal forms, whatever ids their files got. */
    readonly identity: string
  }>
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}
  interface FastifyRequest {
    /** The caller of the request; the anonymous caller on a route without scope. */
    caller: Caller
    /** The bytes of the body, on routes with `rawBody`. */
    rawBody: Buffer | null
    /** What tells a form from others; null for any other body, which tells it by itself. */
    formIdentity: string | null
    /** The id of the job that the answer tells of, so that an answer kept for an Idempotency-Key goes with it; null for any other. */
    answeredJob: string | null
  }
  interface FastifySchema {
    /** One line; required for every route that is not hidden. */
    readonly summary?: string
    readonly description?: string
    /** By default made from method and path. */
    readonly operationId?: string
    readonly deprecated?: boolean
    /** Media types of the successful answer, when it is not JSON. */
    readonly produces?: readonly string[]
    /** Other media types that its 200 may have: text or bytes. */
    readonly otherForms?: readonly string[]
  }
}
