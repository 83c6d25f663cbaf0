// A site of hostile pages, in a process of its own so that making them is not the experiment's work; prints its port.
// `/page/BYTES/NAME` is a page of `hostilePages`, packed where it is large; `/description/NAME` an API description;
// `/article/BYTES` an ordinary long page.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { hostileDescriptions } from './hostile-descriptions.ts'
import { hostilePages } from './hostile-pages.ts'
import { ordinaryPage } from './ordinary-page.ts'

const PACKED_FROM = 4_000_000

const descriptions = hostileDescriptions()
/** Many ask for each: making and packing 20 MB takes a second, and a core that the product could use. */
const packed = new Map<string, { readonly type: string; readonly bytes: Buffer }>()

function answerOf(path: string): { readonly type: string; readonly text: string } | undefined {
  const [, kind, first = '', name = ''] = path.split('/').map((part) => decodeURIComponent(part))
  if (kind === 'page') return hostilePages(Number(first)).get(name)?.()
  if (kind === 'article') return { type: 'text/html', text: ordinaryPage(Number(first)) }
  const text = kind === 'description' ? descriptions.get(first) : undefined
  return text === undefined ? undefined : { type: 'text/plain', text }
}

const site = createServer(({ url = '/' }, response) => {
  let page = packed.get(url)
  if (page === undefined) {
    const answer = answerOf(url)
    if (answer === undefined) return void response.writeHead(404).end('nothing here')
    const { type, text } = answer
    if (text.length < PACKED_FROM) return void response.writeHead(200, { 'content-type': type }).end(text)
    page = { type, bytes: gzipSync(text, { level: 1 }) }
    packed.set(url, page)
  }
  response.writeHead(200, { 'content-type': page.type, 'content-encoding': 'gzip' }).end(page.bytes)
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
process.stdout.write(`${(site.address() as AddressInfo).port}\n`)
// Ends with the process that started it, however that one ends.
process.stdin.on('close', () => process.exit(0)).resume()
