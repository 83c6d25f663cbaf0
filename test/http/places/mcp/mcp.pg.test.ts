import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { startFakeCrawl } from '#test/support/places/fake-crawl.ts'
import { createMapProvider } from '#test/support/places/map-provider.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'
import { connectClient, dataOf, problemIn } from '#test/support/mcp/connect-client.ts'

const READER = 'a-key-that-reads-places-0000001'

test('assistants list, read and export stored places', async (t) => {
  const places = await startTestPlaces(t, {
    fixedKeys: [{ name: 'reader', secret: READER, scopes: ['places'] }],
  })
  const made = Array.from({ length: 45 }, (_, at) =>
    madePlace(`node/${at + 1}`, { lat: 43.7, lng: 7.4 }, { name: `Café ${at}` }),
  )
  const { sessionId } = await storePlaces(places.db, [made])
  const client = await connectClient(t, places.url, { key: READER })

  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['list_places', 'get_place', 'export_places'],
  )

  const seen = new Set<string>()
  let cursor: unknown
  do {
    const given = { sessionId, rows: 20, ...(typeof cursor === 'string' ? { cursor } : {}) }
    const data = dataOf(await client.callTool({ name: 'list_places', arguments: given }))
    for (const { id } of data['places'] as { id: string }[]) seen.add(id)
    cursor = data['nextCursor']
  } while (typeof cursor === 'string')
  assert.equal(seen.size, made.length)

  const [id = ''] = seen
  const place = dataOf(await client.callTool({ name: 'get_place', arguments: { id } }))
  assert.equal(JSON.parse(String(place['text'])).id, id)

  let csv = ''
  for (let offset: unknown = 0; typeof offset === 'number';) {
    const given = { sessionId, columns: 'name', offset, maxChars: 500 }
    const data = dataOf(await client.callTool({ name: 'export_places', arguments: given }))
    csv += String(data['text'])
    offset = data['nextOffset']
  }
  assert.equal(parse(csv, { columns: true, bom: true }).length, made.length)

  const missing = { id: 'plc_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89' }
  assert.equal(
    problemIn(await client.callTool({ name: 'get_place', arguments: missing }))['code'],
    'not_found',
  )
})

test('a search that goes on says how far it is, and can be asked for again', async (t) => {
  const places = await startTestPlaces(t)
  const client = await connectClient(t, places.url)
  assert.equal((await client.listTools()).tools[0]?.name, 'search_places')
  const told: unknown[] = []
  const started = dataOf(
    await client.callTool(
      { name: 'search_places', arguments: { query: 'cafes', location: 'Monaco', waitSeconds: 0 } },
      { onprogress: (progress) => told.push(progress.message) },
    ),
  )
  assert.match(String(started['status']), /queued|running/)
  assert.deepEqual([started['kept'], started['complete'], started['places']], [0, null, []])
  assert.equal(told.length, 1)
  const { searchId, sessionId } = started
  const again = dataOf(
    await client.callTool({ name: 'list_places', arguments: { searchId, waitSeconds: 0 } }),
  )
  assert.deepEqual(
    [again['searchId'], again['sessionId'], again['complete'], again['places']],
    [searchId, sessionId, null, []],
  )
  const several = dataOf(
    await client.callTool({
      name: 'search_places',
      arguments: { query: '*', location: 'Monaco', providers: ['osm-file', 'overture'], waitSeconds: 0 },
    }),
  )
  const search = await fetch(`${places.url}/api/search/${String(several['searchId'])}`)
  const { sources } = (await search.json()) as { sources: { provider: string }[] }
  assert.deepEqual(
    sources.map(({ provider }) => provider),
    ['osm-file', 'overture'],
  )
  const empty = problemIn(await client.callTool({ name: 'search_places', arguments: { query: '' } }))
  assert.deepEqual(
    [empty['code'], empty['errors']],
    ['validation_failed', [{ pointer: '/query', code: 'too_short', detail: 'Must not be empty.' }]],
  )
})

test('a search that failed says why once, with the code', async (t) => {
  const unknown = async () => {
    throw new SurveyorError('unknown_area', 'No area named "Nowhere" is here.')
  }
  const crawl = await startFakeCrawl(t, { resolve: unknown, search: unknown })
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const client = await connectClient(t, places.url)
  const given = { query: 'cafes', location: 'Nowhere' }
  const failed = dataOf(await client.callTool({ name: 'search_places', arguments: given }))
  assert.equal(failed['status'], 'failed')
  assert.deepEqual(failed['reasons'], ['unknown_area: No area named "Nowhere" is here.'])
})

test('a search says how it was read, where it looked, and what would find more', async (t) => {
  const provider = createMapProvider({
    places: [],
    pageSize: 500,
    maxResults: null,
    areas: { Altdorf: { bbox: [8, 47, 9, 48] } },
  })
  const understood = {
    kind: 'category' as const,
    categories: [{ id: 'amenity/cafe', label: 'Cafe' }],
    qualifiers: [],
    names: [],
    location: null,
    corrections: [{ from: 'caffes', to: 'cafes' }],
    ignored: [
      { text: 'best', reason: 'ranking' as const },
      { text: 'with pool', reason: 'not_recorded' as const },
    ],
    suggestions: [{ query: 'bakeries', count: 7 }],
  }
  const crawl = await startFakeCrawl(
    t,
    {
      resolve(input) {
        const resolved = provider.resolve(input)
        const area = { ...resolved.area, notes: ['"Altdorf" is the one in Uri.'] }
        return { ...resolved, area, understood }
      },
      search: (input) => ({ ...provider.search(input), understood }),
    },
    { warnings: [{ code: 'query_words_ignored', detail: '"with pool" was not asked for.' }] },
  )
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const client = await connectClient(t, places.url)
  const given = { query: 'caffes with pool', location: 'Altdorf' }
  const found = dataOf(await client.callTool({ name: 'search_places', arguments: given }))
  assert.deepEqual([found['kept'], found['complete'], found['area']], [0, true, 'Altdorf'])
  assert.deepEqual(found['notes'], [
    '"caffes" was read as "cafes".',
    '"best" changed nothing (ranking).',
    '"Altdorf" is the one in Uri.',
    '"with pool" was not asked for.',
  ])
  assert.deepEqual(found['suggestions'], ['bakeries (7)'])
})

test('a message that the protocol refuses is answered in its form, as the description says', async (t) => {
  const places = await startTestPlaces(t)
  const described = (await (await fetch(`${places.url}/openapi.json`)).json()) as {
    paths: Record<string, { post: { responses: Record<string, { content: object }> } }>
  }
  const forms = Object.keys(described.paths['/mcp']?.post.responses['400']?.content ?? {})
  assert.deepEqual(forms, ['application/json', 'application/problem+json'])

  const ask = async (body: string) => {
    const answer = await fetch(`${places.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return [answer.status, answer.headers.get('content-type')?.split(';')[0]]
  }
  assert.deepEqual(await ask('{"jsonrpc":"2.0","method":"x","more":1}'), [400, 'application/json'])
  assert.deepEqual(await ask('{'), [400, 'application/problem+json'])
})
