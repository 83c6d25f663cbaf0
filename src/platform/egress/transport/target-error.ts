// Maps failures between us and a target to error codes.
import { errors } from 'undici'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { tooLarge } from './decode-body.ts'
import { ExchangeLimit } from './exchange.ts'
import { errorCode } from '#kit/unknown-values.ts'

/** The error for a caller; an error that has its code already is returned as it is. */
export function targetError(error: unknown, maxBytes: number): SurveyorError {
  if (error instanceof SurveyorError) return error
  if (error instanceof ExchangeLimit) {
    switch (error.limit) {
      case 'bytes':
        return tooLarge(maxBytes)
      case 'pace':
        return new SurveyorError('target_timeout', 'The target sends too slowly.', { cause: error })
      case 'interim':
        return protocolError('The target sends interim answers without end.', error, false)
    }
  }
  const code = errorCode(error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new SurveyorError('target_too_large', 'The headers of the target are too large.', { cause: error })
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    return new SurveyorError('invalid_header', 'A header of the request has no valid value.', {
      cause: error,
    })
  }
  if (error instanceof errors.HTTPParserError)
    return protocolError('The target does not answer in HTTP.', error, false)
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return protocolError('The target sent less than it announced.', error, true)
  }
  return new SurveyorError('target_connect_error', 'The target closed the connection.', { cause: error })
}

/** Whether a kept-alive connection turned out to be closed already: the same request should then use a new one. */
export function isClosedConnection(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}

function protocolError(detail: string, cause: unknown, retryable: boolean): SurveyorError {
  return new SurveyorError('target_protocol_error', detail, { cause, retryable })
}

/** `target_timeout`; `what` begins its sentence. */
export function tooLate(what: string): SurveyorError {
  return new SurveyorError('target_timeout', `${what} did not answer before the deadline.`)
}
