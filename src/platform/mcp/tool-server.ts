// Makes an MCP server of the tools of one or more services: for one request over HTTP, or for one program over stdio.
import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  McpServer,
  ResourceTemplate,
  WebStandardStreamableHTTPServerTransport,
  type McpServerFactory,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import { Check } from 'typebox/schema'
import { Problem } from '#contract/problem.ts'
import { errorOf, problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { fieldsOf, parseKnownJson } from '#kit/unknown-values.ts'
import { explainInvalid, jsonPointer } from '#platform/http/input/explain-invalid.ts'
import { asSchema } from '#platform/http/input/json-schema.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { pieceOfStream } from './bounded-text.ts'
import type { ApiAnswer, ApiRequest, CallApi, Tool, ToolAnswer, ToolContext, ToolSet } from './tool.ts'

/** How the server names itself. */
export interface ToolServerInfo {
  readonly name: string
  readonly version: string
  /** What an assistant should know before it takes the first tool. */
  readonly instructions: string
}

/** A larger file is not read into a conversation; its address says where it is. */
const MAX_FILE_BYTES = 4 * 1_024 ** 2
/** Of an answer that a tool takes apart: a page and all that was found on it. */
const MAX_JSON_BYTES = 64 * 1_024 ** 2

/** A schema that is only listed: `checkInput` checks by it, so that a bad call gets the error that the API would give. */
const listed = (schema: object): StandardSchemaWithJSON<object, object> => ({
  '~standard': {
    version: 1,
    vendor: 'surveyor',
    jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    validate: (value) => ({ value: Object(value) }),
  },
})

/** Makes servers that have the tools of some sets. */
export function toolServers(
  info: ToolServerInfo,
  log: Logger,
): (sets: readonly ToolSet[]) => ReturnType<McpServerFactory> {
  return (sets) => {
    const { name, version, instructions } = info
    const server = new McpServer({ name, version }, { instructions })
    for (const set of sets) {
      for (const tool of set.tools) {
        const { title, description, isReadOnly, goesOut } = tool
        server.registerTool(
          tool.name,
          {
            title,
            description,
            inputSchema: listed(tool.input),
            outputSchema: listed(tool.output),
            annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: goesOut },
          },
          async (given, context) => {
            try {
              checkInput(tool, given)
              const answer = await tool.run(given, toolContext(set.call, context))
              checkOutput(tool, answer.data)
              return shown(answer)
            } catch (error) {
              return refused(error, tool, context.mcpReq.signal.aborted ? null : log)
            }
          },
        )
      }
      addFiles(server, set)
    }
    return server
  }
}

/** Answers messages over HTTP; closed with its service, which ends the streams that are open. */
export interface MessageServer extends AsyncDisposable {
  /** Without a session, with the tools of the one who sent it. `request` is of this message alone. */
  answer(set: ToolSet, request: Request, message: unknown): Promise<Response>
}

/** Each is a stream that stays open though nothing here ever changes; a replica serves no more at the same time. */
const MAX_SUBSCRIPTIONS = 64

/** One handler for all messages, so that what it holds open is counted and can be closed. */
export function serveMessages(info: ToolServerInfo, log: Logger): MessageServer {
  const makeServer = toolServers(info, log)
  const sets = new WeakMap<Request, ToolSet>()
  const factory: McpServerFactory = ({ requestInfo }) => {
    const set = requestInfo === undefined ? undefined : sets.get(requestInfo)
    return makeServer(set === undefined ? [] : [set])
  }
  const onerror = (error: Error): void => log.debug({ err: error }, 'a message of an assistant was refused')
  const modern = createMcpHandler(factory, { onerror, legacy: 'reject', maxSubscriptions: MAX_SUBSCRIPTIONS })
  const streaming = legacyStatelessFallback(factory, onerror)
  return {
    async answer(set, request, message) {
      sets.set(request, set)
      if (!(await isLegacyRequest(request, message))) return modern.fetch(request, { parsedBody: message })
      // Its transport would answer with a stream of one event; only progress needs a stream.
      if (wantsProgress(message)) return streaming(request, { parsedBody: message })
      return answerAsJson(await makeServer([set]), request, message)
    },
    [Symbol.asyncDispose]: async () => modern.close(),
  }
}

/** One message in the protocol of 2025, answered with plain JSON. */
async function answerAsJson(
  server: Awaited<ReturnType<McpServerFactory>>,
  request: Request,
  message: unknown,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const gone = Promise.withResolvers<Response>()
  const leave = (): void => gone.resolve(new Response(null, { status: 503 }))
  request.signal.addEventListener('abort', leave, { once: true })
  try {
    await server.connect(transport)
    return await Promise.race([transport.handleRequest(request, { parsedBody: message }), gone.promise])
  } finally {
    request.signal.removeEventListener('abort', leave)
    // This also ends the tool of a caller that is gone.
    await server.close()
  }
}

