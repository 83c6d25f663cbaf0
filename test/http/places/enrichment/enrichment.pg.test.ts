// Enrichment over HTTP: places with a real database, and a crawl that answers, reports, fails and forgets as told.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { purgeEnrichments } from '#places/deletion/retention.ts'
import { sql } from '#platform/db/sql.ts'
import { ended, shop, start, stored } from '#test/support/places/enrichment-world.ts'
import { foundAt, startFakeContacts } from '#test/support/places/fake-contacts.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'

const UNKNOWN = 'plc_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'

test('a place gets the contacts of its website, once, with their provenance', async (t) => {
  const world = await start(t)
  const { places, crawl } = world
  const [id = ''] = await stored(world, [shop(1)])
  assert.equal((await places.get(`/api/enrich/status/${id}`)).body.enrichment, null)

  const begun = await places.post('/api/enrich/start', { placeId: id, fields: ['emails'], maxPages: 3 })
  assert.equal(begun.status, 202)
  assert.equal(begun.headers.get('location'), `/api/enrich/status/${id}`)
  assert.equal(begun.body.placeId, id)
  const enrichment = await ended(world, id)
  assert.equal(enrichment.status, 'succeeded')
  assert.equal(enrichment.reportedBy, 'callback')
  assert.equal(enrichment.website, 'https://shop1.test/')
  assert.deepEqual(enrichment.result, foundAt('https://shop1.test/'))
  assert.deepEqual(enrichment.added, {
    emails: ['info@shop1.test'],
    phones: ['+41612345678'],
    socials: ['https://bsky.app/profile/shop1.test'],
  })
  const [request] = crawl.requests
  assert.deepEqual([request?.['fields'], request?.['maxPages']], [['emails'], 3])

  const { body: place } = await places.get(`/api/places/${id}`)
  assert.deepEqual(place.emails, ['info@shop1.test'])
  assert.equal(place.phone, '+41612345678')
  assert.deepEqual(place.socials, [
    { network: 'bluesky', url: 'https://bsky.app/profile/shop1.test', handle: 'shop1.test' },
  ])
  for (const field of ['emails', 'phone', 'phones', 'socials']) {
    assert.equal(place.provenance[field].provider, 'website', field)
  }
  assert.equal((await places.get('/api/places?hasEmail=true&hasPhone=true')).body.items.length, 1)
  assert.equal((await places.get('/api/places?q=0612345678')).body.items.length, 1)

  const again = await places.post('/api/enrich/start', { placeId: id })
  assert.deepEqual([again.status, again.body.id], [200, enrichment.id])
  const anew = await places.post('/api/enrich/start', { placeId: id, maxAgeMs: 0 })
  assert.equal(anew.status, 202)
  await ended(world, id)
  assert.equal(crawl.requests.length, 2)
  assert.equal((await places.get(`/api/enrich/jobs?placeId=${id}`)).body.items.length, 2)
  assert.equal(await purgeEnrichments(places.db, new Date(Date.now() + 60_000)), 1)
  const { body: left } = await places.get(`/api/enrich/jobs?placeId=${id}`)
  assert.deepEqual(
    left.items.map((item: { id: string }) => item.id),
    [anew.body.id],
  )
})

