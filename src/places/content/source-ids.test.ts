import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceIds } from './source-ids.ts'

const google = {
  place: { scheme: 'google_place_id', value: 'ChIJDdnwdv0y5xQRRytw1ihZQeU' },
  fid: { scheme: 'google_fid', value: '0x14e732fd76f0d90d:0xe5415928d6702b47' },
  cid: { scheme: 'google_cid', value: '16519582940102929223' },
}
const sorted = (aliases: readonly { scheme: string; value: string }[]) =>
  aliases.map(({ scheme, value }) => `${scheme} ${value}`).toSorted()

test('a Google place id and a feature id give the same three spellings', () => {
  for (const { scheme, value } of [google.place, google.fid]) {
    const ids = sourceIds({ source: { provider: 'google', scheme, id: value }, aliases: [] })
    assert.deepEqual(sorted(ids), sorted(Object.values(google)))
  }
  const upper = {
    provider: 'google' as const,
    scheme: 'google_fid',
    id: google.fid.value.toUpperCase().replaceAll('0X', '0x'),
  }
  assert.deepEqual(sorted(sourceIds({ source: upper, aliases: [] })), sorted(Object.values(google)))
})

test('a CID alone stays alone, because half of the feature id is missing', () => {
  const source = { provider: 'google' as const, scheme: 'google_cid', id: google.cid.value }
  assert.deepEqual(sourceIds({ source, aliases: [] }), [google.cid])
})

test('the spellings of an OSM element are one', () => {
  for (const id of ['node/42', 'n42', 'N42', 'Node/42']) {
    const source = { provider: 'overpass' as const, scheme: 'osm', id }
    assert.deepEqual(sourceIds({ source, aliases: [{ scheme: 'osm', value: 'node/42' }] }), [
      { scheme: 'osm', value: 'node/42' },
    ])
  }
})

test('what several places may share identifies none', () => {
  const source = { provider: 'osm-file' as const, scheme: 'osm', id: 'way/7' }
  const aliases = [
    { scheme: 'wikidata', value: 'Q1' },
    { scheme: 'gers', value: '08f2a1' },
    { scheme: 'google_place_id', value: google.place.value },
  ]
  assert.deepEqual(sourceIds({ source, aliases }), [{ scheme: 'osm', value: 'way/7' }])
})

test('a Google place known by an alias of another spelling is one place', () => {
  const source = { provider: 'google' as const, scheme: 'google_cid', id: google.cid.value }
  assert.deepEqual(sorted(sourceIds({ source, aliases: [google.fid] })), sorted(Object.values(google)))
  const broken = { scheme: 'google_place_id', value: 'not a place id' }
  assert.deepEqual(sourceIds({ source, aliases: [broken] }), [google.cid])
})

test('an id of an unknown scheme still identifies what the provider calls its own', () => {
  const source = { provider: 'overpass' as const, scheme: 'other', id: 'x' }
  assert.deepEqual(sourceIds({ source, aliases: [] }), [{ scheme: 'other', value: 'x' }])
})
