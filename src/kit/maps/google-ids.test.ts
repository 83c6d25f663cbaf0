import assert from 'node:assert/strict'
import { test } from 'node:test'
import { googleSpellings, parseGoogleId } from './google-ids.ts'

const FID = '0xf:0xffffffffffffffff'

test('a feature id and its placeId give the same three spellings', () => {
  const spellings = googleSpellings('google_fid', FID)
  const [, placeId] = spellings
  assert.deepEqual(googleSpellings('google_place_id', placeId?.value ?? ''), spellings)
  assert.equal(spellings[2]?.value, '18446744073709551615')
})

test('the spelling of an id is recognised, and what is no id is none', () => {
  const [, placeId] = googleSpellings('google_fid', FID)
  assert.equal(parseGoogleId(FID.toUpperCase().replaceAll('0X', '0x'))?.value, FID)
  assert.equal(parseGoogleId(placeId?.value ?? '')?.scheme, 'google_place_id')
  assert.equal(parseGoogleId('18446744073709551615')?.scheme, 'google_cid')
  for (const text of ['', '0', '18446744073709551616', '0x1', 'ChIJ', 'node/1', '1'.repeat(100_000)]) {
    assert.equal(parseGoogleId(text), null, text.slice(0, 30))
  }
})
