// A service that answers as a test says, one answer after the other, and keeps what it was asked.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { startServer } from '#test/support/sites/local-server.ts'

/** One answer; a function has the response to itself and may break it off. */
export type Script =
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly json?: unknown
      readonly text?: string
    }
  | ((response: ServerResponse) => void)

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** The last answer is given again to whatever else is asked. */
export async function startScriptedServer(
  t: TestContext,
  scripts: readonly Script[],
): Promise<{ url: string; asked: readonly Asked[] }> {
  const asked: Asked[] = []
  const { origin } = await startServer(t, (request, response) => {
    const script = scripts[Math.min(asked.length, scripts.length - 1)]
    const { method = '', url: path = '', headers } = request
    asked.push({ method, path, headers })
    request.resume()
    if (script === undefined) return response.destroy()
    if (typeof script === 'function') return script(response)
    const { status = 200, headers: own = {}, json, text } = script
    const type =
      json === undefined ? 'text/html' : status < 400 ? 'application/json' : 'application/problem+json'
    return response
      .writeHead(status, { 'content-type': type, ...own })
      .end(text ?? (json === undefined ? '' : JSON.stringify(json)))
  })
  return { url: origin, asked }
}

/** A problem document. */
export function problem(code: string, status: number, more: object = {}): Script {
  const json = {
    type: `urn:surveyor:problem:${code}`,
    title: code,
    status,
    detail: `This is ${code}.`,
    code,
    retryable: true,
    requestId: 'req_1',
    ...more,
  }
  return { status, json }
}
