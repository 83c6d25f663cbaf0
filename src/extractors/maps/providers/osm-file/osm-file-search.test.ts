// Searches: queries, categories, order, pages, single places, and the required settings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MapsExtractInput, MapsSearchInput, MapsSearchOutput } from '#contract/places/maps.ts'
import { encodeCursor } from '#kit/cursor.ts'
import { failureOf, namesOf, OBERAU, openTestTown, useTestTown } from '#test/support/maps/open-test-town.ts'

const { search, found, extract } = useTestTown()

const ELSEWHERE = ['Drüben AG', 'Grenzwerk', 'Holz & Söhne', 'Hotel Oberau', 'In der Lücke', '東京ラーメン']

test('everything is every named place that has a position, and nothing else', async () => {
  const { places, area, interpretation, exhausted, nextCursor, attribution } = await search({
    query: '*',
    limit: 500,
  })
  assert.deepEqual(namesOf({ places }).toSorted(), [...OBERAU, ...ELSEWHERE].toSorted())
  assert.equal(area?.kind, 'extract')
  assert.deepEqual(interpretation, { kind: 'all', categories: [], terms: [] })
  assert.deepEqual([exhausted, nextCursor], [true, null])
  assert.deepEqual(attribution, [
    {
      provider: 'osm-file',
      text: '© OpenStreetMap contributors',
      license: 'ODbL 1.0',
      url: 'https://www.openstreetmap.org/copyright',
    },
  ])
})

test('places stand on what they are: inside a bent school, on a track, beside a court, in the middle of a site', async () => {
  const at = new Map(
    (await search({ query: '*', limit: 500 })).places.map((place) => [place.name, place.location]),
  )
  const school = at.get('Schule Oberau')
  assert.ok(
    school !== undefined && (school.lng < 9.541 || school.lat < 47.041 || school.lat > 47.043),
    JSON.stringify(school),
  )
  assert.deepEqual(at.get('Laufbahn'), { lat: 47.025, lng: 9.545 })
  const museum = at.get('Museum am Hof')
  const isInCourt =
    museum !== undefined &&
    museum.lat > 47.0365 &&
    museum.lat < 47.0395 &&
    museum.lng > 9.5605 &&
    museum.lng < 9.5635
  assert.ok(museum !== undefined && !isInCourt, JSON.stringify(museum))
  assert.deepEqual(at.get('Universität Talland'), { lat: 47.048, lng: 9.566 })
  assert.deepEqual(at.get('Halbpark'), { lat: 47.025, lng: 9.54 })
})

test('what the file holds no node of is counted and named, what it holds a part of is approximate', async () => {
  const all = await search({ query: '*', limit: 500 })
  assert.equal(all.unplaced, 2)
  assert.equal(
    all.partialReason,
    'The extract holds no node of 2 that match and may lie in the area: osm:relation/404 (Spital Nirgends), ' +
      'osm:way/2006 (Nirgendspark).',
  )
  const tiers = new Map(all.places.map(({ name, provenance }) => [name, provenance['location']?.tier]))
  // Of the park one node of three is present; the site refers to a relation that is not.
  assert.equal(tiers.get('Halbpark'), 'approximate')
  assert.equal(tiers.get('Universität Talland'), 'approximate')
  assert.equal(tiers.get('Schule Oberau'), 'derived')
  assert.equal(tiers.get('Krone'), 'tag')

  // Only matching objects are reported as missing: by category, by a word, by a part of one, within an area.
  const missed = async (input: MapsSearchInput) => {
    const { unplaced, partialReason } = await search(input)
    return [unplaced, partialReason?.replace(/^.*: /, '') ?? null]
  }
  assert.deepEqual(await missed({ query: 'cafes' }), [0, null])
  assert.deepEqual(await missed({ query: 'parks', location: 'Oberau' }), [1, 'osm:way/2006 (Nirgendspark).'])
  assert.deepEqual(await missed({ query: '*', categories: ['amenity/hospital'] }), [
    1,
    'osm:relation/404 (Spital Nirgends).',
  ])
  assert.deepEqual(await missed({ query: 'spital' }), [1, 'osm:relation/404 (Spital Nirgends).'])
  assert.deepEqual(await missed({ query: 'irgendsp' }), [1, 'osm:way/2006 (Nirgendspark).'])

  const { code, message } = await failureOf(extract({ id: 'osm:way/2006' }))
  assert.equal(code, 'not_found')
  assert.match(message, /no node of osm:way\/2006 \(Nirgendspark\)/)
})

