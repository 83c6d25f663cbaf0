// Places follow the exclusions of crawl: what is excluded goes from stored places, and does not come back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { sql } from '#platform/db/sql.ts'
import { ended, shop, start, stored, type World } from '#test/support/places/enrichment-world.ts'
import { foundAt } from '#test/support/places/fake-contacts.ts'

const exclude = (
  { crawl }: World,
  version: string,
  ...rules: readonly (readonly [kind: string, value: string])[]
) => {
  crawl.exclusions = {
    version,
    rules: rules.map(([kind, value]) => ({ kind, value, match: 'exact', scope: 'all', expiresAt: null })),
  }
}

/** All places have been looked through for this list. */
async function followed({ places }: World, version: string): Promise<void> {
  for (;;) {
    const [row] = await places.db.query<{ version: string | null; sweptTo: string | null }>(
      sql`select version, swept_to as "sweptTo" from crawl_exclusions`,
    )
    if (row?.version === version && row.sweptTo === null) return
    await delay(20)
  }
}

const contactsOf = async ({ places }: World, id: string) => {
  const { emails, phone, phones, socials, provenance } = (await places.get(`/api/places/${id}`)).body
  return {
    emails,
    phone,
    phones: phones.map(({ e164 }: { e164: string }) => e164),
    socials: socials.length,
    provenance: Object.keys(provenance).filter((field) => ['emails', 'phone', 'phones'].includes(field)),
  }
}

test('what is excluded goes from places, whoever said it, and is not merged again', async (t) => {
  const world = await start(t, { followExclusionsMs: 50 })
  const { places, crawl } = world
  const own = {
    emails: ['owner@shop2.test'],
    phone: '+41441112233',
    phones: [{ e164: '+41441112233', raw: '044 111 22 33', kind: 'phone' as const }],
  }
  const ids = await stored(world, [shop(1), shop(2, own), shop(3), shop(4)])
  const [mail = '', phone = '', site = '', none = ''] = ids
  for (const id of ids) await places.post('/api/enrich/start', { placeId: id })
  for (const id of ids) await ended(world, id)
  const untouched = await contactsOf(world, none)

  exclude(
    world,
    'first',
    ['email', 'info@shop1.test'],
    ['emailDomain', 'shop2.test'],
    ['phone', '+41441112233'],
    ['domain', 'shop3.test'],
  )
  await followed(world, 'first')
  assert.deepEqual(await contactsOf(world, mail), {
    emails: [],
    phone: '+41612345678',
    phones: ['+41612345678'],
    socials: 1,
    provenance: ['phone', 'phones'],
  })
  assert.deepEqual(await contactsOf(world, phone), {
    emails: [],
    phone: '+41612345678',
    phones: ['+41612345678'],
    socials: 1,
    provenance: ['phone', 'phones'],
  })
  const empty = { emails: [], phone: null, phones: [], socials: 0, provenance: [] }
  assert.deepEqual(await contactsOf(world, site), empty)
  assert.deepEqual(await contactsOf(world, none), untouched)
  assert.equal((await places.get('/api/places?hasEmail=true')).body.items.length, 1)
  const text = JSON.stringify(
    await places.db.query(sql`select e.*, c.* from enrichments e left join place_contacts c using (place_id)
      where place_id <> ${none.replace('plc_', '')}`),
  )
  assert.ok(!/info@shop1|@shop2|@shop3/.test(text), text)

  // An answer of crawl from before the exclusion, and the map that says it again.
  crawl.find = (website) => foundAt(website)
  await places.post('/api/enrich/start', { placeId: mail, maxAgeMs: 0 })
  assert.deepEqual((await ended(world, mail)).added.emails, [])
  await places.post('/api/enrich/start', { placeId: site, maxAgeMs: 0 })
  await ended(world, site)
  assert.deepEqual(await contactsOf(world, site), empty)

  // A lifted exclusion lets the next enrichment add it again.
  exclude(world, 'second')
  await followed(world, 'second')
  assert.deepEqual(await contactsOf(world, site), empty)
  await places.post('/api/enrich/start', { placeId: site, maxAgeMs: 0 })
  await ended(world, site)
  assert.deepEqual((await contactsOf(world, site)).emails, ['info@shop3.test'])
})

