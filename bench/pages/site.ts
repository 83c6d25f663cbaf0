// A site of many static pages for benchmarks, in a process of its own: `node bench/pages/site.ts` prints its address.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const PAGES = 1_000

/** Numbers that are the same in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state % below
  }
}

const WORDS = (
  'harbour walk stone wind open water boat market winter bridge lamp river north window paper garden letter morning ' +
  'train island coast light path field cloud street house table cup bread road story hill forest night'
).split(' ')

/** About 40 KB, as pages of news sites are: menus, scripts, an article of twelve paragraphs, teasers, a footer. */
function pageOf(number: number): string {
  const random = randomFrom(number + 1)
  const words = (count: number): string =>
    Array.from({ length: count }, () => WORDS[random(WORDS.length)] as string).join(' ')
  const sentence = (): string => {
    const text = words(8 + random(14))
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  const paragraph = (): string =>
    `<p>${Array.from({ length: 5 }, sentence).join(' ')} <a href="/page/${random(PAGES)}">${words(3)}</a>.</p>`
  const links = (count: number, label: string): string =>
    Array.from(
      { length: count },
      () =>
        `<li class="${label}-item"><a class="${label}-link" href="/page/${random(PAGES)}">${words(3)}</a></li>`,
    ).join('\n')
  const title = words(6)
  const cards = Array.from(
    { length: 12 },
    () =>
      `<div class="teaser"><a href="/page/${random(PAGES)}"><img src="/i/${random(PAGES)}.jpg" alt="${words(4)}"><h3>${words(7)}</h3></a><p>${sentence()}</p></div>`,
  ).join('\n')
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title} - Harbour News</title>
<link rel="canonical" href="/page/${number}"><meta property="og:title" content="${title}">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"${title}","datePublished":"2026-11-20T10:00:00Z","author":{"@type":"Person","name":"Ann Example"}}</script>
<style>${'.c{margin:0 auto;padding:4px 8px}'.repeat(120)}</style>
<script>${'window.q=window.q||[];window.q.push({a:1,b:"x"});'.repeat(160)}</script></head>
<body><header class="site-header"><nav class="main-nav"><ul>${links(40, 'nav')}</ul></nav></header>
<main><article class="post"><h1>${title}</h1><p class="byline">By Ann Example</p>
${Array.from({ length: 6 }, paragraph).join('\n')}
<h2>${words(4)}</h2><ul>${Array.from({ length: 6 }, () => `<li>${sentence()}</li>`).join('')}</ul>
<figure><img src="/i/${number}.jpg" alt="${words(4)}"><figcaption>${words(8)}</figcaption></figure>
${Array.from({ length: 6 }, paragraph).join('\n')}</article>
<aside class="related"><h2>Related</h2>${cards}</aside></main>
<footer class="site-footer"><ul>${links(60, 'footer')}</ul></footer></body></html>`
}

const pages = Array.from({ length: PAGES }, (_, number) => Buffer.from(pageOf(number)))
const server = createServer({ keepAlive: true }, (request, response) => {
  const number = /^\/page\/(\d{1,6})$/.exec(request.url ?? '')?.[1]
  const page = number === undefined ? undefined : pages[Number(number)]
  if (page === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.')
    return
  }
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': page.length })
    .end(page)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
