// The server on a real socket: slow, huge and malformed requests, and the end of the server.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { test, type TestContext } from 'node:test'
import type { Problem } from '#contract/problem.ts'
import { createLogger } from '#platform/telemetry/logger.ts'
import { closeGracefully } from './graceful-close.ts'
import { createOpenWaits } from './open-waits.ts'
import { addThingRoutes, listenOnLoopback, testServer } from '#test/support/http/test-app.ts'
import type { App } from '#platform/http/routing/app.ts'

async function serve(t: TestContext): Promise<{ app: App; url: URL }> {
  const app = await testServer(t)
  addThingRoutes(app)
  return { app, url: await listenOnLoopback(app) }
}

async function dial(t: TestContext, url: URL): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname)
  t.after(() => socket.destroy())
  // These tests are about a server that closes while the client still writes.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

async function everything(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

function problemIn(answer: string): Problem {
  assert.match(answer, /content-type: application\/problem\+json/i)
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Problem
}

test('clients that never finish their headers or their body are shut out', async (t) => {
  const { app, url } = await serve(t)
  assert.equal(app.server.headersTimeout, 10_000)
  assert.equal(app.server.requestTimeout, 30_000)
  assert.equal(app.server.keepAliveTimeout, 65_000)
  assert.equal(app.server.maxConnections, 10_000)
  // The real limits, scaled down: the check runs once a second.
  app.server.headersTimeout = 300
  app.server.requestTimeout = 400
  const slowHeaders = await dial(t, url)
  slowHeaders.write('GET /things/x HTTP/1.1\r\nHost: localhost\r\nX-Drip: ')
  const slowBody = await dial(t, url)
  slowBody.write(
    'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"que',
  )
  const silent = await dial(t, url)
  const [headers, body] = await Promise.all([
    everything(slowHeaders),
    everything(slowBody),
    everything(silent),
  ])
  assert.match(headers, /^HTTP\/1\.1 408 /)
  assert.equal(problemIn(headers).code, 'request_timeout')
  assert.match(body, /^HTTP\/1\.1 408 /)
})

test('connections that ask for nothing make room for those that do', async (t) => {
  const app = await testServer(t, { maxConnections: 20 })
  addThingRoutes(app)
  const { started, finish } = addWaitingRoute(app)
  const url = await listenOnLoopback(app)
  const busy = await dial(t, url)
  const answer = everything(busy)
  busy.write('GET /wait HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  await started
  const halfOpen: Socket[] = []
  for (let index = 0; index < 60; index += 1) {
    const socket = await dial(t, url)
    socket.resume()
    socket.write('GET /things/x HTTP/1.1\r\nHost: localhost\r\nX-Drip: ')
    halfOpen.push(socket)
  }
  const served = await fetch(new URL('/things/x', url))
  assert.equal(served.status, 200)
  await served.body?.cancel()
  const [first] = halfOpen
  if (first?.closed === false) await once(first, 'close')
  assert.ok(halfOpen.filter((socket) => !socket.closed).length < 20)
  // A client that waits for an answer is not idle.
  finish()
  assert.match(await answer, /waited/)
  for (const socket of halfOpen) socket.destroy()
})

test('a body that is too large is refused without being read', async (t) => {
  const { url } = await serve(t)
  const declared = await dial(t, url)
  declared.write(
    'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 524288000\r\n\r\n{"query":"',
  )
  assert.match(await everything(declared), /^HTTP\/1\.1 413 /)

  const endless = await dial(t, url)
  endless.write(
    'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  let sent = 0
  const answer = everything(endless)
  while (!endless.destroyed && sent < 100_000_000) {
    sent += chunk.length
    if (!endless.write(chunk)) await Promise.race([once(endless, 'drain'), answer]).catch(() => undefined)
  }
  assert.ok(sent < 100_000_000, 'the connection was closed long before the body ended')
})

test('what is no HTTP gets a problem document and an end', async (t) => {
  const { url } = await serve(t)
  const requests = [
    'NONSENSE\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: localhost\r\nHost : x\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: localhost\r\nA: b\r\n folded\r\n\r\n',
    'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
    `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
  ]
  for (const request of requests) {
    const socket = await dial(t, url)
    socket.end(request)
    const answer = await everything(socket)
    assert.match(answer, /^HTTP\/1\.1 400 /, request.slice(0, 80))
  }
})

/** A route that answers when it is told to. */
function addWaitingRoute(app: App): { started: Promise<void>; finish: () => void } {
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  app.get('/wait', { schema: { summary: 'Wait' }, config: { group: null, scope: null } }, async () => {
    started.resolve()
    await finish.promise
    return { waited: true }
  })
  return { started: started.promise, finish: finish.resolve }
}

test('a server that closes ends what runs and refuses what comes', async (t) => {
  const app = await testServer(t)
  addThingRoutes(app)
  const { started, finish } = addWaitingRoute(app)
  const url = await listenOnLoopback(app)
  const idle = await dial(t, url)
  idle.write('GET /things/x HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(idle, 'data')
  const busy = await dial(t, url)
  const answers = everything(busy)
  busy.write('GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await started
  const closed = closeGracefully(app, { graceMs: 60_000 })
  await once(idle, 'close')
  busy.write('GET /things/x HTTP/1.1\r\nHost: localhost\r\n\r\n')
  finish()
  await closed
  const [first = '', second = ''] = (await answers).split(/(?=HTTP\/1\.1 )/)
  assert.match(first, /^HTTP\/1\.1 200 [\s\S]*waited/)
  // The second request may find the connection closed instead; an answer would be wrong.
  if (second !== '') {
    assert.match(second, /^HTTP\/1\.1 503 [\s\S]*"code":"draining"/)
    assert.match(second, /retry-after: \d/)
  }
  await assert.rejects(fetch(new URL('/things/x', url)))
})

test('an answer that runs or has begun when the server closes ends its connection, however long it is kept alive', async (t) => {
  const app = await testServer(t)
  const { started, finish } = addWaitingRoute(app)
  const body = new PassThrough()
  app.get('/stream', { schema: { summary: 'Stream' }, config: { group: null, scope: null } }, (_, reply) =>
    reply.type('text/plain').send(body),
  )
  const url = await listenOnLoopback(app)
  const idle = await dial(t, url)
  idle.write('GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(idle, 'data')
  const waiting = await dial(t, url)
  const streaming = await dial(t, url)
  const answers = Promise.all([everything(waiting), everything(streaming)])
  waiting.write('GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n')
  streaming.write('GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n')
  body.write('first')
  await Promise.all([started, once(streaming, 'data')])
  // Nothing aborts these connections: a grace period this long would outlast the test.
  const closed = closeGracefully(app, { graceMs: 3_600_000 })
  await once(idle, 'close')
  finish()
  body.end('last')
  const [waited, streamed] = await answers
  await closed
  assert.match(waited, /^HTTP\/1\.1 200 [\s\S]*connection: close/)
  assert.match(streamed, /last/)
})

test('a request that hangs does not keep the server from closing', async (t) => {
  const app = await testServer(t)
  const { started, finish } = addWaitingRoute(app)
  t.after(finish)
  const url = await listenOnLoopback(app)
  const hanging = await dial(t, url)
  hanging.write('GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await started
  await closeGracefully(app, { graceMs: 50 })
  assert.equal(app.server.listening, false)
})

test('a request with two Host headers is nobody’s to choose from', async (t) => {
  const { url } = await serve(t)
  for (const [second, status] of [
    ['', 200],
    ['X-Host: localhost\r\n', 200],
    ['Host: localhost\r\n', 400],
    ['hOST: evil.test\r\n', 400],
  ] as const) {
    const socket = await dial(t, url)
    socket.write(`GET /things/x HTTP/1.1\r\nHost: localhost\r\n${second}Connection: close\r\n\r\n`)
    const answer = await everything(socket)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), second)
    if (status === 400) assert.equal(problemIn(answer).code, 'invalid_request')
  }
})

test('a client that leaves while it waits is no failure of the service', async (t) => {
  const lines: string[] = []
  const log = createLogger({
    name: 'test',
    level: 'warn',
    stream: { write: (line) => void lines.push(line) },
  })
  const app = await testServer(t, { log })
  const waits = createOpenWaits()
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const config = { group: 'things', scope: 'search' } as const
  app.get('/wait', { schema: { summary: 'Wait' }, config }, async (_request, reply) => {
    using wait = waits.open(reply)
    begun.resolve()
    await once(wait.signal, 'abort')
    wait.signal.throwIfAborted()
  })
  app.addHook('onError', async () => ended.resolve())
  const socket = await dial(t, await listenOnLoopback(app))
  socket.write('GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await begun.promise
  socket.destroy()
  await ended.promise
  await app.close()
  assert.deepEqual(lines, [])
})
