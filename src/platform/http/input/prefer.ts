// The Prefer header (RFC 7240): whether a caller wants to wait for a result, and how long.
import type { FastifyReply } from 'fastify'

/** The longest wait a caller can ask for. */
export const MAX_WAIT_MS = 120_000

/** What a caller asks for; a header without either asks for nothing. */
export interface Prefer {
  readonly respondAsync: boolean
  /** Null when the caller named no wait. At most MAX_WAIT_MS. */
  readonly waitMs: number | null
}

/** Reads `respond-async` and `wait=N` (seconds); ignores anything else in the header, as the RFC requires. */
export function parsePrefer(header: string | readonly string[] | undefined): Prefer {
  let respondAsync = false
  let waitMs: number | null = null
  for (const preference of [header ?? ''].flat().join(',').split(',')) {
    const [name = '', value = ''] = (preference.split(';', 1)[0] ?? '').split('=', 2)
    const word = name.trim().toLowerCase()
    if (word === 'respond-async') respondAsync = true
    // The first of two equal preferences counts (RFC 7240 section 2).
    if (word === 'wait' && waitMs === null) {
      const seconds = /^\s*"?(\d{1,9})"?\s*$/.exec(value)?.[1]
      if (seconds !== undefined) waitMs = Math.min(Number(seconds) * 1000, MAX_WAIT_MS)
    }
  }
  return { respondAsync, waitMs }
}

/** States in the answer which preferences were honoured; to be called with what the handler really did. */
export function applyPreferences(reply: FastifyReply, applied: Partial<Prefer>): void {
  const words = [
    ...(applied.respondAsync === true ? ['respond-async'] : []),
    ...(applied.waitMs === undefined || applied.waitMs === null ? [] : [`wait=${applied.waitMs / 1000}`]),
  ]
  void reply.header('vary', 'Prefer')
  if (words.length > 0) void reply.header('preference-applied', words.join(', '))
}
