// Opens a page in a browser, says so, and waits to be killed.
import { createEgress } from '#platform/egress/egress.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createBrowserPool } from '#worker/browser/browser-pool.ts'
import { createBrowserFinder } from '#worker/browser/find-browser.ts'

const HOUR_MS = 3_600_000
const settings = {
  allow: [],
  hosts: [],
  contact: null,
  hostDelayMs: 0,
  hostConcurrency: 1,
  productVersion: '0',
}
const egress = createEgress({ settings, log: silentLogger })
const pool = createBrowserPool({
  pages: 1,
  find: createBrowserFinder({ chromium: null, browserUrl: null }),
  openVisit: async (rules) => egress.openVisit(rules),
  log: silentLogger,
})
await pool.visit(
  {
    url: 'http://page.invalid/',
    html: '<p>here</p>',
    robots: 'ignore',
    headers: {},
    cookies: [],
    maxBytes: 1_000_000,
    endsAtMs: performance.now() + HOUR_MS,
  },
  { jobId: 'holder', signal: new AbortController().signal },
  async (page) => {
    await page.html()
    process.stdout.write('open\n')
    await new Promise((resolve) => setTimeout(resolve, HOUR_MS))
  },
)
