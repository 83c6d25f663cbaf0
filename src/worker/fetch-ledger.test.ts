import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Egress, EgressRequest, EgressResponse } from '#platform/egress/egress.ts'
import { startFetchLedger } from './fetch-ledger.ts'

/** A way out whose answers the test gives by hand. */
function heldEgress() {
  const asked: { request: EgressRequest; answer: (status: EgressResponse['cache']['status']) => void }[] = []
  const egress: Egress = {
    fetch: (request) =>
      new Promise((resolve) => {
        const answer = (status: EgressResponse['cache']['status']): void =>
          resolve({
            url: request.url,
            finalUrl: request.url,
            status: 200,
            headers: {},
            body: new Uint8Array(),
            bytes: 0,
            redirects: [],
            timings: { totalMs: 1 },
            robots: { verdict: 'allowed', rule: null },
            cache: { status },
          })
        asked.push({ request, answer })
      }),
    async [Symbol.asyncDispose]() {},
  }
  return { asked, egress }
}

const request = { url: 'http://site.test/', maxBytes: 1, deadlineMs: 5_000 }

test('a job that fetched nothing has no fetch time and no cache', () => {
  const { egress } = heldEgress()
  const ledger = startFetchLedger(egress, new AbortController().signal, () => 1_000)
  assert.equal(ledger.fetchMs, null)
  assert.equal(ledger.cacheStatus, 'bypass')
})

test('the farthest answer names the cache status of the whole, and the time is known', async () => {
  const { asked, egress } = heldEgress()
  const ledger = startFetchLedger(egress, new AbortController().signal, () => 1_000)
  const fetches = [ledger.fetch(request), ledger.fetch(request), ledger.fetch(request)]
  asked[0]?.answer('hit')
  asked[1]?.answer('revalidated')
  await Promise.all(fetches.slice(0, 2))
  assert.equal(ledger.cacheStatus, 'revalidated')
  asked[2]?.answer('miss')
  await fetches[2]
  assert.equal(ledger.cacheStatus, 'miss')
  assert.equal(typeof ledger.fetchMs, 'number')
})

test('a fetch never has longer than its job, and ends with it or by its own signal', () => {
  const { asked, egress } = heldEgress()
  const [job, own] = [new AbortController(), new AbortController()]
  const ledger = startFetchLedger(egress, job.signal, () => 1_000)
  void ledger.fetch(request)
  void ledger.fetch({ ...request, deadlineMs: 10, signal: own.signal })
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
