// A small server for tests of the platform: the real one, with a few routes.
import type { TestContext } from 'node:test'
import { Type } from 'typebox'
import { Location } from '#contract/places/location.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { listen } from '#platform/http/server/listen.ts'
import type { App } from '#platform/http/routing/app.ts'
import { createHttpServer, type HttpServerOptions } from '#platform/http/server/server.ts'

export const TEST_GROUPS = [
  { name: 'things', summary: 'Things.' },
  { name: 'health', summary: 'Health.' },
]

/** An open server on loopback without routes; closed after the test. */
export async function testServer(t: TestContext, options: Partial<HttpServerOptions> = {}): Promise<App> {
  const app = await createHttpServer({
    service: { name: 'test', version: '1.2.3', description: 'A <test> & more.' },
    log: silentLogger,
    host: '127.0.0.1',
    open: true,
    trustProxy: false,
    groups: TEST_GROUPS,
    selfDescription: (endpoints) => ({ name: 'test', endpoints }),
    ...options,
  })
  t.after(async () => app.close())
  return app
}

export const ThingBody = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 500 }),
    location: Type.Optional(Location),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    tags: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  { additionalProperties: false },
)

/** Routes of every kind: a body, none, a parameter, a failure. */
export function addThingRoutes(app: App): void {
  const config = { group: 'things', scope: 'search' } as const
  app.post('/things', { schema: { summary: 'Make', body: ThingBody }, config }, (request) => ({
    got: request.body,
  }))
  app.get(
    '/things/:id',
    { schema: { summary: 'Get', params: Type.Object({ id: Type.String() }) }, config },
    (request) => ({ id: request.params.id, caller: request.caller.id, ip: request.ip }),
  )
  app.delete('/things/all', { schema: { summary: 'Clear' }, config }, () => ({ deleted: true }))
  app.post('/things/:id/stop', { schema: { summary: 'Stop' }, config }, () => ({ stopped: true }))
  app.get('/broken', { schema: { summary: 'Break' }, config }, () => {
    throw new Error('a secret of the inside')
  })
  app.get('/busy', { schema: { summary: 'Refuse' }, config }, () => {
    throw new SurveyorError('queue_full', 'Come back later.')
  })
}

export async function listenOnLoopback(app: App): Promise<URL> {
  const { url } = await listen(app, { host: '127.0.0.1', port: 0 })
  return new URL(url)
}
