// The client with a failing server, by a clock that jumps: outages, silence, refusals, repeated queries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractRequest } from '#extract/context.ts'
import { createMemoryLimiter } from '#test/support/maps/limits.ts'
import { errorPage, jsonPage, type RawAnswer } from '#test/support/maps/overpass-server.ts'
import { silentLog } from '#test/support/maps/replay-host.ts'
import { createVirtualClock } from '#test/support/maps/virtual-clock.ts'
import type { OverpassAnswer } from './overpass-answer.ts'
import { createOverpassClient, type OverpassRequest } from './overpass-client.ts'
import { createOverpassEndpoint } from './overpass-endpoint.ts'

const JOB_MS = 300_000
const DISPATCHER = 'runtime error: open64: 0 Success /osm3s Dispatcher_Client::request_read_and_idx'
const TOO_BUSY = errorPage(504, `${DISPATCHER}::timeout. The server is probably too busy.`)
const NO_SLOT = errorPage(429, `${DISPATCHER}::rate_limited. Please check /api/status.`)
const GATEWAY_TIMEOUT: RawAnswer = {
  status: 504,
  contentType: 'text/html',
  body: '<h1>Gateway Time-out</h1>',
}
const FREE = 'Rate limit: 2\n2 slots available now.\n'
const FOUND = jsonPage([{ type: 'node', id: 1, lat: 1, lon: 1, tags: { amenity: 'cafe' } }])

interface Sent {
  /** Since the start, in milliseconds. */
  readonly at: number
  readonly query: string
}

/** `answer` gives the answer to a query; `silence` lets the time of the request pass. */
function startClient(answer: (sent: Sent) => RawAnswer | 'silence' | 'refused', queryMs = 500) {
  const clock = createVirtualClock()
  const startedAt = clock.now()
  const sent: Sent[] = []
  let active = 0
  let maxConcurrent = 0
  const fetch = async ({ url, method, body, deadlineMs }: ExtractRequest) => {
    if (method !== 'POST') return { status: 200, headers: {}, body: Buffer.from(FREE) }
    const query = new URLSearchParams(String(body)).get('data') ?? ''
    const one = { at: clock.now() - startedAt, query }
    sent.push(one)
    active += 1
    maxConcurrent = Math.max(maxConcurrent, active)
    try {
      const given = answer(one)
      await clock.sleep(given === 'silence' ? deadlineMs : given === 'refused' ? 1 : queryMs)
      if (given === 'silence') throw new SurveyorError('target_timeout', 'It took too long.')
      if (given === 'refused') throw new SurveyorError('target_connect_error', `${url} refuses.`)
      return {
        status: given.status,
        headers: { 'content-type': given.contentType },
        body: Buffer.from(given.body),
      }
    } finally {
      active -= 1
    }
  }
  const endpoint = createOverpassEndpoint({
    url: 'http://overpass.test/api/interpreter',
    isPublic: false,
    fetch,
    limiter: createMemoryLimiter(clock),
    clock,
  })
  const client = createOverpassClient({ endpoints: [endpoint], clock, log: silentLog })
  const ask = (statements: string, more: Partial<OverpassRequest> = {}): Promise<OverpassAnswer> =>
    client.ask({
      statements,
      canSplit: true,
      isLaterPage: false,
      deadlineAt: clock.now() + JOB_MS,
      signal: new AbortController().signal,
      onWait() {},
      ...more,
    })
  return {
    clock,
    sent,
    ask,
    elapsed: () => clock.now() - startedAt,
    get maxConcurrent() {
      return maxConcurrent
    },
    /** As crawl does: retries at the time given in the error, as long as it is retryable. */
    async askUntilAnswered(statements: string): Promise<OverpassAnswer> {
      for (;;) {
        try {
          return await ask(statements)
        } catch (error) {
          assert.ok(error instanceof SurveyorError && error.retryable, String(error))
          await clock.sleep(error.retryAfterMs ?? 1_000)
        }
      }
    },
  }
}

const some = (i: number) => `nwr["amenity"](0,0,20,${i});out center tags 10000;`
const eight = [1, 2, 3, 4, 5, 6, 7, 8]

