// GET /openapi.json: the interface description, and GET /swagger, the page that shows it.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { escapeHtml } from '#kit/text/text-rules.ts'
import { openApi30 } from './openapi-30.ts'
import { openApiDocument, type DocumentOptions, type Json } from './openapi-document.ts'
import type { RouteTable } from '#platform/http/routing/route-table.ts'
import type { App, ServiceInfo } from '#platform/http/routing/app.ts'
import { setPagePolicy } from '#platform/http/output/security-headers.ts'

/** Without `validatorUrl: null` the page would send the address of the description to an internet service. */
const START_SCRIPT = `window.addEventListener('load', () => {
  window.ui = SwaggerUIBundle({
    url: './openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    validatorUrl: null,
    tryItOutEnabled: true,
    presets: [SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
  })
})
`

const PAGE_STYLE = `body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff }
main { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin: 1.5rem 0 .25rem; font-size: 1rem }
ul { margin: 0; padding-left: 1.25rem }
`

/** They change only with the program. */
const ASSET_CACHING = 'public, max-age=3600'

/**
 * Adds the routes. The documents are made once, when someone first asks for one: to describe all routes takes a twentieth of
 * a start.
 */
export function addOpenApi(app: App, table: RouteTable, options: DocumentOptions): void {
  // In the group of the page, if the document of the service has one.
  const group = options.groups.some(({ name }) => name === 'swagger') ? 'swagger' : null
  let made: Json | null = null
  const document = () => (made ??= openApiDocument(table.routes, options))
  const write = { 'openapi.json': document, 'openapi-3.0.json': () => openApi30(document()) }
  const texts = new Map<string, string>()
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
      async (_request, reply) => {
        const text = texts.get(name) ?? JSON.stringify(write[name]())
        texts.set(name, text)
        return reply.type('application/json; charset=utf-8').send(text)
      },
    )
  }
  addSwaggerPage(app, options.service, group)
}

/** Adds the page and its assets. It loads nothing from another host. */
function addSwaggerPage(app: App, service: ServiceInfo, group: string | null): void {
  const page = swaggerPage(`${service.name} ${service.version}`)
  app.get(
    '/swagger',
    {
      schema: {
        summary: 'A page to read and try this interface',
        produces: ['text/html'],
        response: { 200: Type.String({ examples: ['<!doctype html>'] }) },
      },
      config: { group, scope: null },
    },
    async (_request, reply) => {
      setPagePolicy(reply)
      return reply.type('text/html; charset=utf-8').send(page)
    },
  )

  const serve = (name: string, type: string, read: () => Promise<Buffer | string>) => {
    app.get(
      `/swagger/${name}`,
      { config: { group: null, scope: null, hidden: true, bucket: 'none' } },
      async (_request, reply) =>
        reply
          .type(type)
          .header('cache-control', ASSET_CACHING)
          .send(await read()),
    )
  }
  serve('start.js', 'text/javascript; charset=utf-8', async () => START_SCRIPT)
  serve('page.css', 'text/css; charset=utf-8', async () => PAGE_STYLE)
  const serveFile = (name: string, type: string, location: string) => {
    const path = fileURLToPath(location)
    serve(name, type, async () => readFile(path))
  }
  serveFile(
    'swagger-ui.css',
    'text/css; charset=utf-8',
    import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
  )
  serveFile(
    'swagger-ui-bundle.js',
    'text/javascript; charset=utf-8',
    import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  )
  serveFile('favicon-32x32.png', 'image/png', import.meta.resolve('swagger-ui-dist/favicon-32x32.png'))
}

/** Addresses are relative, so that the page works behind a path prefix. */
function swaggerPage(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/png" href="./swagger/favicon-32x32.png">
<link rel="stylesheet" href="./swagger/page.css">
<link rel="stylesheet" href="./swagger/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="./swagger/swagger-ui-bundle.js"></script>
<script src="./swagger/start.js"></script>
</body>
</html>
`
}
