// Every recorded answer of a real Overpass server ends in the outcome it deserves.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createMemoryLimiter } from '#test/support/maps/limits.ts'
import { createScaledClock } from '#test/support/maps/scaled-clock.ts'
import { startOverpassServer, type RawAnswer } from '#test/support/maps/overpass-server.ts'
import { recordedPairs, recordedStatusPage } from '#test/support/maps/recorded-pairs.ts'
import { replayHost } from '#test/support/maps/replay-host.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { readOverpassAnswer, type OverpassOutcome } from './overpass-answer.ts'
import { createOverpassEndpoint, readOverpassStatus } from './overpass-endpoint.ts'

const PAIRS = 'data/overpass/monaco-2021'
const OTHERS = 'data/osm-recorded/overpass'

/** The expectations in the description of the recordings, by their wire data. */
function expectedKind({ status, contentType, body }: RawAnswer): OverpassOutcome['kind'] {
  if (status === 400) return 'refused'
  if (status === 429) return 'limited'
  if (body.includes('duplicate_query')) return 'duplicate'
  if (!contentType.includes('json')) return 'unavailable'
  if (body.includes('timed out') || body.includes('runtime remark')) return 'partial'
  return body.includes('"remark"') ? 'unavailable' : 'complete'
}

test('the recorded pairs, over the wire', { skip: skipWithout(PAIRS) }, async (t) => {
  const pairs = recordedPairs()
  const byQuery = new Map<string, RawAnswer>()
  const server = await startOverpassServer(t, { respond: (query) => byQuery.get(query) ?? null })
  const { fetch } = replayHost(t, {})
  const clock = createScaledClock(1_000)
  const seen = new Map<string, number>()
  for (const pair of pairs) {
    byQuery.clear()
    byQuery.set(pair.query, pair)
    const endpoint = createOverpassEndpoint({
      url: server.url,
      isPublic: false,
      fetch,
      limiter: createMemoryLimiter(clock),
      clock,
    })
    const outcome = await endpoint.ask({
      text: pair.query,
      timeoutS: 60,
      maxWaitMs: 0,
      signal: new AbortController().signal,
    })
    assert.equal(outcome.kind, expectedKind(pair), pair.name)
    seen.set(outcome.kind, (seen.get(outcome.kind) ?? 0) + 1)
    if (outcome.kind !== 'complete' && outcome.kind !== 'partial') continue
    const { elements } = JSON.parse(pair.body) as { elements: { type: string }[] }
    const expected = elements.filter(({ type }) => ['node', 'way', 'relation'].includes(type)).length
    assert.equal(outcome.elements.length, expected, pair.name)
    assert.ok(outcome.snapshotAt?.startsWith('2021-'), pair.name)
  }
  assert.equal(server.statuses.length, pairs.length)
  assert.deepEqual([...seen.keys()].toSorted(), [
    'complete',
    'duplicate',
    'limited',
    'partial',
    'refused',
    'unavailable',
  ])
})

test('the answers recorded by others', { skip: skipWithout(OTHERS) }, () => {
  for (const file of readdirSync(sharedPath(OTHERS))) {
    const isHtml = file.endsWith('.html')
    const answer = {
      status: isHtml ? 400 : 200,
      contentType: isHtml ? 'text/html; charset=utf-8' : 'application/json',
      body: readFileSync(sharedPath(`${OTHERS}/${file}`), 'utf8'),
    }
    assert.equal(outcomeOf(answer).kind, expectedKind(answer), file)
  }
})

test('the number of fast food places in Skopje', { skip: skipWithout(OTHERS) }, () => {
  const body = readFileSync(sharedPath(`${OTHERS}/skopje_fast_food_2022.json`), 'utf8')
  const outcome = outcomeOf({ status: 200, contentType: 'application/json', body })
  assert.equal(outcome.kind, 'complete')
  assert.equal(outcome.kind === 'complete' && outcome.elements.length, 84)
})

test('an answer that was cut on the way is no answer', { skip: skipWithout(PAIRS) }, () => {
  for (const pair of recordedPairs().filter((one) => expectedKind(one) === 'complete')) {
    for (const share of [0.1, 0.5, 0.9, 0.99]) {
      const body = pair.body.trimEnd().slice(0, Math.floor(pair.body.length * share))
      if (body.length === pair.body.trimEnd().length) continue
      assert.equal(outcomeOf({ ...pair, body }).kind, 'unavailable', `${pair.name} ${share}`)
    }
  }
})

test('the recorded status page', { skip: skipWithout(PAIRS) }, () => {
  assert.deepEqual(readOverpassStatus(recordedStatusPage()), { rateLimit: 2, waitMs: 0 })
})

test('status pages in all their forms', () => {
  const page = (...lines: string[]) =>
    ['Connected as: 1', ...lines, 'Currently running queries (pid):', ''].join('\n')
  const after = (seconds: number) => `Slot available after: 2026-01-01T00:00:00Z, in ${seconds} seconds.`
  for (const [text, expected] of [
    [page('Rate limit: 2', '2 slots available now.'), { rateLimit: 2, waitMs: 0 }],
    [page('Rate limit: 2', '1 slots available now.', after(40)), { rateLimit: 2, waitMs: 0 }],
    [page('Rate limit: 2', after(40), after(7)), { rateLimit: 2, waitMs: 7_000 }],
    [page('Rate limit: 2', after(-3)), { rateLimit: 2, waitMs: 0 }],
    // Both slots are busy, for an unknown time.
    [page('Rate limit: 2'), { rateLimit: 2, waitMs: null }],
    [page('Rate limit: 0'), { rateLimit: null, waitMs: 0 }],
    ['<html>Not found</html>', null],
  ] as const) {
    assert.deepEqual(readOverpassStatus(text), expected, text)
  }
})

test('no file name of the server reaches the caller', { skip: skipWithout(PAIRS) }, () => {
  for (const pair of recordedPairs()) {
    const outcome = outcomeOf(pair)
    const detail = 'detail' in outcome ? outcome.detail : 'reason' in outcome ? outcome.reason : ''
    assert.doesNotMatch(detail, /\/\w+\/\w+/, pair.name)
  }
})

function outcomeOf({ status, contentType, body }: RawAnswer): OverpassOutcome {
  return readOverpassAnswer({ status, headers: { 'content-type': contentType }, body: Buffer.from(body) })
}
