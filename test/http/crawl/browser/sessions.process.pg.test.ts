// Requests of one session: a login in a browser, pages with and without one after it, and its end.
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { suite, test } from 'node:test'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { Problem } from '#contract/problem.ts'
import type { Session } from '#contract/crawl/session.ts'
import markdown from '#extractors/markdown/index.ts'
import { sql } from '#platform/db/sql.ts'
import { startBrowserCrawl } from '#test/support/crawl/start-browser-crawl.ts'

interface Answer extends Omit<ExtractionAnswer, 'data'> {
  readonly data: { readonly markdown?: string }
}

/** However slow the machine is. */
const PATIENT = { prefer: 'wait=120' }
const WORDS = 'Words of a page, so that it is one. '.repeat(10)
const WELCOME = '<b id="welcome">Welcome back</b>, Ann.'
const page = (text: string): string =>
  `<!doctype html><title>Site</title><article><h1>Site</h1><p>${text}</p><p>${WORDS}</p></article>`

/** Shows what its database holds, and adds to it; with `?file` what no session keeps. */
const DATABASE = `${page('<span id="n"></span>')}<script>
  const opened = indexedDB.open('shop', 3)
  opened.onupgradeneeded = () => {
    opened.result.createObjectStore('items', { keyPath: 'id', autoIncrement: true }).createIndex('by name', ['name', 'at'])
    opened.result.createObjectStore('parts')
  }
  opened.onsuccess = () => {
    const work = opened.result.transaction(['items', 'parts'], 'readwrite')
    const [items, parts] = [work.objectStore('items'), work.objectStore('parts')]
    const named = items.index('by name').getAll()
    const part = parts.get([1, 'x'])
    named.onsuccess = () => {
      items.add({ name: 'apple', at: new Date(0), tags: new Map([['a', [1n, undefined, null, NaN]]]) })
      parts.put(location.search === '' ? new Uint8Array([1, 255]) : new Blob(['x']), [1, 'x'])
    }
    work.oncomplete = () => {
      const told = named.result.map(({ id, at, tags }) => [id, at.toJSON(), tags.get('a').map(String)].join(' '))
      n.textContent = 'Had ' + [...told, part.result].join('; ') + '.'
      n.id = 'done'
    }
  }</script>`

/** A shop with a login form, and pages that count their visits in their storage. */
const shop: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://x')
  const send = (text: string, headers: Record<string, string | string[]> = {}): void =>
    void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(text)
  const cookie = request.headers.cookie ?? ''
  if (pathname === '/login' && request.method === 'POST') {
    const headers = {
      location: '/account',
      'set-cookie': ['sid=s3cret-of-ann; Path=/; HttpOnly', 'theme=dark'],
    }
    return void response.writeHead(303, headers).end()
  }
  if (pathname === '/login')
    return send(page('Log in.<form method="post"><input id="name"><button id="go">Go</button></form>'))
  if (pathname === '/begin')
    return void response.writeHead(302, { location: '/account', 'set-cookie': 'sid=s3cret-of-ann' }).end()
  if (pathname === '/logout') return send(page('Bye.'), { 'set-cookie': 'sid=; Max-Age=0; Path=/' })
  if (pathname === '/count')
    return send(`${page('<span id="n"></span>')}<script>
      localStorage.n = Number(localStorage.n ?? 0) + 1; n.textContent = 'Visit ' + localStorage.n + '.'</script>`)
  if (pathname === '/tab')
    return send(`${page('<span id="n"></span><a id="away" onclick="sessionStorage.clear()" href="/tab?left">Away</a>')}<script>
      const was = sessionStorage.n ?? 'none'
      if (!location.search.includes('left')) sessionStorage.n = Number(sessionStorage.n ?? 0) + 1
      n.textContent = 'Tab had ' + was + '.'</script>`)
  if (pathname === '/database') return send(DATABASE)
  if (pathname === '/account')
    return send(page(cookie.includes('sid=s3cret-of-ann') ? WELCOME : 'Who are you?'))
  response.writeHead(404).end()
}

