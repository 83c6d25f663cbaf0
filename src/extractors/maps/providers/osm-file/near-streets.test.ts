// What stands along a street: how far from it, and that a street which the query names stays one where nothing is found there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodesOf, useTestTown } from '#test/support/maps/open-test-town.ts'

/** Some 750 m from west to east. */
const CORNERS = [0, 1, 2, 3, 4].map((at) => ({ id: 5000 + at, lat: 48, lng: 10 + at * 0.0025 }))
const corners = CORNERS.map(({ id, lat, lng }) => `<node id="${id}" lat="${lat}" lon="${lng}"/>`)
const refs = CORNERS.map(({ id }) => `<nd ref="${id}"/>`).join('')
const town = useTestTown(
  [
    nodesOf(['shop=books name=West'], 900, { lat: 48.0008, lon: 10, step: 0.0001 }),
    nodesOf(['shop=books name=East'], 901, { lat: 48.0008, lon: 10.01, step: 0.0001 }),
    nodesOf(['shop=books name=Aside'], 902, { lat: 48.0022, lon: 10.005, step: 0.0001 }),
    nodesOf(['amenity=school name=Kirton_School'], 903, { lat: 48.01, lon: 10.02, step: 0.0001 }),
    nodesOf(['amenity=parking name=Station_Parking'], 904, { lat: 48.012, lon: 10.02, step: 0.0001 }),
    ...corners,
    `<way id="700">${refs}<tag k="highway" v="residential"/><tag k="name" v="High Street"/></way>`,
    // Crosses it in its east.
    '<node id="5010" lat="47.999" lon="10.01"/><node id="5011" lat="48.006" lon="10.01"/>',
    '<way id="701"><nd ref="5010"/><nd ref="5011"/><tag k="highway" v="residential"/><tag k="name" v="North 3rd Road"/></way>',
  ].join('\n'),
)
const found = async (query: string) => (await town.found(query)).toSorted()

test('a distance from a street is one from any part of it', async () => {
  assert.deepEqual(await found('bookshops within 120 m of High Street'), ['East', 'West'])
  assert.deepEqual(await found('bookshops within 300 m of High Street'), ['Aside', 'East', 'West'])
  assert.deepEqual(await found('bookshops within 50 m of High Street'), [])
})

test('where the street has none, nothing is found, and no word of its name is read as another kind', async () => {
  for (const query of [
    'pharmacies near High Street',
    'all pharmacies open on Sunday near High Street',
    'cinemas near High Street open on Sunday',
    'cobblers near High Street',
  ])
    assert.deepEqual(await found(query), [], query)
})

test('where streets cross, the words for their sorts and directions may be left out', async () => {
  for (const corner of [
    'corner of High Street and North 3rd Road',
    '3rd and High',
    'High St & Third',
    'north third and high',
  ])
    assert.deepEqual(
      (await town.found('bookshops', { location: corner })).toSorted(),
      ['Aside', 'East'],
      corner,
    )
  await assert.rejects(town.found('bookshops', { location: '4th and High' }), { code: 'unknown_area' })
})
