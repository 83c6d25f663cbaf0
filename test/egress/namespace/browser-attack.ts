// Runs inside the private network: opens the hostile page and hostile addresses in a browser, by its pool (`some`, `all`), by
// the extractors of a worker (`some-extractors`, `all-extractors`), or without any guard (`plain`), and prints what was
// reached, as one JSON line. `some` opens an address of each kind, and a page that tries few of them.
import { createSocket } from 'node:dgram'
import { chromium } from 'playwright-core'
import type { BrowserPage, BrowserVisit } from '#extract/browser/visit.ts'
import type { SessionState } from '#contract/crawl/session.ts'
import { createEgress } from '#platform/egress/egress.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createBrowserPool } from '#worker/browser/browser-pool.ts'
import { createBrowserFinder, findInstalledBrowser } from '#worker/browser/find-browser.ts'
import { attackByExtractors } from './attack-by-extractors.ts'
import { CANARY_TEXT, startCanary } from './canary.ts'
import { startNameServer } from './dns-server.ts'
import { FEW_FORBIDDEN, FORBIDDEN, hostilePage, VECTORS } from './hostile-page.ts'
import { FRONT, HOSTILE, PUBLIC_ADDRESSES } from './targets.ts'

export interface BrowserAttackReport {
  readonly vectors: number
  readonly navigations: number
  /** `address port`, each once; datagrams have `udp` in front. */
  readonly leaked: string[]
  /** What a public page showed. */
  readonly publicText: string
  /** The extractors in whose pages scripts ran, and those that were asked. */
  readonly ran: readonly string[]
  readonly asked: readonly string[]
}

type Attacked = Pick<BrowserAttackReport, 'navigations' | 'publicText'> & { asked?: readonly string[] }

/** For what must be shown, on any machine. */
const PATIENCE_MS = 240_000
/** For what should not be reached: a connection counts however the visit ends. */
const GIVE_UP_MS = 4_000
/** For what a page does after it was read. */
const LINGER_MS = 1_500
const STUN_PORT = 3_478
const URL_OF_PAGE = `http://${FRONT}/page`

/** None of them may lead out either. */
const ACTIONS: NonNullable<BrowserVisit['actions']> = [
  { type: 'scroll' },
  { type: 'press', key: 'Enter' },
  { type: 'screenshot', fullPage: true },
  { type: 'pdf' },
  { type: 'script', code: 'await fetch(`http://${location.host}/again`).catch(() => null)' },
]
/** Cookies and storage for hosts that no page may reach: what is restored goes nowhere. */
const STATE: SessionState = {
  cookies: [],
  origins: [
    { origin: 'http://169.254.169.254', localStorage: [{ name: 'a', value: 'b' }] },
    { origin: `http://${FRONT}`, localStorage: [{ name: 'a', value: 'b' }] },
  ],
}
const session = { state: () => STATE, left: () => undefined }

const find = createBrowserFinder({ chromium: null, browserUrl: null })
const linger = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, LINGER_MS))
}

/** The control: the browser as Playwright starts it, until something was `seen`. */
async function plain(seen: () => boolean): Promise<Attacked> {
  const { program } = await findInstalledBrowser({ chromium: null })
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  const page = await (await browser.newContext()).newPage()
  await page.route(URL_OF_PAGE, async (route) =>
    route.fulfill({ body: hostilePage(FORBIDDEN), contentType: 'text/html' }),
  )
  await page.goto(URL_OF_PAGE, { waitUntil: 'commit' })
  while (!seen()) await linger()
  await browser.close()
  return { navigations: 0, publicText: '' }
}

const settings = {
  allow: [],
  hosts: [],
  contact: null,
  hostDelayMs: 0,
  hostConcurrency: 64,
  productVersion: '0',
}

async function guarded(targets: readonly string[], isAll: boolean): Promise<Attacked> {
  const egress = createEgress({ settings, log: silentLogger })
  const pool = createBrowserPool({
    pages: 4,
    find,
    openVisit: async (rules) => egress.openVisit(rules),
    log: silentLogger,
  })
  const visit = async <T>(
    url: string,
    html: string | null,
    use: (page: BrowserPage) => Promise<T>,
    timeoutMs: number,
    more: Partial<BrowserVisit> = {},
  ): Promise<T> =>
    pool.visit(
      {
        ...more,
        url,
        ...(html === null ? {} : { html }),
        robots: 'ignore',
        headers: {},
        cookies: [],
        blockAds: false,
        maxBytes: 10_000_000,
        endsAtMs: performance.now() + timeoutMs,
      },
      { jobId: url, signal: new AbortController().signal, keepFile: async () => null, session },
      use,
    )
  const uses: (readonly [(page: BrowserPage) => Promise<unknown>, Partial<BrowserVisit>])[] = [
    [async (page) => page.html(), {}],
    [async (page) => page.picture({ format: 'png', clip: { x: 0, y: 0, width: 100, height: 100 } }), {}],
    [async (page) => page.call('() => document.title'), {}],
    [async (page) => page.captured(), { capture: { accepts: () => true, max: 20 } }],
    [async (page) => page.html(), { actions: ACTIONS }],
  ]
  for (const [use, more] of uses) {
    await visit(
      URL_OF_PAGE,
      hostilePage(isAll ? FORBIDDEN : FEW_FORBIDDEN),
      async (page) => {
        await use(page)
        await linger()
      },
      PATIENCE_MS,
      more,
    )
  }
  const queue = [...targets]
  const worker = async (): Promise<void> => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      await visit(url, null, async (page) => page.html(), GIVE_UP_MS).catch(() => null)
    }
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  const publicText = await visit(`http://${FRONT}/`, null, async (page) => page.html(), PATIENCE_MS)
  await pool[Symbol.asyncDispose]()
  await egress[Symbol.asyncDispose]()
  return { navigations: targets.length, publicText }
}

async function extracted(page: string): Promise<Attacked> {
  await using egress = createEgress({ settings, log: silentLogger })
  const asked = await attackByExtractors(egress, page)
  return { navigations: asked.length, publicText: '', asked }
}

async function run(way: string): Promise<BrowserAttackReport> {
  const names = await startNameServer()
  const canary = await startCanary()
  const datagrams: string[] = []
  const stun = createSocket({ type: 'udp6', ipv6Only: false })
  stun.on('message', () => datagrams.push(`udp ${STUN_PORT}`))
  await new Promise<void>((resolve) => stun.bind(STUN_PORT, '::', resolve))
  const forbidden = (): string[] =>
    canary.accepted.filter((line) => !PUBLIC_ADDRESSES.has(line.split(' ', 1)[0] ?? ''))
  const isAll = way.startsWith('all')
  const targets = HOSTILE.filter(
    ({ url, kind }, at) =>
      URL.canParse(url) && (isAll || HOSTILE.findIndex((one) => one.kind === kind) === at),
  )
  const {
    navigations,
    publicText,
    asked = [],
  } = await (way === 'plain'
    ? plain(() => forbidden().length > 0)
    : way.endsWith('-extractors')
      ? extracted(isAll ? '/hostile/all' : '/hostile/few')
      : guarded(
          targets.map(({ url }) => url),
          isAll,
        ))
  stun.close()
  canary.close()
  names.close()
  return {
    vectors: Object.keys(VECTORS).length,
    navigations,
    leaked: [...new Set([...forbidden(), ...datagrams])],
    publicText: publicText.includes(CANARY_TEXT) ? CANARY_TEXT : publicText.slice(0, 200),
    ran: [...canary.ran],
    asked,
  }
}

console.log(JSON.stringify(await run(process.argv[2] ?? '')))
process.exit(0)
