// T05: one of two crawl replicas is told to stop while clients use both; no request fails, every job runs once.
import type { Outcome } from '#lab/experiment.ts'
import { once } from 'node:events'
import { startCluster } from './replicas/cluster.ts'
import { checkJobs } from './replicas/check-jobs.ts'
import { runLoad } from './replicas/load.ts'

export const name = 'jobs-replica-sigterm'
export const about =
  'T05: SIGTERM for one of two crawl replicas under load: 0 failed requests, 2,000 jobs, each once'

const JOBS = 2_000

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  await using cluster = await startCluster({ SURVEYOR_STOP_DELAY_MS: '1000' })
  const [going, staying] = cluster.replicas
  const ended = once(going.process, 'exit')
  const report = await runLoad({
    urls: [going.url, staying.url],
    jobs: JOBS,
    clients: 16,
    at: JOBS / 4,
    event: () => going.process.kill('SIGTERM'),
    retryBroken: false,
  })
  const [code] = (await ended) as [number | null]
  const { acknowledged, failed, ...counts } = report
  const verdict = await checkJobs(cluster.db, acknowledged, 60_000)
  const failures = Object.values(failed).reduce((sum, n) => sum + n, 0)
  const { lost, unacknowledged, endedTwice, ranAgain } = verdict
  return {
    id: 'T05 SIGTERM',
    pass:
      failures === 0 &&
      code === 0 &&
      acknowledged.length === JOBS &&
      lost + unacknowledged + endedTwice + ranAgain === 0,
    figure: {
      acknowledged: acknowledged.length,
      ...counts,
      failed: failures,
      kinds: failed,
      ...verdict,
      exitCode: code,
    },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}
