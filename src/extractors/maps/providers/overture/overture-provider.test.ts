// The provider overture on small files in the published schema: fields, searches, areas, parts of the world, damaged files.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  MapsExtractOutput,
  MapsResolveOutput,
  MapsSearchOutput,
  type MapsSearchInput,
} from '#contract/places/maps.ts'
import { inputProblems } from '#extract/input-problems.ts'
import type { ExtractorInstance } from '#extract/context.ts'
import { create } from '#extractors/maps/extract.ts'
import { parsePayloads } from '#extractors/maps/parse-payloads.ts'
import { extractContext, isolateHere } from '#test/support/extract/extract-context.ts'
import { memoryLimits } from '#test/support/maps/limits.ts'
import { makeOverture, type OverturePlace } from '#test/support/overture/make-overture.ts'
import { failureOf } from '#test/support/maps/open-test-town.ts'

const TOWN = fileURLToPath(new URL('../osm-file/fixtures/town.osm', import.meta.url))
const log = { debug() {}, info() {}, warn() {}, error() {} }
const context = extractContext(undefined, { isolate: isolateHere })

const CAFE: OverturePlace = {
  id: '08f1f9a1-0000-4000-8000-000000000001',
  lat: 47.041,
  lng: 9.541,
  names: {
    primary: 'Café Müller',
    common: { fr: 'Café Meunier', 'not a language': 'x' },
    rules: [
      { variant: 'short', value: 'Müller' },
      { variant: 'common', language: 'fr', value: 'Meunier' },
    ],
  },
  categories: { primary: 'coffee_shop', alternate: ['bakery', 'no_such_category'] },
  taxonomy: {
    primary: 'coffee_shop',
    hierarchy: ['food_and_drink', 'non_alcoholic_beverage_venue', 'coffee_shop'],
  },
  basicCategory: 'coffee_shop',
  confidence: 0.93,
  websites: ['https://mueller.example/'],
  socials: [
    'https://www.facebook.com/mueller',
    'https://www.instagram.com/mueller/',
    'https://unknown.example/x',
  ],
  emails: ['info@mueller.example'],
  phones: ['+423 232 11 22', '2321123'],
  brand: { names: { primary: 'Müllers' }, wikidata: 'Q42' },
  addresses: [
    { freeform: 'Hauptstrasse 1', locality: 'Oberau', postcode: '9490', region: 'LI-11', country: 'LI' },
  ],
  operatingStatus: 'open',
  sources: [
    {
      property: '',
      dataset: 'OpenStreetMap',
      license: 'ODbL-1.0',
      record_id: 'n201@7',
      update_time: '2026-05-01T00:00:00Z',
    },
    { property: '', dataset: 'meta', license: 'CDLA-Permissive-2.0', record_id: '123456789' },
    { property: '/properties/phones', dataset: 'Foursquare', record_id: 'not-the-place' },
  ],
}
const at = (number: number): Pick<OverturePlace, 'id' | 'lat' | 'lng'> => ({
  id: `08f1f9a1-0000-4000-8000-${String(number).padStart(12, '0')}`,
  lat: 47.04 + number / 10_000,
  lng: 9.55,
})
const ROWS: readonly OverturePlace[] = [
  CAFE,
  { ...at(2), names: { primary: 'Thai Garden' }, categories: { primary: 'thai_restaurant' } },
  {
    ...at(3),
    names: { primary: 'Roma' },
    taxonomy: {
      primary: 'pizzaria',
      hierarchy: ['food_and_drink', 'restaurant', 'pizza_restaurant', 'pizzaria'],
    },
  },
  {
    ...at(4),
    names: { primary: 'Old Inn' },
    categories: { primary: 'restaurant' },
    operatingStatus: 'permanently_closed',
    confidence: 0,
  },
  {
    ...at(5),
    names: { primary: 'Bright Ideas' },
    categories: { primary: 'no_such_category' },
    operatingStatus: 'temporarily_closed',
  },
  { ...at(6), names: { primary: 'Bare' } },
  { id: 'far', lat: -33.9, lng: 151.2, names: { primary: 'Harbour Café' }, categories: { primary: 'cafe' } },
]

interface Opened {
  readonly folder: string
  search(input: MapsSearchInput): Promise<MapsSearchOutput>
  found(query: string, more?: Partial<MapsSearchInput>): Promise<(string | null)[]>
  run<Data>(operation: string, input: unknown): Promise<Data>
}

async function opened(
  t: TestContext,
  files: Readonly<Record<string, Buffer>>,
  more: object = {},
): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'overture-'))
  const data = join(folder, 'data')
  await mkdir(join(data, 'theme=places'), { recursive: true })
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(data, 'theme=places', name), bytes)
  const extractor: ExtractorInstance = await create({
    settings: { mapProvider: 'overture', overtureFile: data, osmFile: TOWN, ...more },
    dataDir: folder,
    limits: memoryLimits(),
    log,
    fetch: context.fetch,
  })
  t.after(async () => {
    await extractor[Symbol.asyncDispose]?.()
    await rm(folder, { recursive: true })
  })
  const run = async <Data>(operation: string, input: unknown): Promise<Data> => {
    const output = await extractor.operations[operation]?.(input, context)
    const schemas = { search: MapsSearchOutput, resolve: MapsResolveOutput, extract: MapsExtractOutput }
    assert.deepEqual(inputProblems(schemas[operation as keyof typeof schemas], output?.data), [])
    return output?.data as Data
  }
  const search: Opened['search'] = (input) => run('search', { limit: 500, ...input })
  return {
    folder,
    search,
    run,
    found: async (query, rest = {}) =>
      (await search({ query, ...rest })).places.map(({ name }) => name).toSorted(),
  }
}

