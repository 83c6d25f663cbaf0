import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractResponse } from '#extract/context.ts'
import type { EgressRequest } from '#platform/egress/egress.ts'
import { startFetchRecorder } from './fetch-recorder.ts'

type Status = NonNullable<ExtractResponse['cache']>['status']

/** An egress whose answers the test gives by hand. */
function heldEgress() {
  const asked: { request: EgressRequest; answer: (status: Status) => void }[] = []
  const egress = {
    fetch: (request: EgressRequest) =>
      new Promise<ExtractResponse>((resolve) => {
        const answer = (status: Status): void =>
          resolve({
            url: request.url,
            finalUrl: request.url,
            status: 200,
            headers: {},
            body: new Uint8Array(),
            bytes: 0,
            redirects: [],
            robots: { verdict: 'allowed', rule: null },
            cache: { status },
          })
        asked.push({ request, answer })
      }),
  }
  return { asked, egress }
}

const request = { url: 'http://site.test/', maxBytes: 1, deadlineMs: 5_000 }

test('a job that fetched nothing has no fetch time and no cache', () => {
  const { egress } = heldEgress()
  const recorder = startFetchRecorder(egress, new AbortController().signal, () => 1_000)
  assert.equal(recorder.fetchMs(), null)
  assert.equal(recorder.cacheStatus(), 'bypass')
})

test('the farthest answer names the cache status of the whole, and the time is known', async () => {
  const { asked, egress } = heldEgress()
  const recorder = startFetchRecorder(egress, new AbortController().signal, () => 1_000)
  const fetches = [recorder.fetch(request), recorder.fetch(request), recorder.fetch(request)]
  asked[0]?.answer('hit')
  asked[1]?.answer('revalidated')
  await Promise.all(fetches.slice(0, 2))
  assert.equal(recorder.cacheStatus(), 'revalidated')
  asked[2]?.answer('miss')
  await fetches[2]
  assert.equal(recorder.cacheStatus(), 'miss')
  assert.equal(typeof recorder.fetchMs(), 'number')
})

test('the oldest copy is told, and content that is too old names the whole; a new beginning forgets both', async () => {
  const now = performance.now()
  const copies = [60_000, 90_000, null].map((ageMs, index) =>
    ageMs === null ? null : { freshFromMs: now - ageMs, storedAt: `2026-11-21T08:00:0${index}.000Z` },
  )
  const statuses = ['hit', 'stale', 'miss'] as const
  let n = 0
  const door = {
    fetch: async (asked: EgressRequest) => {
      n += 1
      return {
        url: asked.url,
        finalUrl: asked.url,
        status: 200,
        headers: {},
        body: new Uint8Array(),
        bytes: 0,
        redirects: [],
        robots: { verdict: 'allowed' as const, rule: null },
        cache: { status: statuses[n - 1] ?? ('bypass' as const) },
        copy: copies[n - 1] ?? null,
      }
    },
  }
  const recorder = startFetchRecorder(door, new AbortController().signal, () => 1_000)
  const copy = () => recorder.oldestCopy()
  assert.equal(copy(), null)
  for (let i = 0; i < 3; i += 1) await recorder.fetch(request)
  assert.equal(recorder.cacheStatus(), 'stale')
  assert.equal(copy()?.storedAt, '2026-11-21T08:00:01.000Z')
  assert.ok((copy()?.ageMs ?? 0) >= 90_000)
  recorder.restart()
  assert.equal(recorder.cacheStatus(), 'bypass')
  assert.equal(copy(), null)
  assert.notEqual(recorder.fetchMs(), null)
})

test('a fetch never has longer than its job, and ends with it or by its own signal', () => {
  const { asked, egress } = heldEgress()
  const [job, own] = [new AbortController(), new AbortController()]
  const recorder = startFetchRecorder(egress, job.signal, () => 1_000)
  void recorder.fetch(request)
  void recorder.fetch({ ...request, deadlineMs: 10, signal: own.signal })
  assert.deepEqual(
    asked.map((one) => one.request.deadlineMs),
    [1_000, 10],
  )
  own.abort()
  assert.deepEqual(
    asked.map((one) => one.request.signal?.aborted),
    [false, true],
  )
  job.abort()
  assert.equal(asked[0]?.request.signal?.aborted, true)
})
