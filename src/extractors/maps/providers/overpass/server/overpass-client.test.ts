// The client against a server with slots, delays and the errors of the real one.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { systemClock, type Clock } from '#kit/time/clock.ts'
import { createMemoryLimiter } from '#test/support/maps/limits.ts'
import { createScaledClock } from '#test/support/maps/scaled-clock.ts'
import {
  errorPage,
  jsonPage,
  startOverpassServer,
  type OverpassServer,
  type OverpassServerOptions,
} from '#test/support/maps/overpass-server.ts'
import { silentLog, replayHost } from '#test/support/maps/replay-host.ts'
import type { OverpassAnswer } from './overpass-answer.ts'
import { createOverpassClient, type OverpassClient } from './overpass-client.ts'
import { createOverpassEndpoint } from './overpass-endpoint.ts'

/** Fifteen seconds pass in thirty milliseconds. */
const clock = createScaledClock(500)
const ELEMENTS = Array.from({ length: 20 }, (_, i) => ({
  type: 'node' as const,
  id: i + 1,
  lat: 10 + i / 100,
  lon: 10,
  tags: { amenity: 'cafe', name: `Café ${i}` },
}))
const ALL = '(nwr["amenity"]["name"](0,0,20,20););out center tags 10000;'
const some = (i: number) => `(nwr["amenity"]["name"](0,0,20,2${i}););out center tags 10000;`

interface Asking {
  readonly canSplit?: boolean
  readonly isLaterPage?: boolean
  readonly forMs?: number
  readonly signal?: AbortSignal
}

function ask(client: OverpassClient, statements: string, asking: Asking = {}): Promise<OverpassAnswer> {
  return client.ask({
    statements,
    canSplit: asking.canSplit ?? true,
    isLaterPage: asking.isLaterPage ?? false,
    deadlineAt: clock.now() + (asking.forMs ?? 300_000),
    signal: asking.signal ?? new AbortController().signal,
    onWait() {},
  })
}

function clientOf(
  t: TestContext,
  servers: readonly { readonly url: string }[],
  time: Clock = clock,
): OverpassClient {
  const { fetch } = replayHost(t, {})
  const limiter = createMemoryLimiter(time)
  const [first, ...others] = servers.map(({ url }) =>
    createOverpassEndpoint({ url, isPublic: false, fetch, limiter, clock: time }),
  )
  assert.ok(first)
  return createOverpassClient({ endpoints: [first, ...others], clock: time, log: silentLog })
}

async function start(
  t: TestContext,
  options: OverpassServerOptions = {},
): Promise<{ server: OverpassServer; client: OverpassClient }> {
  const server = await startOverpassServer(t, { elements: ELEMENTS, clock, ...options })
  return { server, client: clientOf(t, [server]) }
}

test('more queries than slots: each waits for its slot as the status page says, and all are answered', async (t) => {
  // On a busy machine the slots may be free again before the others ask: then it is tried once more.
  for (let statuses: readonly number[] = []; !statuses.includes(429);) {
    const { server, client } = await start(t, { rateLimit: 2, coolDownMs: 60_000, queryMs: 2_000 })
    const answers = await Promise.all([0, 1, 2, 3, 4].map((i) => ask(client, some(i), { forMs: 36_000_000 })))
    assert.deepEqual(
      answers.map(({ elements, partialReason }) => [elements.length, partialReason]),
      answers.map(() => [20, null]),
    )
    assert.ok(server.maxConcurrent <= 2)
    statuses = server.statuses
    if (statuses.includes(429)) assert.ok(server.statusReads > 0)
  }
})

test('a slot that comes after the deadline is said and not waited for', async (t) => {
  const { client } = await start(t, { rateLimit: 1, coolDownMs: 3_600_000 })
  await ask(client, ALL)
  await assert.rejects(
    ask(client, some(1), { forMs: 100_000 }),
    (error: { code: string; retryAfterMs: number; host: string }) => {
      assert.equal(error.code, 'rate_limited')
      assert.match(error.host, /^127\.0\.0\.1:\d+$/)
      // Later than the deadline, however long the machine took until here.
      assert.ok(error.retryAfterMs > 100_000, `${error.retryAfterMs}`)
      return true
    },
  )
})

test('equal queries at the same time are one query', async (t) => {
  const { server, client } = await start(t, { queryMs: 5_000 })
  const answers = await Promise.all([ask(client, ALL), ask(client, ALL), ask(client, ALL)])
  assert.equal(server.queries.length, 1)
  assert.deepEqual(
    answers.map(({ elements }) => elements.length),
    [20, 20, 20],
  )
})

test('a caller that leaves does not end the query of the others; the last one does', async (t) => {
  const { server, client } = await start(t, { queryMs: 20_000 })
  const leaving = new AbortController()
  const gone = ask(client, ALL, { signal: leaving.signal })
  const stays = ask(client, ALL)
  leaving.abort(new Error('gone'))
  await assert.rejects(gone, /gone/)
  assert.equal((await stays).elements.length, 20)
  assert.equal(server.queries.length, 1)
})

