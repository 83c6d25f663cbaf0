// Waits until a page has loaded: its own state, then the time that its scripts need, then what the caller waits for.
import type { Page } from 'playwright-core'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Warning } from '#contract/crawl/result.ts'
import type { BrowserOptions } from '#extract/browser/options.ts'
import { systemClock } from '#kit/time/clock.ts'

export interface PageLoading {
  readonly page: Page
  readonly waitFor: BrowserOptions['waitFor']
  /** Requests of the page that have no answer yet. */
  readonly pending: () => number
  readonly call: (source: string, argument?: unknown) => Promise<unknown>
  readonly signal: AbortSignal
  readonly remainingMs: () => number
}

/** Of the time that is left, what a page may take to load all of its parts. */
const LOAD_SHARE = 0.5
const ELEMENT_SHARE = 0.8
const MAX_LOAD_MS = 15_000
/** Without any request and change for so long, a page counts as done. */
const STILL_MS = { dom_stable: 150, network_idle: 500 } as const
/** The same for a page that shows nothing yet: its scripts may wait for a timer. */
const EMPTY_STILL_MS = 2_000
/** Some pages never rest: a clock, a feed. */
const MAX_WAIT_MS = 5_000

/** Throws `target_timeout` when the element of `waitFor` does not come. */
export async function waitForPage(loading: PageLoading): Promise<Warning[]> {
  const { page, waitFor = {}, signal, remainingMs } = loading
  const warnings: Warning[] = []
  const loadMs = Math.min(MAX_LOAD_MS, remainingMs() * LOAD_SHARE)
  const loaded = page.waitForLoadState('load', { timeout: loadMs }).then(
    () => true,
    () => false,
  )
  if (!(await loaded)) {
    signal.throwIfAborted()
    warnings.push({
      code: 'load_incomplete',
      detail: `Some parts of the page were not loaded after ${Math.round(loadMs)} ms.`,
    })
  }
  if (waitFor.selector !== undefined)
    await waitForElement(page, waitFor.selector, elementWaitMs(remainingMs()))
  const state = waitFor.state ?? 'dom_stable'
  if (state !== 'load' && !(await rest(loading, state))) {
    warnings.push({ code: 'never_still', detail: `The page still changed after ${MAX_WAIT_MS} ms.` })
  }
  if (waitFor.delayMs !== undefined) await systemClock.sleep(waitFor.delayMs, signal)
  return warnings
}

/** Ends before the deadline of the visit, so that the missing element is named. */
export const elementWaitMs = (remainingMs: number): number => Math.max(1, remainingMs * ELEMENT_SHARE)

async function waitForElement(page: Page, selector: string, timeout: number): Promise<void> {
  try {
    await page.locator(`css=${selector}`).first().waitFor({ state: 'visible', timeout })
  } catch (cause) {
    throw elementError(cause, selector, '/waitFor/selector')
  }
}

/** An error of Playwright about a selector of the caller, which stands at `pointer`. */
export function elementError(cause: unknown, selector: string, pointer: string): Error {
  const text = cause instanceof Error ? cause.message : String(cause)
  if (/not a valid selector|Unexpected token|Unknown engine|while parsing/i.test(text)) {
    return new SurveyorError('validation_failed', 'The selector is not valid CSS.', {
      cause,
      errors: [{ pointer, code: 'selector', detail: `\`${selector.slice(0, 100)}\` is not valid CSS.` }],
    })
  }
  return new SurveyorError('target_timeout', `No visible element fits \`${selector.slice(0, 100)}\`.`, {
    cause,
  })
}

/** False when the page does not come to rest. A page without scripts is at rest at once. */
async function rest(
  { pending, call, signal, remainingMs }: PageLoading,
  state: keyof typeof STILL_MS,
): Promise<boolean> {
  if (pending() === 0 && (await call(HAS_NO_SCRIPT)) === true) return true
  const endsAt = performance.now() + Math.min(MAX_WAIT_MS, remainingMs() * LOAD_SHARE)
  await call(WATCH_CHANGES)
  let stillSince = performance.now()
  let changes: unknown = null
  while (performance.now() < endsAt) {
    await systemClock.sleep(STILL_MS[state] / 3, signal)
    const seen = state === 'dom_stable' ? await call(COUNT_CHANGES) : null
    if (pending() > 0 || seen !== changes) stillSince = performance.now()
    changes = seen
    const stillMs = performance.now() - stillSince
    if (stillMs >= EMPTY_STILL_MS) return true
    if (stillMs >= STILL_MS[state] && (await call(SHOWS_ANYTHING)) === true) return true
  }
  return false
}

const HAS_NO_SCRIPT = `() => document.readyState === 'complete' && document.scripts.length === 0`
const SHOWS_ANYTHING = `() => document.querySelector('img, svg, canvas, video, iframe, frame, embed, object, input') !== null
  || (document.body?.innerText ?? '').trim() !== ''`
/** In our own world, so the page does not see it. */
const WATCH_CHANGES = `() => {
  globalThis.changes = 0
  new MutationObserver((list) => { globalThis.changes += list.length })
    .observe(document, { subtree: true, childList: true, characterData: true })
}`
const COUNT_CHANGES = `() => globalThis.changes ?? null`
