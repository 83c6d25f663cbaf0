// The browser of this machine over an egress that may reach loopback, for one test.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { BrowserPage, BrowserVisit } from '#extract/browser/visit.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { openEgress } from '#test/support/sites/local-server.ts'
import { createBrowserPool, type BrowserPool, type VisitCaller } from '#worker/browser/browser-pool.ts'
import { createBrowserFinder } from '#worker/browser/find-browser.ts'

/** Enough for any page of a test, on a machine that does other things as well. */
const VISIT_MS = 60_000

/** Ends with the test. A machine without a browser fails it: `find-browser.ts` says what to install. */
export function openBrowser(
  t: TestContext,
  options: {
    readonly pages?: number
    readonly hosts?: readonly string[]
    /** What it may reach; default all of loopback. */
    readonly allow?: readonly string[]
    /** A farm in the place of the browser of this machine. */
    readonly browserUrl?: string
  } = {},
): BrowserPool {
  const egress = openEgress(t, {
    hosts: options.hosts ?? [],
    ...(options.allow === undefined ? {} : { allow: options.allow }),
  })
  const pool = createBrowserPool({
    pages: options.pages ?? 2,
    find: createBrowserFinder({ chromium: null, browserUrl: options.browserUrl ?? null }),
    openVisit: async (rules) => egress.openVisit(rules),
    log: silentLogger,
  })
  t.after(() => pool[Symbol.asyncDispose]())
  return pool
}

/** Opens `url` and gives it to `use`; the page as it stands without one. */
export async function seenBy<T = string>(
  pool: BrowserPool,
  url: string,
  more: Partial<BrowserVisit> &
    Partial<Pick<VisitCaller, 'signal' | 'session'>> & { readonly timeoutMs?: number } = {},
  use?: (page: BrowserPage) => Promise<T>,
): Promise<T> {
  const { timeoutMs = VISIT_MS, signal = new AbortController().signal, session, ...visit } = more
  return pool.visit(
    {
      url,
      headers: {},
      cookies: [],
      maxBytes: 50_000_000,
      endsAtMs: performance.now() + timeoutMs,
      ...visit,
    },
    { jobId: `job of ${url}`, signal, ...(session === undefined ? {} : { session }) },
    use ?? (async (page) => (await page.html()) as T),
  )
}

/** For `assert.rejects`. */
export function failsWith(code: string, text = /(?:)/): (error: unknown) => true {
  return (error) => {
    assert.equal(Object(error).code, code, String(error))
    assert.match(String(error), text)
    return true
  }
}
