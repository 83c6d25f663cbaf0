// Calls whose bodies are bytes.
import type { Artifact } from '#contract/crawl/artifact.ts'
import type { Problem } from '#contract/problem.ts'
import type { Answer, TestCrawl } from './start-crawl.ts'

export interface ByteAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  /** When the answer is a problem. */
  readonly problem: Problem
}

export async function fetchBytes(
  crawl: Pick<TestCrawl, 'url'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<ByteAnswer> {
  const response = await fetch(crawl.url + path, { method, headers, redirect: 'manual' })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isProblem = response.headers.get('content-type')?.includes('problem+json') === true
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    problem: isProblem && bytes.length > 0 ? (JSON.parse(bytes.toString()) as Problem) : ({} as Problem),
  }
}

export type RequestBody = NonNullable<RequestInit['body']>

/** `Content-Type: image/png` unless the headers say otherwise. */
export async function upload<T = Artifact>(
  crawl: Pick<TestCrawl, 'url'>,
  body: RequestBody,
  headers: Readonly<Record<string, string>> = {},
  path = '/api/v1/artifacts',
): Promise<Answer<T>> {
  const response = await fetch(crawl.url + path, {
    method: 'POST',
    headers: { 'content-type': 'image/png', ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as T }
}