test('what the map says stays, and enrichment survives what the map says later', async (t) => {
  const world = await start(t)
  const { places } = world
  const own = {
    phone: '+41441112233',
    phones: [{ e164: '+41441112233', raw: '044 111 22 33', kind: 'phone' as const }],
    emails: ['INFO@shop2.test'],
    provenance: {
      emails: { provider: 'osm-file' as const, tier: 'tag', fetchedAt: '2026-01-01T00:00:00.000Z' },
      phone: { provider: 'osm-file' as const, tier: 'tag', fetchedAt: '2026-01-01T00:00:00.000Z' },
      phones: { provider: 'osm-file' as const, tier: 'tag', fetchedAt: '2026-01-01T00:00:00.000Z' },
    },
  }
  const [id = ''] = await stored(world, [shop(2, own)])
  await places.post('/api/enrich/start', { placeId: id })
  assert.deepEqual((await ended(world, id)).added.emails, [])
  const first = (await places.get(`/api/places/${id}`)).body
  assert.equal(first.phone, '+41441112233')
  assert.deepEqual(
    first.phones.map(({ e164 }: { e164: string }) => e164),
    ['+41441112233', '+41612345678'],
  )
  assert.deepEqual(first.emails, ['INFO@shop2.test'])
  assert.equal(first.provenance.phones.provider, 'osm-file')
  assert.equal(first.provenance.phones.also.provider, 'website')

  // The map loses the number, and gains an address: the number of the website steps in.
  await stored(world, [shop(2, { emails: ['new@shop2.test'], name: 'Renamed' })])
  const second = (await places.get(`/api/places/${id}`)).body
  assert.equal(second.name, 'Renamed')
  assert.equal(second.phone, '+41612345678')
  assert.equal(second.provenance.phone.provider, 'website')
  assert.deepEqual(second.emails, ['new@shop2.test', 'info@shop2.test'])

  // A later enrichment replaces what an earlier one added.
  world.crawl.find = () => ({ ...foundAt('https://shop2.test/'), emails: [], phones: [] })
  await places.post('/api/enrich/start', { placeId: id, maxAgeMs: 0 })
  await ended(world, id)
  const third = (await places.get(`/api/places/${id}`)).body
  assert.deepEqual(third.emails, ['new@shop2.test'])
  assert.equal(third.phone, null)
  assert.equal((await places.get('/api/places?hasPhone=true')).body.items.length, 0)
})

test('a place without a website ends so, and takes one that the caller knows', async (t) => {
  const world = await start(t)
  const [id = ''] = await stored(world, [shop(3, { website: null })])
  await world.places.post('/api/enrich/start', { placeId: id })
  const none = await ended(world, id)
  assert.deepEqual([none.status, none.error, none.result], ['no_website', null, null])
  const refused = await world.places.post('/api/enrich/start', { placeId: id, website: 'not a url' })
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/website'], refused.text)
  await world.places.post('/api/enrich/start', { placeId: id, website: 'https://shop3.test/' })
  assert.equal((await ended(world, id)).status, 'succeeded')
})

test('200 places end once each while callbacks are lost, doubled and late', async (t) => {
  const world = await start(t, { checkCallbackMs: 300 })
  const { places, crawl } = world
  const plans = [[0], [], [0, 0], [20, 200], [900], [0, 900]]
  crawl.plan = (nth) => plans[nth % plans.length] ?? []
  const ids = await stored(
    world,
    Array.from({ length: 200 }, (_, n) => shop(n + 10)),
  )
  const batch = await places.post('/api/enrich/batch', { placeIds: [...ids, UNKNOWN, 'nonsense'] })
  assert.equal(batch.status, 202)
  assert.deepEqual(
    [batch.body.accepted, batch.body.running, batch.body.fresh, batch.body.unknown],
    [200, 0, 0, [UNKNOWN, 'nonsense']],
  )
  assert.equal(batch.body.enrichments.length, 200)
  const repeated = await places.post('/api/enrich/batch', { placeIds: ids })
  assert.equal(repeated.body.accepted, 0)
  assert.equal(repeated.body.running + repeated.body.fresh, 200)

  for (const id of ids) assert.equal((await ended(world, id)).status, 'succeeded')
  assert.equal(crawl.requests.length, 200)
  const { body: stats } = await places.get('/api/enrich/stats')
  assert.equal(stats.total, 200)
  assert.deepEqual(stats.byStatus, { succeeded: 200 })
  assert.equal(stats.reportedBy.callback + stats.reportedBy.check, 200)
  assert.ok(stats.reportedBy.check > 0)
  assert.deepEqual(stats.places, { enriched: 200, withEmail: 200, withPhone: 200, withSocial: 200 })
  assert.equal(stats.oldestPendingAgeMs, null)
  const { body: list } = await places.get('/api/places?hasEmail=true&limit=500')
  assert.equal(list.items.length, 200)
  assert.equal((await places.get('/api/enrich/pending')).body.items.length, 0)
  const [{ n } = { n: -1 }] = await places.db.query<{ n: number }>(
    sql`select count(*)::integer as n from webhook_records where direction = 'incoming' and status = 'failed'`,
  )
  assert.equal(n, 0)
})

