// The session of one job: what it begins with, what its requests and pages change, and the calls that fetch and save it.
import {
  OpenSessionAnswer,
  SaveSessionAnswer,
  type SessionChanges,
  type SessionCookie,
  type SessionState,
  type SessionStorage,
} from '#contract/crawl/session.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Peer } from '#platform/egress/peer.ts'
import { createCrawlCaller } from '#platform/jobs/worker/call-crawl.ts'
import { createSessionJar, type SessionJar } from './cookie-jar.ts'
import type { JobLease } from '#platform/jobs/worker/transport.ts'

/** Two requests of one job share it, and see what the other one changed when it has ended. */
export interface JobSession {
  /** For requests without a browser. */
  readonly cookies: Pick<SessionJar, 'header' | 'saw'>
  /** For a page in a browser. */
  state(): SessionState
  /** What a page in a browser left behind; `isCut`: not all that it stored. */
  left(state: SessionState, isCut: boolean): void
  /** To be called once at the end, also of a job that failed. Its warnings are about what could not be kept. */
  save(): Promise<readonly Warning[]>
}

/** Every call throws the error that crawl answered with, or `crawl_unavailable`. */
export interface SessionCalls {
  /** Null for a job whose input names no session. */
  open(lease: JobLease, signal: AbortSignal): Promise<SessionState | null>
  save(lease: JobLease, changes: SessionChanges, signal: AbortSignal): Promise<{ readonly cut: boolean }>
}

/** Null for a job without a session. Throws errors of the call. */
export async function openJobSession(deps: {
  readonly calls: SessionCalls
  readonly lease: JobLease
  readonly input: unknown
  readonly signal: AbortSignal
}): Promise<JobSession | null> {
  const { calls, lease, input, signal } = deps
  if (Object(input).sessionId === undefined) return null
  const given = await calls.open(lease, signal)
  if (given === null) return null
  let jar = createSessionJar(given.cookies)
  const storage = new Map<string, SessionStorage>()
  let isLess = false
  return {
    cookies: { header: (url) => jar.header(url), saw: (url, lines) => jar.saw(url, lines) },
    state() {
      const changed = given.origins.filter(({ origin }) => !storage.has(origin))
      return { cookies: jar.all(), origins: [...changed, ...storage.values()] }
    },
    left({ cookies, origins }, isCut) {
      isLess ||= isCut
      jar = createSessionJar(cookies)
      for (const each of origins) storage.set(each.origin, each)
    },
    async save() {
      const pointer = '/sessionId'
      try {
        const changes = changesOf(given.cookies, jar.all(), [...storage.values()])
        const { cut } = await calls.save(lease, changes, signal)
        const details = [
          ...(cut ? ['The session holds more than is kept of one; its oldest parts are gone.'] : []),
          ...(isLess ? ['The page stored what is too large, or of a kind that is not kept.'] : []),
        ]
        return details.map((detail) => ({ code: 'session_cut', detail, pointer }))
      } catch (error) {
        if (!(error instanceof SurveyorError)) throw error
        const detail = `What this request changed in its session was not kept: ${error.message}`
        return [{ code: 'session_not_saved', detail, pointer }]
      }
    },
  }
}

function changesOf(
  before: readonly SessionCookie[],
  after: readonly SessionCookie[],
  origins: readonly SessionStorage[],
): SessionChanges {
  const known = new Map(before.map((cookie) => [keyOf(cookie), JSON.stringify(cookie)]))
  const there = new Set(after.map(keyOf))
  return {
    set: after.filter((cookie) => known.get(keyOf(cookie)) !== JSON.stringify(cookie)).slice(-1_000),
    removed: before
      .filter((cookie) => !there.has(keyOf(cookie)))
      .map(({ name, domain, path }) => ({ name, domain, path })),
    origins: [...origins],
  }
}

const keyOf = ({ name, domain, path }: SessionCookie): string => JSON.stringify([name, domain, path])

/** The calls of the worker-facing API over HTTP, under the lease of a job. */
export function createSessionCalls(crawl: Peer): SessionCalls {
  const post = createCrawlCaller(crawl)
  const open = post('jobs/:id/session/open', OpenSessionAnswer)
  const save = post('jobs/:id/session/save', SaveSessionAnswer)
  return {
    async open({ jobId: id, leaseToken }, signal) {
      return (await open({ leaseToken }, { id, signal })).state
    },
    save: async ({ jobId: id, leaseToken }, changes, signal) => save({ leaseToken, changes }, { id, signal }),
  }
}
