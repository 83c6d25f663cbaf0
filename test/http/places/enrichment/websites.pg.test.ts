// A place whose website changes, and requests that name a website.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { ended, shop, start, stored } from '#test/support/places/enrichment-world.ts'

test('another website is read anew, and what was found on the former one is shown no more', async (t) => {
  const world = await start(t)
  const { places, crawl } = world
  const emails = async (id: string) => (await places.get(`/api/places/${id}`)).body.emails
  const [id = ''] = await stored(world, [shop(1)])
  await places.post('/api/enrich/start', { placeId: id })
  const first = await ended(world, id)
  assert.deepEqual(await emails(id), ['info@shop1.test'])

  await stored(world, [shop(1, { website: 'https://dent2.test/' })])
  assert.deepEqual(await emails(id), [])
  assert.equal((await places.get('/api/places?hasEmail=true')).body.items.length, 0)
  const history = (await places.get(`/api/places/${id}/history?change=email`)).body.items
  assert.deepEqual(history[0]?.from, ['info@shop1.test'])
  const again = await places.post('/api/enrich/start', { placeId: id })
  assert.equal(again.status, 202)
  assert.notEqual(again.body.id, first.id)
  assert.equal((await ended(world, id)).website, 'https://dent2.test/')
  assert.deepEqual(await emails(id), ['info@dent2.test'])
  const batch = await places.post('/api/enrich/batch', { placeIds: [id] })
  assert.deepEqual([batch.body.accepted, batch.body.fresh], [0, 1])

  // Where the website had led to is where the map sees it next.
  crawl.find = () => ({ domain: 'dent3.test', emails: [{ value: 'info@dent3.test', confidence: 0.9 }] })
  await places.post('/api/enrich/start', { placeId: id, maxAgeMs: 0 })
  await ended(world, id)
  await stored(world, [shop(1, { website: 'https://dent3.test/' })])
  assert.deepEqual(await emails(id), ['info@dent3.test'])
})

test('one website written in other ways keeps its contacts', async (t) => {
  const world = await start(t)
  const { places, crawl } = world
  crawl.find = () => ({ emails: [{ value: 'info@shop1.test', confidence: 0.9 }] })
  const site = 'https://www.shop1.co.uk/'
  const [id = ''] = await stored(world, [shop(1, { website: site })])
  await places.post('/api/enrich/start', { placeId: id })
  await ended(world, id)
  const written = {
    fresh: ['http://www.shop1.co.uk/', 'https://shop1.co.uk', 'https://SHOP1.co.uk/', 'HTTP://Shop1.co.uk//'],
    readAgain: [
      'https://shop1.co.uk/en',
      'https://shop1.co.uk/en/index.html',
      'https://en.shop1.co.uk/',
      'http://m.shop1.co.uk',
      'https://shop1.co.uk/?utm_source=map',
      'https://shop1.co.uk/#contact',
      'https://shop1.co.uk:443/',
      'https://london.shop1.co.uk',
      'https://shop1.co.uk/branches/7',
      'https://booking.shop1.co.uk/x',
      'https://shop1.co.uk/index.php?id=3',
      'https://shop1.co.uk/%C3%BCber',
      'https://shop1.co.uk/~a',
      'https://shop1.co.uk./',
      'https://user@shop1.co.uk/',
      'https://www.shop1.co.uk/kontakt',
    ],
  }
  for (const website of [...written.fresh, ...written.readAgain]) {
    await stored(world, [shop(1, { website })])
    assert.deepEqual((await places.get(`/api/places/${id}`)).body.emails, ['info@shop1.test'], website)
    if (!written.fresh.includes(website)) continue
    const { status } = await places.post('/api/enrich/start', { placeId: id })
    assert.equal(status, 200, website)
  }
  await stored(world, [shop(1, { website: null })])
  assert.deepEqual((await places.get(`/api/places/${id}`)).body.emails, ['info@shop1.test'])
})

test('a website that a request names is not dropped for one that is being read', async (t) => {
  const world = await start(t, { gated: true })
  const { places, crawl } = world
  const [id = ''] = await stored(world, [shop(1)])
  const begin = (website?: string) =>
    places.post('/api/enrich/start', { placeId: id, ...(website === undefined ? {} : { website }) })
  const first = await begin()
  while (crawl.requests.length === 0) await delay(10)
  const other = await begin('https://dent2.test/')
  assert.deepEqual([other.status, other.body.code], [409, 'conflict'], other.text)
  assert.ok(other.body.detail.includes(first.body.id), other.body.detail)
  assert.ok(other.body.detail.includes('https://shop1.test/'), other.body.detail)
  for (const same of [undefined, 'https://shop1.test/', 'shop1.test', 'http://www.shop1.test']) {
    const joined = await begin(same)
    assert.deepEqual([joined.status, joined.body.id], [202, first.body.id], String(same))
  }
  crawl.gate.open()
  await ended(world, id)
  assert.equal((await begin('https://dent2.test/')).status, 202)
  assert.equal((await ended(world, id)).website, 'https://dent2.test/')
  // The map names another website: what a caller named stays.
  await stored(world, [shop(1, { name: 'Renamed' })])
  assert.deepEqual((await places.get(`/api/places/${id}`)).body.emails, ['info@dent2.test'])
})
