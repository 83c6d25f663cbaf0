import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { addOutcomes, forgetEvidence, readKnown } from './domain-evidence.ts'

const open = async (t: TestContext): Promise<Database> =>
  createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'blobs', 'crawl'])
/** Of these domains, the evidence that there is. */
const readEvidence = async (db: Database, domains: readonly string[]) =>
  (await readKnown(db, domains)).flatMap(({ evidence }) => evidence ?? [])
const needed = (domain: string, count = 1) => ({ domain, needed: count, sufficed: 0 })
const sufficed = (domain: string) => ({ domain, needed: 0, sufficed: 1 })

test('two pages that needed a browser make a domain, one does not', async (t) => {
  const db = await open(t)
  const read = async () => readEvidence(db, ['a.test', 'b.test'])
  assert.deepEqual(await read(), [])
  await addOutcomes(db, [needed('a.test')])
  assert.deepEqual(await read(), [{ domain: 'a.test', browser: false, retry: false }])
  await addOutcomes(db, [needed('a.test'), needed('b.test', 2)])
  assert.deepEqual(
    (await read()).toSorted((x, y) => x.domain.localeCompare(y.domain)),
    ['a.test', 'b.test'].map((domain) => ({ domain, browser: true, retry: false })),
  )
})

test('HTTP is tried again by one job when it is due, later each time that it is in vain', async (t) => {
  const db = await open(t)
  const due = async () => db.execute(sql`update domain_engines set retry_at = now()`)
  const intervals = async () =>
    (
      await db.query<{ s: number }>(
        sql`select extract(epoch from retry_every)::float8 as s from domain_engines`,
      )
    ).map(({ s }) => s)
  await addOutcomes(db, [needed('a.test', 3)])
  await due()
  const reads = await Promise.all([1, 2, 3].map(async () => readEvidence(db, ['a.test'])))
  assert.deepEqual(reads.flat().filter(({ retry }) => retry).length, 1)
  assert.deepEqual(
    reads.flat().every(({ browser }) => browser),
    true,
  )
  assert.deepEqual(await intervals(), [3_600])
  await addOutcomes(db, [needed('a.test')])
  assert.deepEqual(await intervals(), [7_200])
  for (let times = 0; times < 8; times += 1) await addOutcomes(db, [needed('a.test')])
  assert.deepEqual(await intervals(), [86_400])
  // Pages that HTTP suffices for take the domain back, and the next job tries as well.
  await addOutcomes(db, [sufficed('a.test')])
  assert.deepEqual(await intervals(), [3_600])
  assert.deepEqual(await readEvidence(db, ['a.test']), [{ domain: 'a.test', browser: true, retry: true }])
  await addOutcomes(db, [sufficed('a.test')])
  assert.deepEqual(await readEvidence(db, ['a.test']), [{ domain: 'a.test', browser: false, retry: false }])
})

test('evidence decays and is forgotten; HTTP that suffices says nothing of an unknown domain', async (t) => {
  const db = await open(t)
  await addOutcomes(db, [sufficed('new.test'), needed('a.test', 2)])
  assert.deepEqual(await readEvidence(db, ['new.test']), [])
  await db.execute(sql`update domain_engines set seen_at = now() - interval '3 days', retry_at = 'infinity'`)
  assert.deepEqual(await readEvidence(db, ['a.test']), [{ domain: 'a.test', browser: false, retry: false }])
  assert.equal(await forgetEvidence(db), 0)
  await db.execute(sql`update domain_engines set seen_at = now() - interval '15 days'`)
  assert.equal(await forgetEvidence(db), 1)
})

test('transactions that learn of the same domains at once do not block each other for good', async (t) => {
  const db = await open(t)
  const domains = Array.from({ length: 20 }, (_, at) => `d${at}.test`)
  await Promise.all(
    Array.from({ length: 8 }, async (_, at) =>
      db.transaction(async (tx) =>
        addOutcomes(
          tx,
          (at % 2 === 0 ? domains : domains.toReversed()).map((domain) => needed(domain)),
        ),
      ),
    ),
  )
  assert.equal(
    (await readEvidence(db, domains)).every(({ browser }) => browser),
    true,
  )
})
