// A crawl service of its own for one test: a fresh database, a free port, and two extractors that exist only here.
import { tmpdir } from 'node:os'
import type { TestContext } from 'node:test'
import { Type } from 'typebox'
import { DEFAULT_ARTIFACT_SETTINGS, type ArtifactSettings } from '#crawl/artifacts/artifact-service.ts'
import { startCrawl, type CrawlDeps, type RunningCrawl } from '#crawl/service.ts'
import { defineExtractor, type ExtractorDescriptor } from '#extract/define-extractor.ts'
import { DEFAULT_JOB_SETTINGS, type JobSettings } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import {
  DEFAULT_WEBHOOK_SETTINGS,
  type WebhookSettings,
} from '#platform/webhooks/delivery/webhook-settings.ts'
import { openTestBlobs } from '#test/support/blobs/open-test-blobs.ts'
import { createTestDatabase } from '#test/support/database/database.ts'

export interface CallOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Answer<T> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; the test knows its type. */
  readonly json: T
}

export interface TestCrawl extends Pick<RunningCrawl, 'workerEnded'> {
  readonly url: string
  readonly db: CrawlDeps['db']
  /** The key of its workers: the first that may do everything. Null: it is open. */
  readonly workerKey: string | null
  call<T = Record<string, unknown>>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>
  /** Runs before the service stops, for code that keeps calling it. */
  beforeStop(work: () => Promise<void>): void
  stop(): Promise<void>
}

export interface TestCrawlOptions {
  readonly cache?: CrawlDeps['settings']['cache']
  readonly discovery?: CrawlDeps['settings']['discovery']
  readonly jobs?: Partial<JobSettings>
  readonly webhooks?: Partial<WebhookSettings>
  readonly disk?: CrawlDeps['settings']['disk']
  readonly queueLimits?: Readonly<Record<string, number>>
  readonly extractors?: readonly ExtractorDescriptor[]
  /** Asks for keys, these among them; without, the service is open. */
  readonly fixedKeys?: CrawlDeps['settings']['fixedKeys']
  readonly corsOrigins?: readonly string[]
  readonly requests?: CrawlDeps['settings']['requests']
  /** The database of another one: both are replicas of one service. */
  readonly db?: CrawlDeps['db']
  readonly replicated?: boolean
  readonly blobs?: CrawlDeps['blobs']
  readonly artifacts?: Partial<ArtifactSettings>
}

/** On a busy machine children that parse, or a browser, take longer than a caller is kept waiting who names no wait. */
const PATIENT = { prefer: 'wait=120' }

export const TEST_PEPPER = Buffer.alloc(32, 'test')

/** For a test that plays a worker, which sends no heartbeats: a lease ends by `expireLeases` and never by itself. */
export const HELD_LEASES: Partial<JobSettings> = { leaseMs: 86_400_000 }

/** Stopped after the test, before its database is dropped. */
export async function startTestCrawl(t: TestContext, options: TestCrawlOptions = {}): Promise<TestCrawl> {
  let stop: () => Promise<void> = async () => undefined
  // Hooks run in the order of their making.
  t.after(() => stop())
  const db =
    options.db ?? (await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'blobs', 'crawl'], 'crawl'))
  const blobs = options.blobs ?? (await openTestBlobs(t))
  const service = await startCrawl({
    db,
    blobs,
    log: silentLogger,
    settings: {
      host: '127.0.0.1',
      port: 0,
      open: options.fixedKeys === undefined,
      trustProxy: false,
      corsOrigins: options.corsOrigins ?? [],
      stopDelayMs: 0,
      replicated: options.replicated ?? false,
      ...(options.requests === undefined ? {} : { requests: options.requests }),
      ...(options.cache === undefined ? {} : { cache: options.cache }),
      ...(options.discovery === undefined ? {} : { discovery: options.discovery }),
      keyPepper: TEST_PEPPER,
      fixedKeys: options.fixedKeys ?? [],
      jobs: { ...DEFAULT_JOB_SETTINGS, ...options.jobs },
      webhooks: { ...DEFAULT_WEBHOOK_SETTINGS, ...options.webhooks },
      disk: options.disk ?? { folder: tmpdir(), reserveBytes: 0 },
      ...(options.queueLimits === undefined ? {} : { queueLimits: options.queueLimits }),
      artifacts: { ...DEFAULT_ARTIFACT_SETTINGS, ...options.artifacts },
    },
    extractors: options.extractors ?? [echo, announced],
  })
  const endings: (() => Promise<void>)[] = []
  stop = async () => {
    for (const end of endings.splice(0)) await end()
    await service.stop()
  }
  const call: TestCrawl['call'] = async (method, path, { body, headers = {}, signal } = {}) => {
    const response = await fetch(service.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...PATIENT,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    const text = await response.text()
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    }
  }
  const workerKey = options.fixedKeys?.find(({ scopes }) => scopes.includes('admin'))?.secret ?? null
  const { url, workerEnded } = service
  return { url, workerEnded, db, workerKey, call, beforeStop: (work) => endings.push(work), stop }
}

/** Takes one of every kind of input; nothing here loads it, tests play the worker. */
export const echo = defineExtractor({
  name: 'echo',
  version: '1.2.3',
  summary: 'Gives back what it got.',
  operations: {
    extract: {
      summary: 'Give back the input.',
      input: Type.Object(
        {
          text: Type.String({ minLength: 1, maxLength: 100 }),
          url: Type.Optional(Type.String()),
          artifactId: Type.Optional(Type.String()),
          times: Type.Optional(Type.Integer({ minimum: 1, maximum: 9, default: 1 })),
          words: Type.Optional(Type.Array(Type.String())),
          nested: Type.Optional(Type.Object({ deep: Type.Boolean() }, { additionalProperties: false })),
        },
        { additionalProperties: false },
      ),
      output: Type.Object({}),
      pool: 'light',
      timeoutMs: 60_000,
      batch: true,
      path: '/api/v1/echo/extract',
      example: { request: { text: 'hello' } },
    },
  },
  load: async () => {
    throw new Error('the API never loads an extractor')
  },
})

export const announced = defineExtractor({
  name: 'announced',
  version: '0.0.0',
  summary: 'Comes later.',
  unavailableReason: 'comes later',
  operations: {
    extract: {
      summary: 'Come later.',
      input: Type.Object({ text: Type.String() }, { additionalProperties: false }),
      output: Type.Object({}),
      pool: 'http',
      timeoutMs: 60_000,
      batch: false,
      path: '/api/v1/announced/extract',
      example: { request: { text: 'hello' } },
    },
  },
})
