// The site that the examples of the documents are about: whatever they name on example.org is there, in plain HTTP.
import { readFile } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import sharp from 'sharp'
import { startServer, type LocalServer } from '#test/support/sites/local-server.ts'
import { LISTING } from './example-files.ts'

const WORDS = 'The axe is forged by hand, ground on a wet stone and oiled before it leaves the workshop. '
const PRODUCT = { '@type': 'Product', name: 'Axe', offers: { price: '19.90', priceCurrency: 'EUR' } }
const PAGE = `<!doctype html><html lang="en"><head><title>Axe</title>
  <link rel="service-desc" href="/openapi.yaml">
  <script type="application/ld+json">${JSON.stringify(PRODUCT)}</script></head>
  <body><main><article><h1>Axe</h1><p>${WORDS.repeat(6)}</p><h2>Care</h2><p>${WORDS.repeat(4)}</p>
  <ul><li><b>Axe</b> <i>19.90</i></li><li><b>Saw</b> <i>7</i></li></ul>
  <img src="/photo.jpg" width="640" height="480" alt="An axe"></article></main></body></html>`
const DESCRIPTION = `openapi: 3.0.3
info: {title: Tools, version: 1.0.0}
paths:
  /tools:
    get:
      operationId: listTools
      responses: {'200': {description: OK}}
`

/** Ends with the test. Pages whose path begins with `/slow` never come. */
export async function startExampleSite(t: TestContext): Promise<LocalServer> {
  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
  const listing = await readFile(LISTING, 'utf8')
  return startServer(t, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://example.org')
    if (pathname.startsWith('/slow')) return undefined
    if (pathname === '/robots.txt') return response.writeHead(404).end()
    const [type, body] = /\.(?:ya?ml|json)$/.test(pathname)
      ? ['application/yaml', DESCRIPTION]
      : /\.(?:jpe?g|png|webp)$/.test(pathname)
        ? ['image/jpeg', photo]
        : ['text/html; charset=utf-8', pathname.startsWith('/rooms/') ? listing : PAGE]
    return response.writeHead(200, { 'content-type': type }).end(body)
  })
}
