// A whole site: found of what is expected, fetched twice, pages/s and core time, beside Crawlee on the same site; and its
// map.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { SiteCrawl, SitePage } from '#contract/crawl/sites/site.ts'
import type { ExtractionAnswer, JobAccepted } from '#contract/crawl/result.ts'
import { isTerminal } from '#contract/job.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { treeCoreTimeUs } from './measure/core-time.ts'
import { startProduct, startProgram, stopProgram } from './measure/programs.ts'

export const name = 'sites'
export const about =
  'a generated site of 1,000 pages: found, fetched twice, pages/s, core time, beside Crawlee'

const SITE = fileURLToPath(new URL('../test/support/sites/generated/site-program.ts', import.meta.url))
const PEER = fileURLToPath(new URL('peers/crawl-whole-site.mjs', import.meta.url))
const PAGES = Number(process.env['BENCH_SITE_PAGES'] ?? 1_000)
const runFile = promisify(execFile)

/** What one contestant brought home. */
interface Crawled {
  readonly paths: ReadonlySet<string>
  readonly ms: number
  readonly coreMs: number
}

/** Without traps, which Crawlee would follow for ever; with copies, redirects and errors. Each reads the site once. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
  const options = JSON.stringify({ pages: PAGES, traps: false })
  const site = await startProgram([SITE, options], folder, {}, /^(\d+)$/)
  const origin = `http://127.0.0.1:${site.found}`
  try {
    const product = await startProduct(folder)
    const pid = product.child.pid ?? 0
    try {
      const expected = new Set(await json<string[]>(`${origin}/_site/expected`))
      console.log(
        `\n${expected.size} pages, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}; the site runs on them too`,
      )
      const contestants: Record<string, () => Promise<Crawled>> = {
        'surveyor, links and sitemaps': async () => ours(product.found, origin, pid),
        'surveyor, links alone': async () => ours(product.found, origin, pid, { sitemap: 'skip' }),
        ...(existsSync(new URL('peers/node_modules/@crawlee/cheerio/', import.meta.url))
          ? {
              'crawlee, links': async () => crawlee(origin, folder, []),
              'crawlee, links, at least 20 at once': async () => crawlee(origin, folder, ['20']),
            }
          : {}),
      }
      for (const [contestant, crawl] of Object.entries(contestants)) {
        await json(`${origin}/_site/forget`)
        report(contestant, await crawl(), expected, await json(`${origin}/_site/fetches`))
      }
      await map(product.found, origin, expected)
    } finally {
      await stopProgram(product.child)
    }
  } finally {
    await stopProgram(site.child)
    await rm(folder, { recursive: true, maxRetries: 5 })
  }
}

function report(
  contestant: string,
  { paths, ms, coreMs }: Crawled,
  expected: ReadonlySet<string>,
  { fetches }: { readonly fetches: Readonly<Record<string, number>> },
): void {
  const found = [...expected].filter((path) => paths.has(path)).length
  const twice = Object.entries(fetches).filter(([path, count]) => expected.has(path) && count > 1).length
  const all = Object.values(fetches).reduce((sum, count) => sum + count, 0)
  console.log(
    `  ${contestant.padEnd(38)} ${found} of ${expected.size} found, ${twice} fetched twice, ${all} requests, ` +
      `${((found / ms) * 1_000).toFixed(0)} pages/s, ${(coreMs / found).toFixed(1)} ms of core time a page`,
  )
}

/** From the request to the last page of the list; core time of services, worker and database. */
async function ours(crawlUrl: string, origin: string, pid: number, more: object = {}): Promise<Crawled> {
  const [from, coreFrom] = [performance.now(), treeCoreTimeUs(pid)]
  const body = { urls: [`${origin}/`], maxPages: PAGES * 2, maxAgeMs: 0, ...more }
  const { jobId } = await json<JobAccepted>(`${crawlUrl}/api/v1/sites/crawl`, body)
  for (;;) {
    await fetch(`${crawlUrl}/api/jobs/${jobId}?waitMs=30000`)
    if (isTerminal((await json<SiteCrawl>(`${crawlUrl}/api/v1/sites/${jobId}`)).status)) break
  }
  const pages = await fetch(`${crawlUrl}/api/v1/sites/${jobId}/pages?state=stored&include=results`, {
    headers: { accept: 'application/x-ndjson' },
  })
  const paths = new Set<string>()
  for (const line of (await pages.text()).split('\n')) {
    if (line === '') continue
    const { url, finalUrl } = JSON.parse(line) as SitePage
    paths.add(new URL(finalUrl ?? url).pathname)
  }
  return { paths, ms: performance.now() - from, coreMs: (treeCoreTimeUs(pid) - coreFrom) / 1_000 }
}

/** In a process of its own, whose start is not counted. */
async function crawlee(origin: string, folder: string, more: readonly string[]): Promise<Crawled> {
  const storage = await mkdtemp(join(folder, 'crawlee-'))
  const { stdout } = await runFile(process.execPath, [PEER, origin, ...more], {
    env: { ...process.env, CRAWLEE_STORAGE_DIR: storage },
    maxBuffer: 64 * 1_024 ** 2,
  })
  const { paths, ms, coreMs } = JSON.parse(stdout) as { paths: string[]; ms: number; coreMs: number }
  return { paths: new Set(paths), ms, coreMs }
}

async function map(crawlUrl: string, origin: string, expected: ReadonlySet<string>): Promise<void> {
  await json(`${origin}/_site/forget`)
  const from = performance.now()
  const body = { url: `${origin}/`, limit: 100_000, maxAgeMs: 0 }
  const { data } = await json<ExtractionAnswer>(`${crawlUrl}/api/v1/sites/map`, body)
  const ms = performance.now() - from
  const { links } = fieldsOf(data)
  const paths = new Set(
    Array.isArray(links) ? links.map((link) => new URL(String(fieldsOf(link)['url'])).pathname) : [],
  )
  const { fetches } = await json<{ fetches: Record<string, number> }>(`${origin}/_site/fetches`)
  const all = Object.values(fetches).reduce((sum, count) => sum + count, 0)
  const found = [...expected].filter((path) => paths.has(path)).length
  console.log(
    `  ${'surveyor, map'.padEnd(38)} ${found} of ${expected.size} found, ${all} requests, ${(ms / 1_000).toFixed(2)} s`,
  )
}

async function json<Answer = unknown>(url: string, body?: object): Promise<Answer> {
  const answer = await fetch(
    url,
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json', prefer: 'wait=120' },
          body: JSON.stringify(body),
        },
  )
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
