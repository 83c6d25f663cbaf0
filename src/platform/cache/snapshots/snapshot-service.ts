// Where workers look up kept pages and submit new ones: lookups are batched, and one worker fetches a page that several
// want.
import type { Readable } from 'node:stream'
import type { SnapshotLookupsBody, SnapshotReport, SnapshotReportsBody } from '#contract/crawl/snapshot.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { startWait } from '#kit/time/wait.ts'
import { errorCode } from '#kit/unknown-values.ts'
import type { Database } from '#platform/db/database.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { addressOf } from '#platform/cache/entries/address.ts'
import type { CacheCounts } from '#platform/cache/entries/cache-counts.ts'
import { maxEntryBytes, type CacheSettings } from '#platform/cache/entries/cache-settings.ts'
import type { Used } from '#platform/cache/entries/last-used.ts'
import {
  confirmSnapshots,
  forgetGone,
  forgetSnapshots,
  keepSnapshots,
  lookUpSnapshots,
  readBody,
  releaseFetches,
  type ChangedPage,
  type NewSnapshot,
  type SnapshotFinding,
  type SnapshotQuery,
} from './snapshot-rows.ts'

/** Where large bodies are stored. The owner of the store removes bodies that nothing refers to. */
export interface BodyStore {
  put(
    content: Uint8Array,
    options: { readonly maxBytes: number; readonly holdMs: number },
  ): Promise<{ sha256: string }>
  read(sha256: string): Promise<Readable | null>
}

/** The kept pages of all workers. */
export interface SnapshotService {
  /** Waits up to `waitMs` while others fetch. When `signal` aborts, fetches assigned meanwhile are released. */
  lookUp(body: SnapshotLookupsBody, signal: AbortSignal): Promise<SnapshotFinding[]>
  /** Answers how many pages were kept. */
  report(body: SnapshotReportsBody): Promise<number>
  /** The compressed body; null when it is gone. */
  readBody(key: string, sha256: string): Promise<Buffer | Readable | null>
  settled(): Promise<void>
}

/** The tables, the store of large bodies, and who counts uses. */
export interface SnapshotServiceDeps {
  readonly db: Database
  readonly log: Logger
  readonly settings: CacheSettings
  /** When absent, large bodies are not kept. */
  readonly bodies?: BodyStore
  readonly counts: CacheCounts
  readonly used: (entry: Used) => void
  readonly onKept: (bytes: number) => void
  /** What was made of these pages before is outdated. */
  readonly onChanged: (pages: readonly ChangedPage[]) => Promise<void>
}

/** A larger body costs a file, or a request to the store. Compressed, most pages are smaller. */
const INLINE_BYTES = 64 * 1024
/** Fallback for wake-ups in this process: another replica may have stored the page. */
const RECHECK_MS = 200
const MAX_ENTRIES = 200
/** An SQLSTATE. */
const FOREIGN_KEY_VIOLATION = '23503'
const MAX_BYTES = 8 * 1024 * 1024

