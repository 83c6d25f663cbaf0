// Answers connections whose bytes never became a request: malformed HTTP, too large headers, too slow.
import type { FastifyServerOptions } from 'fastify'
import { fieldsOf } from '#kit/unknown-values.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import { isReceiving } from '#platform/http/input/byte-body.ts'

const EXPLAINED: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['invalid_request', 'The headers are too large.'],
}

type ClientErrorHandler = NonNullable<FastifyServerOptions['clientErrorHandler']>

/** Node's `clientError` event: writes a problem document straight to the socket and closes it. */
export const answerClientError: ClientErrorHandler = (error, socket) => {
  // A large file is limited by its rate instead.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isReceiving(socket)) return
  // No answer is possible on a closed socket or in the middle of another answer (Node's own handler checks the same).
  const { headersSent } = fieldsOf(fieldsOf(socket)['_httpMessage'])
  if (error.code === 'ECONNRESET' || !socket.writable || headersSent === true) {
    socket.destroy()
    return
  }
  const [code, detail] = EXPLAINED[error.code ?? ''] ?? ['invalid_request', 'The request is not valid HTTP.']
  const problem = problemOf(new SurveyorError(code, detail))
  const body = JSON.stringify(problem)
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${code === 'request_timeout' ? 'Request Timeout' : 'Bad Request'}`,
      'content-type: application/problem+json',
      'x-content-type-options: nosniff',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
