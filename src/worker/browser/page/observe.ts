// Watches a page while it is open: its errors, what it could not load, its pop-ups and dialogs, and whether it crashed.
import type { BrowserContext, Page, Request } from 'playwright-core'
import type { BrowserPage, BrowserVisit } from '#extract/browser/visit.ts'
import { crashed } from './navigation-errors.ts'

export interface Observed extends Pick<BrowserPage, 'consoleErrors' | 'failedRequests'> {
  /** Requests that bring content and have no answer yet. */
  readonly pending: () => number
  /** Rejects when the page crashes; never resolves. */
  readonly crash: Promise<never>
}

const MAX_LISTED = 50
const MAX_CHARS = 500
/** A stream or a socket stays open for as long as the page. */
const AWAITED: ReadonlySet<string> = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch'])

export function observe(
  context: BrowserContext,
  page: Page,
  { blockResources = [] }: BrowserVisit,
): Observed {
  const consoleErrors: string[] = []
  const failedRequests: { url: string; reason: string }[] = []
  const pending = new Set<Request>()
  const { promise: crash, reject } = Promise.withResolvers<never>()
  crash.catch(() => undefined)
  const told = (text: string): void => {
    if (consoleErrors.length < MAX_LISTED) consoleErrors.push(text.slice(0, MAX_CHARS))
  }

  page.on('crash', () => reject(crashed()))
  page.on('console', (message) => {
    if (message.type() === 'error') told(message.text())
  })
  page.on('pageerror', (error) => told(String(error)))
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  context.on('page', (other) => {
    if (other !== page) void other.close().catch(() => undefined)
  })
  page.on('request', (request) => {
    if (AWAITED.has(request.resourceType())) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => {
    pending.delete(request)
    const reason = request.failure()?.errorText ?? 'unknown'
    const isBlocked = blockResources.some((type) => type === request.resourceType())
    if (isBlocked || reason === 'net::ERR_ABORTED' || failedRequests.length >= MAX_LISTED) return
    failedRequests.push({ url: request.url().slice(0, MAX_CHARS), reason })
  })
  return { consoleErrors, failedRequests, pending: () => pending.size, crash }
}
