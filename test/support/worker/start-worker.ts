// A worker of the noop extractor in this process, small and quick enough for a test.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractorDescriptor } from '#extract/define-extractor.ts'
import type { Egress } from '#platform/egress/egress.ts'
import { createPeer } from '#platform/egress/peer.ts'
import { silentLogger, type Logger } from '#platform/telemetry/logger.ts'
import { runWorker, type RunningWorker } from '#worker/run-worker.ts'
import { DEFAULT_WORKER_TIMES, type WorkerSettings } from '#worker/settings.ts'
import noop from '#test/support/extractors/noop/index.ts'

export const TEST_WORKER: WorkerSettings = {
  ...DEFAULT_WORKER_TIMES,
  name: 'test',
  version: '0.0.0',
  tags: [],
  concurrency: { light: 10, http: 4, browser: 0, parser: 1 },
  stopGraceMs: 2_000,
  abortGraceMs: 100,
  // In the process of the test, which a busy machine may keep waiting: a test that hangs has its own end.
  stallMs: 600_000,
}

/** No test of the worker goes out. */
const noEgress: Egress = {
  async fetch() {
    throw new SurveyorError('url_not_allowed', 'There is no way out of this test.')
  },
  openRoute() {
    throw new SurveyorError('url_not_allowed', 'There is no way out of this test.')
  },
  async openVisit() {
    throw new SurveyorError('url_not_allowed', 'There is no way out of this test.')
  },
  acceptsMail: async (domain) => domain === 'mail.example',
  async [Symbol.asyncDispose]() {},
}

/** Stopped when `resources` are disposed of. */
export async function startWorker(
  { origin, resources }: { readonly origin: string; readonly resources: AsyncDisposableStack },
  settings: Partial<WorkerSettings> = {},
  log: Logger = silentLogger,
  extractors: readonly ExtractorDescriptor[] = [noop],
): Promise<RunningWorker> {
  const crawl = resources.use(createPeer({ origin, unavailableCode: 'crawl_unavailable' }))
  const worker = await runWorker({
    crawl,
    egress: noEgress,
    log,
    settings: { ...TEST_WORKER, ...settings },
    extractors,
    host: { settings: {}, dataDir: '/nonexistent' },
  })
  resources.defer(() => worker.stop())
  return worker
}