test('a result that is too large for a callback is fetched', async (t) => {
  const world = await start(t)
  world.crawl.withResult = false
  const [id = ''] = await stored(world, [shop(4)])
  await world.places.post('/api/enrich/start', { placeId: id })
  const enrichment = await ended(world, id)
  assert.deepEqual([enrichment.status, enrichment.reportedBy], ['succeeded', 'check'])
  assert.deepEqual(enrichment.added.emails, ['info@shop4.test'])
})

test('a website that cannot be read is a failure with its reason; the place stays as it is', async (t) => {
  const world = await start(t)
  world.crawl.find = () => {
    throw new SurveyorError('target_blocked', 'The website shows a captcha.')
  }
  const [id = ''] = await stored(world, [shop(5)])
  await world.places.post('/api/enrich/start', { placeId: id })
  const enrichment = await ended(world, id)
  assert.deepEqual(
    [enrichment.status, enrichment.error.code, enrichment.added],
    ['failed', 'target_blocked', null],
  )
  assert.deepEqual((await world.places.get(`/api/places/${id}`)).body.emails, [])
  const again = await world.places.post(`/api/jobs/${enrichment.links.job.split('/').at(-1)}/retry`, {})
  assert.deepEqual([again.status, again.body.code], [409, 'job_not_retryable'])
})

test('a website that leads to another firm gives nothing, and what crawl warns of is shown', async (t) => {
  const world = await start(t)
  const [id = ''] = await stored(world, [shop(5, { name: 'The Quay Café' })])
  const enriched = async () => {
    await world.places.post('/api/enrich/start', { placeId: id, maxAgeMs: 0 })
    const enrichment = await ended(world, id)
    const { emails } = (await world.places.get(`/api/places/${id}`)).body
    const codes = enrichment.warnings.map(({ code }: { code: string }) => code)
    return { status: enrichment.status, codes, added: enrichment.added.emails, emails }
  }
  const own = { codes: [], added: ['info@shop5.test'], emails: ['info@shop5.test'] }
  assert.deepEqual(await enriched(), { status: 'succeeded', ...own })
  assert.equal(world.crawl.requests[0]?.['name'], 'The Quay Café')

  // The domain was sold since: what it gave before goes too.
  world.crawl.find = () => ({
    ...foundAt('https://other.example/'),
    redirectedFrom: 'shop5.test',
    nameFound: false,
  })
  const nothing = { status: 'succeeded', added: [], emails: [] }
  assert.deepEqual(await enriched(), { ...nothing, codes: ['other_business'] })

  world.crawl.find = () => ({ ...foundAt('https://shop5.test/'), emails: [], phones: [], socials: [] })
  world.crawl.warnings = [{ code: 'parked_domain', detail: 'The domain is for sale.' }]
  for (const withResult of [true, false]) {
    world.crawl.withResult = withResult
    assert.deepEqual(await enriched(), { ...nothing, codes: ['parked_domain'] })
  }
  const listed = (await world.places.get(`/api/enrich/jobs?placeId=${id}`)).body.items
  assert.deepEqual(
    listed.map(({ warnings }: { warnings: object[] }) => warnings.length),
    [1, 1, 1, 0],
  )
})

test('an answer that cannot be read is a failure, and is kept', async (t) => {
  const world = await start(t)
  const [id = ''] = await stored(world, [shop(50)])
  for (const answer of [{ emails: 'info@shop50.test' }, 'contacts', null]) {
    world.crawl.find = () => answer
    await world.places.post('/api/enrich/start', { placeId: id, maxAgeMs: 0 })
    const { status, error, result, added } = await ended(world, id)
    assert.deepEqual([status, error.code, result, added], ['failed', 'upstream_changed', answer, null])
  }
  assert.deepEqual((await world.places.get(`/api/places/${id}`)).body.emails, [])
})

