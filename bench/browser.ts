// Pictures and PDFs of pages: our extractors with their pool, guard and checks, beside a bare loop of playwright-core.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser } from 'playwright-core'
import type { ExtractContext, ExtractorInstance } from '#extract/context.ts'
import { create as createPdf } from '#extractors/pdf/extract.ts'
import { create as createScreenshot } from '#extractors/screenshot/extract.ts'
import { createEgress } from '#platform/egress/egress.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createBrowserPool, type BrowserPool } from '#worker/browser/browser-pool.ts'
import { createBrowserFinder, findInstalledBrowser } from '#worker/browser/find-browser.ts'
import { childGroups, groupCoreTimeUs, groupMemoryBytes } from './measure/core-time.ts'

export const name = 'browser'
export const about =
  'pictures and PDFs a second at concurrency 1 and 2, ours beside a bare playwright-core loop, interleaved'

const ROUNDS = 4
const PAGES_PER_ROUND = 8
const WARM_UP = 2

/** A page as they are: styles, pictures, a little script. */
const page = (number: number): string => `<!doctype html><title>Page ${number}</title>
  <link rel="stylesheet" href="/style.css"><header><h1>Page ${number}</h1></header><main>
  ${Array.from({ length: 12 }, (_, at) => `<section><h2>Part ${at}</h2><img src="/${at}.svg" width="200" height="120"><p>${'Words of a page that is read by people. '.repeat(20)}</p></section>`).join('')}
  </main>`
const FILES: Readonly<Record<string, readonly [string, string]>> = {
  css: [
    'text/css',
    'body{font-family:sans-serif;margin:2em}section{border-top:1px solid #ccc;display:flow-root}img{float:right}',
  ],
  svg: [
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 12"><rect width="20" height="12" fill="teal"/><circle cx="8" cy="6" r="4" fill="gold"/></svg>',
  ],
}

type Job = (url: string) => Promise<unknown>

export async function run(): Promise<void> {
  const server = createServer((request, response) => {
    const ending = /\.(\w+)$/.exec(request.url ?? '')?.[1] ?? ''
    const [type, body] = FILES[ending] ?? ['text/html', page(Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0))]
    if (request.url === '/robots.txt') response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const find = createBrowserFinder({ chromium: null, browserUrl: null })
  const { program, version } = await findInstalledBrowser({ chromium: null })
  const settings = {
    allow: ['127.0.0.0/8'],
    hosts: [],
    contact: null,
    hostDelayMs: 0,
    hostConcurrency: 8,
    productVersion: '0',
  }
  const egress = createEgress({ settings, log: silentLogger })
  const openPool = (): BrowserPool =>
    createBrowserPool({
      pages: 2,
      find,
      openVisit: async (rules) => egress.openVisit(rules),
      log: silentLogger,
    })
  const bare = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  const [bareGroup = 0] = childGroups()
  const screenshot = await createScreenshot()
  const pdf = await createPdf()
  console.log(
    `Chromium ${version}; ${ROUNDS} rounds of ${PAGES_PER_ROUND} pages each, interleaved; median of the rounds`,
  )
  for (const [what, extractor, peer] of [
    ['screenshots', screenshot, bareJob(bare, 'screenshot')],
    ['PDFs', pdf, bareJob(bare, 'pdf')],
  ] as const) {
    // A browser is replaced after a hundred pages, so each kind gets one of its own.
    await using pool = openPool()
    const ours = ourJob(extractor, pool)
    for (let at = 0; at < WARM_UP; at += 1) await Promise.all([ours(`${origin}/1`), peer(`${origin}/1`)])
    const ourGroup = childGroups().find((group) => group !== bareGroup) ?? 0
    for (const concurrency of [1, 2]) {
      const figures = { ours: startFigures(), bare: startFigures() }
      for (let round = 0; round < ROUNDS; round += 1) {
        await measure(figures.ours, ours, origin, concurrency, ourGroup)
        await measure(figures.bare, peer, origin, concurrency, bareGroup)
      }
      const [a, b] = [median(figures.ours.rates), median(figures.bare.rates)]
      const [c, d] = [coreMs(figures.ours), coreMs(figures.bare)]
      console.log(
        `  ${what.padEnd(12)} @${concurrency}  ours ${a.toFixed(2)}/s  bare ${b.toFixed(2)}/s  ratio ${(a / b).toFixed(2)}` +
          `  core ms each: ours ${c.text}, bare ${d.text}, ratio ${(d.total / c.total).toFixed(2)}`,
      )
    }
    if (what === 'PDFs') console.log(`  memory: ${await memoryPerPage(pool, ourGroup)}`)
  }
  await bare.close()
  await egress[Symbol.asyncDispose]()
  server.closeAllConnections()
  server.close()
}

function ourJob(extractor: ExtractorInstance, pool: BrowserPool): Job {
  const { signal } = new AbortController()
  let jobs = 0
  return async (url) => {
    jobs += 1
    const jobId = `job ${jobs}`
    const refuse = (): never => {
      throw new Error('not part of this benchmark')
    }
    const context: ExtractContext = {
      signal,
      deadlineAt: null,
      progress: () => {},
      log: silentLogger,
      fetch: refuse,
      isolate: refuse,
      readArtifact: refuse,
      browse: async (visit, use) => pool.visit(visit, { jobId, signal }, use),
      saveArtifact: async ({ kind, mediaType, bytes }) => ({
        id: 'art_bench',
        kind,
        mediaType,
        href: '',
        bytes: bytes.length,
        sha256: '',
        expiresAt: '',
      }),
      report: () => {},
      traceparent: null,
    }
    return extractor.operations['extract']?.({ url, viewport: { widthPx: 1_280, heightPx: 800 } }, context)
  }
}

function bareJob(browser: Browser, what: 'screenshot' | 'pdf'): Job {
  return async (url) => {
    const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } })
    try {
      const opened = await context.newPage()
      await opened.goto(url, { waitUntil: 'load' })
      await (what === 'pdf'
        ? opened.pdf({ format: 'A4', printBackground: true, outline: true, tagged: true })
        : opened.screenshot())
    } finally {
      await context.close()
    }
  }
}

