// Both services with a worker on the sample town and its websites: what clients and recipes are tried on.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'node:test'
import { serveTownSites } from '#bin/demo/serve-sites.ts'
import { discoverExtractors } from '#extract/discover.ts'
import type { FixedKey } from '#platform/keys/key-authenticator.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { startTestPlaces, type TestPlaces } from '#test/support/places/start-places.ts'

const ROOT = new URL('../../../', import.meta.url)
const TOWN = fileURLToPath(new URL('demo/town.osm', ROOT))

/** A key that may do everything. */
export const ADMIN_KEY = 'the-admin-key-of-this-test-0001'
/** For `fixedKeys`. */
export const ADMIN_KEYS: readonly FixedKey[] = [{ name: 'admin', secret: ADMIN_KEY, scopes: ['admin'] }]

export interface TownServices {
  readonly crawl: TestCrawl
  readonly places: TestPlaces
}

export interface TownOptions {
  /** Names that are served elsewhere, beside those of the town. */
  readonly hosts?: readonly string[]
  readonly corsOrigins?: readonly string[]
  /** In place of the extract of the town. */
  readonly osmFile?: string
}

/** They end with the test. */
export async function startTownServices(t: TestContext, options: TownOptions = {}): Promise<TownServices> {
  const { hosts = [], osmFile = TOWN, ...common } = options
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-town-'))
  t.after(async () => rm(folder, { recursive: true, force: true }))
  const sites = await serveTownSites(new URL('demo/sites/', ROOT))
  t.after(async () => sites[Symbol.asyncDispose]())
  const names = [sites.egressHosts, ...hosts]
  const webhooks = { allow: ['127.0.0.0/8'], hosts: names, pollMs: 200 }
  const extractors = await discoverExtractors(new URL('src/extractors/', ROOT))
  const crawl = await startTestCrawl(t, { ...common, extractors, webhooks })
  const settings = { mapProvider: 'osm-file', osmFile }
  const concurrency = { light: 10, http: 8, browser: 1, parser: 1 }
  await startCrawlWorker(
    t,
    crawl,
    extractors,
    { settings, dataDir: folder },
    { hosts: names },
    { concurrency },
  )
  const places = await startTestPlaces(t, { ...common, crawlUrl: crawl.url, webhooks })
  return { crawl, places }
}