test('an outage of 20 s that eight queries meet counts once, and one probe ends it', async () => {
  const outageMs = 20_000
  const server = startClient(({ at }) => (at < outageMs ? 'refused' : FOUND))
  const answers = await server.clock.run(Promise.all(eight.map((i) => server.askUntilAnswered(some(i)))))
  assert.ok(answers.every(({ partialReason }) => partialReason === null))
  // Paused for 15 s, probed in vain, paused for 30 s, probed: by then the other seven wait for that one.
  const after = server.sent.filter(({ at }) => at >= outageMs)
  assert.equal(after.filter(({ at }) => at === after[0]?.at).length, 1, 'the probe was not alone')
  assert.ok(
    (after[0]?.at ?? Infinity) < 50_000,
    `the first query after the outage came at ${after[0]?.at} ms`,
  )
  assert.equal(after.length, eight.length)
  const during = server.sent.filter(({ at }) => at > 1_000 && at < outageMs)
  assert.equal(during.length, 1, 'a pause ends with one probe')
})

for (const [what, silence] of [
  ['that never answers', 'silence'],
  ['behind a gateway that gives up on it', GATEWAY_TIMEOUT],
] as const) {
  test(`a server ${what} is no busy area: nothing is split, and all wait for one probe`, async () => {
    const outageMs = 20 * 60_000
    const server = startClient(({ at }) => (at < outageMs ? silence : FOUND), 60_000)
    const answers = await server.clock.run(Promise.all(eight.map((i) => server.askUntilAnswered(some(i)))))
    assert.deepEqual(
      answers.map(({ partialReason }) => partialReason),
      answers.map(() => null),
    )
    // From when the outage is noticed on they come one by one.
    const probes = server.sent.filter(({ at }) => at > 0 && at < outageMs)
    assert.equal(new Set(probes.map(({ at }) => at)).size, probes.length)
    assert.ok(probes.length <= 20, `${probes.length} queries in 20 minutes`)
  })
}

test('one query that takes too long, between others that are answered, is asked for less and then split', async () => {
  const heavy = some(99)
  const server = startClient(({ query }) => (query.endsWith(heavy) ? 'silence' : FOUND))
  const others = (async () => {
    for (let i = 0; i < 40; i += 1) {
      await server.ask(some(i))
      await server.clock.sleep(10_000)
    }
  })()
  const [answer] = await server.clock.run(Promise.all([server.ask(heavy), others]))
  assert.match(answer.partialReason ?? '', /too busy/)
})

test('429 with a status page that says free: the wait grows, and starts again after an answer', async () => {
  const busyMs = 280_000
  const server = startClient(({ at }) => (at < busyMs ? NO_SLOT : FOUND))
  await server.clock.run(server.askUntilAnswered(some(1)))
  assert.ok(server.sent.length <= 12, `${server.sent.length} queries in ${busyMs} ms`)
  const waits = server.sent.slice(1).map(({ at }, i) => at - (server.sent[i] as Sent).at)
  assert.ok(
    waits.slice(0, 6).every((wait, i) => i === 0 || wait > (waits[i - 1] as number)),
    waits.join(', '),
  )
  const before = server.sent.length
  await server.clock.run(server.ask(some(2)))
  assert.equal(server.sent.length, before + 1)
})

test('429 for eight queries at once is one refusal', async () => {
  const server = startClient(({ at }) => (at < 100 ? NO_SLOT : FOUND))
  await server.clock.run(Promise.all(eight.map((i) => server.askUntilAnswered(some(i)))))
  assert.ok(server.elapsed() < 5_000, `${server.elapsed()} ms`)
})

test('a query that runs already is told apart by its time-out, since comments do not count', async () => {
  const texts = new Set<string>()
  const server = startClient(({ query }) => {
    const plain = query.replaceAll(/\/\*.*?\*\//g, '')
    const isNew = !texts.has(plain)
    texts.add(plain)
    return isNew && texts.size > 2 ? FOUND : errorPage(200, `${DISPATCHER}::duplicate_query`)
  })
  const answer = await server.clock.run(server.ask(some(1)))
  assert.equal(answer.elements.length, 1)
  assert.equal(server.sent.length, 3)
})

test('a claim that got in is where the next query begins, for ten minutes', async () => {
  const server = startClient(({ query }) => (query.includes('[timeout:15]') ? FOUND : TOO_BUSY))
  await server.clock.run(server.ask(some(1)))
  assert.equal(server.sent.length, 3)
  await server.clock.run(server.ask(some(2)))
  assert.equal(server.sent.length, 4, 'turned away again before it claimed less')
  await server.clock.run(server.clock.sleep(11 * 60_000))
  await server.clock.run(server.ask(some(3)))
  assert.equal(server.sent.length, 7, 'a server that was full once need not be so for ever')
})
