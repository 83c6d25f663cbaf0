// The made-up site as a process of its own: `node site-program.ts '{"pages":5000}'` prints its port. Paths under /_site/
// change it and tell what was fetched, and are not counted.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateSite } from './generated-site.ts'
import type { SiteOptions } from './site-plan.ts'

const site = generateSite(JSON.parse(process.argv[2] ?? '{}') as Partial<SiteOptions>)

const server = createServer({ keepAlive: true }, (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const send = (value: unknown): void => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
  switch (url.pathname) {
    case '/_site/expected':
      return send([...site.expected])
    case '/_site/fetches':
      return send({
        fetches: Object.fromEntries(site.fetches),
        notModified: Object.fromEntries(site.notModified),
      })
    case '/_site/forget':
      return send(site.forgetFetches() ?? null)
    case '/_site/change':
      return send(site.change(Number(url.searchParams.get('share') ?? 0.01), new Date()))
    default:
      return site.respond(request, response)
  }
})
server.listen(Number(process.argv[3] ?? 0), '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
