// One page in a context of its own: opened through its own way out, loaded, acted on, and closed with all it left.
import type { Browser, BrowserContextOptions, Response } from 'playwright-core'
import type { Warning } from '#contract/crawl/result.ts'
import type { SessionState } from '#contract/crawl/session.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { BrowserPage, BrowserVisit } from '#extract/browser/visit.ts'
import type { EgressVisit } from '#platform/egress/visit.ts'
import { untilAborted } from '#kit/time/wait.ts'
import { doActions, type KeepFile } from './actions.ts'
import { captureResponses } from './capture-responses.ts'
import { openDocumentGate } from './document-gate.ts'
import { isolatedWorld } from './isolated-world.ts'
import { navigationError } from './navigation-errors.ts'
import { observe } from './observe.ts'
import { pageFiles, type PageScreen } from './page-files.ts'
import { removeOverlays } from '#worker/browser/overlays/remove-overlays.ts'
import {
  contextWith,
  restoreTabStorage,
  sessionState,
  type LeftState,
} from '#worker/browser/session/session-state.ts'
import { waitForPage } from './wait-for-page.ts'
import { writePage } from './write-page.ts'

export interface OpenedPage {
  readonly view: BrowserPage
  /** What it leaves behind for a session. */
  state(): Promise<LeftState>
  /** Goes to the address, waits for the page and does the actions. Throws what `explained` answers. */
  load(): Promise<void>
  /** The error with a code for one that happened while the page was open. */
  explained(error: unknown): unknown
  close(): Promise<void>
}

/** What a page does for the job that it belongs to. */
export interface PageOwner {
  readonly keep: KeepFile
  /** What earlier requests of its session left behind. */
  readonly session?: SessionState | null
}

/** An answer that was cut short is shown as far as it came; of one that cannot be unpacked there is nothing. */
const BROKEN_BODY = /ERR_CONTENT_DECODING/
const BROKEN_OFF: Warning = {
  code: 'page_truncated',
  detail: 'The answer of the target broke off before its end; the page is shown as far as it came.',
}

const DESKTOP = { width: 1_280, height: 800 }
const MOBILE = { width: 412, height: 915 }

export async function openPage(
  browser: Browser,
  visit: BrowserVisit,
  door: EgressVisit,
  signal: AbortSignal,
  { keep, session: stored = null }: PageOwner,
): Promise<OpenedPage> {
  const options = contextOptions(browser, visit, door)
  const making =
    stored === null
      ? browser.newContext(options).then((context) => ({ context, warnings: [] }))
      : contextWith(browser, options, stored)
  const { context, warnings } = await untilAborted(making, signal).catch((error: unknown) => {
    // One that comes too late is for nobody.
    making.then(async (late) => late.context.close()).catch(() => undefined)
    throw navigationError(error)
  })
  const opening = openIn(context, visit, door, signal, { keep, session: stored }, warnings)
  const opened = await untilAborted(opening, signal).catch((error: unknown) => {
    void context.close().catch(() => undefined)
    throw navigationError(error)
  })
  return { ...opened, close: async () => context.close() }
}

