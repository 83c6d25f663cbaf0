// Crawl, a worker with the json extractor, a site on loopback and a model endpoint: all that a request for data goes through.
import type { IncomingHttpHeaders } from 'node:http'
import type { TestContext } from 'node:test'
import json from '#extractors/json/index.ts'
import { startServer, type LocalServer } from '#test/support/sites/local-server.ts'
import { startTestCrawl, type TestCrawl } from './start-crawl.ts'
import { startCrawlWorker } from './start-crawl-worker.ts'
import { createPeerFetch } from '#worker/peer-fetch.ts'

/** The responses of the site by path; text is served as a page. Any other path is a 404. */
export type SiteFiles = Readonly<
  Record<string, string | { readonly type: string; readonly body: string; readonly status?: number }>
>

export interface ModelCall {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: {
    readonly model: string
    readonly messages: { role: string; content: string }[]
    readonly response_format?: unknown
  }
}

export interface JsonCrawl {
  readonly crawl: TestCrawl
  readonly site: LocalServer
  /** The requests to the model. */
  readonly modelCalls: readonly ModelCall[]
}

/** `model` answers the model's calls with a status and a text; without it the operator has set none up. */
export async function startJsonCrawl(
  t: TestContext,
  files: SiteFiles,
  model?: (call: ModelCall) => { readonly status?: number; readonly content: string },
): Promise<JsonCrawl> {
  const site = await startServer(t, (request, response) => {
    const file = files[request.url ?? '']
    if (file === undefined) return response.writeHead(404).end('nothing here')
    const {
      type,
      body,
      status = 200,
    } = typeof file === 'string' ? { type: 'text/html', body: file, status: 200 } : file
    return response.writeHead(status, { 'content-type': type }).end(body)
  })
  const modelCalls: ModelCall[] = []
  const endpoint = await startServer(t, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ModelCall['body']
      const call = { path: request.url ?? '', headers: request.headers, body }
      modelCalls.push(call)
      const { status = 200, content } = model?.(call) ?? { content: '' }
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }))
    })
  })
  const settings =
    model === undefined
      ? { llmUrl: null, llmKey: null, llmModel: null }
      : { llmUrl: `${endpoint.origin}/v1`, llmKey: 'the-key-of-the-operator', llmModel: 'small' }
  const crawl = await startTestCrawl(t, { extractors: [json] })
  const peers = createPeerFetch({ settings, userAgent: 'Surveyor/test' })
  await startCrawlWorker(t, crawl, [json], { settings, peerFetch: peers.fetch })
  crawl.beforeStop(async () => peers[Symbol.asyncDispose]())
  return { crawl, site, modelCalls }
}
