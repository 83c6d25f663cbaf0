// Kinds with what their places must have besides: by the name of one, by a word beside it, and where the tags say nothing of it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { searchFold } from '#kit/text/search-text.ts'
import { understandQuery, withoutSeldomMapped } from './understand-query.ts'

const understood = (query: string) => understandQuery(query, () => false)

/** Tags of a place, as `key=value key=value`. */
const tagsOf = (text: string) =>
  Object.fromEntries(text.split(' ').map((tag) => tag.split('='))) as Record<string, string>

test('what presets add to a kind is a condition, in every language', () => {
  for (const [query, kind, fits, other] of [
    ['underground parking', 'amenity/parking', 'parking=underground', 'parking=surface'],
    ['Tiefgarage', 'amenity/parking', 'parking=underground', 'parking=surface'],
    ['parking souterrain', 'amenity/parking', 'parking=underground', 'parking=street_side'],
    ['sundial', 'amenity/clock', 'display=sundial', 'display=analog'],
    ['TV studio', 'amenity/studio', 'studio=television', 'studio=audio'],
    ['community garden', 'leisure/garden', 'garden:type=community', 'garden:type=botanical'],
    ['stacja metra', 'railway/station', 'station=subway', 'station=light_rail'],
    ['LPG station', 'amenity/fuel', 'fuel:lpg=yes', 'fuel:diesel=yes'],
    ['Tankstelle mit AdBlue', 'amenity/fuel', 'fuel:adblue=yes', 'fuel:diesel=yes'],
    ['Militärmuseum', 'tourism/museum', 'museum=military', 'museum=art'],
    ['Kinderschuhe', 'shop/shoes', 'shoes=children', 'shoes=women'],
    ['multi storey car park', 'amenity/parking', 'parking=multi-storey', 'parking=surface'],
    ['clay tennis court', 'leisure/pitch', 'surface=clay', 'surface=grass'],
    ['halal butcher', 'shop/butcher', 'diet:halal=only', 'diet:halal=no'],
  ] as const) {
    const { categories, qualifiers, terms } = understood(query)
    assert.deepEqual(terms, [], query)
    assert.ok(
      categories.some(({ id }) => id === kind),
      `${query}: ${categories.map(({ id }) => id).join(' ')}`,
    )
    const isMeant = (tags: string) =>
      qualifiers.length > 0 &&
      qualifiers.every((one) => one.fits(tagsOf(`${kind.replace('/', '=')} ${tags}`)))
    assert.deepEqual([isMeant(fits), isMeant(other)], [true, false], query)
  }
})

test('a detail leaves places of the other kinds of a query alone', () => {
  const { categories, qualifiers } = understood('bars and underground parking')
  assert.deepEqual(categories.map(({ id }) => id).toSorted(), ['amenity/parking', 'group/bars'])
  assert.ok(qualifiers.every((one) => one.fits({ amenity: 'bar' })))
  assert.ok(!qualifiers.every((one) => one.fits({ amenity: 'parking' })))
})

test('of two details with or between them either will do', () => {
  const { qualifiers } = understood('diesel station or LPG station')
  const isMeant = (tags: string) => qualifiers.every((one) => one.fits(tagsOf(`amenity=fuel ${tags}`)))
  assert.deepEqual(
    [isMeant('fuel:lpg=yes'), isMeant('fuel:diesel=yes'), isMeant('fuel:e85=yes')],
    [true, true, false],
  )
})

test('beside or and a detail a word that says nothing by itself is one of the same kind', () => {
  for (const query of ['E85 or diesel', 'diesel ou E85', 'Diesel oder E85']) {
    const { categories, qualifiers, terms } = understood(query)
    assert.deepEqual([categories.map(({ id }) => id), terms], [['amenity/fuel'], []], query)
    const isMeant = (tags: string) => qualifiers.every((one) => one.fits(tagsOf(`amenity=fuel ${tags}`)))
    assert.deepEqual(
      [isMeant('fuel:e85=yes'), isMeant('fuel:diesel=yes'), isMeant('fuel:lpg=yes')],
      [true, true, false],
      query,
    )
  }
})

test('two words that say more of one kind are both a condition', () => {
  for (const query of ['parking souterrain payant', 'paid underground parking']) {
    const { qualifiers } = understood(query)
    const isMeant = (tags: string) => qualifiers.every((one) => one.fits(tagsOf(`amenity=parking ${tags}`)))
    assert.deepEqual(
      [
        isMeant('parking=underground fee=yes'),
        isMeant('parking=underground fee=no'),
        isMeant('parking=surface fee=yes'),
      ],
      [true, false, false],
      query,
    )
  }
})

test('words count in the spelling of the other side of the Atlantic', () => {
  for (const [one, other] of [
    ['leisure centre', 'leisure center'],
    ['winter tyres', 'winter tires'],
    ['massage parlour', 'massage parlor'],
    ['orthopedic doctor', 'orthopaedic doctor'],
    ['congress centre', 'congress center'],
    ['whisky distillery', 'whiskey distilleries'],
    ['driving licence lessons', 'driving license lessons'],
    ['multi storey car park', 'multi story car park'],
  ] as const) {
    const ids = (query: string) =>
      [understood(query).categories, understood(query).qualifiers].map((all) => all.map(({ id }) => id))
    assert.deepEqual(ids(other), ids(one), other)
    assert.deepEqual(understood(other).terms, [], other)
  }
})

test('a station is of what is named behind it', () => {
  for (const query of ['station de lavage auto', 'stazione di lavaggio auto'])
    assert.deepEqual(
      understood(query).categories.map(({ id }) => id),
      ['amenity/car_wash'],
      query,
    )
})

test('a place needs no tag of what its name says, and a detail that no place has is left out', () => {
  const reading = understood('military museum')
  const [detail] = reading.qualifiers
  assert.ok(detail !== undefined)
  assert.equal(detail.fits({ tourism: 'museum', name: 'Old Military Museum' }), true)
  assert.equal(detail.fits({ tourism: 'museum', name: 'Old Museum' }), false)
  assert.deepEqual(
    [detail.saidBy?.({ tourism: 'museum' }), detail.saidBy?.({ tourism: 'museum', museum: 'art' })],
    [null, 'tag'],
  )
  const plainer = withoutSeldomMapped(reading)
  assert.deepEqual(plainer?.ignored, [{ text: 'military', reason: 'not_recorded' }])
  // A pub that says nothing of it is no gay bar.
  assert.equal(withoutSeldomMapped(understood('gay bar')), null)
})

test('who looks for something may say so in any form, and the patterns for it are folded as queries are', () => {
  for (const query of [
    'найближчий ресторан',
    'znajdź restauracja',
    'Restaurant finden',
    'procurar restaurante',
  ])
    assert.deepEqual(
      understood(query).categories.map(({ id }) => id),
      ['amenity/restaurant'],
      query,
    )
  const patterns = readFileSync(new URL('words/data/word-stems.json', import.meta.url), 'utf8')
  for (const [word] of patterns.matchAll(/\p{L}{2,}/gu)) {
    if (!/^[pL]/.test(word)) assert.equal(searchFold(word), word.toLowerCase().replaceAll('ß', 'ss'), word)
  }
})
