// Plus codes against the published test vectors of the specification (ten digits), and by decoding them again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plusCode, plusCodeBox, wholePlusCode } from './plus-code.ts'

const VECTORS: readonly (readonly [lat: number, lng: number, code: string])[] = [
  [20.3700625, 2.7821875, '7FG49QCJ+2V'],
  [47.0000625, 8.0000625, '8FVC2222+22'],
  [-41.2730625, 174.7859375, '4VCPPQGP+Q9'],
  [37.539669125, -122.375069724, '849VGJQF+VX'],
  [90, 1, 'CFX3X2X2+X2'],
  [1, 180, '62H22222+22'],
  [1, -180, '62H22222+22'],
  [-90, -180, '22222222+22'],
]

for (const [lat, lng, code] of VECTORS) {
  test(`${lat}, ${lng} is ${code}`, () => {
    assert.equal(plusCode({ lat, lng }), code)
  })
}

test('a point lies in the cell of its code', () => {
  const alphabet = '23456789CFGHJMPQRVWX'
  fc.assert(
    fc.property(
      fc.integer({ min: -89_999_999, max: 89_999_999 }),
      fc.integer({ min: -179_999_999, max: 179_999_999 }),
      (a, b) => {
        const [lat, lng] = [a / 1e6, b / 1e6]
        const digits = Array.from(plusCode({ lat, lng }).replace('+', ''), (digit) => alphabet.indexOf(digit))
        let [south, west, size] = [-90, -180, 400]
        for (let i = 0; i < digits.length; i += 2) {
          size /= 20
          south += (digits[i] as number) * size
          west += (digits[i + 1] as number) * size
        }
        assert.ok(lat >= south - 1e-9 && lat <= south + size + 1e-9, `${lat} in ${south} + ${size}`)
        assert.ok(lng >= west - 1e-9 && lng <= west + size + 1e-9, `${lng} in ${west} + ${size}`)
      },
    ),
  )
})

test('a point lies in the box of its code, and the short form is found again from nearby', () => {
  const millionths = (max: number) =>
    fc.integer({ min: -max * 1e6, max: max * 1e6 }).map((value) => value / 1e6)
  fc.assert(
    fc.property(millionths(88), millionths(179), millionths(0.4), millionths(0.4), (lat, lng, up, right) => {
      const code = plusCode({ lat, lng })
      const [west, south, east, north] = plusCodeBox(code)
      assert.ok(lat >= south - 1e-9 && lat <= north + 1e-9 && lng >= west - 1e-9 && lng <= east + 1e-9, code)
      assert.equal(wholePlusCode(code.slice(4), { lat: lat + up, lng: lng + right }), code)
    }),
  )
})

test('eleven digits and padded codes have smaller and larger boxes', () => {
  const [west, south, east, north] = plusCodeBox('849VCWC8+R9Q')
  assert.ok(east - west < 4e-5 && north - south < 3e-5 && west < -122.084 && south > 37.422)
  assert.deepEqual(plusCodeBox('8FM90000+'), [7, 43, 8, 44])
})
