// A crawl service reduced to contact enrichment: jobs by HTTP, and callbacks that a test loses, doubles or delays.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Warning } from '#contract/crawl/result.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'
import { signedHeaders } from '#platform/webhooks/secrets/sign.ts'

export interface ContactRequest {
  readonly website: string
  readonly webhook?: {
    readonly url: string
    readonly secret: string
    readonly metadata: Readonly<Record<string, string>>
  }
  readonly [option: string]: unknown
}

/** How crawl reports the end of a job: the numbers are the times it is sent after the end, in milliseconds. */
export type CallbackPlan = readonly number[]

export interface FakeContacts {
  readonly url: string
  /** The accepted requests; a repeated Idempotency-Key is not accepted again. */
  readonly requests: ContactRequest[]
  /** The statuses that callbacks were answered with. */
  readonly callbacks: number[]
  /** What is found on a website; a throw is the error of its job, `expired` where `expires` says so. */
  find: (website: string, nth: number) => unknown
  /** Whether the job that throws ended without a report of a worker, by the number of the request. */
  expires: (nth: number) => boolean
  /** Beside what is found. */
  warnings: readonly Warning[]
  /** By the number of the request, from 0. By default each end is reported once, at once. */
  plan: (nth: number) => CallbackPlan
  /** What the answer to an accepted request waits for: its callbacks do not. */
  beforeAnswer: () => Promise<void>
  /** Whether a callback carries the result. */
  withResult: boolean
  /** Jobs stay `running` until it is opened. */
  readonly gate: { open(): void; readonly opened: Promise<void> }
  /** The jobs that were cancelled. */
  readonly cancelled: string[]
  /** What `GET /api/discovery/exclusions/applied` answers. */
  exclusions: { readonly version: string; readonly rules: readonly object[] }
  /** The error that a request for contacts is refused with; null: it is accepted. */
  refuse: (request: ContactRequest) => SurveyorError | null
  /** Refuses every call with this until it is null again. */
  refusal: SurveyorError | null
  /** Forgets all jobs, as after their retention. */
  forget(): void
}

interface Ended {
  readonly status: string
  readonly result?: unknown
  readonly error: unknown
}

