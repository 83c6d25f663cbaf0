// Many names on one port: a request to a name that begins with `slow.` takes two seconds, all others are immediate.
// Prints its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const SLOW_MS = 2_000
const PAGE = `<!doctype html><title>Page</title>${'<p>Some text as it stands in a page, one line after the other.</p>'.repeat(20)}`

const site = createServer(({ url, headers }, response) => {
  if (url === '/robots.txt') return void response.writeHead(404).end()
  const answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
  if (headers.host?.startsWith('slow.') === true) setTimeout(answer, SLOW_MS)
  else answer()
  return undefined
})
site.listen(0, '127.0.0.1', () => process.stdout.write(`${(site.address() as AddressInfo).port}\n`))
// Ends with the process that started it, however that one ends.
process.stdin.on('close', () => process.exit(0)).resume()