test('a row gives every field that it has, and null for what it cannot say', async (t) => {
  const { run } = await opened(t, { 'part-0.zstd.parquet': makeOverture(ROWS) })
  const { place } = await run<MapsExtractOutput>('extract', { id: `gers:${CAFE.id}` })
  assert.deepEqual(place.source, { provider: 'overture', scheme: 'gers', id: CAFE.id })
  assert.equal(place.name, 'Café Müller')
  assert.deepEqual(place.names, { fr: 'Café Meunier', short: 'Müller' })
  assert.deepEqual(place.categories.map(({ id }) => id).toSorted(), ['amenity/cafe', 'shop/bakery'])
  assert.deepEqual(place.location, { lat: 47.041, lng: 9.541 })
  assert.equal(place.phone, '+4232321122')
  assert.deepEqual(
    place.phones.map(({ e164 }) => e164),
    ['+4232321122', '+4232321123'],
  )
  assert.equal(place.website, 'https://mueller.example/')
  assert.deepEqual(place.emails, ['info@mueller.example'])
  assert.deepEqual(
    place.socials.map(({ network, handle }) => [network, handle]),
    [
      ['facebook', 'mueller'],
      ['instagram', 'mueller'],
    ],
  )
  assert.deepEqual(place.brand, { name: 'Müllers', wikidata: 'Q42' })
  const { street, houseNumber, postcode, city, countryCode } = place.address
  assert.deepEqual(
    [street, houseNumber, postcode, city, countryCode],
    ['Hauptstrasse 1', null, '9490', 'Oberau', 'LI'],
  )
  assert.equal(place.status, 'operational')
  assert.equal(place.attributes['overture:confidence'], 0.93)
  assert.equal(place.attributes['overture:category'], 'coffee_shop')
  assert.deepEqual(place.aliases, [
    { scheme: 'gers', value: CAFE.id },
    { scheme: 'osm', value: 'node/201' },
    { scheme: 'overture:meta', value: '123456789' },
  ])
  for (const field of [
    'openingHours',
    'rating',
    'ratingCount',
    'ratingDistribution',
    'priceLevel',
    'description',
    'owner',
  ] as const) {
    assert.equal(place[field], null, field)
  }
  assert.deepEqual([place.photos, place.links], [[], {}])
  assert.deepEqual(
    [place.provenance['name']?.provider, place.provenance['name']?.tier],
    ['overture', 'record'],
  )
  assert.ok(Object.values(place.provenance).every(({ provider }) => provider === 'overture'))

  const { raw, provenance } = place
  const fetchedAt = provenance['name']?.fetchedAt ?? ''
  const again = parsePayloads({ provider: 'overture', payloads: [{ raw, fetchedAt, country: 'CH' }] }).places
  assert.deepEqual(again, [place], 'what is kept of it reads again as the same place')

  const { place: bare } = await run<MapsExtractOutput>('extract', { id: `gers:${at(6).id}` })
  assert.deepEqual([bare.categories, bare.phones, bare.website, bare.status], [[], [], null, 'unknown'])
  assert.equal((await failureOf(run('extract', { id: 'gers:nobody' }))).code, 'not_found')
  assert.equal(
    (await failureOf(run('extract', { id: 'osm:node/1', provider: 'overture' }))).code,
    'validation_failed',
  )
})

test('queries are understood as for any other map', async (t) => {
  const { search, found } = await opened(t, { 'part-0.parquet': makeOverture(ROWS) })
  const here = ['Bare', 'Bright Ideas', 'Café Müller', 'Roma', 'Thai Garden']
  assert.deepEqual(await found('*'), [...here, 'Harbour Café'].toSorted())
  assert.deepEqual(await found('cafes'), ['Café Müller', 'Harbour Café'])
  assert.deepEqual(await found('thai food'), ['Thai Garden'])
  assert.deepEqual(await found('pizza'), ['Roma'])
  assert.deepEqual(await found('meunier'), ['Café Müller'])
  assert.deepEqual(await found('*', { categories: ['amenity/restaurant'] }), ['Roma', 'Thai Garden'])
  assert.deepEqual(await found('*', { country: 'CH', location: { lat: 47.041, lng: 9.541, radiusM: 50 } }), [
    'Café Müller',
  ])
  // The map beside it knows the areas.
  assert.deepEqual(await found('*', { location: 'Oberau' }), here)
  assert.deepEqual(await found('cafes in Oberau'), ['Café Müller'])
  assert.deepEqual(
    await found('cafes in Oberau', { location: { bbox: [9.5, 47, 9.6, 47.1] }, queryArea: 'oberau' }),
    ['Café Müller'],
  )
  const closed = await search({ query: 'restaurants', withClosed: true })
  assert.equal(closed.closed, 1)
  assert.deepEqual(
    [closed.places.at(-1)?.name, closed.places.at(-1)?.status],
    ['Old Inn', 'permanently_closed'],
  )
  assert.equal((await search({ query: 'bright ideas' })).places[0]?.status, 'temporarily_closed')
  const { attribution, area } = await search({ query: '*', location: 'Oberau' })
  assert.deepEqual(
    attribution.map(({ provider }) => provider),
    ['overture'],
  )
  assert.equal(area?.name, 'Oberau')
})

