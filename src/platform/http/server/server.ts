// The HTTP server of both services: bodies, errors, keys, limits and headers are handled in one place for every route.
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { ErrorCode } from '#contract/error-codes.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { SentWebhook } from '#contract/webhook-event.ts'
import { storableText } from '#kit/text/text-rules.ts'
import { isReceiving } from '#platform/http/input/byte-body.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { passingTracer, type Tracer } from '#platform/telemetry/tracer.ts'
import { admission } from './admission.ts'
import { ANONYMOUS_CALLER, type Authenticator } from '#platform/http/auth/authenticator.ts'
import { addBodyParsers } from '#platform/http/input/body-parsers.ts'
import type { App, RouteGroup, ServiceInfo } from '#platform/http/routing/app.ts'
import { releaseConnections } from './graceful-close.ts'
import { observeRequests, requestIdOf, traceRequests } from './observe-requests.ts'
import { addOpenApi } from '#platform/http/openapi/openapi.ts'
import { openGuard } from '#platform/http/auth/open-guard.ts'
import { lazyValidators } from '#platform/http/input/lazy-validators.ts'
import { sendProblem } from '#platform/http/output/problem-reply.ts'
import type { RateLimiter } from '#platform/http/rate-limit/rate-limiter.ts'
import { recordRoutes, type RouteTable } from '#platform/http/routing/route-table.ts'
import { setSecurityHeaders } from '#platform/http/output/security-headers.ts'
import { addPage, type PageOptions } from '#platform/http/pages/page-routes.ts'
import { addSelfDescription } from '#platform/http/openapi/self-description.ts'
import { closeIdleConnections } from './close-idle-connections.ts'
import { crossOrigin } from './cross-origin.ts'
import { strictInput } from '#platform/http/input/strict-input.ts'

export type { App, RouteGroup, ServiceInfo } from '#platform/http/routing/app.ts'

/** What distinguishes one service from another. */
export interface HttpServerOptions {
  readonly service: ServiceInfo
  readonly log: Logger
  /** The host that it will be bound to; with `open` also a name it answers to. */
  readonly host: string
  /** No keys: for loopback only. Then `Host` must be local and pages of other origins are refused. */
  readonly open: boolean
  /** Who may set X-Forwarded-For: nobody (false), everybody (true), or addresses and networks. */
  readonly trustProxy: boolean | readonly string[]
  readonly groups: readonly RouteGroup[]
  /** The object at `GET /`, made from the paths by group. */
  readonly selfDescription: (endpoints: Record<string, string[]>) => object
  /** Required unless `open`. */
  readonly authenticate?: Authenticator
  readonly rateLimit?: RateLimiter
  /** The origins whose pages may call it from a browser; by default only its own. */
  readonly corsOrigins?: readonly string[]
  readonly metrics?: Metrics
  /** When absent, trace contexts are passed on and nothing is recorded. */
  readonly tracer?: Tracer
  /** The webhooks that the service sends, for its description. */
  readonly webhooks?: readonly SentWebhook[]
  readonly maxConnections?: number
  readonly page?: PageOptions
  /** The address of a request as its routes read it, for parameters with a `/` in them; absent: as it came. */
  readonly readUrl?: (url: string) => string
}

const BODY_LIMIT_BYTES = 65_536
/** A domain name has at most 253 characters; a URL in a path is never ours. */
const MAX_PARAM_CHARS = 1_000

const CLIENT_ERRORS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['invalid_request', 'The headers are too large.'],
}

type ClientErrorHandler = NonNullable<FastifyServerOptions['clientErrorHandler']>

