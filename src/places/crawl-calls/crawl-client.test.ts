import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PeerRequest } from '#platform/egress/peer.ts'
import { createCrawlClient } from './crawl-client.ts'

async function keysOf(calls: readonly { readonly key?: string; readonly query: string }[]) {
  const keys: (string | undefined)[] = []
  const request = async ({ headers }: PeerRequest) => {
    keys.push(headers?.['idempotency-key'])
    return { status: 202, headers: {}, text: '{}', body: { jobId: 'job_1' } }
  }
  const crawl = createCrawlClient({ crawl: { request } as never })
  for (const { key, query } of calls) {
    const headers = key === undefined ? {} : { headers: { 'idempotency-key': key } }
    await crawl.call('POST /api/v1/maps/search', { body: { query }, timeoutMs: 1_000, ...headers })
  }
  return keys
}

test('the same request has the same key, another body or another key is another one', async () => {
  const [first, again, otherBody, otherKey, none] = await keysOf([
    { key: 'a-1', query: 'cafe' },
    { key: 'a-1', query: 'cafe' },
    { key: 'a-1', query: 'cafes' },
    { key: 'a-2', query: 'cafe' },
    { query: 'cafe' },
  ])
  assert.equal(first, again)
  assert.equal(new Set([first, otherBody, otherKey]).size, 3)
  assert.match(first ?? '', /^a-1-[0-9a-f]{16}$/)
  assert.equal(none, undefined)
})
