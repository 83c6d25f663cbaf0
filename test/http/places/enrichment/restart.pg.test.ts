// Enrichments that places had sent, or that crawl worked on, when the service went away.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { makeSecret } from '#platform/webhooks/secrets/sign.ts'
import { ended, shop, start, stored } from '#test/support/places/enrichment-world.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

test('what was sent before a stop is sent again after it, though its callback has another secret by then', async (t) => {
  const world = await start(t)
  const ids = await stored(world, [shop(1), shop(2), shop(3)])
  const reached = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  let waiting = 0
  // Crawl has taken them, and places never hears of it.
  world.crawl.beforeAnswer = async () => {
    waiting += 1
    if (waiting === ids.length) reached.resolve()
    await stopped.promise
  }
  world.crawl.plan = () => []
  await world.places.post('/api/enrich/batch', { placeIds: ids, maxAgeMs: 0 })
  await reached.promise
  await world.places.stop()
  stopped.resolve()
  world.crawl.beforeAnswer = async () => undefined
  world.crawl.plan = () => [0]

  const places = await startTestPlaces(t, {
    db: world.places.db,
    crawlUrl: world.crawl.url,
    callbackSecret: makeSecret(),
    checkCallbackMs: 60_000,
  })
  for (const id of ids) {
    const enrichment = await ended({ ...world, places }, id)
    assert.deepEqual([enrichment.status, enrichment.error], ['succeeded', null])
  }
})

test('a job that ran out of time with no worker at it is sent again, and one that a worker ended is not', async (t) => {
  const world = await start(t)
  const [away = '', slow = '', always = ''] = await stored(world, [shop(1), shop(2), shop(3)])
  const late = new SurveyorError('extract_timeout', 'The deadline passed while the job waited for a worker.')
  const tries = new Map<string, number>()
  world.crawl.find = (website) => {
    const n = (tries.get(website) ?? 0) + 1
    tries.set(website, n)
    if (website.includes('shop1') && n > 1) return { emails: [{ value: 'info@shop1.test', confidence: 0.9 }] }
    throw late
  }
  world.crawl.expires = (nth) => !String(world.crawl.requests[nth]?.website).includes('shop2')
  await world.places.post('/api/enrich/batch', { placeIds: [away, slow, always] })
  const of = async (id: string) => {
    const { status, attempts, error } = await ended(world, id)
    return [status, attempts, error?.code ?? null]
  }
  assert.deepEqual(await of(away), ['succeeded', 2, null])
  assert.deepEqual(await of(slow), ['failed', 1, 'extract_timeout'])
  assert.deepEqual(await of(always), ['failed', 3, 'extract_timeout'])
})
