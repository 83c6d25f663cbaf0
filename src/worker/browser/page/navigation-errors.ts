// What went wrong when a browser opened a page, as an error with a code.
import type { ErrorCode } from '#contract/error-codes.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { isContextGone, leavesAgain } from './isolated-world.ts'

/** The codes of Chromium's network stack (net_error_list.h), the first that matches. */
const NETWORK: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [/ERR_TOO_MANY_REDIRECTS/, 'too_many_redirects', 'The target redirects too often.'],
  [/ERR_(CERT|SSL|BAD_SSL)_/, 'target_tls_error', 'The TLS handshake with the target failed.'],
  [
    /ERR_(NAME|DNS|ICANN)_/,
    'target_dns_error',
    'The name of the target does not resolve to a public address.',
  ],
  [/ERR_(TIMED_OUT|CONNECTION_TIMED_OUT)/, 'target_timeout', 'The target took too long.'],
  [
    /ERR_(UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME|UNSAFE_REDIRECT)/,
    'scheme_not_allowed',
    'The target leads to an address that is neither http nor https.',
  ],
  [/ERR_(UNSAFE_PORT|BLOCKED_)/, 'url_not_allowed', 'The URL is not allowed.'],
  // A browser stays where it was.
  [/ERR_ABORTED/, 'empty_content', 'The target answers without a page, as with the status 204.'],
  [
    /ERR_(INVALID_|HTTP2_|RESPONSE_|CONTENT_|UNEXPECTED)/,
    'target_protocol_error',
    'The target does not answer in proper HTTP.',
  ],
  [
    /ERR_(CONNECTION|TUNNEL|PROXY|ADDRESS|SOCKET|EMPTY|NETWORK|INTERNET)/,
    'target_connect_error',
    'The target does not take the connection.',
  ],
]

/** For an error of Playwright; any other error is a defect and stays as it is. */
export function navigationError(cause: unknown): unknown {
  if (cause instanceof SurveyorError || !(cause instanceof Error)) return cause
  const { message } = cause
  if (/Download is starting/.test(message)) return download(cause)
  if (cause.name === 'TimeoutError') {
    return new SurveyorError('target_timeout', 'The page did not come within the time that was left.', {
      cause,
    })
  }
  const network = /net::(ERR_[A-Z0-9_]+)/.exec(message)?.[1]
  if (network !== undefined) {
    const known = NETWORK.find(([pattern]) => pattern.test(network))
    const [, code, detail] = known ?? [
      null,
      'target_connect_error' as const,
      `The page cannot be opened (${network}).`,
    ]
    return new SurveyorError(code, detail, { cause })
  }
  if (/has been closed|browser has disconnected|Target closed|Connection closed/i.test(message))
    return lost(cause)
  return isContextGone(cause) ? leavesAgain(cause) : cause
}

export const crashed = (): SurveyorError =>
  new SurveyorError('unsupported_document', 'The page crashed the browser that showed it.')

const lost = (cause: unknown): SurveyorError =>
  new SurveyorError('browser_unavailable', 'The browser was lost while the page was open.', {
    cause,
    retryable: true,
  })

export const download = (cause?: unknown): SurveyorError =>
  new SurveyorError(
    'unsupported_document',
    'The target is a file that a browser would download, not a page; the docling extractor reads documents.',
    { cause },
  )
