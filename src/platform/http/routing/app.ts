// The interface to which the routes of a service are added, and how the service and its groups of routes are named.
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'

/** A Fastify server whose handlers are typed by the TypeBox schemas of their route. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** How a service names itself in its documents. */
export interface ServiceInfo {
  readonly name: string
  readonly version: string
  readonly description: string
}

/** A group of routes: a key of the self-description's `endpoints`, in this order, and a tag of the OpenAPI document. */
export interface RouteGroup {
  readonly name: string
  readonly summary: string
}
