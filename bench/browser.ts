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
import { createBrowserFinder } from '#worker/browser/find-browser.ts'

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
  const { program, version } = await find()
  const settings = {
    allow: ['127.0.0.0/8'],
    hosts: [],
    contact: null,
    hostDelayMs: 0,
    hostConcurrency: 8,
    productVersion: '0',
  }
  const egress = createEgress({ settings, log: silentLogger })
  const pool = createBrowserPool({
    pages: 2,
    find,
    openVisit: async (rules) => egress.openVisit(rules),
    log: silentLogger,
  })
  const bare = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  const screenshot = await createScreenshot()
  const pdf = await createPdf()
  console.log(
    `Chromium ${version}; ${ROUNDS} rounds of ${PAGES_PER_ROUND} pages each, interleaved; median of the rounds`,
  )
  for (const [what, ours, peer] of [
    ['screenshots', ourJob(screenshot, pool), bareJob(bare, 'screenshot')],
    ['PDFs', ourJob(pdf, pool), bareJob(bare, 'pdf')],
  ] as const) {
    for (let at = 0; at < WARM_UP; at += 1) await Promise.all([ours(`${origin}/1`), peer(`${origin}/1`)])
    for (const concurrency of [1, 2]) {
      const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
      for (let round = 0; round < ROUNDS; round += 1) {
        rates.ours.push(await rateOf(ours, origin, concurrency))
        rates.bare.push(await rateOf(peer, origin, concurrency))
      }
      const [a, b] = [median(rates.ours), median(rates.bare)]
      console.log(
        `  ${what.padEnd(12)} @${concurrency}  ours ${a.toFixed(2)}/s  bare ${b.toFixed(2)}/s  ratio ${(a / b).toFixed(2)}`,
      )
    }
  }
  await bare.close()
  await pool[Symbol.asyncDispose]()
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
