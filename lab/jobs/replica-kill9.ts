// T05: one of two crawl replicas is killed while clients use both. They see broken connections only, and every
// acknowledged job ends once.
import type { Outcome } from '#lab/experiment.ts'
import { startCluster } from './replicas/cluster.ts'
import { checkJobs } from './replicas/check-jobs.ts'
import { runLoad } from './replicas/load.ts'

export const name = 'jobs-replica-kill9'
export const about =
  'T05: kill -9 of one of two crawl replicas under load: connection errors only, every acknowledged job ends'

const JOBS = 2_000
const CONNECTION_ERRORS = new Set(['ECONNRESET', 'EPIPE'])

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  await using cluster = await startCluster()
  const [going, staying] = cluster.replicas
  const report = await runLoad({
    urls: [going.url, staying.url],
    jobs: JOBS,
    clients: 16,
    at: JOBS / 4,
    event: () => going.process.kill('SIGKILL'),
    retryBroken: true,
  })
  const { acknowledged, failed, ...counts } = report
  const verdict = await checkJobs(cluster.db, acknowledged, 60_000)
  const { lost, endedTwice } = verdict
  return {
    id: 'T05 kill -9',
    pass:
      acknowledged.length === JOBS &&
      Object.keys(failed).length > 0 &&
      Object.keys(failed).every((kind) => CONNECTION_ERRORS.has(kind)) &&
      lost + endedTwice === 0,
    figure: { acknowledged: acknowledged.length, ...counts, failed, ...verdict },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}
