// Reports the pages of one job at its end, because only then it is known whether they had content.
import type { SnapshotReport } from '#contract/snapshot.ts'
import type { EgressResponse } from '#platform/egress/egress.ts'
import type { Logger } from '#platform/log/logger.ts'
import { headersForOthers, variedBy } from './keepable.ts'
import type { PageWish } from './page-rules.ts'
import { packed, sha256Of, type SnapshotBodies } from './snapshot-bodies.ts'
import type { SnapshotCalls } from './snapshot-calls.ts'

export interface PageOutcomes {
  /** A fetched page, with the headers of its request. */
  kept(wish: PageWish, response: EgressResponse, asked: Readonly<Record<string, string>>): void
  /** The target answered 304, with these headers. */
  confirmed(wish: PageWish, headers: Record<string, string>): void
  servedStale(wish: PageWish): void
  /** There is nothing to submit, whether or not it was fetched. */
  released(wish: PageWish): void
  /** A kept page that had no content. */
  bad(wish: PageWish): void
  /** Throws nothing: a page that is not submitted is fetched again. */
  handIn(good: boolean): Promise<void>
}

interface Outcome {
  readonly wish: PageWish
  readonly outcome: SnapshotReport['outcome']
  readonly atMs: number
  readonly headers?: Record<string, string>
  readonly response?: EgressResponse
  readonly asked?: Readonly<Record<string, string>>
}

/** A job that fetches more submits the first pages while it works, because its memory is not for keeping pages. */
const MOST_HELD_BYTES = 8 * 1024 * 1024

export function createPageOutcomes(deps: {
  readonly holder: string
  readonly extractor: string
  readonly calls: SnapshotCalls
  readonly bodies: SnapshotBodies
  readonly log: Logger
}): PageOutcomes {
  const { holder, extractor, calls, bodies, log } = deps
  const outcomes = new Map<string, Outcome>()
  const handedIn = new Map<string, PageWish>()
  let heldBytes = 0
  let sending: Promise<void> = Promise.resolve()

  const note = (outcome: Omit<Outcome, 'atMs'>): void => {
    outcomes.set(outcome.wish.key, { ...outcome, atMs: performance.now() })
  }

  async function send(told: readonly Outcome[]): Promise<void> {
    if (told.length === 0) return
    try {
      await calls.report(await Promise.all(told.map(reportOf)))
    } catch (error) {
      log.debug({ err: error }, 'fetched pages were not handed in')
    }
  }

  async function reportOf({
    wish,
    outcome,
    atMs,
    headers,
    response,
    asked = {},
  }: Outcome): Promise<SnapshotReport> {
    const ageMs = Math.round(performance.now() - atMs)
    const report = { ...wish, holder, extractor, outcome, ageMs }
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
        headers: headersForOthers(response.headers),
        redirects,
        robots: { ...robots },
        vary: variedBy(response.headers, asked),
        bodyBytes: body.byteLength,
        sha256,
        body: await packed(body),
      },
    }
  }

  function handInEarly(): void {
    const early = [...outcomes.values()].filter(({ outcome }) => outcome === 'kept')
    for (const { wish } of early) {
      outcomes.delete(wish.key)
      handedIn.set(wish.key, wish)
    }
    heldBytes = 0
    sending = sending.then(async () => send(early))
  }

  return {
    kept(wish, response, asked) {
      note({ wish, outcome: 'kept', response, asked })
      heldBytes += response.bytes
      if (heldBytes > MOST_HELD_BYTES) handInEarly()
    },
    confirmed: (wish, headers) => note({ wish, outcome: 'confirmed', headers }),
    servedStale: (wish) => note({ wish, outcome: 'served_stale' }),
    released: (wish) => note({ wish, outcome: 'released' }),
    bad: (wish) => note({ wish, outcome: 'bad' }),
    async handIn(good) {
      await sending
      const told = [...outcomes.values()]
      if (good) return send(told)
      const spoiled = [
        ...handedIn.values(),
        ...told.filter(({ outcome }) => outcome === 'kept').map(({ wish }) => wish),
      ]
      await send([
        ...told.filter(({ outcome }) => outcome !== 'kept'),
        ...spoiled.map((wish): Outcome => ({ wish, outcome: 'bad', atMs: performance.now() })),
      ])
    },
  }
}
