// Kept pages as answers: their bodies come from the memory of the worker or from crawl.
import type { Snapshot } from '#contract/crawl/snapshot.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractResponse } from '#extract/context.ts'
import type { EgressRequest } from '#platform/egress/egress.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { matchesVary } from './cacheable.ts'
import { lowerNames } from './page-rules.ts'
import { unpacked, type SnapshotBodies } from './snapshot-bodies.ts'
import type { SnapshotCalls } from './snapshot-calls.ts'

const ROBOTS_VERDICTS = ['allowed', 'disallowed', 'ignored', 'unreachable'] as const

/** An answer, with the kept copy when it is one. */
export interface PageResponse extends ExtractResponse {
  readonly copy: {
    /** By `performance.now()`: when it was fetched or last confirmed. */
    readonly freshFromMs: number
    readonly storedAt: string
  } | null
}

/**
 * Null when the copy does not fit this request, or its body is gone. Throws `target_too_large`, as the fetch would, and
 * the reason of the signal.
 */
export type CopyFor = (
  key: string,
  request: EgressRequest,
  snapshot: Snapshot,
  status: 'hit' | 'revalidated' | 'stale',
) => Promise<PageResponse | null>

/** A body that cannot be read counts as a page that is not kept. */
export function createCachedPages(deps: {
  readonly calls: SnapshotCalls
  readonly bodies: SnapshotBodies
  readonly signal: AbortSignal
  readonly log: Logger
}): CopyFor {
  const { calls, bodies, signal, log } = deps

  async function bodyOf(key: string, snapshot: Snapshot): Promise<Uint8Array | null> {
    const held = bodies.get(snapshot.sha256)
    if (held !== null) return held
    try {
      const compressed = await calls.body(key, snapshot.sha256, signal)
      const body = compressed === null ? null : await unpacked(compressed, snapshot)
      if (body !== null) bodies.set(snapshot.sha256, body)
      return body
    } catch (error) {
      if (signal.aborted) throw error
      log.debug({ err: error }, 'the body of a kept page cannot be read')
      return null
    }
  }

  return async (key, request, snapshot, status) => {
    if (!matchesVary(snapshot.vary, lowerNames(request.headers))) return null
    if (snapshot.bodyBytes > request.maxBytes) {
      throw new SurveyorError('target_too_large', `The body has more than ${request.maxBytes} bytes.`)
    }
    const verdict = ROBOTS_VERDICTS.find((known) => known === snapshot.robots.verdict)
    // A copy of another version that this one cannot show is no copy.
    if (verdict === undefined) return null
    const readMs = performance.now()
    const body = await bodyOf(key, snapshot)
    if (body === null) return null
    const url = new URL(request.url)
    return {
      url: url.href,
      finalUrl: snapshot.finalUrl + url.hash,
      status: snapshot.status,
      headers: snapshot.headers,
      body,
      bytes: body.byteLength,
      redirects: snapshot.redirects,
      robots: { verdict, rule: snapshot.robots.rule },
      cache: { status },
      copy: { freshFromMs: readMs - snapshot.ageMs, storedAt: snapshot.storedAt },
    }
  }
}
