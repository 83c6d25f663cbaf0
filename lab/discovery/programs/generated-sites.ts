// The generated web of the learning experiment on one port. Prints its port; a POST to /fr changes the sites in French.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGeneratedWeb } from '#test/support/discovery/generated-web.ts'
import { WEB } from './web.ts'

const web = createGeneratedWeb(WEB)
const server = createServer((request, response) => {
  if (request.method === 'POST') {
    web.move(request.url?.slice(1) ?? '')
    response.writeHead(204).end()
  } else web.respond(request, response)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
// Ends with the process that started it, however that one ends.
process.stdin.on('close', () => process.exit(0)).resume()