test('a query that another process of ours runs is asked again in other words', async (t) => {
  const { server, client } = await start(t)
  let times = 0
  server.set({
    respond: (query) =>
      times++ === 0
        ? errorPage(200, 'Dispatcher_Client::request_read_and_idx::duplicate_query')
        : jsonPage([{ type: 'node', id: query.length, lat: 1, lon: 1 }]),
  })
  const { elements } = await ask(client, ALL)
  assert.equal(elements.length, 1)
  assert.equal(times, 2)
})

test('504: asked again with smaller limits, never the same', async (t) => {
  const { server, client } = await start(t, { maxClaimBytes: 200 * 1024 * 1024 })
  assert.equal((await ask(client, ALL)).elements.length, 20)
  assert.deepEqual(server.statuses, [504, 200])
})

test('504 even to the smallest limits: partial where the area can be split, so that the planner does it', async (t) => {
  const { server, client } = await start(t, { maxClaimBytes: 0 })
  const answer = await ask(client, ALL)
  assert.deepEqual(answer.elements, [])
  assert.match(answer.partialReason ?? '', /too busy/)
  assert.deepEqual(server.statuses, [504, 504, 504])
})

test('504 for a small area, or for one query after the other: the server is overloaded', async (t) => {
  const { client } = await start(t, { maxClaimBytes: 0 })
  const overloaded = { code: 'source_unavailable', retryable: true, retryAfterMs: 60_000 }
  await assert.rejects(ask(client, ALL, { canSplit: false }), overloaded)
  await ask(client, some(1))
  await ask(client, some(2))
  await assert.rejects(ask(client, some(3)), overloaded)
})

test('a query that runs out of time is partial, is not taken for complete later, and can be paged', async (t) => {
  const { server, client } = await start(t, { maxElements: 5 })
  const answer = await ask(client, ALL)
  assert.equal(answer.elements.length, 5)
  assert.match(answer.partialReason ?? '', /timed out/)
  assert.equal(await ask(client, ALL, { isLaterPage: true }), answer)
  assert.equal(server.queries.length, 1)
  server.set({ maxElements: 100 })
  assert.equal((await ask(client, ALL)).partialReason, null)
  assert.equal(server.queries.length, 2)
})

test('a query that is wrong is our defect and is asked once', async (t) => {
  const { server, client } = await start(t)
  await assert.rejects(ask(client, '(nwr["amenity"(0,0,1,1););out;'), { code: 'internal', retryable: false })
  assert.deepEqual(server.statuses, [400])
})

test('a fault of the server is no saturation', async (t) => {
  for (const answer of [
    { status: 200, contentType: 'text/html', body: '<html>Welcome</html>' },
    { status: 200, contentType: 'application/json', body: '{"elements": [' },
    { status: 200, contentType: 'application/json', body: '{"version":0.6,"elements":[]}' },
    { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
    jsonPage([], 'runtime error: open64: 2 No such file or directory /srv/db/nodes.bin File_Blocks::1'),
  ]) {
    const { client } = await start(t, { respond: () => answer })
    await assert.rejects(ask(client, ALL), { code: 'source_unavailable', retryable: true })
  }
})

test('an unknown remark is never a complete answer', async (t) => {
  const { client } = await start(t, { respond: () => jsonPage(ELEMENTS, 'something new') })
  assert.deepEqual((await ask(client, ALL)).partialReason, 'something new')
})

test('several servers: the next one answers where one does not, and that one rests', async (t) => {
  const bad = { status: 500, contentType: 'text/html', body: 'no' }
  const broken = await startOverpassServer(t, { respond: () => bad })
  const good = await startOverpassServer(t, { elements: ELEMENTS })
  const client = clientOf(t, [{ url: 'http://127.0.0.1:1/api/interpreter' }, broken, good], systemClock)
  for (const i of [1, 2, 3]) assert.equal((await ask(client, some(i))).elements.length, 20)
  assert.equal(broken.statuses.length, 1)
  assert.equal(good.statuses.length, 3)
})

test('several servers: the next one answers where one has no slot', async (t) => {
  const full = await startOverpassServer(t, {
    elements: ELEMENTS,
    rateLimit: 1,
    coolDownMs: 3_600_000,
    clock,
  })
  const good = await startOverpassServer(t, { elements: ELEMENTS, clock })
  const client = clientOf(t, [full, good])
  for (const i of [1, 2, 3, 4]) assert.equal((await ask(client, some(i))).elements.length, 20)
  assert.deepEqual(full.statuses, [200, 429])
})

test('no server answers: said so, with the time after which it may', async (t) => {
  const client = clientOf(t, [{ url: 'http://127.0.0.1:1/api/interpreter' }], systemClock)
  await assert.rejects(
    ask(client, ALL),
    (error: { code: string; retryable: boolean; retryAfterMs: number; host: string }) => {
      assert.equal(error.code, 'source_unavailable')
      assert.ok(error.retryable && error.retryAfterMs > 0)
      assert.equal(error.host, '127.0.0.1:1', 'callers are shown which server is waited for')
      return true
    },
  )
})
