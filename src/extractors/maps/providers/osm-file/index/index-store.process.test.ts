// The lifecycle of an index: built once by the first process, taken over from a dead one, replaced when the file
// changes.
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { JobProgress } from '#contract/job.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { makePbf } from '#test/support/maps/make-pbf.ts'
import { createIndexStore, tryBuildLock, type IndexStore } from './index-store.ts'
import type { OpenIndex } from './open-index.ts'
import { checkSource } from '#extractors/maps/providers/osm-file/files/check-source.ts'
import { osmFileSource } from '#extractors/maps/providers/osm-file/files/osm-files.ts'

const TOWN = fileURLToPath(new URL('../fixtures/town.osm', import.meta.url))
const NEVER = new AbortController().signal
const silentLog = { debug() {}, info() {}, warn() {}, error() {} }

async function workshop(
  t: TestContext,
): Promise<{ folder: string; file: string; index(): Promise<string[]> }> {
  const folder = await mkdtemp(join(tmpdir(), 'osm-index-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'town.osm')
  await copyFile(TOWN, file)
  return { folder, file, index: async () => (await readdir(join(folder, 'osm'))).toSorted() }
}

/** A store whose log counts the builds. */
function storeOf(t: TestContext, file: string, dataDir: string): { store: IndexStore; builds(): number } {
  let builds = 0
  const store = createIndexStore({
    source: osmFileSource(file),
    dataDir,
    log: { ...silentLog, info: () => (builds += 1) },
  })
  t.after(() => store[Symbol.asyncDispose]())
  return { store, builds: () => builds }
}

const isIndex = (name: string): boolean => name.endsWith('.sqlite')

async function named({ db }: OpenIndex): Promise<number> {
  return (db.prepare('select count(*) as n from place where named = 1').get() as { n: number }).n
}

function failure(work: Promise<unknown>): Promise<SurveyorError> {
  return work.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => {
      assert.ok(error instanceof SurveyorError, String(error))
      return error
    },
  )
}

test('an index is built once and found again', async (t) => {
  const { folder, file, index } = await workshop(t)
  const first = storeOf(t, file, folder)
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => first.store.use(NEVER, named))), [18, 18, 18])
  const second = storeOf(t, file, folder)
  assert.equal(await second.store.use(NEVER, named), 18)
  assert.deepEqual([first.builds(), second.builds()], [1, 0])
  const files = (await index()).map((name) => name.replace(/^[0-9a-f]{16}-[0-9a-f]{32}/, 'x'))
  assert.deepEqual(files.toSorted(), ['build.lock', 'x.sqlite'])
})

test('a caller that waits for an index learns how far it is, from its beginning to its end', async (t) => {
  const { folder } = await workshop(t)
  for (const [name, content] of [
    ['few.osm', makeXml(3)],
    ['many.osm', makeXml(20_000)],
    ['one.osm.pbf', makePbf({ nodes: [{ id: 1, lat: 1, lng: 1, tags: { shop: 'x' } }] })],
  ] as const) {
    const file = join(folder, name)
    await writeFile(file, content)
    const received: JobProgress[] = []
    await storeOf(t, file, folder).store.use(NEVER, named, (progress) => received.push(progress))
    const shares = received.map(({ done }) => done ?? 0)
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
    )
    assert.ok(new Set(shares).size >= (name === 'many.osm' ? 10 : 3), shares.join())
    assert.ok((shares.at(-1) ?? 0) >= 90 && (shares.at(-1) ?? 0) <= 100)
    assert.ok(received.every(({ total, message }) => total === 100 && message === `indexing ${name}`))
  }
})

test('a changed file gets a new index, the old one goes', async (t) => {
  const { folder, file, index } = await workshop(t)
  const { store, builds } = storeOf(t, file, folder)
  await store.use(NEVER, named)
  const before = (await index()).find(isIndex)
  await writeFile(file, makeXml(3))
  const later = storeOf(t, file, folder)
  assert.equal(await later.store.use(NEVER, named), 3)
  const after = await index()
  assert.equal(after.length, 2)
  assert.ok(!after.includes(before ?? ''))
  assert.equal(builds(), 1)
})

test('a store that is in use sees the change at its next use', async (t) => {
  const { folder, file } = await workshop(t)
  const { store, builds } = storeOf(t, file, folder)
  assert.equal(await store.use(NEVER, named), 18)
  await writeFile(file, makeXml(2))
  // A reader of the old index may finish.
  await store.use(NEVER, async (old) => {
    assert.equal(await named(old), 2)
    await writeFile(file, makeXml(4))
    assert.equal(await store.use(NEVER, named), 4)
    assert.equal(await named(old), 2)
  })
  await utimes(file, new Date(1e12), new Date(1e12))
  assert.equal(await store.use(NEVER, named), 4)
  assert.equal(builds(), 4, 'another time of change is another file')
})