function wantsProgress(message: unknown): boolean {
  const { _meta: meta } = fieldsOf(fieldsOf(message)['params'])
  return fieldsOf(meta)['progressToken'] !== undefined
}

function toolContext(call: CallApi, { mcpReq }: ServerContext): ToolContext {
  const { signal } = mcpReq
  // oxlint-disable-next-line eslint/no-underscore-dangle -- the name of the protocol
  const token = mcpReq._meta?.progressToken
  const ask = async (request: ApiRequest): Promise<ApiAnswer> => answered(await call(request, signal))
  return {
    signal,
    async json(request) {
      const { body } = await ask(request)
      const bytes = await bytesOf(body, MAX_JSON_BYTES)
      return bytes.length === 0 ? null : parseKnownJson<unknown>(bytes.toString())
    },
    async file(request, maxBytes) {
      const { body } = await ask(request)
      return bytesOf(body, maxBytes)
    },
    async piece(request, piece) {
      const { body } = await ask(request)
      return pieceOfStream(body, piece)
    },
    async progress(done, total, message) {
      if (token === undefined) return
      const params = { progressToken: token, progress: done, message, ...(total === null ? {} : { total }) }
      await mcpReq.notify({ method: 'notifications/progress', params })
    },
  }
}

/** Throws `target_too_large`. */
async function bytesOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      throw new SurveyorError(
        'target_too_large',
        `It is larger than the ${maxBytes} bytes that are read here.`,
      )
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Throws the error that the service answered with. */
async function answered(answer: ApiAnswer): Promise<ApiAnswer> {
  if (answer.status < 300) return answer
  const text = (await bytesOf(answer.body, MAX_JSON_BYTES)).toString()
  let problem: unknown = null
  try {
    problem = JSON.parse(text)
  } catch {
    // A proxy in front of the service may answer in its own words.
  }
  if (Check(Problem, problem)) throw errorOf(problem)
  throw new SurveyorError('source_unavailable', `The service answered with status ${answer.status}.`)
}

/** Older assistants read only the text, so it says the same as the data. */
function shown({ data, pictures = [], files = [] }: ToolAnswer) {
  return {
    structuredContent: { ...data },
    content: [
      { type: 'text' as const, text: JSON.stringify(data) },
      ...pictures.map(({ mimeType, bytes }) => ({
        type: 'image' as const,
        mimeType,
        data: Buffer.from(bytes).toString('base64'),
      })),
      ...files.map((file) => ({ type: 'resource_link' as const, ...file })),
    ],
  }
}

/**
 * What an assistant needs to do better: the code, the words, the fields, and when to try again. `log`: null for a call that
 * nobody waits for any more.
 */
function refused(error: unknown, { name }: Tool, log: Logger | null) {
  if (!(error instanceof SurveyorError)) log?.error({ err: error, tool: name }, 'a tool failed')
  const { code, detail, retryable, retryAfterMs, errors } = problemOf(error)
  const said = { code, detail, retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  const text = JSON.stringify(errors === undefined ? said : { ...said, errors })
  return { isError: true, content: [{ type: 'text' as const, text }] }
}

function addFiles(server: McpServer, { files, call }: ToolSet): void {
  if (files === null) return
  const template = new ResourceTemplate(files.uri, { list: undefined })
  server.registerResource(
    files.name,
    template,
    { description: files.description },
    async (uri, { id }, { mcpReq }) => {
      const { body, contentType } = await answered(await call(files.request(String(id)), mcpReq.signal))
      const bytes = await bytesOf(body, MAX_FILE_BYTES)
      const mimeType = contentType ?? 'application/octet-stream'
      const isText = /^(?:text\/|application\/(?:[\w.-]+\+)?json\b)/.test(mimeType)
      const content = isText ? { text: bytes.toString() } : { blob: bytes.toString('base64') }
      return { contents: [{ uri: uri.href, mimeType, ...content }] }
    },
  )
}

/** Throws `validation_failed`, with each field that is wrong, misspelt or missing. */
function checkInput({ name, input }: Pick<Tool, 'name' | 'input'>, given: unknown): void {
  // The schema that is listed need not say it for each tool.
  const strict = { ...asSchema(input), additionalProperties: false }
  const errors = explainInvalid(strict, given, jsonPointer)
  const [first] = errors
  if (first === undefined) return
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  const detail = `The arguments of ${name} are not valid: ${first.pointer || 'the whole'}: ${first.detail}${more}`
  throw new SurveyorError('validation_failed', detail, { errors })
}

/** Throws an error that is no SurveyorError: an answer of another shape than the one that is listed is our mistake. */
function checkOutput({ name, output }: Pick<Tool, 'name' | 'output'>, data: object): void {
  if (!Check(output, data)) throw new Error(`The answer of ${name} has another shape than its schema says.`)
}
