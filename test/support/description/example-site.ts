// The site that the examples of the documents are about: whatever they name on example.org is there, in plain HTTP.
import type { TestContext } from 'node:test'
import { startServer, type LocalServer } from '#test/support/sites/local-server.ts'
import { exampleAt } from './example-files.ts'

/** Ends with the test. Pages whose path begins with `/slow` never come. */
export async function startExampleSite(t: TestContext): Promise<LocalServer> {
  return startServer(t, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://example.org')
    if (pathname.startsWith('/slow')) return
    if (pathname === '/robots.txt') return void response.writeHead(404).end()
    void exampleAt(pathname).then(({ mediaType, body }) =>
      response.writeHead(200, { 'content-type': mediaType }).end(body),
    )
  })
}
