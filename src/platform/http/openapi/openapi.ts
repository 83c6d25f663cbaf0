// GET /openapi.json: the interface description, and GET /swagger, the page that shows it.
import { Type } from 'typebox'
import { openApi30 } from './openapi-30.ts'
import { openApiDocument, type DocumentOptions } from './openapi-document.ts'
import type { RouteTable } from '#platform/http/routing/route-table.ts'
import type { App } from '#platform/http/routing/app.ts'
import { addSwaggerPage } from './swagger-page.ts'

/** Adds the routes. The documents are made once, when all routes are known. */
export function addOpenApi(app: App, table: RouteTable, options: DocumentOptions): void {
  // In the group of the page, if the document of the service has one.
  const group = options.groups.some(({ name }) => name === 'swagger') ? 'swagger' : null
  const texts = { 'openapi.json': '', 'openapi-3.0.json': '' }
  // Made at boot, so that a route that cannot be described fails there.
  app.addHook('onReady', async () => {
    const document = openApiDocument(table.routes, options)
    texts['openapi.json'] = JSON.stringify(document)
    texts['openapi-3.0.json'] = JSON.stringify(openApi30(document))
  })
  for (const [name, version, summary] of [
    ['openapi.json', '3.1.0', 'This description, OpenAPI 3.1'],
    ['openapi-3.0.json', '3.0.3', 'This description for older tools, OpenAPI 3.0'],
  ] as const) {
    app.get(
      `/${name}`,
      {
        schema: {
          summary,
          response: {
            200: Type.Unsafe<string>({ type: 'object', examples: [{ openapi: version, paths: {} }] }),
          },
        },
        config: { group, scope: null },
      },
      async (_request, reply) => reply.type('application/json; charset=utf-8').send(texts[name]),
    )
  }
  addSwaggerPage(app, options.service, group)
}
