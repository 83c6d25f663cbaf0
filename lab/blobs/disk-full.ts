// T13 for files: the disk of the blobs fills up during uploads. Acknowledged files stay, and freed space is used
// without a restart.
import type { Outcome } from '#lab/experiment.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Artifact } from '#contract/crawl/artifact.ts'
import { sql } from '#platform/db/sql.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { isWhole, startCrawlProcess, upload } from './parts/crawl-process.ts'

export const name = 'blobs-disk-full'
export const about =
  'T13 for files: a tmpfs of 16 MB runs full: 503 with Retry-After, 0 lost, heals when space returns'

const DISK = '16m'
const FILES = 60
const MAX_BYTES = 1_000_000
const CLIENTS = 4
const HEALED_WITHIN_MS = 10_000

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-lab-'))
  await using scratch = await startScratchDatabase(['jobs', 'keys', 'webhooks', 'blobs', 'crawl'])
  // Only this program sees the mount, which disappears with it.
  const small = `mount -t tmpfs -o size=${DISK} tmpfs '${folder}' && exec "$@"`
  const crawl = await startCrawlProcess(scratch, folder, ['unshare', '-Urm', 'sh', '-c', small, '--'])
  try {
    const kept: Artifact[] = []
    const refusals: { status: number; retryAfter: string | null }[] = []
    let left = FILES
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while ((left -= 1) >= 0) {
          const answer = await upload(crawl.url, randomBytes(Math.ceil(Math.random() * MAX_BYTES)))
          if ('id' in answer) kept.push(answer)
          else refusals.push(answer)
        }
      }),
    )
    const lostWhileFull = await countLost(crawl.url, kept)
    const asPromised = refusals.filter(({ status, retryAfter }) => status === 503 && Number(retryAfter) > 0)

    const gone = kept.splice(0, Math.ceil(kept.length / 2))
    for (const { href } of gone) await fetch(crawl.url + href, { method: 'DELETE' })
    await using db = await scratch.open(1)
    await db.execute(sql`update blobs set held_until = now()`)
    const healedMs = await msUntilTaken(crawl.url, kept)
    const figure = {
      acknowledged: kept.length + gone.length,
      refused: refusals.length,
      refusedOtherwise: refusals.length - asPromised.length,
      lost: lostWhileFull + (await countLost(crawl.url, kept)),
      healedMs,
    }
    const pass = figure.refused > 0 && figure.refusedOtherwise === 0 && figure.lost === 0 && healedMs !== null
    return { id: 'T13-files', pass, figure, secs: Math.round((performance.now() - startedAt) / 100) / 10 }
  } finally {
    await crawl.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

async function countLost(url: string, artifacts: readonly Artifact[]): Promise<number> {
  let lost = 0
  for (const artifact of artifacts) if (!(await isWhole(url, artifact))) lost += 1
  return lost
}

/** How long it takes until a file as large as the largest is taken again; null where that takes too long. */
async function msUntilTaken(url: string, kept: Artifact[]): Promise<number | null> {
  const from = performance.now()
  while (performance.now() - from < HEALED_WITHIN_MS) {
    const answer = await upload(url, randomBytes(MAX_BYTES))
    if ('id' in answer) {
      kept.push(answer)
      return Math.round(performance.now() - from)
    }
    await sleep(100)
  }
  return null
}