test('what was a place once is told apart, to whom asks for it', async () => {
  const told = async (input: MapsSearchInput) => {
    const { places, closed } = await search({ limit: 500, ...input })
    const told = places.slice(places.length - (closed ?? 0))
    assert.equal(namesOf({ places }).includes('Gone'), told.length === 1)
    return told.map(({ name, status, categories }) => [name, status, categories[0]?.id])
  }
  const gone = ['Gone', 'permanently_closed', 'amenity/cafe']
  assert.deepEqual(await told({ query: '*' }), [])
  assert.deepEqual(await told({ query: '*', withClosed: true }), [gone])
  assert.deepEqual(await told({ query: 'cafes', location: 'Oberau', withClosed: true }), [gone])
  assert.deepEqual(await told({ query: 'bakeries', withClosed: true }), [])
  assert.deepEqual(
    await told({ query: '*', location: { lat: 47.03, lng: 9.55, radiusM: 100 }, withClosed: true }),
    [],
  )
  const former = await extract({ id: 'osm:node/213' })
  assert.equal(former.status, 'permanently_closed')
  // It is still where it was: else its end would read as another address, and the closed places of a town would not be found.
  assert.deepEqual([former.address.city, former.address.countryCode], ['Oberau', 'LI'])
  // It is the last item of the last page.
  const names: (string | null)[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: MapsSearchOutput = await search({
      query: '*',
      withClosed: true,
      limit: 3,
      ...(cursor === '' ? {} : { cursor }),
    })
    names.push(...namesOf(page))
    cursor = page.nextCursor
  }
  assert.deepEqual(names.toSorted(), [...OBERAU, ...ELSEWHERE, 'Gone'].toSorted())
  assert.equal(names.at(-1), 'Gone')
})

test('a category finds its places by many words, in singular, plural and other languages', async () => {
  for (const query of [
    'restaurant',
    'restaurants',
    'Restaurants',
    'ristoranti',
    'amenity/restaurant',
    'amenity=restaurant',
  ]) {
    assert.deepEqual(await found(query), ['Pizzeria Bella', 'Ristorante Roma', '東京ラーメン'], query)
  }
  assert.deepEqual(await found('cafes'), ['Café Müller'])
  assert.deepEqual(await found('bakery'), ['Bäckerei Huber'])
  assert.deepEqual(await found('patisserie'), ['Bäckerei Huber'])
  assert.deepEqual(await found('church'), ['Pfarrkirche St. Martin'])
  assert.deepEqual(await found('moschee'), ['Ulu'])
  assert.deepEqual(await found('shop/*'), ['Bäckerei Huber'])
  assert.deepEqual(await found('hotels and bars'), ['Hotel Oberau', 'In der Lücke', 'Krone'])
  assert.deepEqual(await found('supermarket'), [])
})

test('a cuisine narrows a category down, and alone finds all that serve it', async () => {
  assert.deepEqual(await found('italian restaurant'), ['Pizzeria Bella', 'Ristorante Roma'])
  assert.deepEqual(await found('pizza'), ['Pizzeria Bella'])
  assert.deepEqual(await found('italian cafe'), [])
  assert.deepEqual((await search({ query: 'pizza restaurant' })).interpretation, {
    kind: 'category',
    categories: ['cuisine/pizza', 'amenity/restaurant', 'amenity/fast_food'],
    terms: [],
  })
})

test('places without a name are found only where hardly any of the kind has one', async () => {
  const toilets = await search({ query: 'toilets' })
  assert.deepEqual(
    toilets.places.map(({ source, name }) => [source.id, name]),
    [['node/205', null]],
  )
  assert.equal(
    (await search({ query: 'restaurant' })).places.some(({ name }) => name === null),
    false,
  )
})

