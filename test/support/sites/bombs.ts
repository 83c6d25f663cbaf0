// Every attack of the hostile site with the error it must end in.
import type { ErrorCode } from '#contract/error-codes.ts'
import type { BombServer } from './start-bomb-server.ts'

export interface Bomb {
  readonly server: 'http' | 'raw'
  readonly path: string
  readonly code: ErrorCode
  /** A short deadline for cases that only the deadline can end. */
  readonly deadlineMs: number
}

const LONG_MS = 30_000
const SHORT_MS = 700

const bomb = (server: Bomb['server'], path: string, code: ErrorCode, deadlineMs = LONG_MS): Bomb => ({
  server,
  path,
  code,
  deadlineMs,
})

export const BOMBS: readonly Bomb[] = [
  bomb('http', '/gzip', 'target_too_large'),
  bomb('http', '/br', 'target_too_large'),
  bomb('http', '/zstd', 'target_too_large'),
  bomb('http', '/announced', 'target_too_large'),
  bomb('http', '/endless', 'target_too_large'),
  bomb('http', '/six-encodings', 'target_protocol_error'),
  bomb('http', '/loop', 'too_many_redirects'),
  bomb('raw', '/headers', 'target_too_large'),
  bomb('raw', '/many-headers', 'target_too_large'),
  bomb('raw', '/interim', 'target_protocol_error'),
  bomb('raw', '/slow-interim', 'target_timeout', SHORT_MS),
  bomb('raw', '/drip', 'target_timeout', SHORT_MS),
  bomb('raw', '/drip-headers', 'target_timeout', SHORT_MS),
  bomb('raw', '/silence', 'target_timeout', SHORT_MS),
  bomb('raw', '/garbage', 'target_protocol_error'),
  bomb('raw', '/short', 'target_connect_error'),
  bomb('raw', '/two-lengths', 'target_protocol_error'),
  bomb('raw', '/hang-up', 'target_connect_error'),
]

export const MAX_BYTES = 10_000_000

export function urlOf(site: BombServer, { server, path }: Bomb): string {
  return site[server] + path
}
