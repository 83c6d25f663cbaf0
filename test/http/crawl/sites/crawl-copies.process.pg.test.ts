// Which pages a crawl takes for copies of others by the address that they name.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startServer } from '#test/support/sites/local-server.ts'
import { startSiteCrawl } from '#test/support/sites/start-site-crawl.ts'

/** A text of 120 words that no other seed has. */
const textOf = (seed: string) =>
  Array.from({ length: 120 }, (_, n) => `${seed}${(n * 7_919) % 211}`).join(' ')

interface MadePage {
  readonly text: string
  readonly links?: readonly string[]
  readonly canonical?: string
}

/** Crawls what `pageAt` answers for a path with its query; null is a 404. */
async function crawled(t: TestContext, pageAt: (path: string) => MadePage | null) {
  const { origin } = await startServer(t, (request, response) => {
    const made = pageAt(request.url ?? '/')
    if (made === null) return void response.writeHead(404).end()
    const { text, links = [], canonical } = made
    const named = canonical === undefined ? '' : `<link rel="canonical" href="${canonical}">`
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<title>${text.slice(0, 9)}</title>${named}<p>${text}</p>${links.map((href) => `<a href="${href}">to</a>`).join(' ')}`,
      )
  })
  const { start, ended, pages } = await startSiteCrawl(t)
  const crawl = async (more: object = {}) => {
    const id = await start({ urls: [`${origin}/`], ...more })
    const { manifest } = await ended(id)
    const of = new Map((await pages(id)).map((page) => [page.url.slice(origin.length), page]))
    const stored = [...of].filter(([, { state }]) => state === 'stored' || state === 'unchanged')
    return { id, manifest, of, paths: stored.map(([path]) => path).toSorted() }
  }
  return { origin, crawl }
}

test('a page that names another one as its address is a copy of it where their texts are near, whichever is read first', async (t) => {
  const goods = ['cup', 'pot', 'jug']
  const { origin, crawl } = await crawled(t, (path) => {
    if (path === '/')
      return { text: textOf('start'), links: [...goods.map((name) => `/all/${name}`), '/about', '/chain'] }
    const name = path.slice(path.lastIndexOf('/') + 1)
    // The page below the list is read first: it alone leads to the other one.
    if (path.startsWith('/all/') && goods.includes(name))
      return { text: `${textOf(name)} Back to all`, canonical: `/goods/${name}`, links: ['/', '/about'] }
    if (path.startsWith('/goods/') && goods.includes(name))
      return { text: textOf(name), links: [`/all/${name}`, `/late/${name}`] }
    if (path.startsWith('/late/')) return { text: `${textOf(name)} Seen lately`, canonical: `/goods/${name}` }
    // By mistake, as many sites do it, with the text of their own.
    if (path === '/about' || path === '/chain') return { text: textOf(name), canonical: '/' }
    return null
  })
  const first = await crawl()
  const expected = ['/', '/about', '/chain', '/goods/cup', '/goods/jug', '/goods/pot']
  assert.deepEqual(first.paths, expected)
  for (const path of ['/all/cup', '/late/cup']) {
    const { state, reason, duplicateOf } = first.of.get(path) ?? {}
    assert.deepEqual([state, reason, duplicateOf], ['duplicate', 'canonical', `${origin}/goods/cup`], path)
  }
  assert.equal(first.manifest.counts.stored, expected.length)
  assert.equal(first.manifest.complete, true)
  const second = await crawl({ incremental: first.id })
  assert.deepEqual(second.paths, expected)
  const kept = await crawl({ sameContent: 'keep', maxAgeMs: 0 })
  assert.equal(kept.manifest.counts.stored, expected.length + 6)
})
