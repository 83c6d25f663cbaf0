import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { engineOn } from '#test/support/jobs/job-engine.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'
import { purgeSessions } from './retention.ts'

const HERE = { lat: 43.7384, lng: 7.4246 }

test('a session that a search joins while those before it are deleted stays', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'places'])
  const { engine } = await engineOn(t, db, { started: false })
  const first = await storePlaces(db, [[madePlace('node/1', HERE)]])
  const joined = await storePlaces(db, [[madePlace('node/2', HERE)]])
  const last = await storePlaces(db, [[madePlace('node/3', HERE)]])
  await db.execute(sql`update sessions set last_activity_at = now() - interval '2 minutes'`)
  const joining: Database = {
    ...db,
    async transaction(work) {
      const done = await db.transaction(work)
      await db.execute(sql`update sessions set last_activity_at = now() where id = ${joined.session}`)
      return done
    },
  }
  assert.equal(await purgeSessions({ db: joining, engine }, new Date(Date.now() - 60_000)), 2)
  const left = await db.query<{ id: string }>(sql`select id from sessions`)
  assert.deepEqual(left, [{ id: joined.session }])
  assert.ok(first.session < joined.session && joined.session < last.session)
})
