// The browser of a worker: started when the first page needs it, replaced when it is old or large, a few pages at once.
import type { SessionState } from '#contract/crawl/session.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { BrowserPage, BrowserVisit } from '#extract/browser/visit.ts'
import { startDeadline } from '#platform/egress/transport/deadline.ts'
import type { Egress } from '#platform/egress/egress.ts'
import type { ProxyRoute } from '#platform/egress/proxied/proxy-route.ts'
import type { HostPace } from '#platform/egress/host-limits/host-slots.ts'
import type { TurnWait } from '#platform/egress/host-limits/turn.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createFairQueue } from '#worker/isolate/fair-queue.ts'
import { adHostsFor } from './ad-hosts.ts'
import { connectFarm } from './connect-farm.ts'
import {
  removeOldProfiles,
  startBrowser,
  type BrowserProcess,
  type FoundBrowser,
  type InstalledBrowser,
} from './browser-process.ts'
import type { KeepFile } from './page/actions.ts'
import { openPage } from './page/open-page.ts'
import { endsWithin, untilAborted } from '#kit/time/wait.ts'

/** The job that a page belongs to. */
export interface VisitCaller {
  readonly jobId: string
  readonly signal: AbortSignal
  /** For the slot at the host of the page. */
  readonly waitLimit?: TurnWait
  readonly pace?: HostPace
  /** Keeps the files that actions make; absent: they cannot make any. */
  readonly keepFile?: KeepFile
  /** The session of the job: what the page begins with, and what is told when it is closed. */
  readonly session?: { state(): SessionState; left(state: SessionState, isCut: boolean): void }
  /** The proxy of the job. Absent: it has none. */
  readonly route?: ProxyRoute
}

export interface BrowserPool extends AsyncDisposable {
  /** As `ExtractBrowse`. */
  visit<T>(visit: BrowserVisit, caller: VisitCaller, use: (page: BrowserPage) => Promise<T>): Promise<T>
  /** Browsers that run now. */
  readonly running: number
  /** Whether a browser of this machine started when one was last needed; null before. */
  readonly starts: boolean | null
}

export interface BrowserPoolDeps {
  /** Pages at once; further ones wait. */
  readonly pages: number
  /** Throws `browser_unavailable`. */
  readonly find: () => Promise<FoundBrowser>
  readonly openVisit: Egress['openVisit']
  readonly log: Logger
}

/** What pages leave behind in a browser goes with it. */
const PAGES_PER_BROWSER = 100
const MAX_MEMORY_BYTES = 1_500 * 1_024 ** 2
/** How often the memory is measured; measuring takes some ten milliseconds. */
const PAGES_PER_MEASURE = 10
/** A context that does not close within this time belongs to a browser that hangs, or to a busy machine. */
const CLOSE_MS = 2_000
/** How much longer it may take while the browser has other pages. */
const CLOSE_BESIDE_OTHERS_MS = 10_000
/** A browser takes no connection there: port 9 of a discard service that no one runs. */
const NO_PROXY = 'http://127.0.0.1:9'

/** One browser with the pages that are open in it. */
interface Member {
  readonly process: BrowserProcess
  open: number
  pages: number
  /** Takes no further page, and is closed with its last one. */
  retired: boolean
}