export async function startFakeContacts(
  t: TestContext,
  { gated = false }: { readonly gated?: boolean } = {},
): Promise<FakeContacts> {
  const jobs = new Map<string, { end: Ended | null }>()
  const byKey = new Map<string, { readonly jobId: string; readonly body: string }>()
  const gate = Promise.withResolvers<void>()
  if (!gated) gate.resolve()
  const sending = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 500, { ...problemOf(error) }))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://crawl')
    if (crawl.refusal !== null) return send(response, crawl.refusal.status, problemOf(crawl.refusal))
    if (pathname === '/health') return send(response, 200, { status: 'pass' })
    if (pathname === '/api/discovery/exclusions/applied') {
      const etag = `"${crawl.exclusions.version}"`
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
      return send(response, 200, crawl.exclusions)
    }
    const cancelled = /^\/api\/jobs\/([^/]+)\/cancel$/.exec(pathname)?.[1]
    if (cancelled !== undefined) {
      crawl.cancelled.push(cancelled)
      return send(response, 200, { id: cancelled, status: 'cancelled' })
    }
    const id = /^\/api\/jobs\/(.+)$/.exec(pathname)?.[1]
    if (id !== undefined) return sendJob(response, id)
    const key = String(request.headers['idempotency-key'])
    const body = await text(request)
    const known = byKey.get(key)
    if (known !== undefined && known.body !== body) {
      const reuse = new SurveyorError('idempotency_key_reuse', 'This key was sent with another request.')
      return send(response, reuse.status, problemOf(reuse))
    }
    const refused = crawl.refuse(JSON.parse(body) as ContactRequest)
    if (refused !== null) return send(response, refused.status, problemOf(refused))
    const jobId = known?.jobId ?? newId('job')
    if (known === undefined) {
      byKey.set(key, { jobId, body })
      begin(jobId, JSON.parse(body) as ContactRequest)
    }
    await crawl.beforeAnswer()
    send(response, 202, { jobId, id: jobId, status: 'queued', links: { self: `/api/jobs/${jobId}` } })
  }

  function begin(jobId: string, request: ContactRequest): void {
    const nth = crawl.requests.push(request) - 1
    const job: { end: Ended | null } = { end: null }
    jobs.set(jobId, job)
    void gate.promise.then(() => {
      job.end = run(request, nth)
      for (const afterMs of crawl.plan(nth)) {
        const timer = setTimeout(() => {
          timers.delete(timer)
          const sent = report(jobId, request, job.end).finally(() => sending.delete(sent))
          sending.add(sent)
        }, afterMs)
        timers.add(timer)
      }
    })
  }

  function run({ website }: ContactRequest, nth: number): Ended {
    try {
      return {
        status: 'succeeded',
        result: { data: crawl.find(website, nth), warnings: crawl.warnings },
        error: null,
      }
    } catch (error) {
      return { status: crawl.expires(nth) ? 'expired' : 'failed', error: problemOf(error) }
    }
  }

  async function report(jobId: string, { webhook }: ContactRequest, end: Ended | null): Promise<void> {
    if (webhook === undefined || end === null) return
    const { result, ...shown } = end
    const body = JSON.stringify({
      type: `job.${end.status}`,
      timestamp: new Date().toISOString(),
      data: {
        jobId,
        ...shown,
        metadata: webhook.metadata,
        ...(crawl.withResult && result !== undefined ? { result } : {}),
      },
    })
    // A repeat of a delivery has the same id.
    const id = `msg_${jobId}`
    const timestamp = Math.floor(Date.now() / 1_000)
    const { status } = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders([webhook.secret], { id, timestamp, body }),
      },
      body,
    }).catch(() => ({ status: 0 }))
    crawl.callbacks.push(status)
  }

  function sendJob(response: ServerResponse, id: string): void {
    const job = jobs.get(id)
    if (job === undefined) {
      const problem = { type: 'urn:x', title: 'No such job', detail: 'No job.', status: 404 }
      return send(response, 404, { ...problem, code: 'not_found', retryable: false })
    }
    const nothing = { error: null, progress: null, scheduledFor: null }
    send(response, 200, { id, type: 'contact.enrich', ...nothing, ...(job.end ?? { status: 'running' }) })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    for (const timer of timers) clearTimeout(timer)
    await Promise.all(sending)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const crawl: FakeContacts = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    callbacks: [],
    find: (website) => foundAt(website),
    expires: () => false,
    warnings: [],
    plan: () => [0],
    beforeAnswer: async () => undefined,
    refuse: () => null,
    withResult: true,
    gate: { open: () => gate.resolve(), opened: gate.promise },
    refusal: null,
    cancelled: [],
    exclusions: { version: 'none', rules: [] },
    forget: () => jobs.clear(),
  }
  return crawl
}

/** An answer of contact enrichment with one sure and one unsure address. */
export function foundAt(website: string): Record<string, unknown> {
  const host = new URL(website).hostname
  const sources = [{ url: website, evidence: 'mailto', context: 'Write to us' }]
  const verification = { syntax: true, disposable: false, free: false, domainMatch: true }
  return {
    domain: host,
    emails: [
      { value: `info@${host}`, type: 'generic', verification, confidence: 0.9, sources },
      { value: `guess@${host}`, type: 'generic', verification, confidence: 0.3, sources },
    ],
    phones: [
      {
        e164: '+41612345678',
        national: '061 234 56 78',
        extension: null,
        country: 'CH',
        type: 'FIXED_LINE',
        isFax: false,
        whatsapp: false,
        confidence: 0.85,
        sources,
      },
    ],
    socials: [
      { network: 'bluesky', handle: host, url: `https://bsky.app/profile/${host}`, confidence: 0.8, sources },
    ],
    pagesVisited: [],
    stopReason: 'satisfied',
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
