// A places service on a port of its own, on the database of one test.
import { tmpdir } from 'node:os'
import type { TestContext } from 'node:test'
import type { Search } from '#contract/places/search.ts'
import { createPeer } from '#platform/egress/peer.ts'
import { DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import {
  DEFAULT_WEBHOOK_SETTINGS,
  type WebhookSettings,
} from '#platform/webhooks/delivery/webhook-settings.ts'
import { startPlaces, type PlacesSettings } from '#places/service.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database.ts'

export interface TestPlaces {
  readonly url: string
  readonly db: TestDatabase
  stop(): Promise<void>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** A list over all of its pages; `afterPage` gets the number of each, from 1. */
  all<Item>(path: string, afterPage?: (page: number) => Promise<void>): Promise<Item[]>
  /** The search once it has ended. */
  ended(id: string): Promise<Search>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body, or null. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes
  readonly body: any
}

export interface StartPlacesOptions {
  /** Asks for keys, these among them; without, the service is open. */
  readonly fixedKeys?: PlacesSettings['fixedKeys']
  readonly corsOrigins?: readonly string[]
  /** The URL of crawl; by default nothing listens there. */
  readonly crawlUrl?: string
  /** A database that another test service used before. */
  readonly db?: TestDatabase
  readonly cellConcurrency?: number
  /** When a job of a process that was killed goes to another one. */
  readonly leaseMs?: number
  readonly searchMaxSeconds?: number
  readonly openReviews?: boolean
  readonly checkSearch?: NonNullable<Parameters<typeof startPlaces>[0]['checkSearch']>
  /** The retention settings; when given, expired data is searched for continuously. */
  readonly keep?: Pick<PlacesSettings, 'keepPayloadsMs' | 'keepSessionsMs'>
  readonly webhooks?: Partial<WebhookSettings>
  readonly callbackSecret?: string
  /** By default a lost callback is looked for at once. */
  readonly checkCallbackMs?: number
  readonly followExclusionsMs?: number
  readonly disk?: PlacesSettings['disk']
  readonly mapTiles?: NonNullable<PlacesSettings['mapTiles']>
}

export const TEST_PEPPER = Buffer.alloc(32, 1)

export async function startTestPlaces(
  t: Pick<TestContext, 'after' | 'signal'>,
  options: StartPlacesOptions = {},
): Promise<TestPlaces> {
  let stop: () => Promise<void> = async () => undefined
  // Hooks run in the order of their making: the service stops before its database goes.
  t.after(async () => stop())
  const db = options.db ?? (await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'places']))
  const crawl = createPeer({
    origin: options.crawlUrl ?? 'http://127.0.0.1:1',
    unavailableCode: 'crawl_unavailable',
  })
  const service = await startPlaces({
    db,
    log: silentLogger,
    crawl,
    ...(options.checkSearch === undefined ? {} : { checkSearch: options.checkSearch }),
    settings: {
      host: '127.0.0.1',
      port: 0,
      open: options.fixedKeys === undefined,
      trustProxy: false,
      corsOrigins: options.corsOrigins ?? [],
      stopDelayMs: 0,
      replicated: false,
      keyPepper: TEST_PEPPER,
      fixedKeys: options.fixedKeys ?? [],
      jobs: {
        ...DEFAULT_JOB_SETTINGS,
        leaseMs: options.leaseMs ?? 3_000,
        heartbeatMs: 1_000,
        sweepMs: 500,
        retentionMs: options.keep === undefined ? 600_000 : 50,
      },
      workerName: 'test',
      callbackSecret: options.callbackSecret ?? null,
      ownUrl: null,
      checkCallbackMs: options.checkCallbackMs ?? 100,
      ...(options.followExclusionsMs === undefined ? {} : { followExclusionsMs: options.followExclusionsMs }),
      cellConcurrency: options.cellConcurrency ?? 4,
      searchMaxSeconds: options.searchMaxSeconds ?? 21_600,
      openReviews: options.openReviews ?? false,
      webhooks: { ...DEFAULT_WEBHOOK_SETTINGS, ...options.webhooks },
      mapTiles: options.mapTiles ?? null,
      disk: options.disk ?? { folder: tmpdir(), reserveBytes: 0 },
      ...(options.keep ?? { keepPayloadsMs: null, keepSessionsMs: null }),
    },
  })
  stop = async () => {
    await service.stop()
    await crawl[Symbol.asyncDispose]()
  }

  async function call(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(service.url + path, { ...init, redirect: 'manual' })
    const text = await response.text()
    let body: unknown = null
    try {
      body = JSON.parse(text)
    } catch {
      // Not JSON.
    }
    return { status: response.status, headers: response.headers, text, body }
  }

  return {
    url: service.url,
    db,
    stop,
    get: async (path, headers = {}) => call(path, { headers }),
    post: async (path, body, headers = {}) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async all<Item>(path: string, afterPage?: (page: number) => Promise<void>) {
      const items: Item[] = []
      let cursor: string | null = ''
      for (let page = 1; cursor !== null; page += 1) {
        const next = cursor === '' ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`
        const { status, body } = await call(path + next, {})
        if (status !== 200) throw new Error(`GET ${path} answered ${JSON.stringify(body)}`)
        items.push(...(body as { items: Item[] }).items)
        cursor = (body as { nextCursor: string | null }).nextCursor
        await afterPage?.(page)
      }
      return items
    },
    async ended(id) {
      for (;;) {
        const { status, body } = await call(`/api/search/${id}?waitMs=30000`, {})
        if (status !== 200) throw new Error(`GET /api/search answered ${status}`)
        if (!['queued', 'running'].includes((body as Search).status)) return body as Search
      }
    },
  }
}
