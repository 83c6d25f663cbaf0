// Static pages from end to end: a batch of a thousand through the API, beside Crawlee's CheerioCrawler on the same site.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { JobAccepted } from '#contract/crawl/result.ts'
import type { Job } from '#contract/job.ts'
import { startProduct, startProgram, stopProgram } from './measure/programs.ts'

export const name = 'pages'
export const about =
  'pages/s of a batch of 1,000 static pages, until the last result was read, beside Crawlee'

const SITE = fileURLToPath(new URL('pages/site.ts', import.meta.url))
const PEER = fileURLToPath(new URL('peers/crawl-site.mjs', import.meta.url))
const PAGES = 1_000
const ROUNDS = 3
const runFile = promisify(execFile)

/** The contestants take turns; each round reads every page again. Prints the median of the rounds, and all of them. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  const site = await startProgram([SITE], folder, {}, /^(http:\S+)/)
  try {
    const product = await startProduct(folder)
    try {
      console.log(
        `\n${PAGES} pages of about 40 KB, ${availableParallelism()} cores; the site runs on them too`,
      )
      const contestants: Record<string, () => Promise<number>> = {
        'surveyor, main content as Markdown': () => batch(product.found, site.found),
        ...(existsSync(new URL('peers/node_modules/@crawlee/cheerio/', import.meta.url))
          ? {
              'crawlee, title and article text': () => crawlee(site.found, folder, []),
              'crawlee, at least 20 at once': () => crawlee(site.found, folder, ['20']),
            }
          : {}),
      }
      if (Object.keys(contestants).length === 1)
        console.log('pages: without peers (run `npm ci` in bench/peers to measure Crawlee too)')
      await report(contestants)
    } finally {
      await stopProgram(product.child)
    }
  } finally {
    await stopProgram(site.child)
    await rm(folder, { recursive: true, maxRetries: 5 })
  }
}

async function report(contestants: Readonly<Record<string, () => Promise<number>>>): Promise<void> {
  const rates = new Map(Object.keys(contestants).map((contestant) => [contestant, [] as number[]]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [contestant, crawl] of Object.entries(contestants)) {
      rates.get(contestant)?.push((PAGES / (await crawl())) * 1_000)
    }
  }
  for (const [contestant, all] of rates) {
    const median = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
    console.log(
      `  ${contestant.padEnd(36)} ${median.toFixed(0).padStart(5)} pages/s (${all.map((rate) => rate.toFixed(0)).join(', ')})`,
    )
  }
}

/** Milliseconds from submitting the batch until its last result was read. */
async function batch(crawlUrl: string, siteUrl: string): Promise<number> {
  const from = performance.now()
  const accepted = await fetch(`${crawlUrl}/api/v1/markdown/batch/extract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      items: Array.from({ length: PAGES }, (_, page) => ({ url: `${siteUrl}/page/${page}` })),
      defaults: { maxAgeMs: 0 },
    }),
  })
  const { id } = (await accepted.json()) as JobAccepted
  for (;;) {
    const job = (await (await fetch(`${crawlUrl}/api/jobs/${id}?waitMs=30000`)).json()) as Job
    if (job.status === 'succeeded') break
    if (job.status !== 'queued' && job.status !== 'running') throw new Error(JSON.stringify(job))
  }
  const results = await fetch(`${crawlUrl}/api/jobs/${id}/result`, {
    headers: { accept: 'application/x-ndjson' },
  })
  const lines = (await results.text()).split('\n').filter((line) => line !== '')
  const whole = lines.filter((line) => line.length > 2_000 && line.includes('"markdown"'))
  if (whole.length !== PAGES) throw new Error(`${whole.length} of ${PAGES} pages came back`)
  return performance.now() - from
}

/** Milliseconds that a run in a process of its own took, its start not counted. */
async function crawlee(siteUrl: string, folder: string, more: readonly string[]): Promise<number> {
  const storage = await mkdtemp(join(folder, 'crawlee-'))
  const { stdout } = await runFile(process.execPath, [PEER, siteUrl, String(PAGES), ...more], {
    env: { ...process.env, CRAWLEE_STORAGE_DIR: storage },
  })
  const answer = JSON.parse(stdout) as { readonly ms: number; readonly pages: number }
  if (answer.pages !== PAGES) throw new Error(`Crawlee read ${answer.pages} of ${PAGES} pages`)
  return answer.ms
}
