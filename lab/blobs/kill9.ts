// T04 for files: crawl is killed repeatedly while files are uploaded; acknowledged files are complete afterwards.
import type { Outcome } from '#lab/experiment.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Artifact } from '#contract/crawl/artifact.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { isWhole, startCrawlProcess, upload } from './parts/crawl-process.ts'

export const name = 'blobs-kill9'
export const about =
  'T04 for files: kill -9 of crawl × 10 while files come in: every acknowledged one is whole'

const KILLS = 10
const CLIENTS = 6
const KILL_AFTER_MS = 700
const MAX_BYTES = 3_000_000

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-lab-'))
  await using scratch = await startScratchDatabase(['jobs', 'keys', 'webhooks', 'blobs', 'crawl'])
  const acknowledged: Artifact[] = []
  let broken = 0
  try {
    for (let kills = 0; kills < KILLS; kills += 1) {
      const crawl = await startCrawlProcess(scratch, folder)
      const killed = new AbortController()
      const clients = Array.from({ length: CLIENTS }, async () => {
        while (!killed.signal.aborted) {
          try {
            const answer = await upload(crawl.url, randomBytes(Math.floor(Math.random() * MAX_BYTES)))
            if ('id' in answer) acknowledged.push(answer)
          } catch {
            broken += 1
          }
        }
      })
      await sleep(KILL_AFTER_MS * (0.5 + Math.random()))
      killed.abort()
      await crawl.kill()
      await Promise.all(clients)
    }
    const crawl = await startCrawlProcess(scratch, folder)
    let lost = 0
    for (const artifact of acknowledged) if (!(await isWhole(crawl.url, artifact))) lost += 1
    await crawl.kill()
    const begun = (await readdir(join(folder, 'incoming'))).length
    const figure = {
      kills: KILLS,
      acknowledged: acknowledged.length,
      lost,
      brokenOff: broken,
      begunFiles: begun,
    }
    // Kills that met no upload would prove nothing.
    const pass = lost === 0 && broken > 0 && acknowledged.length > KILLS
    return { id: 'T04-files', pass, figure, secs: Math.round((performance.now() - startedAt) / 100) / 10 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
