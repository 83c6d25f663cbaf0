// The snapshot calls of the worker-facing API over HTTP; concurrent requests of several jobs share a call.
import type { Static } from 'typebox'
import {
  SnapshotLookupsAnswer,
  SnapshotReportsAnswer,
  type SnapshotLookupsBody,
  type SnapshotReport,
} from '#contract/crawl/snapshot.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import type { Peer } from '#platform/egress/peer.ts'
import { createCrawlCaller } from '#platform/jobs/worker/call-crawl.ts'
import type { Attachments } from '#platform/jobs/worker/attachments.ts'

/** One page that a job looks for. */
export type SnapshotQuery = SnapshotLookupsBody['wishes'][number]

/** What crawl has of it; `keeping` false: the cache is off. */
export interface SnapshotFound extends Pick<
  Static<typeof SnapshotLookupsAnswer>['found'][number],
  'state' | 'snapshot'
> {
  /** False when the cache is off. */
  readonly keeping: boolean
}

/** Every call throws the error that crawl answered with, or `crawl_unavailable`. */
export interface SnapshotCalls {
  /** Waits up to `waitMs` while another job is fetching the page. */
  lookUp(query: SnapshotQuery, waitMs: number, signal: AbortSignal): Promise<SnapshotFound>
  report(reports: readonly SnapshotReport[]): Promise<void>
  /** Sends them with the completions of the job that ends now; resolves with false, or is null, when `report` has to. */
  reportWithEnd(reports: readonly SnapshotReport[]): Promise<boolean> | null
  /** Compressed; null when the page is no longer kept. */
  body(key: string, sha256: string, signal: AbortSignal): Promise<Uint8Array | null>
}

/** Short, because a page can always be fetched instead. */
const LOOKUP_TIMEOUT_MS = 5_000
const TRANSFER_TIMEOUT_MS = 20_000
const MAX_PER_CALL = 100
const MAX_CALL_BYTES = 8 * 1024 * 1024
/** Added to the size of the page body. */
const REPORT_BYTES = 4_000

const weigh = ({ page }: SnapshotReport): number => (page?.body.length ?? 0) + REPORT_BYTES

/** Lookups and reports that come together travel in one call. */
export function createSnapshotCalls(crawl: Peer, attachments: Attachments | null = null): SnapshotCalls {
  const post = createCrawlCaller(crawl)
  const lookups = post('snapshots/lookups', SnapshotLookupsAnswer)
  const reports = post('snapshots', SnapshotReportsAnswer)

  const lookup = async (
    queries: readonly SnapshotQuery[],
    waitMs: number,
    signal?: AbortSignal,
  ): Promise<SnapshotFound[]> => {
    const { keeping, found } = await lookups(
      { wishes: queries, waitMs },
      { timeoutMs: waitMs + LOOKUP_TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) },
    )
    return queries.map((_, index) => ({ state: 'none', snapshot: null, ...found[index], keeping }))
  }

  const looks = createBatcher<SnapshotQuery, SnapshotFound>({
    run: async (queries) => lookup(queries, 0),
    maxEntries: MAX_PER_CALL,
    concurrency: 4,
  })
  const sending = createBatcher<SnapshotReport, null>({
    async run(some) {
      await reports({ reports: some }, { timeoutMs: TRANSFER_TIMEOUT_MS })
      return some.map(() => null)
    },
    maxEntries: MAX_PER_CALL,
    weigh,
    maxWeight: MAX_CALL_BYTES,
    concurrency: 2,
  })

  return {
    async lookUp(query, waitMs, signal) {
      const found = await looks.submit(query)
      if (found.state !== 'busy' || waitMs <= 0) return found
      const [later] = await lookup([query], waitMs, signal)
      return later ?? found
    },
    async report(all) {
      await Promise.all(all.map(async (report) => sending.submit(report)))
    },
    reportWithEnd(all) {
      const bytes = all.reduce((sum, report) => sum + weigh(report), 0)
      return attachments?.offer('snapshotReports', all, bytes) ?? null
    },
    async body(key, sha256, signal) {
      const answer = await crawl.stream({
        method: 'GET',
        path: `/api/worker/snapshots/${encodeURIComponent(key)}/body`,
        query: { sha256 },
        timeoutMs: TRANSFER_TIMEOUT_MS,
        signal,
      })
      const chunks: Uint8Array[] = []
      for await (const chunk of answer.body) chunks.push(chunk)
      return answer.status === 200 ? Buffer.concat(chunks) : null
    },
  }
}