function makeXml(places: number): string {
  const nodes = Array.from(
    { length: places },
    (_, i) => `<node id="${i + 1}" lat="1" lon="1"><tag k="amenity" v="cafe"/><tag k="name" v="n"/></node>`,
  )
  return `<osm>${nodes.join('')}</osm>`
}

test('a broken file is refused each time, but read only once until it changes', async (t) => {
  const { folder } = await workshop(t)
  const file = join(folder, 'cut.osm.pbf')
  await writeFile(
    file,
    makePbf({ nodes: [{ id: 1, lat: 1, lng: 1, tags: { amenity: 'cafe', name: 'n' } }] }).subarray(0, -5),
  )
  const { store } = storeOf(t, file, folder)
  const first = await failure(store.use(NEVER, named))
  assert.equal(first.code, 'source_broken')
  assert.equal(await failure(store.use(NEVER, named)), first)
  assert.deepEqual(
    (await readdir(join(folder, 'osm'))).filter((name) => name !== 'build.lock'),
    [],
  )
  await writeFile(file, makePbf({ nodes: [{ id: 1, lat: 1, lng: 1, tags: { amenity: 'cafe', name: 'n' } }] }))
  assert.equal(await store.use(NEVER, named), 1)
})

test('once its file is broken, a store answers nothing of the old one, however soon it is asked', async (t) => {
  const { folder, file } = await workshop(t)
  const { store } = storeOf(t, file, folder)
  assert.equal(await store.use(NEVER, named), 18)
  await writeFile(file, '<osm></osm>')
  const first = await failure(store.use(NEVER, named))
  assert.equal(first.code, 'source_broken')
  assert.equal(await failure(store.use(NEVER, named)), first)
  await writeFile(file, makeXml(3))
  assert.equal(await store.use(NEVER, named), 3)
})

test('of several versions of an element the first counts', async (t) => {
  const { folder } = await workshop(t)
  const file = join(folder, 'twice.osm')
  const node = (name: string) =>
    `<node id="1" lat="1" lon="1"><tag k="amenity" v="cafe"/><tag k="place" v="town"/><tag k="name" v="${name}"/></node>`
  await writeFile(file, `<osm>${node('first')}${node('second')}</osm>`)
  const names = await storeOf(t, file, folder).store.use(NEVER, async ({ db }) => [
    db.prepare('select folded from place').all(),
    db.prepare('select name from area').all(),
  ])
  assert.deepEqual(
    names.flat().map((row) => ({ ...row })),
    [{ folded: 'first' }, { name: 'first' }],
  )
})

test('a file without any node has nothing to find', async (t) => {
  const { folder } = await workshop(t)
  const file = join(folder, 'empty.osm')
  await writeFile(file, '<osm></osm>')
  const error = await failure(storeOf(t, file, folder).store.use(NEVER, named))
  assert.deepEqual(
    [error.code, error.message],
    [
      'source_broken',
      'The OSM file "empty.osm" is damaged at byte 0: it holds no nodes, so nothing in it has a place.',
    ],
  )
})

test('an index that is damaged is built again, leftovers of crashed builders are cleared away', async (t) => {
  const { folder, file, index } = await workshop(t)
  const first = storeOf(t, file, folder)
  await first.store.use(NEVER, named)
  const name = (await index()).find(isIndex)
  assert.ok(name !== undefined)
  await first.store[Symbol.asyncDispose]()
  await writeFile(join(folder, 'osm', name), 'SQLite format 3\u0000 cut short')
  await writeFile(join(folder, 'osm', 'dead.tmp'), 'half an index')
  const second = storeOf(t, file, folder)
  assert.equal(await second.store.use(NEVER, named), 18)
  assert.equal(second.builds(), 1)
  assert.deepEqual(await index(), [name, 'build.lock'].toSorted())
})

test('a folder that cannot be written is said to be so', async (t) => {
  const { folder, file } = await workshop(t)
  await writeFile(join(folder, 'taken'), '')
  const error = await failure(storeOf(t, file, join(folder, 'taken')).store.use(NEVER, named))
  assert.equal(error.code, 'storage_unavailable')
  assert.match(error.message, /SURVEYOR_DATA_DIR/)
})

test('a folder without a file or nothing in the place of the file names the setting', async (t) => {
  const { folder, file } = await workshop(t)
  const missing = await failure(storeOf(t, join(folder, 'no.osm.pbf'), folder).store.use(NEVER, named))
  assert.deepEqual(
    [missing.code, missing.message],
    [
      'source_unavailable',
      'The OSM file "no.osm.pbf" named by the setting SURVEYOR_OSM_FILE does not exist.',
    ],
  )
  const empty = join(folder, 'empty')
  await mkdir(empty)
  const directory = await failure(storeOf(t, empty, folder).store.use(NEVER, named))
  assert.match(directory.message, /"empty".* is a folder without an extract/)
  for (const path of [file, folder]) assert.equal(await storeOf(t, path, folder).store.use(NEVER, named), 18)
})