test('names are found whatever their accents, in other languages, by beginnings and by pieces', async () => {
  for (const query of ['Café Müller', 'cafe muller', 'CAFE MUELLER', 'müller', 'mull', "Miller's Coffee"]) {
    assert.deepEqual(await found(query), ['Café Müller'], query)
  }
  assert.deepEqual(await found('Martin'), ['Pfarrkirche St. Martin'])
  assert.deepEqual(await found('holz söhne'), ['Holz & Söhne'])
  assert.deepEqual(await found('ラーメン'), ['東京ラーメン'])
  assert.deepEqual(await found('東京'), ['東京ラーメン'])
  assert.deepEqual(await found('Kornkammer'), ['Bäckerei Huber'])
  assert.deepEqual(await found('Pfarrkirche Sankt Martin'), ['Pfarrkirche St. Martin'])
  assert.deepEqual(await found('constructor'), [])
})

test('an address finds the places at it; house number 1 is not 12', async () => {
  assert.deepEqual(await found('Landstrasse 1'), ['Café Müller'])
  assert.deepEqual(await found('landstr 12'), ['Pizzeria Bella'])
  assert.deepEqual(await found('Landstraße'), ['Café Müller', 'Pizzeria Bella'])
  assert.deepEqual(await found('9494'), ['Café Müller'])
})

test('a query with a typo is corrected, and the answer says so', async () => {
  const { places, warnings, interpretation } = await search({ query: 'restaurnt' })
  assert.equal(places.length, 3)
  assert.deepEqual(warnings, ['query_corrected'])
  assert.deepEqual(interpretation.categories, ['amenity/restaurant'])
  assert.deepEqual(await found('Pfarkirche'), ['Pfarrkirche St. Martin'])
  assert.deepEqual(await found('xyzzyxyzzy'), [])
})

test('a query may name its area, with or without a word between', async () => {
  for (const query of ['restaurants in Oberau', 'restaurant oberau', 'restaurants near Oberau, Talland']) {
    const { places, area } = await search({ query })
    assert.deepEqual(namesOf({ places }), ['Pizzeria Bella', 'Ristorante Roma'], query)
    assert.equal(area?.source, 'osm:relation/2', query)
  }
  assert.deepEqual(await found('italian restaurants in Unterau'), [])
  assert.deepEqual(await found('roma in oberau'), ['Ristorante Roma'])
})

test('a name that holds the words of a category and an area is found wherever it is', async () => {
  assert.deepEqual(await found('hotel oberau'), ['Hotel Oberau', 'Krone'])
  assert.deepEqual(await found('hotels in oberau'), ['Krone'])
})

test('categories and country narrow any search', async () => {
  assert.deepEqual(await found('*', { categories: ['cafe', 'tourism/hotel'] }), [
    'Café Müller',
    'Hotel Oberau',
    'Krone',
  ])
  assert.deepEqual(await found('*', { categories: ['tourism/*'], location: 'Oberau' }), [
    'Krone',
    'Museum am Hof',
  ])
  assert.deepEqual(await found('roma', { categories: ['cafe'] }), [])
  const error = await failureOf(search({ query: '*', categories: ['cafe', 'restaurnt'] }))
  assert.deepEqual([error.code, error.errors?.[0]?.pointer], ['validation_failed', '/categories/1'])
  assert.match(error.message, /did you mean 'restaurant'/)
  // The boundary in the file decides, metre by metre; beyond it the coarse borders of the world.
  assert.ok((await found('*', { country: 'LI' })).includes('Grenzwerk'))
  assert.ok(!(await found('*', { country: 'FR' })).includes('Grenzwerk'))
})

test('pages of any size list every place once, in the same order', async () => {
  for (const input of [
    { query: '*' },
    { query: 'restaurant' },
    { query: '*', location: { lat: 47.05, lng: 9.55, radiusM: 20_000 } },
    { query: 'oberau' },
  ] as const) {
    const whole = (await search({ ...input, limit: 500 })).places.map(({ source }) => source.id)
    for (const limit of [1, 2, 3, 7]) {
      const listed: string[] = []
      let cursor: string | null = null
      do {
        const page: MapsSearchOutput = await search({
          ...input,
          limit,
          ...(cursor === null ? {} : { cursor }),
        })
        assert.ok(page.places.length <= limit)
        assert.equal(page.exhausted, page.nextCursor === null)
        listed.push(...page.places.map(({ source }) => source.id))
        cursor = page.nextCursor
      } while (cursor !== null)
      assert.deepEqual(listed, whole, `${input.query} by ${limit}`)
    }
  }
})