test('an excluded website adds nothing when its report comes before crawl has answered the request', async (t) => {
  const world = await start(t, { followExclusionsMs: 50 })
  const { places, crawl } = world
  const [site = ''] = await stored(world, [shop(3)])
  exclude(world, 'early', ['domain', 'shop3.test'])
  await followed(world, 'early')
  crawl.beforeAnswer = async () => void (await ended(world, site))
  await places.post('/api/enrich/start', { placeId: site })
  const { status, website, reportedBy } = await ended(world, site)
  assert.deepEqual([status, website, reportedBy], ['succeeded', 'https://shop3.test/', 'callback'])
  const { emails, phone, socials } = await contactsOf(world, site)
  assert.deepEqual([emails, phone, socials], [[], null, 0])
})

test('a map that says what is excluded is not followed, for new places and known ones', async (t) => {
  const world = await start(t, { followExclusionsMs: 50 })
  const { places } = world
  exclude(world, 'before the map', ['email', 'out@town.test'], ['phone', '+41441112233'])
  await followed(world, 'before the map')
  const said = (emails: string[]) => ({
    emails,
    phone: '+41441112233',
    phones: [{ e164: '+41441112233', raw: '044 111 22 33', kind: 'phone' as const }],
  })
  const [id = ''] = await stored(world, [shop(1, said(['out@town.test']))])
  const nothing = { emails: [], phone: null, phones: [], socials: 0, provenance: [] }
  assert.deepEqual(await contactsOf(world, id), nothing)
  await stored(world, [shop(1, said(['out@town.test', 'in@town.test']))])
  const { emails, phone } = await contactsOf(world, id)
  assert.deepEqual([emails, phone], [['in@town.test'], null])
  assert.equal((await places.get('/api/places?hasPhone=true')).body.items.length, 0)
  assert.equal((await places.get('/api/places?q=out@town.test')).body.items.length, 0)
})

test('merged places, their parts and the history lose what is excluded, and undoing does not bring it back', async (t) => {
  const world = await start(t, { followExclusionsMs: 50 })
  const { places } = world
  const before = { emails: ['out@town.test'] }
  const [keep = '', gone = ''] = await stored(world, [shop(1), shop(2, before)])
  await places.post('/api/enrich/start', { placeId: gone })
  await ended(world, gone)
  await stored(world, [shop(1), shop(2, { emails: ['out@town.test', 'in@town.test'] })])
  const changes = async () => (await places.get(`/api/places/${keep}/history?limit=100`)).body.items
  const { body: proposed } = await places.post('/api/merges', { placeId: keep, otherId: gone })
  assert.equal(proposed.status, 'proposed', JSON.stringify(proposed))
  assert.equal((await places.post(`/api/merges/${proposed.id}/accept`, {})).status, 200)
  assert.deepEqual((await contactsOf(world, keep)).emails, [
    'out@town.test',
    'in@town.test',
    'info@shop2.test',
  ])
  assert.match(JSON.stringify(await changes()), /out@town/)

  exclude(world, 'of a merge', ['email', 'out@town.test'], ['email', 'info@shop2.test'])
  await followed(world, 'of a merge')
  assert.deepEqual((await contactsOf(world, keep)).emails, ['in@town.test'])
  assert.doesNotMatch(JSON.stringify(await changes()), /out@town|info@shop2/)
  assert.equal((await places.post(`/api/merges/${proposed.id}/undo`, {})).status, 200)
  assert.deepEqual((await contactsOf(world, gone)).emails, ['in@town.test'])
  assert.deepEqual((await contactsOf(world, keep)).emails, [])
  const kept = await places.db.query(
    sql`select c.contacts::text, h.from_value::text, h.to_value::text from place_contacts c full join place_changes h using (place_id)`,
  )
  assert.doesNotMatch(JSON.stringify(kept), /out@town|info@shop2/)
})

test('while crawl is away nothing is lost, and health says what was not read', async (t) => {
  const world = await start(t, { followExclusionsMs: 50 })
  const { places, crawl } = world
  const [id = ''] = await stored(world, [shop(1)])
  await places.post('/api/enrich/start', { placeId: id })
  await ended(world, id)
  crawl.refusal = new SurveyorError('draining', 'Crawl stops.')
  exclude(world, 'late', ['email', 'info@shop1.test'])
  // A reading that was under way may still tell its time once.
  for (let status = ''; status !== 'warn';) {
    await places.db.execute(sql`update crawl_exclusions set read_at = now() - interval '1 hour'`)
    status = (await places.get('/api/enrich/health')).body.checks.exclusions.status
  }
  assert.deepEqual((await contactsOf(world, id)).emails, ['info@shop1.test'])
  crawl.refusal = null
  await followed(world, 'late')
  assert.deepEqual((await contactsOf(world, id)).emails, [])
  assert.equal((await places.get('/api/enrich/health')).body.checks.exclusions.status, 'pass')
})
