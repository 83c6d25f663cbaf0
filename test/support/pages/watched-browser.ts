// A Chromium that looks at the pages of the product as a person would, and writes down what must not happen there.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import { chromium, type Browser, type Page } from 'playwright-core'
import { hasSandbox } from '#worker/browser/browser-process.ts'
import { findInstalledBrowser } from '#worker/browser/find-browser.ts'

/** Enough for any step of a test, on a machine that does other things as well. */
const STEP_MS = 180_000
/** Conformance to WCAG 2.2 at levels A and AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const AXE = new URL(import.meta.resolve('axe-core/axe.min.js'))

/** A page with what it did wrong: errors in its console, requests to other hosts, violations of its policy. */
export interface WatchedPage {
  readonly page: Page
  readonly wrongs: readonly string[]
}

/** How a page is opened. */
export interface WatchOptions {
  readonly width?: number
  readonly height?: number
  readonly isDark?: boolean
  /** Set as the key of the tab before the page loads. */
  readonly key?: string
  /** Errors that the test provokes, such as the console line of a 403. */
  readonly allowed?: RegExp
}

/** Opens pages of `origin`; ends with the test. */
export async function openWatchedBrowser(
  t: TestContext,
  origin: string,
): Promise<{ open(hash: string, options?: WatchOptions): Promise<WatchedPage> }> {
  const { program, env } = await findInstalledBrowser({ chromium: null })
  const browser = await chromium.launch({
    executablePath: program,
    chromiumSandbox: hasSandbox(),
    env: { ...env },
    timeout: STEP_MS,
  })
  t.after(() => browser.close())
  return { open: async (hash, options = {}) => openPage(browser, origin, hash, options) }
}

async function openPage(
  browser: Browser,
  origin: string,
  hash: string,
  { width = 1_440, height = 900, isDark = false, key, allowed }: WatchOptions,
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(STEP_MS)
  const wrongs: string[] = []
  const note = (wrong: string): void => {
    if (allowed === undefined || !allowed.test(wrong)) wrongs.push(wrong)
  }
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob):/.test(url)) note(`request to ${url}`)
  })
  context.on('weberror', (error) => note(`error: ${error.error().message}`))
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`console: ${message.text()}`)
  })
  await context.exposeFunction('noteViolation', (directive: string, uri: string) =>
    note(`policy: ${directive} refused ${uri}`),
  )
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => noteViolation(event.violatedDirective, event.blockedURI))
     if (location.origin === ${JSON.stringify(origin)} && ${JSON.stringify(key ?? null)} !== null)
       sessionStorage.setItem('surveyor.key', ${JSON.stringify(key ?? null)})`,
  )
  const page = await context.newPage()
  await page.goto(`${origin}/${hash}`)
  return { page, wrongs }
}

/** Goes to another view of a page without loading it again. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
}

interface AxeReport {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string | null
    readonly nodes: readonly { readonly html: string }[]
  }[]
  readonly passes: number
}

/** Fails where axe-core finds something serious or critical in what the page shows now. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  // Evaluated by the debugger, which the policy of the page does not concern; once for all views of a document.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(await readFile(AXE, 'utf8'))
  const { violations, passes } = await page.evaluate<AxeReport>(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations, passes }) => ({
      passes: passes.length,
      violations: violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) })),
    }))`,
  )
  assert.ok(passes > 5, `axe looked at ${what}`)
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html)
          .join(' | ')}`,
    )
  assert.deepEqual(serious, [], what)
}