/** Lookups and reports of many workers that come together are few statements. */
export function createSnapshotService(deps: SnapshotServiceDeps): SnapshotService {
  const { db, log, settings, bodies, counts, used } = deps
  const waiting = new Set<() => void>()

  const looks = createBatcher<readonly SnapshotQuery[], SnapshotFinding[]>({
    async run(calls) {
      const found = await lookUpSnapshots(db, calls.flat())
      let at = 0
      return calls.map((call) => found.slice(at, (at += call.length)))
    },
    maxEntries: MAX_ENTRIES,
    concurrency: 2,
  })

  const keeps = createBatcher<NewSnapshot, null>({
    async run(pages) {
      await deps.onChanged(await keepSnapshots(db, pages))
      return pages.map(() => null)
    },
    maxEntries: MAX_ENTRIES,
    weigh: ({ body }) => body?.length ?? 0,
    maxWeight: MAX_BYTES,
    keyOf: ({ key }) => key,
  })

  /** Null when it is not kept: too large, or the store is full. */
  async function pageOf(report: SnapshotReport): Promise<NewSnapshot | null> {
    const { page, key, holder, url, ageMs } = report
    const address = page === undefined ? null : addressOf(url, page.finalUrl)
    if (page === undefined || address === null) return null
    const { body: encoded, finalUrl: _, sha256, ...answer } = page
    const body = Buffer.from(encoded, 'base64')
    const bytes = body.length + JSON.stringify(answer.headers).length
    const isInline = body.length <= INLINE_BYTES
    if (bytes > maxEntryBytes(settings) || (!isInline && bodies === undefined)) return null
    const rest = { ...address, key, holder, answer, sha256, bytes, ageMs, keepMs: settings.keepMs }
    if (isInline) return { ...rest, body, blob: null }
    const blob = await putBody(body)
    return blob === null ? null : { ...rest, body: null, blob }
  }

  async function putBody(body: Buffer): Promise<string | null> {
    try {
      return (await bodies?.put(body, { maxBytes: body.length, holdMs: settings.bodyHoldMs }))?.sha256 ?? null
    } catch (error) {
      if (!(error instanceof SurveyorError)) throw error
      log.warn({ err: error }, 'a page is not kept: its body could not be stored')
      return null
    }
  }

  async function keepOne(report: SnapshotReport): Promise<boolean> {
    const page = await pageOf(report)
    if (page === null) {
      await releaseFetches(db, [report])
      return false
    }
    try {
      await keeps.submit(page)
    } catch (error) {
      if (errorCode(error) !== FOREIGN_KEY_VIOLATION) throw error
      log.warn({ key: page.key }, 'a page is not kept: its body was swept before it was noted')
      await releaseFetches(db, [report])
      return false
    }
    deps.onKept(page.bytes)
    return true
  }

  async function forgetPages(gone: readonly SnapshotReport[]): Promise<void> {
    const pages = gone.flatMap(({ key, url, ageMs }) => {
      const address = addressOf(url, null)
      return address === null ? [] : [{ key, url: address.url, ageMs }]
    })
    await deps.onChanged(await forgetGone(db, pages))
  }

  function wake(): void {
    for (const wakeOne of waiting) wakeOne()
  }

  return {
    async lookUp({ wishes: queries, waitMs = 0 }, signal) {
      const until = performance.now() + waitMs
      const calls = queries.map(({ key, holder, maxAgeMs, lead }) => ({
        key,
        holder,
        maxAgeMs,
        lead: lead && settings.maxBytes > 0,
      }))
      for (;;) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.add(resolve)
        try {
          const found = await looks.submit(calls)
          const left = until - performance.now()
          if (!signal.aborted && left > 0 && found.some(({ state }) => state === 'busy')) {
            using recheck = startWait(Math.min(left, RECHECK_MS), signal)
            await Promise.race([promise, recheck.over])
            if (!signal.aborted) continue
          }
          if (signal.aborted) await releaseFetches(db, calls)
          for (const [index, { state }] of found.entries()) note(queries[index], state)
          return found
        } finally {
          waiting.delete(resolve)
        }
      }
    },

    async report({ reports }) {
      const having = (outcome: SnapshotReport['outcome']) =>
        reports.filter((report) => report.outcome === outcome)
      const confirmed = having('confirmed')
      for (const { extractor } of confirmed) counts.count('snapshots', 'revalidated', extractor)
      for (const { extractor } of having('served_stale')) counts.count('snapshots', 'stale', extractor)
      const [kept] = await Promise.all([
        Promise.all(having('kept').map(async (report) => keepOne(report))),
        confirmSnapshots(
          db,
          confirmed.map(({ key, holder, ageMs, headers = {} }) => ({
            key,
            holder,
            ageMs,
            headers,
            keepMs: settings.keepMs,
          })),
        ),
        forgetSnapshots(
          db,
          having('bad').map(({ key }) => key),
        ),
        forgetPages(having('gone')),
        releaseFetches(
          db,
          reports.filter(({ outcome }) => outcome !== 'kept' && outcome !== 'confirmed'),
        ),
      ])
      wake()
      return kept.filter(Boolean).length
    },

    async readBody(key, sha256) {
      const row = await readBody(db, key, sha256)
      if (row === null) return null
      if (row.body !== null) return row.body
      const content = row.blob === null ? null : ((await bodies?.read(row.blob)) ?? null)
      // Its file was lost, so the next request fetches the page again.
      if (content === null) await forgetSnapshots(db, [key])
      return content
    },

    async settled() {
      wake()
      await Promise.all([looks.settled(), keeps.settled()])
    },
  }

  /** A lookup that finds another job fetching the page is not counted yet. */
  function note(
    query: SnapshotLookupsBody['wishes'][number] | undefined,
    state: SnapshotFinding['state'],
  ): void {
    if (query === undefined || state === 'busy') return
    counts.count('snapshots', state === 'fresh' ? 'hit' : 'miss', query.extractor)
    if (state === 'fresh') used({ layer: 'snapshots', key: query.key })
  }
}
