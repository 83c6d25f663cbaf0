import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryOfPoint, countryWithin } from './country-of-point.ts'

/** In Monaco, some 60 m from the border as it is on the ground. */
const AT_THE_BORDER = { lat: 43.7269, lng: 7.4096 }
const NICE = { lat: 43.7, lng: 7.26 }

test('the country of the area decides at its border and nowhere else', () => {
  const coarse = countryOfPoint(AT_THE_BORDER)
  assert.ok(coarse === 'FR' || coarse === 'MC')
  const other = coarse === 'FR' ? 'MC' : 'FR'
  assert.equal(countryWithin(AT_THE_BORDER, other), other)
  assert.equal(countryWithin(AT_THE_BORDER, null), coarse)
  assert.equal(countryWithin(AT_THE_BORDER, 'DE'), coarse)
  assert.equal(countryWithin(NICE, 'MC'), 'FR')
})
