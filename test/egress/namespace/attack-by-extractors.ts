// The hostile page through each extractor that opens pages in a browser, by a real worker.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discoverExtractors } from '#extract/discover.ts'
import type { Egress } from '#platform/egress/egress.ts'
import { createPeer } from '#platform/egress/peer.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startProtocolServer } from '#test/support/worker/protocol-server.ts'
import { TEST_WORKER } from '#test/support/worker/start-worker.ts'
import { runWorker } from '#worker/run-worker.ts'
import { FRONT } from './targets.ts'

const FOLDER = new URL('../../../src/extractors/', import.meta.url)
/** A page tries hundreds of addresses before it is there, and what it does after that counts too. */
const LINGER = { timeoutMs: 240_000, waitFor: { delayMs: 1_500 } }
const IN_BROWSER = { engine: 'browser', ...LINGER }

/** No job is given out twice. */
const LEASE_MS = 900_000

/** By job type, its input beside the address. `airbnb` opens only pages of its own host. */
const INPUTS: Readonly<Record<string, object>> = {
  'markdown.extract': IN_BROWSER,
  'screenshot.extract': { ...LINGER, fullPage: true },
  'pdf.extract': LINGER,
  'json.extract': IN_BROWSER,
  'image.extract': IN_BROWSER,
  'swagger.extract': IN_BROWSER,
  'page.extract': { ...IN_BROWSER, extractors: [{ extractor: 'markdown' }, { extractor: 'json' }] },
}

/** The types of the jobs, which have all ended: what came of them is not looked at. `page` is a path of the canary. */
export async function attackByExtractors(egress: Egress, page: string): Promise<string[]> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'surveyor-attack-'))
  stack.defer(async () => rm(dataDir, { recursive: true, force: true }))
  // Browsers keep the cores from the heartbeats of this process. A page whose lease ends is opened again, which takes them as well.
  const server = await startProtocolServer({ after: () => undefined }, { leaseMs: LEASE_MS })
  stack.use(server.resources)
  const worker = await runWorker({
    crawl: server.resources.use(createPeer({ origin: server.origin, unavailableCode: 'crawl_unavailable' })),
    egress,
    log: silentLogger,
    settings: { ...TEST_WORKER, concurrency: { light: 1, http: 8, browser: 4, parser: 1 } },
    extractors: await discoverExtractors(FOLDER),
    host: { settings: {}, dataDir },
  })
  server.resources.defer(async () => worker.stop())
  const jobs = Object.entries(INPUTS).map(([type, more]) =>
    server.add(type, { url: `http://${FRONT}${page}?${type}`, robots: 'ignore', ...more }),
  )
  await server.until(() => jobs.every(({ state }) => state === 'ended'))
  return jobs.map(({ type }) => type)
}
