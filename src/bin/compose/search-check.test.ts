import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { loadSettings } from '#config/load-settings.ts'
import type { CreateSearchBody } from '#contract/places/search.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { searchCheck } from './search-check.ts'

const EXTRACT = { SURVEYOR_OSM_FILE: '/extracts/town.osm.pbf' }
const OPEN_REVIEWS = { ...EXTRACT, SURVEYOR_MANGROVE_URL: 'https://reviews.example/' }
const GOOGLE = { SURVEYOR_MAP_PROVIDER: 'google', SURVEYOR_GOOGLE_ENABLED: 'true' }

/** The code of the refusal and where it points; null: the search is taken. */
async function refusal(
  env: Record<string, string>,
  body: Partial<CreateSearchBody>,
  alone = true,
): Promise<string | null> {
  const { settings } = await loadSettings({ environment: { SURVEYOR_DATA_DIR: tmpdir(), ...env } })
  const check = await searchCheck(settings, alone)
  try {
    await check({ query: 'cafes', ...body })
    return null
  } catch (error) {
    assert.ok(error instanceof SurveyorError, String(error))
    return [error.code, ...(error.errors ?? []).map(({ pointer }) => pointer)].join(' ')
  }
}

test('parts that the map of the product does not have are refused before the search is stored, also where none is named', async () => {
  const refused = 'validation_failed /include'
  assert.equal(await refusal(EXTRACT, { include: ['details', 'reviews'] }), refused)
  assert.equal(await refusal(EXTRACT, { include: ['reviews'] }), refused)
  assert.equal(await refusal({}, { include: ['details'] }), refused)
  assert.equal(await refusal(OPEN_REVIEWS, { include: ['details'] }), refused)
  assert.equal(await refusal(EXTRACT, { include: ['contacts'] }), null)
  assert.equal(await refusal(OPEN_REVIEWS, { include: ['reviews', 'contacts'] }), null)
  assert.equal(await refusal(GOOGLE, { include: ['details', 'reviews'] }), null)
})

test('a map that is not set up is refused, named or by default', async () => {
  for (const provider of ['google', 'overture', 'osm-file'] as const) {
    assert.equal(await refusal({}, { provider }), 'provider_not_configured', provider)
    assert.equal(await refusal({ SURVEYOR_MAP_PROVIDER: provider }, {}), 'provider_not_configured', provider)
  }
  assert.equal(await refusal({}, {}), null)
  assert.equal(await refusal({}, { provider: 'overpass' }), null)
  assert.equal(await refusal(EXTRACT, { provider: 'osm-file' }), null)
})

test('in separate processes only the words are looked at', async () => {
  assert.equal(await refusal({}, { provider: 'google' }, false), null)
  assert.equal(await refusal(EXTRACT, { include: ['details'] }, false), null)
  assert.equal(
    await refusal({}, { categories: ['no-such=category'] }, false),
    'validation_failed /categories/0',
  )
})
