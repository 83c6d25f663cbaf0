import assert from 'node:assert/strict'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import type { EgressRequest, EgressResponse } from '#platform/egress/egress.ts'
import { openEgress, startServer } from '#test/egress/local-server.ts'

type Fetch = (path: string, over?: Partial<EgressRequest>) => Promise<EgressResponse>

/** A site where each path answers by one function, and a fetch of it that ignores robots.txt. */
async function cached(
  t: TestContext,
  pages: Record<string, (response: ServerResponse, headers: IncomingHttpHeaders) => unknown>,
): Promise<{ fetch: Fetch; asked: string[] }> {
  const site = await startServer(t, (request, response) => {
    pages[request.url ?? '']?.(response, request.headers)
    response.end(`body of ${request.url}`)
  })
  const egress = openEgress(t)
  const fetch: Fetch = (path, over) =>
    egress.fetch({ url: site.origin + path, maxBytes: 1000, deadlineMs: 10_000, robots: 'ignore', ...over })
  return { fetch, asked: site.asked }
}

suite('the HTTP cache', () => {
  test('a fresh answer is not asked for again, unless the caller wants it', async (t) => {
    const { fetch, asked } = await cached(t, { '/a': (r) => r.setHeader('cache-control', 'max-age=600') })
    assert.equal((await fetch('/a')).cache.status, 'miss')
    const hit = await fetch('/a')
    assert.equal(hit.cache.status, 'hit')
    assert.equal(Buffer.from(hit.body).toString(), 'body of /a')
    assert.equal((await fetch('/a', { cache: 'no-store' })).cache.status, 'bypass')
    assert.equal((await fetch('/a', { method: 'HEAD' })).cache.status, 'bypass')
    assert.deepEqual(asked, ['/a', '/a', '/a'])
    await assert.rejects(fetch('/a', { maxBytes: 3 }), { code: 'target_too_large' })
  })

  test('a stale answer is asked after by its validators', async (t) => {
    const seen: (string | undefined)[] = []
    const { fetch } = await cached(t, {
      '/etag': (r, h) => {
        seen.push(h['if-none-match'])
        r.setHeader('etag', '"1"').setHeader('cache-control', 'no-cache').setHeader('x-asked', seen.length)
        if (h['if-none-match'] === '"1"') r.writeHead(304)
      },
      '/date': (r, h) => {
        seen.push(h['if-modified-since'])
        r.setHeader('last-modified', 'Sat, 21 Nov 2026 10:00:00 GMT').setHeader('cache-control', 'no-cache')
        if (h['if-modified-since'] !== undefined) r.writeHead(304)
      },
    })
    for (const path of ['/etag', '/date']) {
      assert.equal((await fetch(path)).cache.status, 'miss')
      const again = await fetch(path)
      assert.deepEqual([again.cache.status, again.status], ['revalidated', 200])
      assert.equal(Buffer.from(again.body).toString(), `body of ${path}`)
    }
    assert.deepEqual(seen, [undefined, '"1"', undefined, 'Sat, 21 Nov 2026 10:00:00 GMT'])
    assert.equal((await fetch('/etag')).headers['x-asked'], '5')
  })

  test('a changed answer takes the place of the old one', async (t) => {
    let version = 1
    const { fetch } = await cached(t, {
      '/a': (r, h) => {
        r.setHeader('etag', `"${version}"`).setHeader('cache-control', 'no-cache')
        if (h['if-none-match'] === `"${version}"`) r.writeHead(304)
      },
    })
    await fetch('/a')
    version = 2
    assert.equal((await fetch('/a')).cache.status, 'miss')
    assert.equal((await fetch('/a')).cache.status, 'revalidated')
  })

  test('what is private, not to be stored, or asked for with credentials is never kept', async (t) => {
    const { fetch, asked } = await cached(t, {
      '/private': (r) => r.setHeader('cache-control', 'private, max-age=600'),
      '/no-store': (r) => r.setHeader('cache-control', 'no-store'),
      '/public': (r) => r.setHeader('cache-control', 'public, max-age=600'),
    })
    for (const path of ['/private', '/no-store']) {
      await fetch(path)
      assert.equal((await fetch(path)).cache.status, 'miss', path)
    }
    for (const headers of [{ authorization: 'Bearer x' }, { cookie: 'a=1' }, { 'x-api-key': 'k' }]) {
      assert.equal((await fetch('/public', { headers })).cache.status, 'bypass')
      assert.equal((await fetch('/public', { headers })).cache.status, 'bypass')
    }
    assert.equal((await fetch('/public')).cache.status, 'miss')
    assert.equal((await fetch('/public', { headers: { cookie: 'a=1' } })).cache.status, 'bypass')
    assert.equal(asked.length, 4 + 6 + 2)
  })

  test('cookies of one visitor are not handed to the next', async (t) => {
    const { fetch } = await cached(t, {
      '/a': (r) => r.setHeader('cache-control', 'public, max-age=600').setHeader('set-cookie', 'session=1'),
    })
    assert.equal((await fetch('/a')).headers['set-cookie'], 'session=1')
    const hit = await fetch('/a')
    assert.deepEqual([hit.cache.status, hit.headers['set-cookie']], ['hit', undefined])
  })

  test('Vary keeps languages apart', async (t) => {
    const { fetch } = await cached(t, {
      '/a': (r) => r.setHeader('cache-control', 'max-age=600').setHeader('vary', 'accept-language'),
    })
    const german = { headers: { 'accept-language': 'de' } }
    await fetch('/a', german)
    assert.equal((await fetch('/a', german)).cache.status, 'hit')
    assert.equal((await fetch('/a', { headers: { 'accept-language': 'fr' } })).cache.status, 'miss')
  })

  test('a permanent redirect is remembered', async (t) => {
    const { fetch, asked } = await cached(t, {
      '/old': (r) => r.writeHead(301, { location: '/new', 'cache-control': 'max-age=600' }),
    })
    await fetch('/old')
    const again = await fetch('/old')
    assert.equal(again.redirects.length, 1)
    assert.deepEqual(asked, ['/old', '/new', '/new'])
  })
})
