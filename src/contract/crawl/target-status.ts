// What the status of a target means for the job: whether the same request may succeed a little later.

/**
 * 408, 425 and 429 ask for it themselves (RFC 9110 15.5.9, RFC 8470 5.2, RFC 6585 4). A server error may be temporary,
 * except the statuses that mean a permanent one (501, 505).
 */
export function isRetryableStatus(status: number): boolean {
  if (status >= 500) return status !== 501 && status !== 505
  return status === 408 || status === 425 || status === 429
}
