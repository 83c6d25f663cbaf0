// The types of calls: what a route takes and answers, from the generated interfaces.
import type { CallSettings } from './send.ts'

/** What an operation takes, and what it answers by status. */
export interface OperationTypes {
  readonly path: object
  readonly query: object
  readonly headers: object
  readonly body?: unknown
  readonly answers: object
}

/** A generated interface: operations by `METHOD /path`. */
export type Typed<Operations> = { readonly [Route in keyof Operations]: OperationTypes }

/** The routes of a service. */
export type RouteOf<Operations> = keyof Operations & string

/** The parameters of a call: `path` and `body` where the operation has them. */
export type CallRequest<Operation extends OperationTypes> = CallSettings & {
  readonly query?: Operation['query']
  readonly headers?: Operation['headers']
} & (keyof Operation['path'] extends never ? object : { readonly path: Operation['path'] }) &
  (undefined extends Operation['body']
    ? { readonly body?: Operation['body'] }
    : { readonly body: Operation['body'] })

/** The last argument of a call, which may be left out where nothing in it is required. */
export type CallArguments<Operation extends OperationTypes, More = object> =
  object extends CallRequest<Operation>
    ? [request?: CallRequest<Operation> & More]
    : [request: CallRequest<Operation> & More]

/** One member for each status, so that the status determines the type of the body; null: without a body. */
export type Answer<Operation extends OperationTypes> = {
  [Status in keyof Operation['answers']]: {
    readonly status: Status
    readonly body: Operation['answers'][Status]
    readonly headers: Headers
  }
}[keyof Operation['answers']]

/** What an operation answers with one status. */
export type BodyOf<
  Operation extends OperationTypes,
  Status extends number,
> = Status extends keyof Operation['answers'] ? Operation['answers'][Status] : never

/** The routes whose answer with `Status` looks like `Shape`. */
export type RoutesAnswering<Operations extends Typed<Operations>, Status extends number, Shape> = {
  [Route in RouteOf<Operations>]: [BodyOf<Operations[Route], Status>] extends [never]
    ? never
    : unknown extends BodyOf<Operations[Route], Status>
      ? never
      : BodyOf<Operations[Route], Status> extends Shape
        ? Route
        : never
}[RouteOf<Operations>]

/** A page of a list. */
export interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor: string | null
}

/** The routes that answer lists. */
export type ListRoute<Operations extends Typed<Operations>> = RoutesAnswering<Operations, 200, Page>

/** A row of a list. */
export type ItemOf<Operation extends OperationTypes> =
  BodyOf<Operation, 200> extends { readonly items: readonly (infer Item)[] } ? Item : never
