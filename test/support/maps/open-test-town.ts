// The maps extractor on a made-up valley, for tests: its operations, each answer checked against the contract.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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
import { inputProblems } from '#extract/input-problems.ts'
import { create } from '#extractors/maps/extract.ts'
import { extractContext } from '#test/support/extract/extract-context.ts'
import { memoryLimits } from './limits.ts'

/** A job that is never cancelled, without network access. */
const OFFLINE = extractContext()

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

const TOWN = fileURLToPath(
  new URL('../../../src/extractors/maps/providers/osm-file/fixtures/town.osm', import.meta.url),
)

/** Without settings the town in the fixtures of the provider osm-file. */
export async function openTestTown(settings?: Readonly<Record<string, string | null>>): Promise<TestTown> {
  const dataDir = await mkdtemp(join(tmpdir(), 'osm-town-'))
  const extractor = await create({
    settings: settings ?? { osmFile: TOWN },
    dataDir,
    limits: memoryLimits(),
    log: OFFLINE.log,
    fetch: OFFLINE.fetch,
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

/** Where the first of some nodes stands, and how far each is from the one before it, in degrees. */
export interface NodePositions {
  readonly lat: number
  readonly lon: number
  readonly step: number
}
const IN_OBERAU: NodePositions = { lat: 47.04, lon: 9.55, step: 0.001 }

/** Nodes by their tags, `amenity=cafe name=Harbour_Café` with `_` for a blank, as the XML of an extract; ids count from `id`. */
export function nodesOf(tagged: readonly string[], id = 900, { lat, lon, step } = IN_OBERAU): string {
  const nodes = tagged.map((text, i) => {
    const tags = text.split(' ').map((tag) => tag.split('='))
    const xml = tags.map(([key = '', value = '']) => {
      const shown = key === 'name' ? value.replaceAll('_', ' ') : value
      return `<tag k="${key}" v="${shown}"/>`
    })
    return `<node id="${id + i}" lat="${(lat + i * step).toFixed(4)}" lon="${(lon + i * step).toFixed(4)}">${xml.join('')}</node>`
  })
  return nodes.join('\n')
}

/** The town of those fixtures with more nodes. */
export async function openTownWith(nodes: string): Promise<TestTown> {
  const folder = await mkdtemp(join(tmpdir(), 'osm-town-with-'))
  const osmFile = join(folder, 'town.osm')
  await writeFile(osmFile, (await readFile(TOWN, 'utf8')).replace('<way ', `${nodes}\n<way `))
  const town = await openTestTown({ osmFile })
  return {
    ...town,
    async [Symbol.asyncDispose]() {
      await town[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

/** The town of those fixtures, with more nodes or without, for all tests of a file. */
export function useTestTown(nodes?: string): Omit<TestTown, typeof Symbol.asyncDispose> {
  let town: TestTown
  before(async () => {
    town = await (nodes === undefined ? openTestTown() : openTownWith(nodes))
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

/** That town with the nodes of `tagged`, and which of these a query finds: their names, sorted. */
export function useAddedPlaces(tagged: readonly string[]): Omit<TestTown, typeof Symbol.asyncDispose> & {
  readonly listed: (query: string) => Promise<(string | null)[]>
} {
  const town = useTestTown(nodesOf(tagged, 900, { lat: 48, lon: 9.9, step: 0.0001 }))
  const added: ReadonlySet<string | null> = new Set(
    tagged.map((text) => (/name=(\S+)/.exec(text)?.[1] ?? '').replaceAll('_', ' ')),
  )
  return {
    ...town,
    async listed(query) {
      const names = namesOf(await town.search({ query, limit: 200 }))
      return names.filter((name) => added.has(name)).toSorted()
    },
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