test('a job that is cancelled waits no longer, the index is built all the same', async (t) => {
  const { folder, file } = await workshop(t)
  const { store, builds } = storeOf(t, file, folder)
  const cancel = new AbortController()
  const waiting = store.use(cancel.signal, named)
  cancel.abort(new Error('cancelled'))
  await assert.rejects(waiting, /cancelled/)
  assert.equal(await store.use(NEVER, named), 18)
  assert.equal(builds(), 1)
})

test('the lock is held by one, within a process too, and free when its holder lets go', async (t) => {
  const { folder } = await workshop(t)
  const path = join(folder, 'build.lock')
  const first = tryBuildLock(path)
  assert.ok(first !== null)
  assert.equal(tryBuildLock(path), null)
  first[Symbol.dispose]()
  const second = tryBuildLock(path)
  assert.ok(second !== null)
  second[Symbol.dispose]()
})

const STORE_URL = new URL('index-store.ts', import.meta.url).href
const FILES_URL = new URL('../files/osm-files.ts', import.meta.url).href

/** Another process that runs `program`; it is gone when the test ends. */
function otherProcess(t: TestContext, program: string): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}

async function outputOf(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await once(child, 'close')
  return output.trim()
}

test('of several processes that start at once one builds, the others wait for it', async (t) => {
  const { folder, file } = await workshop(t)
  const program = `
    import { createIndexStore } from ${JSON.stringify(STORE_URL)}
    import { osmFileSource } from ${JSON.stringify(FILES_URL)}
    let builds = 0
    const log = { debug() {}, info() { builds += 1 }, warn() {}, error() {} }
    const store = createIndexStore({ source: osmFileSource(${JSON.stringify(file)}), dataDir: ${JSON.stringify(folder)}, log })
    const places = await store.use(new AbortController().signal, async ({ db }) => db.prepare('select count(*) as n from place where named = 1').get().n)
    await store[Symbol.asyncDispose]()
    console.log(JSON.stringify([builds, places]))
  `
  const outputs = await Promise.all([1, 2, 3].map(() => outputOf(otherProcess(t, program))))
  const results = outputs.map((output) => JSON.parse(output) as [number, number])
  assert.deepEqual(
    results.map(([, places]) => places),
    [18, 18, 18],
  )
  assert.equal(
    results.reduce((sum, [builds]) => sum + builds, 0),
    1,
  )
})

test('the lock of a builder that was killed is free at once', async (t) => {
  const { folder, file } = await workshop(t)
  const { store, builds } = storeOf(t, file, folder)
  const program = `
    import { mkdirSync } from 'node:fs'
    import { tryBuildLock } from ${JSON.stringify(STORE_URL)}
    mkdirSync(${JSON.stringify(join(folder, 'osm'))}, { recursive: true })
    globalThis.held = tryBuildLock(${JSON.stringify(join(folder, 'osm', 'build.lock'))})
    console.log(held === null ? 'taken' : 'held')
    setInterval(() => {}, 1_000)
  `
  const builder = otherProcess(t, program)
  assert.ok(builder.stdout !== null)
  const [said] = (await once(builder.stdout, 'data')) as [Buffer]
  assert.equal(said.toString().trim(), 'held')
  const waiting = store.use(NEVER, named)
  let isDone = false
  void waiting.finally(() => (isDone = true))
  assert.equal(tryBuildLock(join(folder, 'osm', 'build.lock')), null)
  assert.equal(isDone, false)
  builder.kill('SIGKILL')
  assert.equal(await waiting, 18)
  assert.equal(builds(), 1)
})

test('the settlement of examples is the same before there is an index and with it, and no island', async (t) => {
  const { folder, file } = await workshop(t)
  const places = [
    ['island', 'Rock'],
    ['town', 'Saltmere'],
    ['village', 'Hay'],
  ].map(
    ([kind, name], at) =>
      `<node id="${9_000 + at}" lat="47.0${at}" lon="9.5"><tag k="place" v="${kind}"/><tag k="name" v="${name}"/></node>`,
  )
  await writeFile(file, `<osm version="0.6">${places.join('')}</osm>`)
  const check = { dataDir: folder, readsAll: true, progress() {}, signal: NEVER }
  assert.deepEqual(await checkSource(file, check), { exampleLocation: 'Saltmere' })
  const { store } = storeOf(t, file, folder)
  await store.use(NEVER, named)
  assert.deepEqual(await checkSource(file, check), { exampleLocation: 'Saltmere' })
})