test('a job that crawl lost or forgot is sent again, three times at most', async (t) => {
  const world = await start(t, { checkCallbackMs: 100 })
  const { crawl } = world
  crawl.plan = () => []
  crawl.find = (website, nth) => {
    if (nth === 0) throw new SurveyorError('worker_lost', 'The worker was lost.')
    return foundAt(website)
  }
  const [id = '', other = ''] = await stored(world, [shop(6), shop(7)])
  await world.places.post('/api/enrich/start', { placeId: id })
  const enrichment = await ended(world, id)
  assert.deepEqual([enrichment.status, enrichment.attempts], ['succeeded', 2])

  crawl.find = () => {
    throw new SurveyorError('worker_lost', 'The worker was lost.')
  }
  await world.places.post('/api/enrich/start', { placeId: other })
  const dead = await ended(world, other)
  assert.deepEqual([dead.status, dead.error.code, dead.attempts], ['failed', 'worker_lost', 3])
})

test('while crawl is away, enrichments wait; without a shared secret they end by asking', async (t) => {
  const world = await start(t, { checkCallbackMs: 100 })
  world.crawl.refusal = new SurveyorError('draining', 'Crawl stops.')
  const [id = ''] = await stored(world, [shop(8)])
  await world.places.post('/api/enrich/start', { placeId: id })
  const pending = await world.places.get('/api/enrich/pending')
  assert.deepEqual(
    pending.body.items.map((item: { placeId: string }) => item.placeId),
    [id],
  )
  const health = await world.places.get('/api/enrich/health')
  assert.deepEqual([health.body.status, health.body.checks.crawl.status], ['warn', 'warn'])
  world.crawl.refusal = null
  assert.equal((await ended(world, id)).status, 'succeeded')

  const crawl = await startFakeContacts(t)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, checkCallbackMs: 100 })
  const deaf = { places, crawl }
  const [silent = ''] = await stored(deaf, [shop(9)])
  await places.post('/api/enrich/start', { placeId: silent })
  assert.equal((await ended(deaf, silent)).reportedBy, 'check')
  assert.equal(crawl.requests[0]?.webhook, undefined)
  assert.equal((await places.get('/api/enrich/health')).body.checks.callbacks.status, 'warn')
})

test('a crawl that may send nothing to this service is asked for the end', async (t) => {
  const world = await start(t, { checkCallbackMs: 100 })
  world.crawl.refuse = ({ webhook }) =>
    webhook === undefined
      ? null
      : new SurveyorError('url_not_allowed', 'No webhook can be sent there.', {
          errors: [{ pointer: '/webhook/url', code: 'url_not_allowed', detail: 'It is a loopback.' }],
        })
  const [id = ''] = await stored(world, [shop(10)])
  await world.places.post('/api/enrich/start', { placeId: id })
  const enrichment = await ended(world, id)
  assert.deepEqual([enrichment.status, enrichment.reportedBy], ['succeeded', 'check'])
  const { callbacks } = (await world.places.get('/api/enrich/health')).body.checks
  assert.match(callbacks.detail, /SURVEYOR_PLACES_URL/)
})

test('a filter enriches its places page by page', async (t) => {
  const world = await start(t)
  const { places, crawl } = world
  await stored(world, [
    ...Array.from({ length: 5 }, (_, n) => shop(n + 20)),
    shop(30, { website: null }),
    shop(31, { emails: ['known@shop31.test'] }),
  ])
  const filter = { hasWebsite: true, hasEmail: false }
  const first = await places.post('/api/enrich/batch', { filter, limit: 3 })
  assert.deepEqual([first.status, first.body.accepted], [202, 3])
  // Until then places leave the filter by what is found.
  crawl.plan = () => []
  const rest = await places.post('/api/enrich/batch', { filter, limit: 3, cursor: first.body.nextCursor })
  assert.deepEqual([rest.body.accepted, rest.body.nextCursor], [2, null])
})

