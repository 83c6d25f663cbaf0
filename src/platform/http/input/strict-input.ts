// Strict input for every route: unknown query parameters and unexpected bodies are refused, query text is typed.
import type { FastifyInstance } from 'fastify'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { asSchema } from './json-schema.ts'
import { coerceQuery } from './query-coercion.ts'

const NO_QUERY = { type: 'object', properties: {}, additionalProperties: false }

export function strictInput(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.anyInput === true) return
    const { querystring = NO_QUERY, ...rest } = route.schema ?? {}
    route.schema = { ...rest, querystring: { ...asSchema(querystring), additionalProperties: false } }
  })

  app.addHook('preValidation', async (request) => {
    const { schema = {}, config } = request.routeOptions
    if (config.anyInput === true) return
    request.query = coerceQuery(request.query as Record<string, string | string[]>, schema.querystring)
    if (config.byteBody === true) return
    if (schema.body === undefined) refuseUnexpectedBody(request.body)
    // A body with optional keys only may be omitted.
    else if (request.body === undefined && isOptionalBody(schema.body)) request.body = {}
  })
}

function isOptionalBody(schema: unknown): boolean {
  const { type, required = [] } = asSchema(schema)
  return type === 'object' && required.length === 0
}

function refuseUnexpectedBody(body: unknown): void {
  if (body === undefined || (typeof body === 'object' && body !== null && Object.keys(body).length === 0))
    return
  const keys = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : ['']
  throw new SurveyorError('validation_failed', 'This path takes no body.', {
    errors: keys.slice(0, 20).map((key) => ({
      pointer: key === '' ? '' : `/${key.slice(0, 200)}`,
      code: 'unknown_key',
      detail: 'This path takes no body.',
    })),
  })
}
