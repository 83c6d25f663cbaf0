// The meaning of a target's status when it answers with data: an error, or a warning beside the data.
import type { Warning } from '#contract/crawl/result.ts'
import { extractError, statusError } from '#extract/errors.ts'

/** Throws `login_required`, `target_blocked` and `target_http_error`; another error status is a warning. */
export function classifyStatus(status: number | null): readonly Warning[] {
  if (status === null || status < 400) return []
  if (status === 401 || status === 407)
    throw extractError('login_required', `The target answers ${status}: it asks for a login.`, {
      blockedBy: { provider: null, kind: 'login' },
    })
  if (status === 403 || status === 429 || status === 451)
    throw statusError(
      status,
      `The target refuses this request with the status ${status}.`,
      'target_blocked',
      {
        provider: null,
        kind: 'status',
      },
    )
  if (status >= 500) throw statusError(status)
  return [
    {
      code: 'http_status',
      detail: `The target answered with the status ${status}; this is what it sent with it.`,
    },
  ]
}
