// The requests of the flow tests to places.
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { CreateSearchBody, Search } from '#contract/places/search.ts'

/** Creates a search; a service that is just being restarted is asked again under the same Idempotency-Key. */
export async function createSearch(url: string, body: CreateSearchBody, key: string): Promise<Search> {
  const response = await retryFetch(() =>
    fetch(`${url}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }),
  )
  const answer = (await response.json()) as Search
  assert.equal(response.status, 202, JSON.stringify(answer))
  return answer
}

/** Far more than any search of a test takes on a busy machine: only a stuck one is not over by then. */
const STUCK_MS = 480_000

/** The search when it has ended; a stuck one fails the test with its state, and does not hang it. */
export async function searchEnd(url: string, id: string): Promise<Search> {
  const until = performance.now() + STUCK_MS
  for (;;) {
    const response = await retryFetch(() => fetch(`${url}/api/search/${id}?waitMs=2000`))
    const search = (await response.json()) as Search
    if (search.status !== 'queued' && search.status !== 'running') return search
    assert.ok(
      performance.now() < until,
      `still ${search.status} after ${STUCK_MS} ms: ${JSON.stringify(search)}`,
    )
    await delay(50)
  }
}

/** Every place of a session, over all pages. */
export async function placeIds(url: string, query: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = cursor === '' ? '' : `&cursor=${cursor}`
    const response = await retryFetch(() => fetch(`${url}/api/places?limit=500&${query}${page}`))
    const list = (await response.json()) as { items: { id: string }[]; nextCursor: string | null }
    assert.equal(response.status, 200, JSON.stringify(list))
    ids.push(...list.items.map((item) => item.id))
    cursor = list.nextCursor
  }
  return ids
}

/**
 * The answer; retries for up to half a minute while nothing listens. A 503 is an answer of a service that is not ready.
 */
async function retryFetch(request: () => Promise<Response>): Promise<Response> {
  const until = performance.now() + 30_000
  for (;;) {
    try {
      const response = await request()
      if (response.status !== 503 || performance.now() > until) return response
      await response.body?.cancel()
    } catch (error) {
      if (performance.now() > until) throw error
    }
    await delay(50)
  }
}
