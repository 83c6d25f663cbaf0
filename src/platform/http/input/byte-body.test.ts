// Bodies of bytes on a real socket: large, slow, aborted.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { byteBodyRoutes, receiveBytes, type ReceiveOptions } from './byte-body.ts'
import { listenOnLoopback, testServer } from '#test/support/http/test-app.ts'
import type { App } from '#platform/http/routing/app.ts'

interface Served {
  readonly app: App
  readonly url: URL
  /** What the handlers received, in order: the number of bytes, or the code of the error. */
  readonly met: (number | string)[]
}

/** The handler refuses a body longer than `wanted` during the upload. */
async function serve(
  t: TestContext,
  options: Partial<ReceiveOptions> = {},
  wanted = Infinity,
): Promise<Served> {
  const app = await testServer(t)
  const met: (number | string)[] = []
  byteBodyRoutes(app, (inner) => {
    inner.post(
      '/bytes',
      {
        schema: { summary: 'Take bytes' },
        config: { group: 'things', scope: 'search', byteBody: true },
      },
      async (request) => {
        let bytes = 0
        try {
          for await (const chunk of receiveBytes(request, { maxBytes: 1_000_000, ...options })) {
            bytes += chunk.byteLength
            if (bytes > wanted) throw new SurveyorError('body_too_large', 'Enough.')
          }
        } catch (error) {
          met.push((error as SurveyorError).code)
          throw error
        }
        met.push(bytes)
        return { bytes }
      },
    )
  })
  return { app, url: await listenOnLoopback(app), met }
}

async function dial(t: TestContext, url: URL, length: number | null): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname)
  t.after(() => socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const framing = length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  socket.write(`POST /bytes HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\n${framing}\r\n\r\n`)
  return socket
}

/** The answer, when its body is complete; the connection then ends, even when the request is not fully sent. */
function answered(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += String(chunk)
      if (text.includes('}')) socket.destroy()
    })
    socket.on('close', () => resolve(text))
  })
}

test('any type and any size up to the limit is taken as it comes', async (t) => {
  const { url, met } = await serve(t)
  for (const type of ['application/json', 'text/html', 'application/x-www-form-urlencoded', 'a/b+json']) {
    const response = await fetch(new URL('/bytes', url), {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.alloc(1_000_000, '{'),
    })
    assert.deepEqual([response.status, await response.json()], [200, { bytes: 1_000_000 }], type)
  }
  const untyped = await dial(t, url, 3)
  untyped.write('abc')
  assert.match(await answered(untyped), /^HTTP\/1.1 200 .*\{"bytes":3\}/s)
  assert.equal(met.length, 5)
})

test('a body that says that it is too large is refused at once', async (t) => {
  const { url } = await serve(t, { maxBytes: 100_000 })
  const told = await dial(t, url, 100_001)
  assert.match(await answered(told), /^HTTP\/1.1 413 .*body_too_large/s)
})

test('a body that comes slowly but at its pace may take longer than other requests', async (t) => {
  const { app, url } = await serve(t, { minBytesPerTenSeconds: 1 })
  app.server.requestTimeout = 300
  const socket = await dial(t, url, 8)
  for (let sent = 0; sent < 8; sent += 1) {
    await delay(300)
    socket.write('x')
  }
  assert.match(await answered(socket), /^HTTP\/1.1 200 .*\{"bytes":8\}/s)
})

test('a body that does not come at its pace ends in 408', async (t) => {
  const { url, met } = await serve(t, { minBytesPerTenSeconds: 10, paceWindowMs: 200 })
  const socket = await dial(t, url, 1_000)
  socket.write('x')
  assert.match(await answered(socket), /^HTTP\/1.1 408 .*request_timeout/s)
  assert.deepEqual(met, ['request_timeout'])
})

test('a body that breaks off is an error of the request', async (t) => {
  const { url, met } = await serve(t)
  const socket = await dial(t, url, 1_000)
  socket.write('x'.repeat(10))
  await delay(50)
  socket.destroy()
  while (met.length === 0) await delay(10)
  assert.deepEqual(met, ['invalid_request'])
})

test('a handler that wants no more answers a client that is still sending', async (t) => {
  const { url, met } = await serve(t, {}, 100_000)
  const socket = await dial(t, url, null)
  const answer = answered(socket)
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  for (let sent = 0; sent < 100 && !socket.destroyed; sent += 1) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), answer])
  }
  assert.match(await answer, /^HTTP\/1.1 413 .*body_too_large/s)
  assert.deepEqual(met, ['body_too_large'])
})