/**
 * A server without routes; add them, then `listen`. Every route names `config: { group, scope }`. Errors thrown by
 * handlers become problem documents: a SurveyorError as it is, anything else an opaque `internal`.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<App> {
  if (!options.open && options.authenticate === undefined) {
    throw new Error('a server that is not open needs an authenticator')
  }
  const loggerInstance: FastifyBaseLogger = options.log
  const app: App = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: typeof options.trustProxy === 'boolean' ? options.trustProxy : [...options.trustProxy],
    // Routes with larger bodies set their own limit: pages, results, polygons.
    bodyLimit: BODY_LIMIT_BYTES,
    // Slow clients cost 12 kB of memory each, so they are disconnected long before they matter.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    requestTimeout: 30_000,
    // Above the idle time of load balancers (60 s), so that they close first.
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Our own answer is a problem document.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_CHARS },
    rewriteUrl: ({ url = '' }) => options.readUrl?.(url) ?? url,
    // The schemas of answers are documented and tested, not enforced: a serializer that turns null into "" would falsify
    // data. Given here, because Fastify would first load its own.
    schemaController: { compilersFactory: { buildSerializer: () => () => (data) => JSON.stringify(data) } },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply)
      void sendProblem(error, request, reply)
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.server.maxConnections = options.maxConnections ?? 10_000
  closeIdleConnections(app.server)

  app.decorateRequest('caller')
  app.decorateRequest('rawBody', null)
  app.decorateRequest('formIdentity', null)
  app.decorateRequest('answeredJob', null)
  app.setErrorHandler(sendProblem)
  app.setValidatorCompiler(lazyValidators())
  addBodyParsers(app)

  const groups = options.groups.map((group) => group.name)
  const table = recordRoutes(app, groups)
  const pages = crossOrigin(options.corsOrigins ?? [])
  const guard = options.open ? openGuard(options.host, pages.isAllowed) : null
  const admit = admission(options)
  const isClosing = releaseConnections(app)
  if (options.metrics !== undefined) observeRequests(app, options.metrics)
  traceRequests(app, options.tracer ?? passingTracer)
  app.addHook('onRequest', async (request, reply) => {
    request.caller = ANONYMOUS_CALLER
    setCommonHeaders(request, reply)
    pages.setHeaders(request, reply)
    if (isClosing()) throw new SurveyorError('draining', 'The service is shutting down.')
    refuseTwoHosts(request)
    guard?.(request)
    // It has no key: a browser asks on its own.
    if (pages.isPreflight(request, reply)) return reply.code(204).send()
    await admit(request, reply)
    const path = pathOf(request)
    if (request.is404 || table.isMistaken(request.routeOptions.url, path))
      throw missingRoute(path, reply, table)
    refuseUnstorableParams(request.params)
    return undefined
  })
  app.addHook('onSend', async (_request, reply) => pages.addVary(reply))
  strictInput(app)

  addOpenApi(app, table, { ...options, keyed: !options.open, limited: options.rateLimit !== undefined })
  const sendPage = addPage(app, options.service.name, options.page ?? {})
  addSelfDescription(app, table, {
    service: options.service,
    groups,
    describe: options.selfDescription,
    sendPage,
  })
  return app
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  setSecurityHeaders(reply)
  void reply.header('x-request-id', request.id)
}

function pathOf({ url }: FastifyRequest): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

function missingRoute(path: string, reply: FastifyReply, table: RouteTable): SurveyorError {
  const methods = table.methodsOf(path)
  if (methods.length === 0) return new SurveyorError('route_not_found', 'No such path; GET / lists them.')
  const allow = methods.join(', ')
  void reply.header('allow', allow)
  return new SurveyorError('method_not_allowed', `This path takes ${allow}.`)
}

/** Servers differ in which of them counts, and a proxy in front of us may choose another one (RFC 9112 section 3.2). */
function refuseTwoHosts({ raw: { rawHeaders } }: FastifyRequest): void {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) throw new SurveyorError('invalid_request', 'The request has more than one Host header.')
}

/** No id contains U+0000 or a lone surrogate, and PostgreSQL accepts neither in a parameter. */
function refuseUnstorableParams(params: unknown): void {
  if (Object.values(fieldsOf(params)).some((value) => storableText(String(value)) !== value)) {
    throw new SurveyorError('not_found', 'Nothing has this id.')
  }
}

/**
 * Answers connections whose bytes never became a request: malformed HTTP, too large headers, too slow. Node's
 * `clientError` event: writes a problem document straight to the socket and closes it.
 */
const answerClientError: ClientErrorHandler = (error, socket) => {
  // A large file is limited by its rate instead.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isReceiving(socket)) return
  // No answer is possible on a closed socket or in the middle of another answer (Node's own handler checks the same).
  const { headersSent } = fieldsOf(fieldsOf(socket)['_httpMessage'])
  if (error.code === 'ECONNRESET' || !socket.writable || headersSent === true) {
    socket.destroy()
    return
  }
  const [code, detail] = CLIENT_ERRORS[error.code ?? ''] ?? [
    'invalid_request',
    'The request is not valid HTTP.',
  ]
  const problem = problemOf(new SurveyorError(code, detail))
  const body = JSON.stringify(problem)
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${code === 'request_timeout' ? 'Request Timeout' : 'Bad Request'}`,
      'content-type: application/problem+json',
      'x-content-type-options: nosniff',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
