// The cost of the same answers without a service around them: node:http reads the body, parses it and sends stored
// bytes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const answers = new Map(
  [2_000, 20_000, 200_000].map((chars) => [chars, Buffer.from(JSON.stringify('x'.repeat(chars + 2_000)))]),
)
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { url } = JSON.parse(Buffer.concat(chunks).toString()) as { url: string }
    const body = answers.get(Number(url.slice(url.lastIndexOf('/') + 1))) ?? Buffer.from('null')
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
process.once('SIGTERM', () => process.exit())
