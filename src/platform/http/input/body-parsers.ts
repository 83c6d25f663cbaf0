// The bodies that the server reads: JSON in UTF-8, uncompressed, and forms where a route takes them. All else is 415.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { refuseEncoded } from './byte-body.ts'
import { FORM_TYPE } from './form-body.ts'
import { parseJsonBody } from './json-body.ts'

const JSON_TYPE = /^application\/(?:json|[\w.!#$&^-]+\+json)\s*(?:;|$)/i

/** Bodies throw `unsupported_media_type`, `body_too_large`, `malformed_json`, `validation_failed` or `invalid_request`. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    JSON_TYPE,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const { config } = request.routeOptions
      if (config.rawBody !== undefined) {
        request.rawBody = bytes
        config.rawBody(request)
      }
      if (bytes.length === 0) return undefined
      refuseCoding(request)
      return parseJsonBody(bytes, config.maxKeys)
    },
  )
  app.addContentTypeParser(FORM_TYPE, async (request: FastifyRequest) => {
    const { form } = request.routeOptions.config
    if (form?.read === undefined) throw notJson()
    const { body, identity } = await form.read(request)
    request.formIdentity = identity
    return body
  })
  // An empty body counts as no body, whatever its content type.
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    if (request.headers['content-length'] === '0') return undefined
    throw notJson()
  })
}

function notJson(): SurveyorError {
  return new SurveyorError('unsupported_media_type', 'Send the body as application/json.')
}

function refuseCoding({ headers }: FastifyRequest): void {
  refuseEncoded(headers)
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    throw new SurveyorError('unsupported_media_type', 'Send the body in UTF-8.')
  }
}
