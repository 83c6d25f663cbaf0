// Every error code of both services: its HTTP status, its title, and whether the same request may succeed later.

interface ErrorCodeEntry {
  readonly status: number
  readonly title: string
  readonly retryable: boolean
}

const entry = (status: number, title: string, retryable = false): ErrorCodeEntry => ({
  status,
  title,
  retryable,
})

/** By code. Problem documents show code, status and title. */
export const ERROR_CODES = {
  malformed_json: entry(400, 'The body is not JSON'),
  invalid_request: entry(400, 'The request is not valid HTTP for this service'),
  invalid_header: entry(400, 'A header has no valid value'),
  invalid_cursor: entry(400, 'The cursor was not made by this list'),
  scheme_not_allowed: entry(400, 'The scheme of the URL is not allowed'),
  unauthenticated: entry(401, 'A valid key is needed'),
  key_expired: entry(401, 'The key has expired'),
  key_revoked: entry(401, 'The key was revoked'),
  scope_missing: entry(403, 'The key lacks the scope for this'),
  exceeds_own_key: entry(403, 'A key grants and changes no more than it holds'),
  address_not_allowed: entry(403, 'The key may not be used from this address'),
  host_not_allowed: entry(403, 'The Host or Origin of the request is not allowed'),
  url_not_allowed: entry(403, 'The URL is not allowed'),
  robots_disallowed: entry(403, 'robots.txt of the target disallows this'),
  not_found: entry(404, 'Nothing has this id'),
  route_not_found: entry(404, 'No such path'),
  unknown_worker: entry(404, 'The worker is not registered'),
  method_not_allowed: entry(405, 'The path does not take this method'),
  not_acceptable: entry(406, 'No representation fits Accept'),
  request_timeout: entry(408, 'The request took too long to arrive', true),
  job_already_claimed: entry(409, 'Another worker holds the job'),
  job_not_claimable: entry(409, 'The job cannot be claimed now'),
  lease_lost: entry(409, 'The lease token is no longer valid'),
  job_not_cancellable: entry(409, 'The job has already ended'),
  job_not_retryable: entry(409, 'The job cannot be run again'),
  job_not_deletable: entry(409, 'The job has not ended'),
  conflict: entry(409, 'The request conflicts with the present state'),
  idempotency_in_flight: entry(409, 'A request with this Idempotency-Key is still running', true),
  job_ended: entry(410, 'The job has ended'),
  result_expired: entry(410, 'The result is no longer kept'),
  body_too_large: entry(413, 'The body is too large'),
  target_too_large: entry(413, 'The target is larger than allowed'),
  range_not_satisfiable: entry(416, 'The range lies outside of the content'),
  unsupported_media_type: entry(415, 'The media type is not supported'),
  unsupported_document: entry(415, 'The document is of a kind that cannot be read'),
  validation_failed: entry(422, 'The input is not valid'),
  schema_invalid: entry(422, 'The JSON Schema of the request cannot be used'),
  idempotency_key_reuse: entry(422, 'The Idempotency-Key was used for another body'),
  unknown_area: entry(422, 'The area cannot be resolved'),
  unknown_provider: entry(422, 'No such map provider'),
  rate_limited: entry(429, 'Too many requests', true),
  internal: entry(500, 'Internal error'),
  not_built_yet: entry(501, 'This part is not built yet'),
  // The table gives the general case. For a status of the target, target-status.ts decides; for a name, the look-up.
  target_dns_error: entry(502, 'The name of the target does not resolve', true),
  target_connect_error: entry(502, 'The target does not accept a connection', true),
  target_tls_error: entry(502, 'The TLS handshake with the target failed'),
  target_protocol_error: entry(502, 'The target does not answer in proper HTTP'),
  target_http_error: entry(502, 'The target answered with an error status'),
  target_blocked: entry(502, 'The target blocks this request'),
  target_captcha: entry(502, 'The target asks for a captcha'),
  login_required: entry(502, 'The target asks for a login'),
  empty_content: entry(502, 'The target has no content'),
  action_failed: entry(502, 'An action could not be done on the page'),
  upstream_changed: entry(502, 'The target no longer has the expected shape'),
  too_many_redirects: entry(502, 'The target redirects too often'),
  source_unavailable: entry(502, 'The source of the data cannot be read', true),
  source_broken: entry(502, 'The source of the data is damaged'),
  proxy_failed: entry(502, 'The proxy cannot be used', true),
  worker_lost: entry(502, 'The workers that ran this were lost'),
  crawl_unavailable: entry(502, 'The crawl service cannot be reached', true),
  queue_full: entry(503, 'The queue is full', true),
  target_busy: entry(503, 'The turn at the target comes later', true),
  no_proxy_available: entry(503, 'No proxy can be used now', true),
  no_worker: entry(503, 'No worker can do this', true),
  browser_unavailable: entry(503, 'No browser can be used'),
  provider_not_configured: entry(503, 'The map provider is not set up'),
  draining: entry(503, 'The service accepts no new work', true),
  storage_unavailable: entry(503, 'The store cannot be reached', true),
  queue_timeout: entry(504, 'No worker took the job in time', true),
  target_timeout: entry(504, 'The target took too long', true),
  extract_timeout: entry(504, 'The work did not end before its deadline', true),
} as const satisfies Record<string, ErrorCodeEntry>

/** One of the keys of `ERROR_CODES`. */
export type ErrorCode = keyof typeof ERROR_CODES

/** Whether the table has the code; workers of other authors may send anything. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code)
}
