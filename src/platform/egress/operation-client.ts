// Calls the operations of a peer by their routes, with the types that were generated from its OpenAPI document.
import type { ErrorCode } from '#contract/error-codes.ts'
import { lazyShape } from '#contract/lazy-shape.ts'
import { Problem } from '#contract/problem.ts'
import { errorOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { Peer, PeerAnswer, PeerRequest } from './peer.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** The input and output of an operation, from the generated types. */
interface OperationTypes {
  readonly path: object
  readonly query: object
  readonly headers: object
  readonly body?: unknown
  readonly answers: object
}

/** Operations by `METHOD /path`, with `{name}` in place of a parameter. */
type Typed<Operations> = { readonly [Route in keyof Operations]: OperationTypes }

/** `path` and `body` are required when the operation has them. */
export type OperationRequest<Operation extends OperationTypes> = {
  readonly query?: Operation['query']
  readonly headers?: Operation['headers']
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** The trace that the call belongs to. */
  readonly traceparent?: string | null
} & (keyof Operation['path'] extends never ? object : { readonly path: Operation['path'] }) &
  Pick<Operation, 'body'>

/** One member for each status, so that the status determines the type of the body. */
export type OperationAnswer<Operation extends OperationTypes> = {
  [Status in keyof Operation['answers']]: {
    readonly status: Status
    readonly body: Operation['answers'][Status]
  }
}[keyof Operation['answers']]

export interface OperationClient<Operations extends Typed<Operations>> {
  /**
   * Throws the error that the peer answered with, `unavailableCode` when no readable answer came, or the reason of the
   * signal. The types are what the peer promises: code that depends on a value should check it.
   */
  call<Route extends keyof Operations & string>(
    route: Route,
    request: OperationRequest<Operations[Route]>,
  ): Promise<OperationAnswer<Operations[Route]>>
}

/** `Operations` is the interface of a generated file. Throws a TypeError for what is no route. */
export function createOperationClient<Operations extends Typed<Operations>>(deps: {
  readonly peer: Peer
  /** That of the peer. */
  readonly unavailableCode: ErrorCode
}): OperationClient<Operations> {
  const { peer, unavailableCode } = deps
  return {
    async call<Route extends keyof Operations & string>(
      route: Route,
      request: OperationRequest<Operations[Route]>,
    ) {
      const { method, path } = sentAs(route)
      const { query, body, timeoutMs, signal, traceparent } = request
      const headers = {
        ...headersOf(request.headers ?? {}),
        ...(typeof traceparent === 'string' ? { traceparent } : {}),
      }
      const answer = await peer.request({
        method,
        path: 'path' in request ? filledIn(path, fieldsOf(request.path)) : path,
        timeoutMs,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parameters of the generated types are flat
        ...(query === undefined ? {} : { query: query as NonNullable<PeerRequest['query']> }),
        headers,
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      })
      const understood = answer.text === '' || answer.body !== null
      if (answer.status < 300 && understood) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the peer promises in its document
        return { status: answer.status, body: answer.body } as OperationAnswer<Operations[Route]>
      }
      if (isProblem.Check(answer.body)) throw errorOf(answer.body)
      throw new SurveyorError(unavailableCode, `${explained(answer)} Is this the right service?`)
    },
  }
}

const isProblem = lazyShape(Problem)
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

function sentAs(route: string): Pick<PeerRequest, 'method' | 'path'> {
  const [word, path = ''] = route.split(' ')
  const method = METHODS.find((name) => name === word)
  if (method === undefined) throw new TypeError(`${route} is no route: METHOD /path.`)
  return { method, path }
}

function headersOf(headers: object): Record<string, string> {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

function filledIn(path: string, parameters: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])))
}

function explained({ status }: PeerAnswer): string {
  return `The peer answered with status ${status} and neither a result nor a problem document.`
}
