// The place of the map in the address: what is written is read again, and what a person mistypes moves nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPosition, parsePosition } from './map-position.ts'

test('a position is read as it was written', () => {
  assert.equal(formatPosition({ lat: 47.141021, lng: 9.520934, zoom: 13.25 }), '47.14102,9.52093,13.25')
  for (const position of [
    { lat: 47.14102, lng: 9.52093, zoom: 13.25 },
    { lat: -90, lng: -180, zoom: 0 },
    { lat: 0, lng: 180, zoom: 19 },
  ]) {
    assert.deepEqual(parsePosition(formatPosition(position)), position)
  }
})

test('what is no place on the map is none', () => {
  for (const text of [null, '', '1,2', '1,2,3,4', 'a,b,c', '91,0,1', '0,181,1', '0,0,20', '0,0,-1', '1,,2']) {
    assert.equal(parsePosition(text), null, String(text))
  }
})
