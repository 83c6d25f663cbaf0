// The maps extractor on a made-up valley, for tests: its operations, each answer checked against the contract.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { TSchema } from 'typebox'
import {
  MapsBasemapOutput,
  MapsExtractOutput,
  MapsResolveOutput,
  MapsSearchOutput,
  type MapsBasemapInput,
  type MapsExtractInput,
  type MapsResolveInput,
  type MapsSearchInput,
} from '#contract/places/maps.ts'
import type { MapPlace } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { memoryLimits } from './limits.ts'
import { create } from '#extractors/maps/extract.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const notHere = (): never => {
  throw new Error('osm-file must not use this')
}

/** A job that is never cancelled, without network access. */
const OFFLINE: ExtractContext = {
  signal: new AbortController().signal,
  deadlineAt: null,
  progress: () => {},
  log,
  fetch: notHere,
  browse: notHere,
  isolate: notHere,
  saveArtifact: notHere,
  readArtifact: notHere,
  report: () => {},
  traceparent: null,
}

type Answer<Data> = Data & { readonly warnings: readonly string[] }

/** The named places in the town of that name, sorted. */
export const OBERAU = [
  'Bäckerei Huber',
  'Café Müller',
  'Krone',
  'Laufbahn',
  'Halbpark',
  'Museum am Hof',
  'Pfarrkirche St. Martin',
  'Pizzeria Bella',
  'Ristorante Roma',
  'Schule Oberau',
  'Ulu',
  'Universität Talland',
].toSorted()

export interface TestTown extends AsyncDisposable {
  search(input: MapsSearchInput): Promise<Answer<MapsSearchOutput>>
  resolve(input: MapsResolveInput): Promise<Answer<MapsResolveOutput>>
  extract(input: MapsExtractInput): Promise<MapPlace>
  basemap(input: MapsBasemapInput): Promise<Answer<MapsBasemapOutput>>
  /** The sorted names of all places that a query finds. */
  found(query: string, rest?: Partial<MapsSearchInput>): Promise<(string | null)[]>
}

/** Without settings the town in the fixtures of the provider osm-file. */
export async function openTestTown(settings?: Readonly<Record<string, string | null>>): Promise<TestTown> {
  const dataDir = await mkdtemp(join(tmpdir(), 'osm-town-'))
  const town = {
    osmFile: fileURLToPath(
      new URL('../../../src/extractors/maps/providers/osm-file/fixtures/town.osm', import.meta.url),
    ),
  }
  const extractor = await create({
    settings: settings ?? town,
    dataDir,
    limits: memoryLimits(),
    log,
    fetch: notHere,
  })
  const run = async <Data>(operation: string, input: unknown, schema: TSchema): Promise<Answer<Data>> => {
    const output = await extractor.operations[operation]?.(input, OFFLINE)
    assert.deepEqual(inputProblems(schema, output?.data), [])
    assert.equal(output?.engine, 'file')
    return { ...(output?.data as Data), warnings: (output?.warnings ?? []).map(({ code }) => code) }
  }
  const search: TestTown['search'] = (input) => run('search', input, MapsSearchOutput)
  return {
    search,
    resolve: (input) => run('resolve', input, MapsResolveOutput),
    extract: async (input) => (await run<MapsExtractOutput>('extract', input, MapsExtractOutput)).place,
    basemap: (input) => run('basemap', input, MapsBasemapOutput),
    found: async (query, rest = {}) => namesOf(await search({ query, limit: 500, ...rest })).toSorted(),
    async [Symbol.asyncDispose]() {
      await extractor[Symbol.asyncDispose]?.()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** The town of those fixtures for all tests of a file. */
export function useTestTown(): Omit<TestTown, typeof Symbol.asyncDispose> {
  let town: TestTown
  before(async () => {
    town = await openTestTown()
  })
  after(async () => {
    await town[Symbol.asyncDispose]()
  })
  return {
    search: (input) => town.search(input),
    resolve: (input) => town.resolve(input),
    extract: (input) => town.extract(input),
    basemap: (input) => town.basemap(input),
    found: (query, rest) => town.found(query, rest),
  }
}

export function namesOf({ places }: Pick<MapsSearchOutput, 'places'>): (string | null)[] {
  return places.map(({ name }) => name)
}

/** The coded error that `work` ends with. */
export function failureOf(work: Promise<unknown>): Promise<SurveyorError> {
  return work.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => {
      assert.ok(error instanceof SurveyorError, String(error))
      return error
    },
  )
}
