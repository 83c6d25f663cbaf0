// A client that does not give up: a request that fails because a process is gone or restarting is sent again to any of
// them.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CreateSearchBody, Search } from '#contract/places/search.ts'

/** Far longer than a search stands still under any fault: only a stuck one makes no progress by then. */
const STUCK_MS = 600_000
const AGAIN_MS = 100
const ANSWER_WITHIN_MS = 10_000

/** Starts one search, whatever becomes of the first tries, and answers it when it has ended. Throws for a stuck one. */
export async function searchToEnd(
  urls: readonly string[],
  key: string,
  body: CreateSearchBody,
): Promise<Search> {
  let until = performance.now() + STUCK_MS
  const { id } = await retryFetch(urls, until, '/api/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  for (let before = ''; ;) {
    const search = await retryFetch(urls, until, `/api/search/${id}`, {})
    if (search.status !== 'queued' && search.status !== 'running') return search
    const now = JSON.stringify(search.counts)
    if (now !== before) until = performance.now() + STUCK_MS
    if (performance.now() > until) throw new Error(`${id} is stuck: ${now}`)
    before = now
    await sleep(AGAIN_MS)
  }
}

async function retryFetch(
  urls: readonly string[],
  until: number,
  path: string,
  init: RequestInit,
): Promise<Search> {
  for (let turn = Math.floor(Math.random() * urls.length); ; turn += 1) {
    let last = ''
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
      const response = await fetch(`${urls[turn % urls.length]}${path}`, { ...init, signal })
      const text = await response.text()
      if (response.ok) return JSON.parse(text) as Search
      last = text
    } catch (error) {
      last = String(error)
    }
    if (performance.now() > until) throw new Error(`${path} is stuck: ${last}`)
    await sleep(AGAIN_MS)
  }
}
