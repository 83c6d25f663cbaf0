// Reports the pages of one job at its end, because only then it is known whether they had content.
import type { SnapshotReport } from '#contract/crawl/snapshot.ts'
import type { EgressResponse } from '#platform/egress/egress.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { shareableHeaders, variedBy } from './cacheable.ts'
import type { PageKey } from './page-rules.ts'
import { packed, sha256Of, type SnapshotBodies } from './snapshot-bodies.ts'
import type { SnapshotCalls } from './snapshot-calls.ts'

/** Collects what came of each page and reports it once, in `report`. */
export interface PageOutcomes {
  /** A fetched page, with the headers of its request. */
  kept(pageKey: PageKey, response: EgressResponse, asked: Readonly<Record<string, string>>): void
  /** The target answered 304, with these headers. */
  confirmed(pageKey: PageKey, headers: Record<string, string>): void
  servedStale(pageKey: PageKey): void
  /** There is nothing to submit, whether or not it was fetched. */
  released(pageKey: PageKey): void
  /** The target says that it is no longer there. */
  gone(pageKey: PageKey): void
  /** A kept page that had no content. */
  bad(pageKey: PageKey): void
  /** Throws nothing: a page that is not submitted is fetched again. */
  report(good: boolean): Promise<void>
}

interface Outcome {
  readonly pageKey: PageKey
  readonly outcome: SnapshotReport['outcome']
  readonly atMs: number
  readonly headers?: Record<string, string>
  readonly response?: EgressResponse
  readonly asked?: Readonly<Record<string, string>>
}

/** A job that fetches more submits the first pages while it works, because its memory is not for keeping pages. */
const MAX_HELD_BYTES = 8 * 1024 * 1024

/** `holder` names the job, so that crawl knows whose fetch others wait for. */
export function createPageOutcomes(deps: {
  readonly holder: string
  readonly extractor: string
  readonly calls: SnapshotCalls
  readonly bodies: SnapshotBodies
  readonly log: Logger
}): PageOutcomes {
  const { holder, extractor, calls, bodies, log } = deps
  const outcomes = new Map<string, Outcome>()
  const reported = new Map<string, PageKey>()
  let heldBytes = 0
  let sending: Promise<void> = Promise.resolve()

  const note = (outcome: Omit<Outcome, 'atMs'>): void => {
    outcomes.set(outcome.pageKey.key, { ...outcome, atMs: performance.now() })
  }

  const lost = (error: unknown): void => log.debug({ err: error }, 'fetched pages were not reported')

  async function send(told: readonly Outcome[]): Promise<void> {
    if (told.length > 0) await calls.report(await Promise.all(told.map(reportOf)))
  }

  /** Does not wait for what travels with the end of the job, which comes after this. */
  async function sendLast(told: readonly Outcome[]): Promise<void> {
    if (told.length === 0) return
    const reports = await Promise.all(told.map(reportOf))
    const travelling = calls.reportWithEnd(reports)
    if (travelling === null) return calls.report(reports)
    void travelling.then(async (isTaken) => (isTaken ? undefined : calls.report(reports))).catch(lost)
  }

  async function reportOf({
    pageKey,
    outcome,
    atMs,
    headers,
    response,
    asked = {},
  }: Outcome): Promise<SnapshotReport> {
    const ageMs = Math.round(performance.now() - atMs)
    const report = { ...pageKey, holder, extractor, outcome, ageMs }
    if (response === undefined) return { ...report, ...(headers === undefined ? {} : { headers }) }
    const { body, status, redirects, robots } = response
    const sha256 = sha256Of(body)
    bodies.set(sha256, body)
    const finalUrl = new URL(response.finalUrl)
    finalUrl.hash = ''
    return {
      ...report,
      page: {
        finalUrl: finalUrl.href,
        status,
        headers: shareableHeaders(response.headers),
        redirects,
        robots: { ...robots },
        vary: variedBy(response.headers, asked),
        bodyBytes: body.byteLength,
        sha256,
        body: await packed(body),
      },
    }
  }

  function reportEarly(): void {
    const early = [...outcomes.values()].filter(({ outcome }) => outcome === 'kept')
    for (const { pageKey } of early) {
      outcomes.delete(pageKey.key)
      reported.set(pageKey.key, pageKey)
    }
    heldBytes = 0
    sending = sending.then(async () => send(early)).catch(lost)
  }

  return {
    kept(pageKey, response, asked) {
      note({ pageKey, outcome: 'kept', response, asked })
      heldBytes += response.bytes
      if (heldBytes > MAX_HELD_BYTES) reportEarly()
    },
    confirmed: (pageKey, headers) => note({ pageKey, outcome: 'confirmed', headers }),
    servedStale: (pageKey) => note({ pageKey, outcome: 'served_stale' }),
    released: (pageKey) => note({ pageKey, outcome: 'released' }),
    gone: (pageKey) => note({ pageKey, outcome: 'gone' }),
    bad: (pageKey) => note({ pageKey, outcome: 'bad' }),
    async report(good) {
      await sending
      const told = [...outcomes.values()]
      if (good) return sendLast(told).catch(lost)
      const invalid = [
        ...reported.values(),
        ...told.filter(({ outcome }) => outcome === 'kept').map(({ pageKey }) => pageKey),
      ]
      await sendLast([
        ...told.filter(({ outcome }) => outcome !== 'kept'),
        ...invalid.map((pageKey): Outcome => ({ pageKey, outcome: 'bad', atMs: performance.now() })),
      ]).catch(lost)
    },
  }
}