async function openIn(
  context: Awaited<ReturnType<Browser['newContext']>>,
  visit: BrowserVisit,
  door: EgressVisit,
  signal: AbortSignal,
  { keep, session: stored = null }: PageOwner,
  begun: readonly Warning[],
): Promise<Omit<OpenedPage, 'close'>> {
  if (visit.cookies.length > 0) {
    await context.addCookies(visit.cookies.map((cookie) => ({ ...cookie, url: visit.url })))
  }
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const { media } = visit
  // The browser takes them in this order; only the last answer is waited for.
  const [{ frameTree }] = await Promise.all([
    session.send('Page.getFrameTree'),
    session.send('Runtime.enable'),
    media === undefined ? null : session.send('Emulation.setEmulatedMedia', { media }),
  ])
  const mainFrameId = frameTree.frame.id
  const files = pageFiles(session, screenOf(visit))
  const [tabStorage, gate] = await Promise.all([
    stored === null ? null : restoreTabStorage(session, stored),
    openDocumentGate(session, mainFrameId, visit, door),
  ])
  const world = isolatedWorld(session, mainFrameId)
  const seen = observe(context, page, visit)
  const captures = visit.capture === undefined ? null : await captureResponses(page, session, visit.capture)
  const warnings = [...begun]
  let response: BrowserPage['response'] = null
  let headers: BrowserPage['headers'] = {}
  const remainingMs = (): number => Math.max(1, visit.endsAtMs - performance.now())
  const asked = <T>(work: Promise<T>): Promise<T> => untilAborted(Promise.race([work, seen.crash]), signal)
  const call = async (source: string, argument?: unknown): Promise<unknown> =>
    asked(world.call(source, argument))

  const load = async (): Promise<void> => {
    const answer = await page.goto(visit.url, { waitUntil: 'commit', timeout: remainingMs() })
    if (visit.html === undefined) response = responseOf(answer, visit.url, door)
    if (response !== null) headers = answer?.headers() ?? {}
    const loading = { page, waitFor: visit.waitFor, pending: seen.pending, call, signal, remainingMs }
    warnings.push(...(await waitForPage(loading)))
    await tabStorage?.end()
    const cut = answer?.request().failure()?.errorText
    if (cut !== undefined && BROKEN_BODY.test(cut)) throw navigationError(new Error(cut))
    // A page that leaves while it loads is aborted, and whole.
    if (cut !== undefined && cut !== 'net::ERR_ABORTED') warnings.push(BROKEN_OFF)
    if (visit.removeOverlays !== false) {
      const url = page.url()
      const removed = await removeOverlays({ session, call, url, signal, remainingMs })
      if (removed.length > 0)
        warnings.push(...removed, ...(await waitForPage({ ...loading, waitFor: undefined })))
    }
    if (visit.actions !== undefined) {
      await doActions(visit.actions, { page, signal, remainingMs, files, keep })
      warnings.push(...(await waitForPage({ ...loading, waitFor: undefined })))
    }
    if (response !== null) response = { ...response, bytes: door.bytes }
  }

  return {
    load: async () => asked(load()),
    explained(error) {
      if (signal.aborted) return signal.reason
      if (gate.refusal !== null) return gate.refusal
      const failure =
        error instanceof SurveyorError ? null : (door.failureOf(page.url()) ?? door.failureOf(visit.url))
      return failure ?? navigationError(error)
    },
    state: async () => asked(sessionState(context, call)),
    view: {
      get response() {
        return response
      },
      get headers() {
        return headers
      },
      get url() {
        return page.url()
      },
      warnings,
      consoleErrors: seen.consoleErrors,
      failedRequests: seen.failedRequests,
      async html() {
        const isRefused = (url: string): boolean => door.failureOf(url) !== null
        const written = await asked(writePage({ page, context, session, isRefused, remainingMs }))
        warnings.push(...written.warnings)
        return written.html
      },
      captured: async () => (captures === null ? { responses: [], isCut: false } : asked(captures.all())),
      call,
      picture: async (options) => asked(files.picture(options)),
      print: async (options) => asked(files.print(options)),
      async omitBackground() {
        const color = { r: 0, g: 0, b: 0, a: 0 }
        await asked(session.send('Emulation.setDefaultBackgroundColorOverride', { color }))
      },
    },
  }
}

/** The answer of the page itself. Throws the error behind an answer that our own proxy gave. */
function responseOf(answer: Response | null, url: string, door: EgressVisit): BrowserPage['response'] {
  if (answer === null) return null
  const failure = door.failureOf(answer.url())
  if (failure !== null) throw failure
  const headers = answer.headers()
  door.saw(answer.status(), headers['retry-after'])
  const redirects: string[] = []
  for (let before = answer.request().redirectedFrom(); before !== null; before = before.redirectedFrom()) {
    redirects.unshift(before.url())
  }
  return {
    url,
    finalUrl: answer.url(),
    statusCode: answer.status(),
    contentType: headers['content-type'] ?? null,
    bytes: door.bytes,
    redirects,
  }
}

function screenOf({ device, viewport = {} }: BrowserVisit): PageScreen {
  const mobile = device === 'mobile'
  const size = mobile ? MOBILE : DESKTOP
  return {
    width: viewport.widthPx ?? size.width,
    height: viewport.heightPx ?? size.height,
    deviceScaleFactor: viewport.scale ?? 1,
    mobile,
  }
}

function contextOptions(browser: Browser, visit: BrowserVisit, door: EgressVisit): BrowserContextOptions {
  const { locale, timezone, colorScheme, reducedMotion, httpAuth } = visit
  const { width, height, deviceScaleFactor, mobile: isMobile } = screenOf(visit)
  const system = isMobile ? 'Linux; Android 10; K' : 'X11; Linux x86_64'
  const version = `${browser.version().split('.', 1)[0]}.0.0.0`
  const mobile = isMobile ? 'Mobile ' : ''
  return {
    proxy: { server: door.proxyUrl },
    // Honest, in the form that sites expect of a browser.
    userAgent: `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} ${mobile}Safari/537.36 ${door.userAgent}`,
    viewport: { width, height },
    deviceScaleFactor,
    isMobile,
    hasTouch: isMobile,
    acceptDownloads: false,
    serviceWorkers: 'block',
    ...(locale === undefined ? {} : { locale }),
    ...(timezone === undefined ? {} : { timezoneId: timezone }),
    ...(colorScheme === undefined ? {} : { colorScheme }),
    ...(reducedMotion === undefined ? {} : { reducedMotion: reducedMotion ? 'reduce' : 'no-preference' }),
    ...(httpAuth === undefined
      ? {}
      : { httpCredentials: { ...httpAuth, origin: new URL(visit.url).origin, send: 'unauthorized' } }),
  }
}
