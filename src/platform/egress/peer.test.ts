import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { suite, test, type TestContext } from 'node:test'
import { startServer } from '#test/support/sites/local-server.ts'
import { createPeer, type Peer, type PeerOptions } from './peer.ts'

function openPeer(t: TestContext, options: PeerOptions): Peer {
  const peer = createPeer(options)
  t.after(() => peer[Symbol.asyncDispose]())
  return peer
}

suite('a peer', () => {
  test('speaks JSON both ways over kept connections', async (t) => {
    let connections = 0
    const site = await startServer(t, async (request, response) => {
      const body = (await request.toArray()).join('')
      response.writeHead(201, { 'content-type': 'application/problem+json; charset=utf-8' })
      const { method, url, headers } = request
      response.end(
        JSON.stringify({
          method,
          url,
          body,
          key: headers.authorization,
          type: headers['content-type'],
          own: headers['x-own'],
        }),
      )
    })
    site.server.on('connection', () => (connections += 1))
    const peer = openPeer(t, { origin: site.origin, headers: { Authorization: 'Bearer k' } })
    for (let i = 0; i < 10; i += 1) {
      const answer = await peer.request({
        method: 'POST',
        path: '/a',
        query: { x: 'ä&b', n: 1, none: undefined },
        body: { text: 'ü' },
        headers: { 'X-Own': '1' },
        timeoutMs: 10_000,
      })
      assert.equal(answer.status, 201)
      assert.deepEqual(answer.body, {
        method: 'POST',
        url: '/a?x=%C3%A4%26b&n=1',
        body: '{"text":"ü"}',
        key: 'Bearer k',
        type: 'application/json',
        own: '1',
      })
    }
    // The pool opens a second connection when a request follows before it has noticed the end of the first.
    assert.ok(connections <= 2, String(connections))
  })

  test('takes a stream of a known length, and asks for headers alone', async (t) => {
    const content = Buffer.alloc(3_000_000, 'x')
    const site = await startServer(t, async (request, response) => {
      let bytes = 0
      for await (const chunk of request) bytes += (chunk as Buffer).length
      const { method, headers } = request
      response.writeHead(200, { 'x-seen': `${method} ${headers['content-length'] ?? '-'} ${bytes}` })
      response.end(method === 'HEAD' ? undefined : 'x')
    })
    const peer = openPeer(t, { origin: site.origin })
    const put = await peer.request({
      method: 'PUT',
      path: '/',
      headers: { 'content-length': '3000000' },
      rawBody: Readable.from([content.subarray(0, 1_000_000), content.subarray(1_000_000)], {
        objectMode: false,
      }),
      timeoutMs: 10_000,
    })
    assert.equal(put.headers['x-seen'], 'PUT 3000000 3000000')
    const head = await peer.request({ method: 'HEAD', path: '/', timeoutMs: 10_000 })
    assert.deepEqual([head.headers['x-seen'], head.text], ['HEAD - 0', ''])
  })

  test('a stream that breaks is an error, and one that nobody takes is let go', async (t) => {
    const site = await startServer(t, (request) => void request.once('data', () => request.socket.destroy()))
    const peer = openPeer(t, { origin: site.origin })
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(65_536))
      },
    })
    const put = (rawBody: Readable) =>
      peer.request({
        method: 'PUT',
        path: '/',
        headers: { 'content-length': '1000000000' },
        rawBody,
        timeoutMs: 10_000,
      })
    await assert.rejects(put(endless), { code: 'source_unavailable' })
    assert.equal(endless.destroyed, true)
    async function* breaking() {
      yield Buffer.alloc(10)
      throw new Error('the disk is broken')
    }
    await assert.rejects(put(Readable.from(breaking())), { code: 'source_unavailable' })
  })

  test('any status is an answer, redirects and empty bodies too', async (t) => {
    const site = await startServer(t, (request, response) => {
      const status = Number(request.url?.slice(1))
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end()
    })
    const peer = openPeer(t, { origin: site.origin })
    for (const status of [200, 204, 302, 304, 404, 500]) {
      const answer = await peer.request({ method: 'GET', path: `/${status}`, timeoutMs: 10_000 })
      assert.deepEqual([answer.status, answer.body, answer.text], [status, null, ''])
    }
  })

  test('no answer is an error of the code that was given', async (t) => {
    const site = await startServer(t, (request, response) => {
      if (request.url === '/cut') request.socket.destroy()
      if (request.url === '/half')
        response.writeHead(200, { 'content-length': '10' }).write('x', () => request.socket.destroy())
    })
    const peer = openPeer(t, { origin: site.origin, unavailableCode: 'crawl_unavailable' })
    for (const path of ['/cut', '/half']) {
      await assert.rejects(
        peer.request({ method: 'GET', path, timeoutMs: 10_000 }),
        { code: 'crawl_unavailable', retryable: true },
        path,
      )
    }
    await assert.rejects(peer.request({ method: 'GET', path: '/never', timeoutMs: 50 }), {
      code: 'crawl_unavailable',
    })
    const nobody = openPeer(t, { origin: 'http://127.0.0.1:1' })
    await assert.rejects(nobody.request({ method: 'GET', path: '/', timeoutMs: 10_000 }), {
      code: 'source_unavailable',
    })
  })

  test('the caller can give up', async (t) => {
    const site = await startServer(t, () => {})
    const gaveUp = new AbortController()
    site.server.once('request', () => gaveUp.abort(new Error('enough')))
    const peer = openPeer(t, { origin: site.origin })
    await assert.rejects(
      peer.request({ method: 'GET', path: '/', timeoutMs: 10_000, signal: gaveUp.signal }),
      /enough/,
    )
    await assert.rejects(
      peer.request({ method: 'GET', path: '/', timeoutMs: 10_000, signal: gaveUp.signal }),
      /enough/,
    )
  })

  test('a stream is read piece by piece and can be left', async (t) => {
    const site = await startServer(t, (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
    })
    const peer = openPeer(t, { origin: site.origin })
    const { status, body } = await peer.stream({ method: 'GET', path: '/', timeoutMs: 10_000 })
    let bytes = 0
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > 1_000_000) break
    }
    assert.equal(status, 200)
    const gaveUp = new AbortController()
    const second = await peer.stream({ method: 'GET', path: '/', timeoutMs: 10_000, signal: gaveUp.signal })
    await assert.rejects(async () => {
      for await (const _ of second.body) gaveUp.abort(new Error('enough'))
    }, /enough/)
  })

  test('an origin is nothing but an origin', () => {
    for (const origin of [
      '127.0.0.1:80',
      'ftp://a.test',
      'http://a.test/path',
      'http://u:p@a.test',
      'http://a.test/?x=1',
      '',
    ]) {
      assert.throws(() => createPeer({ origin }), /origin/, origin)
    }
  })
})
