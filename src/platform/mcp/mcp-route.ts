// `POST /mcp`: the tools of a service for assistants, over streamable HTTP and with the keys of the API.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Scope, ScopeWord } from '#contract/key.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { refuseForeignPage } from '#platform/http/auth/open-guard.ts'
import { hasWord, scopeCovers, type Caller } from '#platform/http/auth/authenticator.ts'
import type { App } from '#platform/http/routing/app.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { CallApi, Tool, ToolSet } from './tool.ts'
import type { ToolServerInfo } from './tool-server.ts'

/** One message of the protocol; its own checks say what is wrong with one. */
const Message = Type.Object(
  { jsonrpc: Type.Literal('2.0'), method: Type.String({ maxLength: 200 }) },
  {
    additionalProperties: true,
    description:
      'A JSON-RPC message of the Model Context Protocol (2026-07-28, or 2025-11-25 without a session).',
    examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }],
  },
)
/** The headers of the protocol, and those that tell who calls. */
const OWN_HEADERS = /^(?:accept|content-type|mcp-[a-z-]+|traceparent)$/
const KEY_HEADERS = ['authorization', 'x-api-key'] as const
/** No tool takes as long. */
const MAX_MESSAGE_MS = 600_000

/** Without a session: each message is answered by itself, so any replica may get the next one. */
export function mcpRoute(
  app: App,
  deps: {
    readonly info: ToolServerInfo
    readonly set: Omit<ToolSet, 'call'>
    readonly log: Logger
    readonly group: string
    /** A key that has none of them has no tools here. */
    readonly scope: Scope
    readonly orScopes: readonly ScopeWord[]
  },
): void {
  const { info, set, log } = deps
  // Loaded with the first message: most services never get one.
  const load = async () => (await import('./tool-server.ts')).serveMessages(info, log)
  let loaded: ReturnType<typeof load> | null = null
  app.addHook('preClose', async () => (await loaded)?.[Symbol.asyncDispose]())
  app.post(
    '/mcp',
    {
      preValidation: async (request) => refuseForeignPage(request),
      schema: {
        summary: 'Tools for assistants, by the Model Context Protocol.',
        description:
          'Lists and calls the tools that the key may use. The answer is JSON, or a stream of events when a tool tells its progress.',
        operationId: 'postMcp',
        body: Message,
        otherForms: ['text/event-stream'],
        response: {
          200: Type.Unknown({ description: 'The answer of the protocol.' }),
          202: Type.Null({ description: 'The message asks for no answer.' }),
          400: Type.Unknown({ description: 'An error of the protocol, or a problem of the request.' }),
        },
      },
      config: { group: deps.group, scope: deps.scope, orScopes: deps.orScopes },
    },
    async (request, reply) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      // A stream of changes ends then too: its client opens another one.
      const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(MAX_MESSAGE_MS)])
      const tools = set.tools.filter((tool) => mayCall(request.caller, tool))
      const server = await (loaded ??= load())
      const own = { ...set, tools, call: callInProcess(app, request) }
      return sendWebResponse(await server.answer(own, webRequest(request, signal), request.body), reply)
    },
  )
}

function mayCall({ scopes: granted }: Caller, { scopes, orScopes = [] }: Tool): boolean {
  return (
    scopes.every((scope) => scopeCovers(granted, scope)) || orScopes.some((word) => hasWord(granted, word))
  )
}

/** A request to this service with the key of the caller, through all that checks any request. */
function callInProcess(app: App, { headers, ip }: FastifyRequest): CallApi {
  const kept = Object.fromEntries(
    [...KEY_HEADERS, 'host'].flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
    ),
  )
  return async ({ method, path, query = {}, body, headers: own = {} }, signal) => {
    const answer = await app.inject({
      method,
      url: path,
      query: Object.fromEntries(
        Object.entries(query).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      ),
      headers: { ...kept, accept: '*/*', ...own },
      remoteAddress: ip,
      signal,
      payloadAsStream: true,
      ...(body === undefined ? {} : { payload: Object(body) }),
    })
    const contentType = answer.headers['content-type']
    return {
      status: answer.statusCode,
      contentType: contentType ?? null,
      body: answer.stream(),
    }
  }
}

function webRequest({ headers, url }: FastifyRequest, signal: AbortSignal): Request {
  const own = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (OWN_HEADERS.test(name) && typeof value === 'string') own.set(name, value)
  }
  // Callers by hand send none of the two.
  own.set('accept', 'application/json, text/event-stream')
  // Its `Host` has been checked, and need not be a name that a URL may have.
  return new Request(new URL(url, 'http://mcp.invalid'), { method: 'POST', headers: own, body: '{}', signal })
}

async function sendWebResponse(answer: Response, reply: FastifyReply): Promise<unknown> {
  void reply.code(answer.status)
  for (const [name, value] of answer.headers) if (name !== 'content-length') void reply.header(name, value)
  if (answer.body === null) return reply.send('')
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isStream) return reply.send(Buffer.from(await answer.arrayBuffer()))
  // Proxies would keep the events until the stream ends.
  void reply.header('x-accel-buffering', 'no')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two names of one class
  return reply.send(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>))
}