suite('sessionId', () => {
  test('a login in a browser counts for later requests of any engine, until the session ends', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [markdown], shop)
    const read = async (path: string, more: object = {}): Promise<string> => {
      const body = { url: `${site.origin}${path}`, sessionId: 'ann', timeoutMs: 110_000, ...more }
      const { status, json, text } = await crawl.call<Answer>('POST', '/api/v1/markdown/extract', {
        body,
        headers: PATIENT,
      })
      assert.equal(status, 200, text)
      assert.deepEqual(json.warnings, [])
      return json.data.markdown ?? ''
    }
    assert.match(await read('/account'), /Who are you/)
    const actions = [
      { type: 'write', selector: '#name', text: 'ann' },
      { type: 'click', selector: '#go' },
      { type: 'wait', selector: '#welcome' },
    ]
    assert.match(await read('/login', { actions }), /Welcome back.*Ann/)
    assert.match(await read('/account', { engine: 'http' }), /Welcome back.*Ann/)
    assert.match(await read('/account', { engine: 'browser' }), /Welcome back.*Ann/)
    assert.match(await read('/account', { sessionId: 'bob' }), /Who are you/)
    assert.match(await read('/account', { sessionId: undefined }), /Who are you/)
    const { json: seen } = await crawl.call<Session>('GET', '/api/v1/sessions/ann')
    assert.deepEqual([seen.id, seen.cookies], ['ann', 2])
    assert.ok(Date.parse(seen.expiresAt) > Date.parse(seen.lastUsedAt))
    const stored = await crawl.db.query<{ text: string }>(
      sql`select encode(state, 'escape') as text from browse_sessions`,
    )
    assert.equal(JSON.stringify(stored).includes('s3cret'), false)
    assert.match(await read('/logout', { engine: 'http' }), /Bye/)
    assert.match(await read('/account', { engine: 'browser' }), /Who are you/)
    assert.equal((await crawl.call('DELETE', '/api/v1/sessions/ann')).status, 204)
    for (const method of ['GET', 'DELETE']) {
      const gone = await crawl.call<Problem>(method, '/api/v1/sessions/ann')
      assert.deepEqual([gone.status, gone.json.code], [404, 'not_found'])
    }
  })

  test('cookies of a redirect without a browser, and storage of a page in one, are carried over', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [markdown], shop)
    const read = async (path: string, engine: string, more: object = {}): Promise<Answer> => {
      const body = { url: `${site.origin}${path}`, sessionId: 'x', timeoutMs: 110_000, engine, ...more }
      const { status, json, text } = await crawl.call<Answer>('POST', '/api/v1/markdown/extract', {
        body,
        headers: PATIENT,
      })
      assert.equal(status, 200, text)
      return json
    }
    const first = await read('/begin', 'http')
    assert.match(first.data.markdown ?? '', /Welcome back.*Ann/)
    assert.equal(first.cache.status, 'bypass')
    assert.match((await read('/account', 'browser')).data.markdown ?? '', /Welcome back.*Ann/)
    for (const n of [1, 2, 3]) {
      assert.match((await read('/count', 'browser')).data.markdown ?? '', new RegExp(`Visit ${n}\\.`))
    }
    // The storage of the tab is there from the first script on, and what the page takes away stays away.
    for (const had of ['none', '1', '2']) {
      assert.match((await read('/tab', 'browser')).data.markdown ?? '', new RegExp(`Tab had ${had}\\.`))
    }
    const actions = [{ type: 'click', selector: '#away' }]
    assert.match((await read('/tab', 'browser', { actions })).data.markdown ?? '', /Tab had none\./)
    assert.match((await read('/tab', 'browser')).data.markdown ?? '', /Tab had none\./)
    // A database comes back with its keys, indexes and kinds of values; one with a file in it is not kept at all.
    const item = (id: number): string => `${id} 1970-01-01T00:00:00.000Z 1,undefined,null,NaN; `
    for (const [path, had, cut] of [
      ['/database', '', []],
      ['/database', `${item(1)}1,255`, []],
      ['/database?file', `${item(1)}${item(2)}1,255`, ['session_cut']],
      ['/database', '', []],
    ] as const) {
      const answer = await read(path, 'browser', { waitFor: { selector: '#done' } })
      assert.ok((answer.data.markdown ?? '').includes(`Had ${had}.`), String(answer.data.markdown))
      assert.deepEqual(
        answer.warnings.map(({ code }) => code),
        cut,
      )
    }
    // Past its time it is empty.
    await crawl.db.execute(sql`update browse_sessions set expires_at = now()`)
    assert.equal((await crawl.call('GET', '/api/v1/sessions/x')).status, 404)
    assert.match((await read('/count', 'browser')).data.markdown ?? '', /Visit 1\./)
  })

  test('names that are none are refused', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [markdown], shop)
    for (const sessionId of ['', '../x', 'a b', 'x'.repeat(65)]) {
      const { status, json } = await crawl.call<Problem>('POST', '/api/v1/markdown/extract', {
        body: { url: site.origin, sessionId },
      })
      assert.deepEqual([status, json.errors?.[0]?.pointer], [422, '/sessionId'])
    }
  })
})
