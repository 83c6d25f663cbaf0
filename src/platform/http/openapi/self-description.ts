// GET / and /api: the description of the service and its paths, as JSON for programs; for people / is the page, /api a list.
import { Type } from 'typebox'
import { escapeHtml } from '#kit/text/text-rules.ts'
import type { App, ServiceInfo } from '#platform/http/routing/app.ts'
import { negotiate } from '#platform/http/output/negotiate.ts'
import type { RouteTable } from '#platform/http/routing/route-table.ts'
import type { SendPage } from '#platform/http/pages/page-routes.ts'
import { setPagePolicy } from '#platform/http/output/security-headers.ts'

/** What stands in the answer. */
export interface SelfDescriptionOptions {
  readonly service: ServiceInfo
  readonly groups: readonly string[]
  /** The fields of the service around the endpoints. */
  readonly describe: (endpoints: Record<string, string[]>) => object
  /** The page of the service, where it is built. */
  readonly sendPage: SendPage
}

/** Adds the routes. A browser gets a page, anything else JSON. */
export function addSelfDescription(app: App, table: RouteTable, options: SelfDescriptionOptions): void {
  const { name, version, description } = options.service
  const example = { name, version, description, endpoints: { health: ['GET /health'] } }
  for (const url of ['/', '/api']) {
    app.get(
      url,
      {
        schema: {
          summary: 'What this service is and which paths it has',
          response: { 200: Type.Unsafe<object | string>({ type: 'object', examples: [example] }) },
        },
        config: { group: null, scope: null },
      },
      async (request, reply) => {
        const endpoints = table.endpoints(options.groups)
        void reply.header('vary', 'Accept')
        if (negotiate(request.headers.accept, ['application/json', 'text/html']) === 'application/json') {
          return options.describe(endpoints)
        }
        if (url === '/' && (await options.sendPage(request, reply))) return reply
        setPagePolicy(reply)
        return reply.type('text/html; charset=utf-8').send(page(options.service, endpoints, url === '/'))
      },
    )
  }
}

/** `isMissing`: it stands in for the page, which is not built. */
function page(service: ServiceInfo, endpoints: Record<string, string[]>, isMissing: boolean): string {
  const missing = isMissing
    ? '<p>The page of this service is not built: <code>npm ci</code> or <code>npm run page</code> makes it.</p>\n'
    : ''
  const groups = Object.entries(endpoints).map(
    ([group, paths]) =>
      `<h2>${escapeHtml(group)}</h2>\n<ul>\n${paths.map((path) => `<li><code>${escapeHtml(path)}</code></li>`).join('\n')}\n</ul>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(service.name)} ${escapeHtml(service.version)}</title>
<link rel="stylesheet" href="./swagger/page.css">
</head>
<body>
<main>
<h1>${escapeHtml(service.name)} ${escapeHtml(service.version)}</h1>
<p>${escapeHtml(service.description)}</p>
<p><a href="./swagger">Try it</a> · <a href="./openapi.json">OpenAPI</a> · <a href="./health">Health</a></p>
${missing}${groups.join('\n')}
</main>
</body>
</html>
`
}
