// Requests to the service that serves this page: JSON in and out, with the key of the tab; errors are problem documents.
import type { Problem } from '#contract/problem.ts'
import { apiKey } from './key.ts'

/** An answer that is no success, as the service says it; also what was no answer of the service at all. */
export class ApiProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title)
    this.problem = problem
  }
}

/** What is sent. */
export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly body?: unknown
  /** Bytes as the body, in their own media type. */
  readonly file?: Blob
  readonly query?: URLSearchParams | Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** The addresses are relative to the page, so that it works behind a path prefix. */
export function apiUrl(path: string, query?: CallOptions['query']): string {
  const text = new URLSearchParams(query).toString()
  return `.${path}${text === '' ? '' : `?${text}`}`
}

/** Sends a request and answers the response of a success. Throws `ApiProblem`, or the reason of `signal`. */
export async function fetchApi(path: string, options: CallOptions = {}): Promise<Response> {
  const key = apiKey.get()
  const headers = new Headers({ accept: 'application/json', ...options.headers })
  if (key !== null) headers.set('authorization', `Bearer ${key}`)
  if (options.body !== undefined) headers.set('content-type', 'application/json')
  const body = options.file ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const response = await reach(apiUrl(path, options.query), {
    method: options.method ?? 'GET',
    headers,
    ...(body === undefined ? {} : { body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  if (!response.ok) throw new ApiProblem(await readProblem(response))
  return response
}

/** The JSON of the answer; null of an empty one. The caller names its shape, which the contract describes. */
export async function callApi<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await fetchApi(path, options)
  const text = await response.text()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service checks in its tests that answers have the shape of the contract
  return (text === '' ? null : JSON.parse(text)) as T
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw new ApiProblem(ownProblem('unreachable', 'The service does not answer.', 0))
  }
}

async function readProblem(response: Response): Promise<Problem> {
  try {
    const problem: unknown = await response.json()
    if (isProblem(problem)) return problem
  } catch {
    // A proxy in front of the service answers in its own way.
  }
  return ownProblem('no_problem_document', `The answer was ${response.status}.`, response.status)
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'title' in value
}

/** In the shape of a problem, for what the service could not say itself. */
export function ownProblem(code: string, detail: string, status: number): Problem {
  return {
    type: 'about:blank',
    title: detail,
    status,
    detail,
    code,
    retryable: status === 0 || status === 429 || status >= 500,
  }
}

/** Any error as a problem, so that each has one way to be shown. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiProblem) return error.problem
  return ownProblem('page_error', error instanceof Error ? error.message : String(error), 0)
}
