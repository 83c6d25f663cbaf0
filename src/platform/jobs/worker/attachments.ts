// Attachments of completions: small reports of a worker that need no call of their own when a job ends soon.
import type { CompletionsBody } from '#contract/worker.ts'

/** The attachments of a call, in the words of the wire. */
export type AttachedFields = Pick<CompletionsBody, 'permitReleases' | 'snapshotReports'>

/** What one call of completions brings along. */
export interface TakenAttachments {
  readonly body: AttachedFields
  /** To be called once, with whether crawl took all of it. */
  sent(isTaken: boolean): void
}

/** Shared by all that reports to one crawl. */
export interface Attachments {
  /** Says whether crawl takes anything with completions, which older versions refuse: until then nothing waits. */
  open(isOpen: boolean): void
  /**
   * Resolves with whether crawl took the entries: false when no completions left in time, or when they failed.
   * Null for entries that are not to wait. The caller then makes the call itself.
   */
  offer(kind: keyof AttachedFields, entries: readonly unknown[], bytes: number): Promise<boolean> | null
  /** What waits, as far as it fits into one call; null: nothing. */
  take(): TakenAttachments | null
}

/** A job ends soon after its last fetch. Meanwhile others may wait for the slot, so it is not kept for longer. */
const LINGER_MS = 100
/** Beside the results of the same call, which has a limit of its own. */
const MAX_BYTES = 1_048_576
const MAX_ENTRIES: Readonly<Record<keyof AttachedFields, number>> = {
  permitReleases: 1_000,
  snapshotReports: 100,
}

interface Offer {
  readonly kind: keyof AttachedFields
  readonly entries: readonly unknown[]
  readonly bytes: number
  readonly timer: NodeJS.Timeout
  readonly resolve: (isTaken: boolean) => void
}

/** Holds nothing for longer than `lingerMs`, so it needs no end. */
export function createAttachments(lingerMs = LINGER_MS): Attachments {
  const waiting = new Set<Offer>()
  let isOpen = false

  return {
    open(isNowOpen) {
      isOpen = isNowOpen
    },
    offer(kind, entries, bytes) {
      if (!isOpen || bytes > MAX_BYTES || entries.length > MAX_ENTRIES[kind]) return null
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(offer)
          resolve(false)
        }, lingerMs)
        const offer: Offer = { kind, entries, bytes, timer, resolve }
        waiting.add(offer)
      })
    },
    take() {
      const taken: Offer[] = []
      const body: Record<keyof AttachedFields, unknown[]> = { permitReleases: [], snapshotReports: [] }
      let bytes = 0
      for (const offer of waiting) {
        const { kind, entries } = offer
        if (bytes + offer.bytes > MAX_BYTES || body[kind].length + entries.length > MAX_ENTRIES[kind])
          continue
        bytes += offer.bytes
        body[kind].push(...entries)
        taken.push(offer)
      }
      if (taken.length === 0) return null
      for (const offer of taken) {
        clearTimeout(offer.timer)
        waiting.delete(offer)
      }
      const { permitReleases, snapshotReports } = body
      return {
        body: {
          ...(permitReleases.length === 0 ? {} : { permitReleases }),
          ...(snapshotReports.length === 0 ? {} : { snapshotReports }),
        },
        sent(isTaken) {
          for (const { resolve } of taken) resolve(isTaken)
        },
      }
    },
  }
}