test('the jobs of a deleted place end with it; a cancelled one is cancelled', async (t) => {
  const world = await start(t, { gated: true })
  const { places, crawl } = world
  const [gone = '', cancelled = ''] = await stored(world, [shop(40), shop(41)])
  await places.post('/api/enrich/batch', { placeIds: [gone, cancelled] })
  while (crawl.requests.length < 2) await delay(10)
  const deleted = await fetch(`${places.url}/api/places/${gone}`, { method: 'DELETE' })
  assert.equal(deleted.status, 204)
  const list = await places.get(`/api/enrich/jobs?placeId=${cancelled}`)
  assert.equal(list.body.items.length, 1)
  // The job that waits to ask crawl is what can be cancelled now.
  let check: string | undefined
  while (check === undefined) {
    const { body } = await places.get('/api/jobs?type=enrich.check&status=scheduled')
    check = body.items.find(
      (job: { id: string; input: { enrichmentId: string } }) =>
        job.input.enrichmentId === list.body.items[0].id,
    )?.id
    await delay(10)
  }
  await places.post(`/api/jobs/${check}/cancel`, {})
  assert.equal((await ended(world, cancelled)).status, 'cancelled')
  crawl.gate.open()
  while (crawl.callbacks.length < 2) await delay(10)
  assert.deepEqual(crawl.callbacks, [202, 202])
  assert.equal((await places.get('/api/enrich/pending')).body.items.length, 0)
  assert.equal((await ended(world, cancelled)).status, 'cancelled')
})

test('refuses bad input, unknown ids and keys without the scope', async (t) => {
  const fixedKeys = [
    { name: 'enricher', secret: 'the-enricher-key-of-this-test-0001', scopes: ['enrich' as const] },
    { name: 'reader', secret: 'the-reader-key-of-this-test-0001', scopes: ['places' as const] },
  ]
  const { places } = await start(t, { fixedKeys })
  const as = (nth: number) => ({ 'x-api-key': fixedKeys[nth]?.secret ?? '' })
  const cases: [path: string, body: unknown, status: number, pointer: string | null][] = [
    ['start', {}, 422, '/placeId'],
    ['start', { placeId: UNKNOWN }, 404, null],
    ['start', { placeId: 'nonsense' }, 404, null],
    ['start', { placeId: UNKNOWN, fields: ['email'] }, 422, '/fields/0'],
    ['start', { placeId: UNKNOWN, maxPages: 31 }, 422, '/maxPages'],
    ['start', { placeId: UNKNOWN, site: 'x' }, 422, '/site'],
    ['batch', {}, 422, ''],
    ['batch', { placeIds: [UNKNOWN], filter: { city: 'Basel' } }, 422, ''],
    ['batch', { placeIds: [] }, 422, '/placeIds'],
    ['batch', { filter: {} }, 422, '/filter'],
    ['batch', { filter: { town: 'Basel' } }, 422, '/filter/town'],
    ['batch', { filter: { sessionId: 'ses_x' } }, 404, null],
    ['batch', { filter: { city: 'Basel' }, cursor: 'x' }, 400, null],
    ['batch', { placeIds: [UNKNOWN], cursor: 'x' }, 422, '/cursor'],
  ]
  for (const [path, body, status, pointer] of cases) {
    const answer = await places.post(`/api/enrich/${path}`, body, as(0))
    const said = JSON.stringify([body, answer.body])
    assert.equal(answer.status, status, said)
    if (pointer !== null) assert.equal(answer.body.errors[0].pointer, pointer, said)
    assert.equal((await places.post(`/api/enrich/${path}`, body, as(1))).status, 403)
  }
  for (const path of ['status/x', 'pending', 'jobs', 'stats', 'health']) {
    assert.equal((await places.get(`/api/enrich/${path}`, as(1))).status, 403, path)
  }
  assert.equal((await places.get(`/api/enrich/status/${UNKNOWN}`, as(0))).status, 404)
  assert.equal((await places.get('/api/enrich/jobs?searchId=sea_x', as(0))).status, 404)
})