/** Of one way to make pages; times in microseconds. */
interface Figures {
  readonly rates: number[]
  browserUs: number
  nodeUs: number
}

const startFigures = (): Figures => ({ rates: [], browserUs: 0, nodeUs: 0 })

async function measure(
  figures: Figures,
  job: Job,
  origin: string,
  concurrency: number,
  group: number,
): Promise<void> {
  const node = process.cpuUsage()
  const browserUs = groupCoreTimeUs(group)
  figures.rates.push(await rateOf(job, origin, concurrency))
  const used = process.cpuUsage(node)
  figures.nodeUs += used.user + used.system
  figures.browserUs += groupCoreTimeUs(group) - browserUs
}

/** Core time of one page: on a busy machine it says more than pages a second. Node serves the pages too, on both sides. */
function coreMs({ browserUs, nodeUs }: Figures): { readonly total: number; readonly text: string } {
  const pages = 1_000 * ROUNDS * PAGES_PER_ROUND
  const [browser, node] = [browserUs / pages, nodeUs / pages]
  return { total: browser + node, text: `${browser.toFixed(0)} browser + ${node.toFixed(0)} node` }
}

/** What a second open page adds to a browser with one. */
async function memoryPerPage(pool: BrowserPool, group: number): Promise<string> {
  const open = async (left: number): Promise<number> =>
    pool.visit(
      {
        url: 'http://page.invalid/',
        html: page(1),
        robots: 'ignore',
        headers: {},
        cookies: [],
        maxBytes: 1e8,
        endsAtMs: performance.now() + 60_000,
      },
      { jobId: `memory ${left}`, signal: new AbortController().signal },
      async () => (left === 0 ? groupMemoryBytes(group) : open(left - 1)),
    )
  const [one, two] = [await open(0), await open(1)]
  const mb = (bytes: number): string => `${(bytes / 1_024 ** 2).toFixed(0)} MB`
  return `${mb(one)} with one page open, ${mb(two - one)} for another one`
}

async function rateOf(job: Job, origin: string, concurrency: number): Promise<number> {
  const startedMs = performance.now()
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < PAGES_PER_ROUND) {
      next += 1
      await job(`${origin}/${next}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return (1_000 * PAGES_PER_ROUND) / (performance.now() - startedMs)
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}
