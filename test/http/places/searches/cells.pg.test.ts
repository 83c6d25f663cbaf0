// GET /api/search/:id/cells: what became of each part of the area.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchCell } from '#contract/places/lists/search-cells.ts'
import { parseId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const ERROR = {
  type: 'urn:surveyor:problem:timeout',
  title: 'Too late',
  status: 504,
  detail: 'The map did not answer.',
  code: 'timeout',
  retryable: true,
}

test('cells are listed in their order, by state, page by page and as a stream', async (t) => {
  const places = await startTestPlaces(t)
  const { searchId } = await storePlaces(places.db, [[madePlace('node/1', { lat: 1, lng: 1 })]])
  const uuid = parseId('sea', searchId)
  await places.db.execute(sql`
    insert into cells (id, search_id, bbox, depth, state, saturated, raw, error)
    values (${'ffffffff-0000-7000-8000-000000000001'}, ${uuid}, ${[1, 2, 3, 4]}, 1, 'failed', true, 7, ${JSON.stringify(ERROR)}::json)`)
  const path = `/api/search/${searchId}/cells`
  const { status, body } = await places.get(path)
  assert.equal(status, 200)
  const cells: readonly SearchCell[] = body.items
  assert.deepEqual(
    cells.map((cell) => [cell.status, cell.bbox, cell.saturated, cell.raw, cell.error?.code ?? null]),
    [
      ['done', cells[0]?.bbox ?? null, false, 1, null],
      ['failed', [1, 2, 3, 4], true, 7, 'timeout'],
    ],
  )
  assert.match(cells[1]?.id ?? '', /^cel_/)
  assert.deepEqual((await places.get(`${path}?status=failed`)).body.items, [cells[1]])
  const first = (await places.get(`${path}?limit=1`)).body
  assert.deepEqual(first.items, [cells[0]])
  const second = (await places.get(`${path}?limit=1&cursor=${first.nextCursor}`)).body
  assert.deepEqual([second.items, second.nextCursor], [[cells[1]], null])
  const stream = await places.get(path, { accept: 'application/x-ndjson' })
  assert.deepEqual(
    stream.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as SearchCell),
    cells,
  )
})

test('a wrong state, a wrong cursor, an unknown search and a missing scope are refused', async (t) => {
  const secret = (name: string) => `the-${name}-key-of-this-test-001`
  const key = (name: string, scope: 'places' | 'search') => ({ name, secret: secret(name), scopes: [scope] })
  const fixedKeys = [key('right', 'search'), key('wrong', 'places')]
  const places = await startTestPlaces(t, { fixedKeys })
  const { searchId } = await storePlaces(places.db, [[]])
  const answer = async (path: string, name = 'right') => {
    const { status, body } = await places.get(path, { authorization: `Bearer ${secret(name)}` })
    return [status, body.code, body.errors?.[0]?.pointer]
  }
  const path = `/api/search/${searchId}/cells`
  assert.deepEqual(await answer(path), [200, undefined, undefined])
  assert.deepEqual(await answer(`${path}?status=gone`), [422, 'validation_failed', '?status'])
  assert.deepEqual(await answer(`${path}?cursor=x`), [400, 'invalid_cursor', undefined])
  assert.deepEqual(await answer('/api/search/sea_1/cells'), [404, 'not_found', undefined])
  assert.deepEqual(await answer(path, 'wrong'), [403, 'scope_missing', undefined])
})
