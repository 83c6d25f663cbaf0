import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { sql } from '#platform/db/sql.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { registerFieldMetrics } from './field-metrics.ts'
import { addFieldCounts, forgetFieldCounts, readFieldRates } from './field-rates.ts'
import { fieldReports } from '#crawl/report-takers.ts'

const counts = (places: number, rating: number, website = places) => ({
  provider: 'google',
  payload: 'search',
  places,
  filled: { rating, website },
})

test('a field that empties raises the alarm, one that never had much does not', async (t) => {
  const db = await createTestDatabase(t, ['blobs', 'jobs', 'keys', 'webhooks', 'crawl'])
  using metrics = createMetrics({ service: 'crawl', version: '1' })
  registerFieldMetrics(metrics, db)
  const scrape = async () => (await metrics.scrape()).text

  await db.transaction(async (tx) => addFieldCounts(tx, [counts(100, 95), counts(50, 45, 5)]))
  assert.match(await scrape(), /fill_ratio\{provider="google",payload="search",field="rating"\} 0\.9333/)
  assert.doesNotMatch(await scrape(), /surveyor_map_field_alarm\{/)

  await db.execute(
    sql`update field_fills set day = day - 10, filled = case field when 'website' then 20 else filled end`,
  )
  await addFieldCounts(db, [counts(20, 1, 0), counts(25, 1, 0)])
  assert.match(await scrape(), /alarm\{provider="google",payload="search",field="rating"\} 1/)
  assert.match(await scrape(), /alarm\{provider="google",payload="search",field="website"\} 0/)

  await db.execute(sql`update field_fills set day = day - 85`)
  assert.equal(await forgetFieldCounts(db), 2)
  assert.deepEqual(await readFieldRates(db), [])
})

test('what is no count of fields is not taken', () => {
  const taker = fieldReports()
  assert.ok(taker.fits(counts(1, 1)))
  const wrong = [
    null,
    {},
    { ...counts(1, 1), places: 0 },
    { ...counts(1, 1), filled: { 'a b': 1 } },
    { ...counts(1, 1), more: 1 },
  ]
  for (const entry of wrong) assert.ok(!taker.fits(entry), JSON.stringify(entry))
})
