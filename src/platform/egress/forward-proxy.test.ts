import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { createForwardProxy, type ForwardProxy } from './forward-proxy.ts'

async function openProxy(
  t: TestContext,
  allow: readonly string[],
  hosts: readonly string[] = [],
): Promise<ForwardProxy> {
  const proxy = await createForwardProxy({ allow, hosts, log: silentLogger })
  t.after(() => proxy[Symbol.asyncDispose]())
  return proxy
}

/** Sends `text`, and `inside` once the first answer has arrived. Answers everything received until the peer closed. */
function said(proxy: ForwardProxy, text: string, inside?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(new URL(proxy.url).port), '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.on('data', (chunk) => {
      if (received === '' && inside !== undefined) socket.write(inside)
      received += chunk.toString('latin1')
    })
    socket.once('close', () => resolve(received))
    socket.once('error', reject)
  })
}

suite('the forward proxy', () => {
  test('absolute requests pass, with their body and without what is between two hops', async (t) => {
    const site = await startServer(t, async (request, response) => {
      const { host, connection, 'proxy-authorization': secret, 'x-named': named } = request.headers
      response.end(
        JSON.stringify({ host, connection, secret, named, body: (await request.toArray()).join('') }),
      )
    })
    const proxy = await openProxy(t, ['127.0.0.0/8'])
    const received = await said(
      proxy,
      `POST ${site.origin}/a?b HTTP/1.1\r\nHost: wrong\r\nProxy-Authorization: Basic x\r\nConnection: close, X-Named\r\nX-Named: 1\r\nContent-Length: 2\r\n\r\nhi`,
    )
    assert.match(received, /^HTTP\/1.1 200 /)
    assert.ok(
      received.includes(`{"host":"127.0.0.1:${site.port}","connection":"keep-alive","body":"hi"}`),
      received,
    )
    assert.deepEqual(site.asked, ['/a?b'])
  })

  test('requests to one host share a connection, and one that the target closed is replaced', async (t) => {
    const connections = new Set<Socket>()
    let answered = 0
    const site = await startServer(t, (request, response) => {
      connections.add(request.socket)
      answered += 1
      // The client is told nothing of it: as a target whose time for idle connections is over.
      if (answered === 2) request.socket.destroy()
      else response.end('yes')
    })
    const proxy = await openProxy(t, ['127.0.0.0/8'])
    const get = (path: string): Promise<string> =>
      said(proxy, `GET ${site.origin}${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    assert.match(await get('/1'), /^HTTP\/1.1 200 [\s\S]*yes$/)
    assert.match(await get('/2'), /^HTTP\/1.1 200 [\s\S]*yes$/)
    assert.match(await get('/3'), /^HTTP\/1.1 200 [\s\S]*yes$/)
    assert.deepEqual(site.asked, ['/1', '/2', '/2', '/3'])
    assert.equal(connections.size, 2)
  })

  test('a request that may have had an effect is not repeated', async (t) => {
    let answered = 0
    const site = await startServer(t, (request, response) => {
      answered += 1
      if (answered === 2) request.socket.destroy()
      else response.end('yes')
    })
    const proxy = await openProxy(t, ['127.0.0.0/8'])
    const post = (): Promise<string> =>
      said(
        proxy,
        `POST ${site.origin}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi`,
      )
    assert.match(await post(), /^HTTP\/1.1 200 /)
    assert.match(await post(), /^HTTP\/1.1 502 /)
    assert.deepEqual(site.asked, ['/', '/'])
  })

  test('a tunnel carries bytes both ways, to a mapped name too', async (t) => {
    const site = await startServer(t, (request, response) => {
      response.setHeader('connection', 'close')
      response.end(`for ${request.headers.host}`)
    })
    const proxy = await openProxy(t, [], [`*.town.test=127.0.0.1:${site.port}`])
    const received = await said(
      proxy,
      'CONNECT shop.town.test:443 HTTP/1.1\r\nHost: shop.town.test:443\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: shop.town.test\r\n\r\n',
    )
    assert.match(received, /^HTTP\/1.1 200 Connection Established\r\n\r\nHTTP\/1.1 200 OK/)
    assert.ok(received.endsWith('for shop.town.test'))
  })

  test('what the guard refuses is 403, what cannot be reached is 502, what is no request of a proxy is 400', async (t) => {
    const proxy = await openProxy(t, ['127.0.0.1/32'])
    const status = async (line: string): Promise<string> =>
      /^HTTP\/1.1 (\d+)/.exec(
        await said(proxy, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      )?.[1] ?? ''
    for (const target of [
      '169.254.169.254:80',
      '10.0.0.1:443',
      '[::1]:80',
      '127.0.0.1:22',
      '2130706434:80',
      '0x7f.0.0.2:80',
    ]) {
      assert.equal(await status(`CONNECT ${target}`), '403', target)
      assert.equal(await status(`GET http://${target}/`), '403', target)
    }
    assert.equal(await status('GET http://user@127.0.0.1:8080/'), '403')
    assert.equal(await status('CONNECT 127.0.0.1:1024'), '502')
    assert.equal(await status('GET http://127.0.0.1:1024/'), '502')
    for (const line of [
      'GET /',
      'GET https://a.test/',
      'GET file:///etc/passwd',
      'CONNECT a.test',
      'CONNECT a.test:80/x',
      'CONNECT u@a.test:80',
      'CONNECT :80',
    ]) {
      assert.equal(await status(line), '400', line)
    }
  })

  test('what its rules exclude is not dialled, what came is counted, and why something failed is known', async (t) => {
    const site = await startServer(t, (_, response) => response.end('x'.repeat(1_000)))
    let exceeded = 0
    const proxy = await createForwardProxy(
      { allow: ['127.0.0.1/32'], hosts: [`ads.test=127.0.0.1:${site.port}`], log: silentLogger },
      { blocks: (name) => name === 'ads.test', maxBytes: 1_500, onTooMuch: () => (exceeded += 1) },
    )
    t.after(() => proxy[Symbol.asyncDispose]())
    const get = async (url: string): Promise<string> =>
      said(proxy, `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    assert.match(await get('http://ads.test/'), / 403 /)
    assert.deepEqual(site.asked, [])
    assert.equal(proxy.failureOf('http://ads.test/other')?.code, 'url_not_allowed')
    assert.match(await get('http://127.0.0.1:1024/'), / 502 /)
    assert.equal(proxy.failureOf('http://127.0.0.1:1024/')?.code, 'target_connect_error')
    assert.match(await get(site.origin), / 200 /)
    assert.deepEqual([proxy.bytes, proxy.failureOf(site.origin), exceeded], [1_000, null, 0])
    await get(site.origin)
    assert.deepEqual([proxy.bytes, exceeded], [2_000, 1])
    assert.match(await get(site.origin), / 413 /)
    assert.equal(site.asked.length, 2)
  })

  test('a target that gives no answer is no target that answers 502', async (t) => {
    const site = await startServer(t, (request, response) => {
      if (request.url === '/cut') request.socket.destroy()
      else if (request.url === '/other') request.socket.end('HELLO\r\n\r\n')
      // No status of HTTP: Node reads it, and refuses to pass it on.
      else if (request.url === '/zero') request.socket.write('HTTP/1.1 000 Zero\r\ncontent-length: 2\r\n\r\n')
      else if (request.url === '/upgrade')
        request.socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
      else response.end('well')
    })
    const proxy = await openProxy(t, ['127.0.0.0/8'])
    const get = async (path: string): Promise<string> =>
      said(proxy, `GET ${site.origin}${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    for (const [path, code] of [
      ['/cut', 'target_connect_error'],
      ['/other', 'target_protocol_error'],
      ['/zero', 'target_protocol_error'],
      ['/upgrade', 'target_protocol_error'],
    ] as const) {
      assert.match(await get(path), / 502 /)
      assert.equal(proxy.failureOf(`${site.origin}${path}#part`)?.code, code)
    }
    assert.match(await get('/'), / 200 /)
    assert.equal(proxy.failureOf(`${site.origin}/`), null, 'another page of the host is none the worse')
  })

  test('disposing ends the tunnels', async (t) => {
    const site = await startServer(t, () => {})
    const proxy = await createForwardProxy({ allow: ['127.0.0.0/8'], hosts: [], log: silentLogger })
    const ended = said(
      proxy,
      `CONNECT 127.0.0.1:${site.port} HTTP/1.1\r\n\r\n`,
      'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    )
    await new Promise((resolve) => site.server.once('request', resolve))
    await proxy[Symbol.asyncDispose]()
    assert.match(await ended, /^HTTP\/1.1 200 /)
  })
})