test('a cursor belongs to its search', async () => {
  const { nextCursor } = await search({ query: '*', limit: 1 })
  assert.ok(nextCursor !== null)
  for (const input of [
    { query: 'cafe', cursor: nextCursor },
    { query: '*', cursor: 'abc' },
    { query: '*', cursor: encodeCursor([0, 0, 1, 'other']) },
  ]) {
    assert.equal((await failureOf(search(input))).code, 'invalid_cursor')
  }
})

test('the language picks name and label, where there is one', async () => {
  const [place] = (await search({ query: 'cafe', language: 'en-GB' })).places
  assert.deepEqual(
    [place?.name, place?.categories],
    ["Miller's Coffee", [{ id: 'amenity/cafe', label: 'Café' }]],
  )
  const [bakery] = (await search({ query: 'bakery', language: 'de' })).places
  assert.deepEqual(
    bakery?.categories.map(({ label }) => label),
    ['Bäckerei', 'Konditorei'],
  )
})

test('one place is read by its id or by the address of its page', async () => {
  const place = await extract({ id: 'osm:node/201' })
  assert.equal(place.name, 'Café Müller')
  assert.equal(place.provenance['phone']?.fetchedAt, '2024-05-06T07:08:09.000Z')
  assert.deepEqual(place.address.countryCode, 'LI')
  assert.equal(
    (await extract({ url: 'https://www.openstreetmap.org/relation/401#map=18/47/9' })).name,
    'Museum am Hof',
  )
  assert.equal((await extract({ id: 'osm:node/204' })).name, null)
  const cases: readonly (readonly [MapsExtractInput, string])[] = [
    [{ id: 'osm:node/999' }, 'not_found'],
    [{ id: 'osm:node/150' }, 'not_found'],
    [{ id: 'osm:relation/404' }, 'not_found'],
    [{ id: 'google:1' }, 'provider_not_configured'],
    [{ url: 'https://example.org/node/1' }, 'validation_failed'],
    [{}, 'validation_failed'],
    [{ id: 'osm:node/201', url: 'https://www.openstreetmap.org/node/201' }, 'validation_failed'],
  ]
  for (const [input, code] of cases)
    assert.equal((await failureOf(extract(input))).code, code, JSON.stringify(input))
})

test('queries of any letters are answered', async () => {
  for (const query of [
    '%#$@*&l;der#$!',
    '"',
    '""',
    "'",
    '(',
    'AND',
    'a OR b',
    'name:x',
    '*a',
    '-',
    '\u0000',
    '😀',
    'x '.repeat(249),
    'NEAR(a b)',
    '* ',
  ]) {
    await search({ query })
  }
})

test('an operator who set nothing up is told what to set', async () => {
  const ask = async (settings: Record<string, string | null>, input: Partial<MapsSearchInput> = {}) => {
    await using unset = await openTestTown(settings)
    return failureOf(unset.search({ query: '*', ...input }))
  }
  assert.equal((await ask({ mapProvider: 'osm-file', osmFile: null })).code, 'provider_not_configured')
  assert.match((await ask({ mapProvider: 'osm-file' })).message, /SURVEYOR_OSM_FILE/)
  assert.equal((await ask({ mapProvider: 'bing' })).code, 'unknown_provider')
  assert.equal((await ask({ osmFile: 'x.osm.pbf' }, { provider: 'google' })).code, 'provider_not_configured')
  const missing = await ask({ osmFile: '/nowhere/monaco.osm.pbf' })
  assert.equal(missing.code, 'source_unavailable')
  assert.match(missing.message, /"monaco\.osm\.pbf" named by the setting SURVEYOR_OSM_FILE does not exist/)
})
