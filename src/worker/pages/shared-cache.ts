// What an extractor keeps for its other jobs in all workers: bytes stored among the page snapshots of crawl.
import { createHash } from 'node:crypto'
import type { ExtractLog, ExtractSharedCache } from '#extract/context.ts'
import { uuidV7 } from '#kit/ids.ts'
import { packed, sha256Of, unpacked } from './snapshot-bodies.ts'
import type { SnapshotCalls } from './snapshot-calls.ts'

/** Each extractor sees its own entries only. */
export function createSharedCache(deps: {
  readonly extractor: string
  readonly calls: SnapshotCalls
  readonly log: ExtractLog
}): ExtractSharedCache {
  const { extractor, calls, log } = deps
  const holder = uuidV7()
  /** Distinct from the keys of pages: no request for a page has this text. */
  const keyOf = (name: string): string =>
    createHash('sha256').update(`shared ${extractor} ${name}`).digest('base64url')

  return {
    async get(name, { maxAgeMs, signal }) {
      const key = keyOf(name)
      try {
        const { state, snapshot } = await calls.lookUp(
          { key, holder, extractor, maxAgeMs, lead: false },
          0,
          signal,
        )
        if (state !== 'fresh' || snapshot === null) return null
        const compressed = await calls.body(key, snapshot.sha256, signal)
        return compressed === null ? null : await unpacked(compressed, snapshot)
      } catch (error) {
        if (signal.aborted) throw error
        log.debug({ err: error }, 'what another job kept cannot be looked for')
        return null
      }
    },

    async put(name, { url, bytes }) {
      const report = { key: keyOf(name), holder, url, extractor, outcome: 'kept', ageMs: 0 } as const
      const page = {
        finalUrl: url,
        status: 200,
        headers: {},
        redirects: [],
        robots: { verdict: 'ignored', rule: null },
        vary: {},
        bodyBytes: bytes.byteLength,
        sha256: sha256Of(bytes),
        body: await packed(bytes),
      }
      await calls.report([{ ...report, page }]).catch((error: unknown) => {
        log.debug({ err: error }, 'an answer was not kept for other jobs')
      })
    },

    async forget(name, { url }) {
      const report = { key: keyOf(name), holder, url, extractor, outcome: 'bad', ageMs: 0 } as const
      await calls.report([report]).catch((error: unknown) => {
        log.debug({ err: error }, 'what was kept for other jobs was not forgotten; it grows old')
      })
    },
  }
}
