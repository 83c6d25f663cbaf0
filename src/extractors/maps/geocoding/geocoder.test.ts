// Geocoders: recorded answers, what they are taken for, and what happens when one does not answer.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractRequest, ExtractorHost } from '#extract/context.ts'
import { memoryLimits } from '#test/support/maps/limits.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { silentLog } from '#test/support/maps/replay-host.ts'
import { createVirtualClock } from '#test/support/maps/virtual-clock.ts'
import { chooseArea, type GeocoderAnswer } from './geocoded-area.ts'
import { createGeocoder } from './geocoder.ts'
import { geocoderSources, readPhoton } from './geocoder-sources.ts'
import { readNominatim } from './read-nominatim.ts'

const NOMINATIM = 'data/osm-recorded/nominatim'
const PHOTON = 'data/osm-recorded/photon'

const answer = (body: string, status = 200) => ({ status, headers: {}, body: Buffer.from(body) })
const bodyOf = (folder: string, file: string) => readFileSync(sharedPath(`${folder}/${file}`), 'utf8')
const found = (given: GeocoderAnswer) => {
  assert.equal(given.kind, 'found')
  return given.kind === 'found' ? given.candidates : []
}

test('every recorded answer of Nominatim is read', { skip: skipWithout(NOMINATIM) }, () => {
  for (const file of readdirSync(sharedPath(NOMINATIM))) {
    const body = bodyOf(NOMINATIM, file)
    const read = readNominatim(answer(body))
    if (file.endsWith('over_limit')) {
      assert.equal(read.kind, 'unavailable')
      assert.match(read.kind === 'unavailable' ? read.detail : '', /Bandwidth limit exceeded/)
      continue
    }
    const rows = [JSON.parse(body)].flat() as {
      osm_id?: string | number
      lat: string
      boundingbox: string[]
    }[]
    const candidates = found(read)
    assert.equal(candidates.length, rows.length, file)
    for (const [i, { name, osm, point, bbox, category }] of candidates.entries()) {
      const row = rows[i]
      assert.ok(row !== undefined && name !== '' && /^\w+\/\w+$/.test(category), file)
      assert.equal(osm?.id ?? null, row.osm_id === undefined ? null : Number(row.osm_id), file)
      assert.equal(point.lat, Number(row.lat), file)
      assert.deepEqual(
        bbox,
        [2, 0, 3, 1].map((side) => Number(row.boundingbox[side])),
        file,
      )
    }
  }
})

test('every recorded answer of Photon is read', { skip: skipWithout(PHOTON) }, () => {
  for (const file of readdirSync(sharedPath(PHOTON))) {
    const body = bodyOf(PHOTON, file)
    if (file.includes('invalid_request')) {
      assert.equal(readPhoton(answer(body, 400), null).kind, 'refused')
      continue
    }
    const { features } = JSON.parse(body) as { features: { properties: { osm_id: number } }[] }
    assert.deepEqual(
      found(readPhoton(answer(body), null)).map(({ osm }) => osm?.id),
      features.map(({ properties }) => properties.osm_id),
      file,
    )
  }
})

test('Photon: a box in our order, and only the country asked for', { skip: skipWithout(PHOTON) }, () => {
  const body = bodyOf(PHOTON, 'php_berlin_6ab584da.json')
  const [berlin] = found(readPhoton(answer(body), 'DE'))
  assert.deepEqual(berlin?.bbox, [13.088345, 52.3382448, 13.7611609, 52.6755087])
  assert.deepEqual(berlin?.osm, { type: 'relation', id: 62422 })
  assert.deepEqual(found(readPhoton(answer(body), 'FR')), [])
  assert.equal(chooseArea('Berlin', [berlin]).warnings[0]?.code, 'area_is_a_box')
})

test(
  'a stream or a shop of that name is no area, and the error says so',
  { skip: skipWithout(NOMINATIM) },
  () => {
    const candidates = found(readNominatim(answer(bodyOf(NOMINATIM, 'php_italia_614a4d89.json'))))
    assert.throws(
      () => chooseArea('Italia', candidates),
      (error: { code: string; message: string }) =>
        error.code === 'unknown_area' && /only as waterway=stream/.test(error.message),
    )
  },
)

const row = (id: number, more: object) => ({
  osm_type: 'relation',
  osm_id: id,
  lat: '1.5',
  lon: '1.5',
  name: `R${id}`,
  display_name: `R${id}, X`,
  category: 'boundary',
  type: 'administrative',
  boundingbox: ['1', '2', '1', '2'],
  address: { country_code: 'mc' },
  ...more,
})
const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 1],
    ],
  ],
}

test('the first that one can search in is taken, the others are named', () => {
  const rows = [
    row(1, { category: 'highway', type: 'bus_stop', geojson: { type: 'Point', coordinates: [1, 1] } }),
    row(2, { geojson: polygon }),
    row(3, { category: 'place', type: 'village' }),
  ]
  const area = chooseArea('R', found(readNominatim(answer(JSON.stringify(rows)))))
  assert.deepEqual(
    [area.source, area.kind, area.geometry, area.bbox, area.countryCode],
    ['osm:relation/2', 'boundary', polygon, [1, 1, 2, 2], 'MC'],
  )
  assert.deepEqual(
    area.warnings.map(({ code }) => code),
    ['ambiguous_area'],
  )
  assert.match(area.warnings[0]?.detail ?? '', /osm:relation\/3/)
})