test('an area is resolved by the map beside it, and must meet the data', async (t) => {
  const { run } = await opened(t, { 'part-0.parquet': makeOverture(ROWS.slice(0, -1)) })
  const { area, limits, provider } = await run<MapsResolveOutput>('resolve', { query: 'cafes in Oberau' })
  assert.deepEqual([area.name, limits.maxResults, provider], ['Oberau', null, 'overture'])
  const whole = await run<MapsResolveOutput>('resolve', { query: 'cafes' })
  assert.equal(whole.area.kind, 'extract')
  const { code, message } = await failureOf(run('resolve', { location: { lat: 10, lng: 10, radiusM: 10 } }))
  assert.equal(code, 'unknown_area')
  assert.match(message, /outside of the data/)
})

test('several files are one data set, whatever their columns; a changed file gets a new index', async (t) => {
  const { found, folder } = await opened(t, {
    'part-0.parquet': makeOverture(ROWS.slice(0, 3), { rowsInGroup: 1 }),
    'part-1.parquet': makeOverture(ROWS.slice(2), {
      rowsInGroup: 2,
      without: ['taxonomy', 'basic_category', 'operating_status'],
    }),
    'notes.txt': Buffer.from('no data'),
  })
  assert.deepEqual(await found('cafes'), ['Café Müller', 'Harbour Café'])
  assert.equal((await found('*')).length, 7, 'without its status the closed one counts')
  const indexes = (await readdir(join(folder, 'overture'))).filter((name) => name.endsWith('.sqlite'))
  assert.equal(indexes.length, 1)
})

test('a file that was just replaced answers as it is now, in an index that is there and in a new one', async (t) => {
  const { search, found, folder } = await opened(t, { 'a.parquet': makeOverture(ROWS) })
  const file = join(folder, 'data', 'theme=places', 'a.parquet')
  assert.deepEqual(await found('cafes'), ['Café Müller', 'Harbour Café'])
  await writeFile(file, makeOverture([{ ...CAFE, names: { primary: 'Café Meier' } }]))
  assert.deepEqual(await found('cafes'), ['Café Meier'])
  await rm(file)
  const { code, message } = await failureOf(search({ query: '*' }))
  assert.equal(code, 'source_unavailable', message)
  await writeFile(file, makeOverture(ROWS.slice(0, 1)))
  assert.equal((await found('*')).length, 1)
  assert.equal((await readdir(join(folder, 'overture'))).filter((name) => name.endsWith('.sqlite')).length, 1)
})

test('a file that lies is refused, with its name', async (t) => {
  const good = makeOverture(ROWS)
  const truncated = good.subarray(0, good.length - 20)
  const noise = Buffer.from(good)
  for (let at = 200; at < good.length / 2; at += 3) noise[at] = (noise[at] ?? 0) ^ 0xff
  const wrongLength = Buffer.from(good)
  wrongLength.writeUInt32LE(0xff_ff_ff_f0, good.length - 8)
  const cases: readonly (readonly [name: string, bytes: Buffer, reason: RegExp])[] = [
    ['cut.parquet', truncated, /does not end as a Parquet file does/],
    ['noise.parquet', noise, /is damaged/],
    ['length.parquet', wrongLength, /impossible length/],
    ['text.parquet', Buffer.from('PAR1 no data at all PAR1'), /impossible length|damaged/],
    ['other.parquet', makeOverture(ROWS, { without: ['names'] }), /no column "names"/],
    ['empty.parquet', Buffer.alloc(0), /does not end/],
  ]
  for (const [name, bytes, reason] of cases) {
    const { search } = await opened(t, { [name]: bytes })
    const { code, message } = await failureOf(search({ query: '*' }))
    assert.equal(code, 'unsupported_document', `${name}: ${message}`)
    assert.match(message, reason)
    assert.ok(message.includes(name), message)
  }
})

test('an operator who set nothing up is told what to set', async (t) => {
  const { search } = await opened(t, {}, { overtureFile: null })
  const { code, message } = await failureOf(search({ query: '*' }))
  assert.equal(code, 'provider_not_configured')
  assert.match(message, /SURVEYOR_OVERTURE_FILE/)
  const missing = await opened(t, {}, { overtureFile: '/nowhere/places.parquet' })
  const failure = await failureOf(missing.search({ query: '*' }))
  assert.equal(failure.code, 'source_unavailable')
  assert.ok(!failure.message.includes('/nowhere'), failure.message)
})