export function createBrowserPool(deps: BrowserPoolDeps): BrowserPool {
  const { log } = deps
  const queue = createFairQueue({ children: deps.pages, inputBytes: Infinity })
  const members = new Set<Member>()
  let current: Promise<Member> | null = null
  let closed = false
  let starts: boolean | null = null
  const swept = removeOldProfiles().catch((error: unknown) => log.debug({ err: error }, 'old profiles stay'))

  const started = async (found: InstalledBrowser): Promise<BrowserProcess> => {
    try {
      const process_ = await startBrowser(found, NO_PROXY)
      starts = true
      return process_
    } catch (error) {
      starts = false
      throw error
    }
  }

  const start = async (): Promise<Member> => {
    await swept
    const found = await deps.find()
    const process_ = found.source === 'farm' ? await connectFarm(found.url) : await started(found)
    const member: Member = { process: process_, open: 0, pages: 0, retired: false }
    members.add(member)
    if (closed) await drop(member)
    return member
  }

  /** The warm browser, or a new one. */
  const take = async (): Promise<Member> => {
    const known = current === null ? null : await current.catch(() => null)
    if (closed) throw new SurveyorError('draining', 'The worker stops.')
    if (known !== null && known.process.alive && !known.retired) return known
    if (known !== null) await release(known)
    // Another page may have started one during the wait.
    if (current === null) {
      current = start()
      current.catch(() => (current = null))
    }
    return current
  }

  const drop = async (member: Member): Promise<void> => {
    members.delete(member)
    await member.process.close()
  }

  /** Closes a browser that is not used any more. */
  const release = async (member: Member): Promise<void> => {
    const isOver = member.retired || !member.process.alive
    if (isOver && current !== null && (await current.catch(() => null)) === member) current = null
    if (isOver && member.open === 0 && members.has(member)) await drop(member)
  }

  const killHanging = async (member: Member): Promise<void> => {
    if (!members.delete(member)) return
    log.warn({}, 'a browser hangs and is killed')
    await member.process.kill()
  }

  /** `closing`: the end of the page that leaves; absent: it never opened. */
  const leave = async (member: Member, closing: Promise<void> | undefined): Promise<void> => {
    const isClosed = closing === undefined || (await endsWithin(CLOSE_MS, closing))
    member.open -= 1
    if (!isClosed || member.pages >= PAGES_PER_BROWSER || (await isLarge(member))) member.retired = true
    if (isClosed) return release(member)
    if (member.open === 0) return killHanging(member)
    const ended = endsWithin(CLOSE_BESIDE_OTHERS_MS, closing)
    void ended.then((isEnded) => (isEnded ? undefined : killHanging(member)))
    await release(member)
  }

  return {
    async visit(visit, { jobId, signal, waitLimit, pace, keepFile = noFiles, session, route }, use) {
      if (deps.pages < 1)
        throw new SurveyorError('browser_unavailable', 'This worker opens no pages in a browser.')
      const ended = new AbortController()
      const deadline = startDeadline(
        Math.max(1, visit.endsAtMs - performance.now()),
        AbortSignal.any([signal, ended.signal]),
        tooLate,
      )
      try {
        using _ = await queue.turn({ jobId }, { bytes: 1 }, deadline.signal)
        const { source } = await untilAborted(deps.find(), deadline.signal)
        if (source === 'farm' && route !== undefined) throw noWayThrough()
        await using door = await deps.openVisit({
          deadlineMs: deadline.remainingMs(),
          maxBytes: visit.maxBytes,
          onTooMuch: () => ended.abort(tooMuch(visit.maxBytes)),
          signal: deadline.signal,
          ...(visit.robots === undefined ? {} : { robots: visit.robots }),
          ...(visit.blockAds === false ? {} : { blocks: adHostsFor(visit.url) }),
          ...(waitLimit === undefined ? {} : { waitLimit }),
          ...(pace === undefined ? {} : { pace }),
          ...(source === 'farm' ? { isElsewhere: true } : {}),
          ...(route === undefined ? {} : { route }),
        })
        const member = await untilAborted(take(), deadline.signal)
        member.open += 1
        member.pages += 1
        let page: Awaited<ReturnType<typeof openPage>> | null = null
        try {
          using _ = door.requests === null ? null : member.process.expect?.(door.proxyUrl, door.requests)
          page = await openPage(member.process.browser, visit, door, deadline.signal, {
            keep: keepFile,
            session: session?.state() ?? null,
          })
          await page.load()
          return await untilAborted(use(page.view), deadline.signal)
        } catch (error) {
          throw page?.explained(error) ?? error
        } finally {
          // Also after an error: a login that was done counts.
          if (session !== undefined && page !== null && !deadline.signal.aborted) {
            const left = await page.state().catch(() => null)
            if (left !== null) session.left(left.state, left.isCut)
          }
          const closing = page?.close()
          // A browser that does not even open a page in time gets no further one.
          if (page === null && deadline.signal.aborted) member.retired = true
          await leave(member, closing)
        }
      } finally {
        deadline.end()
      }
    },
    get running() {
      return members.size
    },
    get starts() {
      return starts
    },
    async [Symbol.asyncDispose]() {
      closed = true
      await current?.catch(() => undefined)
      await Promise.all([...members].map(drop))
    },
  }
}

async function isLarge({ pages, process }: Member): Promise<boolean> {
  return pages % PAGES_PER_MEASURE === 0 && ((await process.memoryBytes()) ?? 0) > MAX_MEMORY_BYTES
}

const noFiles: KeepFile = async () => {
  throw new Error('Nothing keeps the files of actions here.')
}

const tooMuch = (maxBytes: number): SurveyorError =>
  new SurveyorError('target_too_large', `The page loads more than ${maxBytes} bytes.`)

/** It stands in another network, which the proxy of the visit is not part of. */
const noWayThrough = (): SurveyorError =>
  new SurveyorError('no_proxy_available', 'Pages in a browser farm do not go through proxies of the pool.', {
    retryable: false,
  })

const tooLate = (): SurveyorError =>
  new SurveyorError('target_timeout', 'The page was not there in a browser before the time was over.')
