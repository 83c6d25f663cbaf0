import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { startServer } from '#test/support/sites/local-server.ts'
import { generateSite } from './generated-site.ts'

test('the same options give the same site, in which links and lists lead to every page', async (t) => {
  const site = generateSite({ pages: 320, traps: false })
  assert.deepEqual([...generateSite({ pages: 320, traps: false }).expected], [...site.expected])
  const server = await startServer(t, site.respond)
  const get = async (path: string, headers: Record<string, string> = {}) =>
    fetch(server.origin + path, { redirect: 'manual', headers })

  // A crawler of ten lines that obeys nothing.
  const seen = new Set<string>()
  const queue = ['/']
  const follow = (path: string): void => {
    if (!seen.has(path)) queue.push(path)
    seen.add(path)
  }
  seen.add('/')
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const answer = await get(path)
    const text = await answer.text()
    if (answer.status !== 200) continue
    for (const [, href = ''] of text.matchAll(/<a href="([^"]+)">/g))
      follow(new URL(href, `http://x${path}`).pathname)
  }
  const packed = Buffer.from(await (await get('/sitemaps/pages-0.xml.gz')).arrayBuffer())
  const lists = [gunzipSync(packed).toString()]
  for (const path of ['/sitemaps/list.txt', '/sitemaps/news.xml', '/sitemaps/languages.xml', '/feed.xml'])
    lists.push(await (await get(path)).text())
  for (const [, path = ''] of lists.join('\n').matchAll(/http:\/\/127\.0\.0\.1:\d+(\/[^<"\n]*)/g))
    seen.add(path)
  assert.deepEqual(
    [...site.expected].filter((path) => !seen.has(path)),
    [],
  )
  assert.equal(site.plan.pages.size, 320)
})

test('a page has validators; a change gives it new ones', async (t) => {
  const site = generateSite({ pages: 50 })
  const server = await startServer(t, site.respond)
  const path = site.change(0.001, new Date())[0] ?? ''
  const first = await fetch(server.origin + path)
  const etag = first.headers.get('etag') ?? ''
  const text = await first.text()
  const again = await fetch(server.origin + path, { headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304)
  assert.equal(site.fetches.get(path), 2)
  assert.equal(site.notModified.get(path), 1)
  assert.ok(site.change(1, new Date()).includes(path))
  const changed = await fetch(server.origin + path, { headers: { 'if-none-match': etag } })
  assert.equal(changed.status, 200)
  assert.notEqual(await changed.text(), text)
  const gone = site.remove(1)[0] ?? ''
  assert.equal((await fetch(server.origin + gone)).status, 410)
  assert.ok(!site.expected.has(gone))
})

test('copies, redirects, errors and traps answer as they are meant to', async (t) => {
  const site = generateSite({ pages: 60 })
  const server = await startServer(t, site.respond)
  const status = async (path: string): Promise<number> => {
    const answer = await fetch(server.origin + path, { redirect: 'manual' })
    await answer.body?.cancel()
    return answer.status
  }
  const text = async (path: string): Promise<string> => (await fetch(server.origin + path)).text()
  const statuses = {
    '/section-0': 301,
    '/old/1': 301,
    '/old/4': 301,
    '/loop/a': 301,
    '/loop/b': 301,
    '/missing.html': 404,
    '/gone.html': 410,
    '/broken.html': 500,
    '/soft-404.html': 200,
    '/private/secret.html': 200,
  }
  for (const [path, expected] of Object.entries(statuses)) assert.equal(await status(path), expected, path)
  assert.match(await text('/print/0'), /rel="canonical" href="\/section-0\/article-0.html"/)
  assert.match(
    await text('/section-0/?utm_source=x'),
    /rel="canonical" href="http:\/\/127[^"]+\/section-0\/"/,
  )
  assert.doesNotMatch(await text('/copy/1'), /canonical/)
  assert.match(await text('/calendar/2026/12/'), /href="\/calendar\/2027\/01\/"/)
  assert.match(await text('/shop/?color=red'), /href="\/shop\/\?color=red&amp;size=m"/)
  assert.match(await text('/noindex.html'), /content="noindex"/)
  assert.ok((await text('/large.html')).length > 600_000)
  const release = site.hold('/held.html')
  const waiting = fetch(`${server.origin}/held.html`)
  assert.equal(await status('/'), 200)
  release()
  assert.equal((await waiting).status, 404)
})
