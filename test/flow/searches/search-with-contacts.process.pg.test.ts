// A search that includes contacts, over three processes: places sends what it finds to crawl, which reports back by webhook.
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Place } from '#contract/places/place.ts'
import type { Search } from '#contract/places/search.ts'
import { serveTownSites } from '#bin/demo/serve-sites.ts'
import { createSearch, searchEnd } from '#test/support/places/places-client.ts'
import { createProduct } from '#test/support/programs/product.ts'

const TOWN = fileURLToPath(new URL('../../../demo/town.osm', import.meta.url))
const SITES = new URL('../../../demo/sites/', import.meta.url)

test('a search enriches its places as it finds them, and crawl reports each of them', async (t) => {
  const sites = await serveTownSites(SITES)
  t.after(async () => sites[Symbol.asyncDispose]())
  const product = await createProduct(t, {
    SURVEYOR_OSM_FILE: TOWN,
    SURVEYOR_EGRESS_HOSTS: sites.egressHosts,
    SURVEYOR_HOST_DELAY_MS: '0',
    SURVEYOR_CALLBACK_SECRET: 'what crawl and places share in this test',
  })
  for (const part of ['crawl', 'worker', 'places'] as const) await product.start(part)
  const get = async <T>(path: string): Promise<T> =>
    (await (await fetch(product.placesUrl + path)).json()) as T

  const accepted = await createSearch(
    product.placesUrl,
    { query: 'restaurants', include: ['contacts'] },
    'with-contacts',
  )
  let search = await searchEnd(product.placesUrl, accepted.id)
  assert.equal(search.status, 'succeeded')
  while (search.contacts?.pending !== 0) {
    await delay(100)
    search = await get<Search>(`/api/search/${accepted.id}`)
  }
  const { enriched, failed, noWebsite } = search.contacts
  assert.deepEqual([failed, enriched + noWebsite], [0, search.counts.kept])
  assert.ok(enriched > 0 && noWebsite > 0)

  const stats = await get<{ reportedBy: Record<string, number> }>('/api/enrich/stats')
  assert.deepEqual(stats.reportedBy, { callback: enriched })
  const { items } = await get<{ items: Place[] }>(`/api/places?searchId=${accepted.id}&q=bloom`)
  assert.deepEqual(items[0]?.emails, ['table@bloom-and-grain.town.test'])
  const health = await get<{ status: string; checks: unknown }>('/api/enrich/health')
  assert.equal(health.status, 'pass', JSON.stringify(health.checks))
})
