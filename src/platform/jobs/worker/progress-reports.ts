// The progress of one run: at most one call a second, and the latest report counts.
import type { JobProgress } from '#contract/job.ts'

/** Of one run. */
export interface ProgressReports {
  /** Replaces what was not sent yet. */
  put(progress: JobProgress): void
  /** Sends what is new, unless a call is under way or the last one began less than a second ago. */
  sendIfDue(): void
}

const EVERY_MS = 1_000
const MAX_MESSAGE_CHARS = 500

/** `send` never rejects. */
export function createProgressReports(send: (progress: JobProgress) => Promise<void>): ProgressReports {
  let latest: JobProgress | null = null
  let sentMs = -Infinity
  let isSending = false

  return {
    put(progress) {
      latest = { ...progress, message: progress.message?.slice(0, MAX_MESSAGE_CHARS) ?? null }
    },
    sendIfDue() {
      const now = performance.now()
      if (latest === null || isSending || now - sentMs < EVERY_MS) return
      const progress = latest
      latest = null
      isSending = true
      sentMs = now
      void send(progress).finally(() => (isSending = false))
    },
  }
}