/** A geocoder whose servers answer by host; counts what each was asked. */
function start(
  settings: ExtractorHost['settings'],
  respond: (url: URL) => ReturnType<typeof answer> | SurveyorError,
) {
  const clock = createVirtualClock()
  const asked: string[] = []
  const fetch = async ({ url }: ExtractRequest) => {
    asked.push(url)
    const given = respond(new URL(url))
    if (given instanceof SurveyorError) throw given
    return {
      ...given,
      url,
      finalUrl: url,
      bytes: given.body.length,
      redirects: [],
      robots: { verdict: 'ignored' as const, rule: null },
      cache: { status: 'bypass' as const },
    }
  }
  const peers: string[] = []
  const host: ExtractorHost = {
    settings,
    log: silentLog,
    dataDir: '/nonexistent',
    limits: memoryLimits(clock),
    fetch,
    peerFetch: (setting, request) => {
      peers.push(setting)
      return fetch(request)
    },
  }
  const geocoder = createGeocoder({
    sources: geocoderSources(host),
    limiter: host.limits.shared,
    clock,
    log: silentLog,
  })
  const options = { country: null, language: null, signal: new AbortController().signal }
  return {
    asked,
    peers,
    clock,
    find: (text: string, more: { country?: string; language?: string } = {}) =>
      clock.run(geocoder.find(text, { ...options, ...more })),
  }
}

const MONACO = answer(JSON.stringify([row(1124039, { name: 'Monaco', geojson: polygon })]))
const PHOTON_MONACO = answer(
  JSON.stringify({
    features: [
      {
        geometry: { coordinates: [7.4, 43.7] },
        properties: {
          osm_type: 'R',
          osm_id: 1124039,
          osm_key: 'place',
          osm_value: 'country',
          name: 'Monaco',
          extent: [7, 44, 8, 43],
        },
      },
    ],
  }),
)
const BLOCKED = answer('<html><h1>Bandwidth limit exceeded</h1></html>', 429)

test('asked once, then remembered; the question carries everything', async () => {
  const { find, asked } = start({ contact: 'me@example.org' }, () => MONACO)
  await find('Monaco', { country: 'MC', language: 'fr' })
  await find(' monaco ', { country: 'MC', language: 'fr' })
  assert.equal(asked.length, 1)
  const { searchParams } = new URL(asked[0] as string)
  assert.deepEqual(
    ['q', 'format', 'polygon_geojson', 'countrycodes', 'accept-language'].map((name) =>
      searchParams.get(name),
    ),
    ['Monaco', 'jsonv2', '1', 'mc', 'fr'],
  )
})

test('an unknown name is an error that is remembered too', async () => {
  const { find, asked } = start({ contact: 'me@example.org' }, () => answer('[]'))
  for (let i = 0; i < 2; i += 1) await assert.rejects(find('Nowhere'), { code: 'unknown_area' })
  assert.equal(asked.length, 1)
})

test('Nominatim blocks: Photon answers, and Nominatim is left alone for a while', async () => {
  const { find, asked, clock } = start({ contact: 'me@example.org' }, ({ host }) =>
    host.startsWith('nominatim') ? BLOCKED : PHOTON_MONACO,
  )
  const area = await find('Monaco')
  assert.deepEqual([area.source, area.geometry, area.bbox], ['osm:relation/1124039', null, [7, 43, 8, 44]])
  await find('Monaco', { language: 'de' })
  const hosts = () => asked.map((url) => new URL(url).host)
  assert.deepEqual(hosts(), ['nominatim.openstreetmap.org', 'photon.komoot.io', 'photon.komoot.io'])
  await clock.run(clock.sleep(6 * 60_000))
  // The answer of the second choice is kept no longer than the first one is paused.
  await find('Monaco')
  assert.equal(hosts().at(-2), 'nominatim.openstreetmap.org')
})

test('no geocoder answers: unavailable, never an unknown area', async () => {
  for (const failure of [
    BLOCKED,
    answer('<html>Welcome</html>'),
    answer('{"error":"too many requests"}'),
    answer('{"feat'),
    new SurveyorError('target_connect_error', 'The target closed the connection.'),
  ]) {
    const { find } = start({ contact: 'me@example.org' }, () => failure)
    await assert.rejects(find('Monaco'), { code: 'source_unavailable', retryable: true })
  }
})

test('a public server that a setting names keeps its policy, its contact included', async () => {
  const named = { nominatimUrl: 'https://nominatim.openstreetmap.org' }
  const { find, asked } = start({ ...named, contact: 'me@example.org' }, () => MONACO)
  await find('Monaco')
  assert.equal(new URL(asked[0] as string).host, 'nominatim.openstreetmap.org')
  const nameless = start(named, () => MONACO)
  await assert.rejects(nameless.find('Monaco'))
  assert.deepEqual(nameless.asked, [])
})

test('own servers are peers, and nobody is sent to a public one behind his back', async () => {
  const own = {
    nominatimUrl: 'http://nominatim.local/nominatim',
    photonUrl: 'http://photon.local',
    contact: 'x',
  }
  const { find, asked, peers } = start(own, () => BLOCKED)
  await assert.rejects(find('Monaco'), { code: 'source_unavailable' })
  assert.deepEqual(peers, ['nominatimUrl', 'photonUrl'])
  assert.deepEqual(
    asked.map((url) => url.split('?')[0]),
    ['http://nominatim.local/nominatim/search', 'http://photon.local/api'],
  )
})
