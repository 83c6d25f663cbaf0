// A site that always answers at once, in a process of its own, for measurements; prints its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

const PAGE = Buffer.from(
  `<!doctype html><title>Page</title>${'<p>Some text as it stands in a page.</p>'.repeat(400)}`,
)
const PACKED = gzipSync(PAGE)

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    switch (request.url) {
      case '/plain':
        return response
          .writeHead(200, { 'content-type': 'text/html', 'content-length': PAGE.length })
          .end(PAGE)
      case '/gzip':
        return response
          .writeHead(200, {
            'content-type': 'text/html',
            'content-encoding': 'gzip',
            'content-length': PACKED.length,
          })
          .end(PACKED)
      case '/json':
        return response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': 11 })
          .end('{"ok":true}')
      default:
        return response.writeHead(404).end()
    }
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
// Ends with the process that started it, however that one ends.
process.stdin.on('close', () => process.exit(0)).resume()
