// Runs the crawls of sites in this process: each as a job, which another replica takes over when this one dies.
import type { Database } from '#platform/db/database.ts'
import type { JobLeases, JobSignals, JobSubmission, JobWorkers } from '#platform/jobs/job-engine.ts'
import { startLocalWorkers, type LocalWorkers } from '#platform/jobs/worker/local-worker.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { ArtifactService } from '#crawl/artifacts/artifact-service.ts'
import type { Discovery } from '#crawl/discovery/discovery.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { runCrawl } from './run/run-crawl.ts'
import { MAP_JOB, PAGE_JOB, SITE_JOB } from '#crawl/sites/request/site-job.ts'

/** Crawls at the same time in one replica; further ones wait in the queue. */
const CRAWLS = 50

/** Disposing gives the crawls that run here back to the queue. */
export interface Sites extends AsyncDisposable {
  start(): Promise<void>
}

/** Nothing runs where no extractor reads pages. */
export function createSites(deps: {
  readonly db: Database
  readonly log: Logger
  readonly engine: JobSubmission & JobLeases & JobSignals & JobWorkers
  readonly operations: readonly ExtractorOperation[]
  readonly artifacts: ArtifactService
  readonly discovery: Pick<Discovery, 'exclusions'>
}): Sites {
  const { db, log, engine, operations, artifacts, discovery } = deps
  const operationOf = (type: string) => operations.find(({ jobType }) => jobType === type) ?? null
  const pageOperation = operationOf(PAGE_JOB)
  let workers: LocalWorkers | null = null
  return {
    async start() {
      if (pageOperation === null) return
      const { exclusions } = discovery
      const run = runCrawl({
        db,
        engine,
        artifacts,
        exclusions,
        pageOperation,
        mapOperation: operationOf(MAP_JOB),
      })
      workers ??= await startLocalWorkers({
        engine,
        log,
        name: 'sites',
        handlers: { [SITE_JOB]: { pool: 'system', concurrency: CRAWLS, run } },
      })
    },
    async [Symbol.asyncDispose]() {
      await workers?.stop()
    },
  }
}
