// How long to wait before the next attempt, and the waiting.

/** `ms` milliseconds; rejects with the reason of the signal at once when it is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** A random time up to `baseMs` · 2^attempt, so that callers that failed together do not come back together. */
export function backoffMs(attempt: number, baseMs: number): number {
  return Math.random() * baseMs * 2 ** Math.min(attempt, 16)
}

/** `Retry-After` in milliseconds from now, of seconds or a date (RFC 9110 section 10.2.3); null where it says neither. */
export function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
