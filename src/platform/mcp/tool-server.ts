// Makes an MCP server of the tools of one or more services: for one request over HTTP, or for one program over stdio.
import {
  createMcpHandler,
  fromJsonSchema,
  McpServer,
  ResourceTemplate,
  type McpServerFactory,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { Check } from 'typebox/value'
import { Problem } from '#contract/problem.ts'
import { errorOf, problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
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

/** Compiles the schemas of the tools once; the servers that it makes share them. */
export function toolServers(
  info: ToolServerInfo,
  log: Logger,
): (sets: readonly ToolSet[]) => ReturnType<McpServerFactory> {
  const schemas = new Map<object, ReturnType<typeof fromJsonSchema<object>>>()
  const standard = (schema: object): ReturnType<typeof fromJsonSchema<object>> => {
    let known = schemas.get(schema)
    if (known === undefined) schemas.set(schema, (known = fromJsonSchema<object>(schema)))
    return known
  }
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
            inputSchema: standard(tool.input),
            outputSchema: standard(tool.output),
            annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: goesOut },
          },
          async (given, context) => {
            const asked = toolContext(set.call, context)
            try {
              return shown(await tool.run(given, asked))
            } catch (error) {
              return refused(error, tool, log)
            }
          },
        )
      }
      addFiles(server, set)
    }
    return server
  }
}

/** Answers one message over HTTP, without a session, with the tools of the one who sent it. */
export function answerMessages(
  info: ToolServerInfo,
  log: Logger,
): (set: ToolSet, request: Request, message: unknown) => Promise<Response> {
  const makeServer = toolServers(info, log)
  const onerror = (error: Error): void => log.debug({ err: error }, 'a message of an assistant was refused')
  return async (set, request, message) =>
    createMcpHandler(() => makeServer([set]), { onerror }).fetch(request, { parsedBody: message })
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

/** What an assistant needs to do better: the code, the words, the fields, and when to try again. */
function refused(error: unknown, { name }: Tool, log: Logger) {
  if (!(error instanceof SurveyorError)) log.error({ err: error, tool: name }, 'a tool failed')
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
