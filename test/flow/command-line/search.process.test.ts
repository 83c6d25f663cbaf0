// `surveyor search` and `surveyor demo` as a person runs them: the screen, the files, and the exit code.
import assert from 'node:assert/strict'
import { copyFile, readFile, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Place } from '#contract/places/place.ts'
import { newId } from '#kit/ids.ts'
import { CITY_AREA, generatedCity } from '#test/support/maps/generated-city.ts'
import { runSurveyor, startSurveyor, temporaryFolder } from '#test/support/programs/surveyor.ts'
import { readXlsx } from '#test/support/places/read-exports.ts'
import { usedFolder } from '#test/support/programs/used-folder.ts'
import { startNominatim } from '#test/support/maps/nominatim-server.ts'
import { startOverpassServer } from '#test/support/maps/overpass-server.ts'

const TOWN = fileURLToPath(new URL('../../../demo/town.osm', import.meta.url))

/** How many places a search has found, by its last line. */
function keptOf(output: string): number {
  const [, kept] = /^succeeded: (\d+) places, \d+ of them new$/m.exec(output) ?? []
  return Number(kept)
}

test('search by itself and search beside start have one data folder and one set of places', async (t) => {
  const workingDir = await usedFolder(t)
  const town = join(workingDir, 'town.osm')
  await copyFile(TOWN, town)
  const search = async (...args: string[]) => runSurveyor(t, ['search', ...args], { workingDir })

  // By itself, on an extract: it starts everything, and its log is a file and not on the screen.
  const csv = await search(
    'restaurants',
    '--osm-file',
    town,
    '--out',
    'found/town.csv',
    '--log-level',
    'debug',
  )
  assert.equal(csv.code, 0, csv.output)
  assert.match(csv.output, /^searching "restaurants"$/m)
  assert.match(csv.output, /^wrote found\/town\.csv$/m)
  assert.match(csv.output, /^data: Saltmere, an invented town, .*http/m)
  assert.doesNotMatch(csv.output, /^\{/m)
  const restaurants = keptOf(csv.output)
  const lines = (await readFile(join(workingDir, 'found/town.csv'), 'utf8')).trim().split(/\r?\n/)
  assert.equal(lines.length, restaurants + 1)
  assert.deepEqual(await readdir(join(workingDir, 'found')), ['town.csv'])
  const log = await readFile(join(workingDir, '.surveyor/search.log'), 'utf8')
  assert.match(log, /^\{.*"service":"search"/m)
  assert.match(log, /^\{.*"service":"worker"/m)

  const args = ['start', '--places-port', '0', '--crawl-port', '0', '--osm-file', town]
  const product = startSurveyor(t, args, { workingDir })
  const [, places = ''] = await product.line(/^places +(http:\S+)/)
  const count = async (): Promise<number> => {
    const answer = await fetch(`${places}/api/places?limit=500`)
    return ((await answer.json()) as { items: unknown[] }).items.length
  }
  assert.equal(await count(), restaurants)

  // It runs: it is asked, with its own map. Every format holds the same places.
  const json = await search('*', '--format', 'ndjson', '--out', 'town.places')
  assert.equal(json.code, 0, json.output)
  assert.match(json.output, /^searching every place$/m)
  const kept = keptOf(json.output)
  assert.ok(kept > 20 && kept > restaurants, json.output)
  assert.equal(await count(), kept)
  const found = (await readFile(join(workingDir, 'town.places'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Place)
  assert.equal(found.length, kept)
  const table = await search('*')
  assert.equal(table.code, 0, table.output)
  const names = found.flatMap(({ name }) => (name !== null && name.length <= 30 ? [name] : []))
  assert.ok(names.length > 20)
  for (const name of names) assert.ok(table.output.includes(name), name)

  const chosen = await search('*', '--columns', 'name,seenIn,attributes.cuisine')
  assert.equal(chosen.code, 0, chosen.output)
  assert.match(chosen.output, /^name +seenIn +attributes\.cuisine$/m)
  for (const [told, ...misused] of [
    [/did you mean phone\?/, '*', '--format', 'ndjson', '--columns', 'name,phne'],
    [/"restorant" is no category/, '--category', 'restorant'],
    [/language/, 'cafes', '--language', 'not a language'],
    [/limit/, 'cafes', '--limit', '999999999'],
    [/--format takes/, 'cafes', '--format', 'cvs'],
    [/--near takes/, 'cafes', '--near', '91,0'],
    [/--radius takes/, 'cafes', '--near', '1,1', '--radius', 'far'],
    [/--bbox takes/, 'cafes', '--bbox', '1,2,3'],
    [/cannot be read/, 'cafes', '--area', 'nowhere.geojson'],
  ] as const) {
    const wrong = await search(...misused)
    assert.equal(wrong.code, 2, wrong.output)
    assert.match(wrong.output, told)
    assert.match(wrong.output, /surveyor search --help/)
    assert.doesNotMatch(wrong.output, /^searching/m)
  }
  const sheetArgs = ['--category', 'restaurant', '--limit', '2', '--language', 'de', '--out', 'town.xlsx']
  const sheet = await search(...sheetArgs)
  assert.equal(sheet.code, 3, sheet.output)
  const sheets = await readXlsx(await readFile(join(workingDir, 'town.xlsx')))
  const [header = [], ...rows] = sheets.get('Places') ?? []
  assert.deepEqual([rows.length, rows[0]?.[header.indexOf('category')]], [2, 'Restaurant'])
  assert.equal(
    new Map(sheets.get('Manifest')?.map(([name, value]) => [name, value])).get('complete'),
    'false',
  )
  const other = await search('*', '--osm-file', TOWN)
  assert.equal(other.code, 2)
  assert.match(other.output, /runs on the data folder .* with the OSM file .*town\.osm/)

  // A place that the map does not have fails, and says so.
  const nowhere = await search('cafes', '--in', 'Nowhere', '--out', 'none.csv')
  assert.equal(nowhere.code, 1)
  assert.match(nowhere.output, /^The search failed: .*Nowhere/m)
  assert.doesNotMatch(nowhere.output, /^\s+at /m)
  assert.ok(!(await readdir(workingDir)).includes('none.csv'))

  // The example that it prints finds something.
  const [, body = ''] = await product.line(/^curl .* -d '(.*)'$/)
  assert.deepEqual(JSON.parse(body), { query: 'cafe', location: 'Saltmere' })
  const answer = await fetch(`${places}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=60' },
    body,
  })
  const cafes = (await answer.json()) as { status: string; counts: { kept: number } }
  assert.equal(cafes.status, 'succeeded')
  assert.ok(cafes.counts.kept > 0)
  const unset = await fetch(`${places}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '*', categories: ['restaurnt'] }),
  })
  assert.equal(unset.status, 422)
  product.child.kill('SIGTERM')
  assert.deepEqual(await product.ended, { code: 0, signal: null }, product.output())
  assert.ok(!(await readdir(join(workingDir, '.surveyor'))).includes('running.json'))
})

test('a file that cannot be used is refused before anything starts, by every command that would read it', async (t) => {
  const workingDir = await temporaryFolder(t)
  // Only who reads it to its end sees that it is cut.
  await writeFile(join(workingDir, 'cut.osm.gz'), gzipSync(await readFile(TOWN)).subarray(0, 4_000))
  for (const command of [['search', '*'], ['demo'], ['start']]) {
    const { code, output } = await runSurveyor(t, [...command, '--osm-file', 'cut.osm.gz'], { workingDir })
    assert.equal(code, 2, output)
    assert.match(output, /"cut\.osm\.gz" is damaged .* ends too early/)
    assert.doesNotMatch(output, /starting the database|^\{|^\s+at /m)
  }
  const worker = ['worker', '--osm-file', 'missing.osm.pbf', '--crawl-url', 'http://127.0.0.1:1']
  assert.equal((await runSurveyor(t, worker, { workingDir })).code, 2)
  const folder = await readdir(join(workingDir, '.surveyor'))
  assert.ok(!folder.includes('postgres'), folder.join())
})

test('without a network an online search says so, with an exit code of its own', async (t) => {
  const workingDir = await temporaryFolder(t)
  const { code, output } = await runSurveyor(t, ['search', 'cafes', '--in', 'City'], {
    workingDir,
    // A port without a listener simulates a missing network.
    environment: { SURVEYOR_OVERPASS_URL: 'http://127.0.0.1:1/api/interpreter' },
  })
  assert.equal(code, 4, output)
  assert.match(output, /^The map server 127\.0\.0\.1:1 cannot be reached/)
  assert.doesNotMatch(output, /^\{/m)
})

test('the demo searches the sample town and leaves its files', async (t) => {
  const workingDir = await temporaryFolder(t)
  const { code, output } = await runSurveyor(t, ['demo', 'restaurants'], { workingDir })
  assert.equal(code, 0, output)
  assert.match(output, /^searching "restaurants"$/m)
  assert.match(output, /^name +category +address +phone +website$/m)
  assert.match(output, /^name +contact +found on$/m)
  assert.match(
    output,
    /^Bloom & Grain +table@bloom-and-grain\.town\.test +http:\/\/bloom-and-grain\.town\.test\/$/m,
  )
  const csv = await readFile(join(workingDir, 'surveyor-out/places.csv'), 'utf8')
  const geojson = JSON.parse(await readFile(join(workingDir, 'surveyor-out/places.geojson'), 'utf8')) as {
    features: unknown[]
  }
  assert.ok(geojson.features.length > 0)
  assert.equal(csv.trim().split(/\r?\n/).length, geojson.features.length + 1)
})

test('the demo online splits its words into what and where, and asks the map servers of the settings', async (t) => {
  const city = generatedCity()
  const overpass = await startOverpassServer(t, { elements: city })
  const nominatim = await startNominatim(t, { city: CITY_AREA })
  const { code, output } = await runSurveyor(t, ['demo', '--online', '* in City'], {
    workingDir: await usedFolder(t),
    environment: { SURVEYOR_OVERPASS_URL: overpass.url, SURVEYOR_NOMINATIM_URL: nominatim.origin },
  })
  assert.equal(code, 0, output)
  assert.match(output, /^searching every place in City$/m)
  assert.match(output, new RegExp(`^succeeded: ${city.length} places`, 'm'))
  assert.match(output, /^data: .*OpenStreetMap.*ODbL/m)
  assert.ok(overpass.queries.length > 0)
})

test('Ctrl-C in the middle of a search stops everything and is no success', async (t) => {
  const workingDir = await temporaryFolder(t)
  const program = startSurveyor(t, ['search', '*', '--osm-file', TOWN], { workingDir })
  await program.line(/starting the database/)
  program.child.kill('SIGINT')
  const { code } = await program.ended
  assert.equal(code, 130, program.output())
})

/** A places that knows one search, and answers about it what the test says. */
async function servePlaces(t: TestContext, search: object) {
  const asked: { readonly path: string; readonly key: string | undefined; readonly body: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { authorization: key, host } = request.headers
      const { pathname } = new URL(request.url ?? '/', `http://${host}`)
      asked.push({ path: pathname, key, body: Buffer.concat(chunks).toString() })
      const isExport = pathname.startsWith('/api/exports/')
      response.writeHead(request.method === 'POST' ? 202 : 200, {
        'content-type': isExport ? 'text/csv' : 'application/json',
      })
      response.end(isExport ? 'id,name\r\n' : JSON.stringify(search))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const ENDED = {
  id: newId('sea'),
  sessionId: newId('ses'),
  status: 'partially_succeeded',
  progress: { done: 3, total: 4 },
  counts: { kept: 12, new: 12 },
  complete: false,
  reasons: [{ code: 'cell_failed', detail: 'A part of the area was not answered for.', count: 2 }],
  error: null,
  warnings: [
    { code: 'area_note', detail: '"L\'Atlantis" is no area; what is within 500 m of it is searched.' },
    { code: 'older_data', detail: 'The data is of 1 May, and of 2 May in a search before.' },
    { code: 'thin_places', detail: 'The map answered with less than it has.', count: 3 },
    { code: 'query_words_ignored', detail: 'It is in another line.' },
  ],
  understood: null,
  attribution: [],
}

test('a places that runs already is asked; a search that is not complete says why and exits with 3', async (t) => {
  const places = await servePlaces(t, ENDED)
  const workingDir = await temporaryFolder(t)
  const { code, output } = await runSurveyor(
    t,
    ['search', 'cafes', '--in', 'Monaco', '--places-url', places.url, '--out', 'cafes.csv'],
    { workingDir, environment: { SURVEYOR_ADMIN_KEY: 'a-key-that-is-long-enough-for-a-test' } },
  )
  assert.equal(code, 3, output)
  assert.match(output, /^not complete: A part of the area was not answered for\. \(2 times\)$/m)
  assert.deepEqual(output.match(/^note: .*$/gm), [
    'note: "L\'Atlantis" is no area; what is within 500 m of it is searched.',
    'note: The data is of 1 May, and of 2 May in a search before.',
    'note: The map answered with less than it has. (3 times)',
  ])
  const [created] = places.asked
  assert.equal(created?.path, '/api/search')
  assert.deepEqual(JSON.parse(created?.body ?? ''), { query: 'cafes', location: 'Monaco' })
  assert.equal(created?.key, 'Bearer a-key-that-is-long-enough-for-a-test')
  assert.equal(await readFile(join(workingDir, 'cafes.csv'), 'utf8'), 'id,name\r\n')
  assert.deepEqual(await readdir(workingDir), ['cafes.csv'], 'nothing was started here')
})

test('Ctrl-C cancels the search of a places that goes on running', async (t) => {
  const places = await servePlaces(t, { ...ENDED, status: 'running', progress: { done: 0, total: null } })
  const workingDir = await temporaryFolder(t)
  const program = startSurveyor(t, ['search', 'cafes', '--places-url', places.url], { workingDir })
  await program.line(/^searching "cafes"$/)
  program.child.kill('SIGINT')
  assert.equal((await program.ended).code, 130, program.output())
  assert.ok(places.asked.some(({ path }) => path === `/api/search/${ENDED.id}/cancel`))
})

test('Ctrl-C while websites are read cancels that as well', async (t) => {
  const contacts = { pending: 2, enriched: 1, failed: 0, noWebsite: 0 }
  const places = await servePlaces(t, { ...ENDED, status: 'succeeded', contacts })
  const workingDir = await temporaryFolder(t)
  const program = startSurveyor(t, ['search', 'cafes', '--contacts', '--places-url', places.url], {
    workingDir,
  })
  await program.line(/^reading websites$/)
  program.child.kill('SIGINT')
  assert.equal((await program.ended).code, 130, program.output())
  assert.ok(places.asked.some(({ path }) => path === `/api/search/${ENDED.id}/cancel`))
})

test('a search that failed exits with 1, and so does a places that is not there', async (t) => {
  const places = await servePlaces(t, {
    ...ENDED,
    status: 'failed',
    error: { detail: 'The map server gives no answer.' },
  })
  const workingDir = await temporaryFolder(t)
  const failed = await runSurveyor(t, ['search', 'cafes', '--places-url', places.url], { workingDir })
  assert.equal(failed.code, 1)
  assert.match(failed.output, /^The search failed: The map server gives no answer\.$/m)
  const absent = await runSurveyor(t, ['search', 'cafes', '--places-url', 'http://127.0.0.1:1'], {
    workingDir,
  })
  assert.equal(absent.code, 1)
  assert.match(absent.output, /cannot be reached/)
})
