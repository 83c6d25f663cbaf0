// What a tool for assistants is: a few requests to the API of a service, in the name of the one who calls the tool.
import type { Static, TObject } from 'typebox'
import type { Scope, ScopeWord } from '#contract/key.ts'
import type { Piece, PieceRequest } from './bounded-text.ts'

/** One request to the service. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Its body must be read to its end or left with `break`. */
export interface ApiAnswer {
  readonly status: number
  readonly contentType: string | null
  readonly body: AsyncIterable<Uint8Array>
}

/** With the key of the caller; scopes, limits and checks are those of the API. */
export type CallApi = (request: ApiRequest, signal: AbortSignal) => Promise<ApiAnswer>

/** What a tool works with. */
export interface ToolContext {
  /** The JSON of an answer; null for an empty one. Throws the error that the service answered with. */
  json(request: ApiRequest): Promise<unknown>
  /** The bytes of an answer. Throws `target_too_large`, and the error that the service answered with. */
  file(request: ApiRequest, maxBytes: number): Promise<Uint8Array>
  /** A piece of a text of any length, read only as far as needed. Throws the error that the service answered with. */
  piece(request: ApiRequest, piece: PieceRequest): Promise<Piece>
  /** Ends when the caller no longer waits. */
  readonly signal: AbortSignal
  /** Does nothing for a caller that asked for no progress. `total` is null while it is not known. */
  progress(done: number, total: number | null, message: string): Promise<void>
}

/** A picture that an assistant can look at. */
export interface ToolPicture {
  readonly mimeType: string
  readonly bytes: Uint8Array
}

/** A file that an assistant can read by its address. */
export interface ToolFile {
  readonly uri: string
  readonly name: string
  readonly mimeType: string
}

export interface ToolAnswer {
  /** As `output` describes it. */
  readonly data: object
  readonly pictures?: readonly ToolPicture[]
  readonly files?: readonly ToolFile[]
}

export interface Tool {
  readonly name: string
  readonly title: string
  /** What it does, when to use it, and what to do with a cut answer. */
  readonly description: string
  /** What the requests of the tool need: a caller whose key lacks one of them does not see it. */
  readonly scopes: readonly Scope[]
  /** Who has any scope with such a word sees the tool as well, because the routes behind it take that too. */
  readonly orScopes?: readonly ScopeWord[]
  readonly input: TObject
  readonly output: TObject
  /** False: it starts or stores something. */
  readonly isReadOnly: boolean
  /** True: it may reach addresses that the assistant names. */
  readonly goesOut: boolean
  /** `given` has been checked against `input`. */
  run(given: object, context: ToolContext): Promise<ToolAnswer>
}

/** A tool whose input has the type of its schema. */
export function defineTool<Input extends TObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input
    run(given: Static<Input>, context: ToolContext): Promise<ToolAnswer>
  },
): Tool {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server checks the input against this schema
  return { ...tool, run: async (given, context) => tool.run(given as Static<Input>, context) }
}

/** Names the tools of a service, and how their requests get there. */
export interface ToolSet {
  readonly tools: readonly Tool[]
  readonly call: CallApi
  /** Where its files are read: `surveyor://crawl/artifacts/{id}`; null without any. */
  readonly files: ToolFiles | null
}

/** Files of a service that tools name. */
export interface ToolFiles {
  readonly name: string
  readonly description: string
  /** With one `{id}`. */
  readonly uri: string
  readonly request: (id: string) => ApiRequest
}
