// What people type, over real extracts: the places found beside those that the tags say are meant.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { distanceM, geometryContains, type LatLng } from '#kit/geo/geometry.ts'
import { formatOsmId, osmKey } from '#extractors/maps/osm/osm-id.ts'
import type { OsmType } from '#extractors/maps/osm/osm-element.ts'
import { buildIndex } from '#extractors/maps/providers/osm-file/index/build-index.ts'
import { firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { openIndex, type OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { openSource } from '#extractors/maps/providers/osm-file/reader/open-source.ts'
import { searchPlaces } from '#extractors/maps/providers/osm-file/search/search-places.ts'
import { SECOND, THIRD } from '#test/support/maps/later-typed-queries.ts'
import { EXTRACTS, FROZEN, WORKED, type Extract, type TypedQuery } from '#test/support/maps/typed-queries.ts'
import { truthOf } from '#test/support/maps/typed-query-truth.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'

/** The keys of everything that a truth names. */
const KEYS = new Set(
  'amenity shop tourism leisure craft office healthcare historic natural railway highway aerialway landuse'.split(
    ' ',
  ),
)

interface World {
  readonly index: OpenIndex
  readonly elements: ReadonlyMap<
    string,
    { readonly tags: Readonly<Record<string, string>>; readonly key: number }
  >
}

const worlds = new Map<Extract, World>()
let dataDir: string
const missing = Object.values(EXTRACTS)
  .map(skipWithout)
  .find((reason) => reason !== false)

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'typed-queries-'))
  if (missing !== undefined) return
  for (const name of ['monaco', 'liechtenstein', 'harrisburg'] as const) {
    worlds.set(name, await worldOf(sharedPath(EXTRACTS[name]), join(dataDir, `${name}.sqlite`)))
  }
})
after(async () => {
  for (const { index } of worlds.values()) index[Symbol.dispose]()
  await rm(dataDir, { recursive: true })
})

async function worldOf(file: string, target: string): Promise<World> {
  await buildIndex({
    files: [{ path: file, modifiedAt: new Date(0) }],
    target,
    signal: new AbortController().signal,
  })
  const elements = new Map<string, { tags: Readonly<Record<string, string>>; key: number }>()
  const add = (type: OsmType, id: number, tags: Readonly<Record<string, string>> | null) => {
    if (tags !== null) elements.set(formatOsmId({ type, id }), { tags, key: osmKey({ type, id }) })
  }
  await using source = await openSource(file)
  const filter = { keys: KEYS, ids: new Set<number>() }
  await source.readRelations(filter, (id, tags) => add('relation', id, tags))
  await source.readWays(
    filter,
    (id, tags) => add('way', id, tags),
    () => undefined,
  )
  await source.readNodes(KEYS, (id, _lat, _lng, tags) => add('node', id, tags))
  return { index: openIndex(target), elements }
}

async function found({ index }: World, query: string) {
  const ids = new Set<string>()
  let contains: (point: LatLng) => boolean = () => true
  let cursor: string | null = null
  do {
    const { data } = await searchPlaces(
      index,
      { query, limit: 500, ...(cursor === null ? {} : { cursor }) },
      new AbortController().signal,
    )
    for (const { source } of data.places) ids.add(source.id)
    const { geometry = null, circle = null } = data.area ?? {}
    if (geometry !== null) contains = (point) => geometryContains(geometry, point)
    else if (circle !== null) contains = (point) => distanceM(circle, point) <= circle.radiusM
    cursor = data.nextCursor
  } while (cursor !== null)
  return { ids, contains }
}

/** What the tags say is meant, within the area that was searched; what has no position cannot be found by anyone. */
function meant({ index, elements }: World, truth: string, contains: (point: LatLng) => boolean): Set<string> {
  const isMeant = truthOf(truth)
  const place = index.db.prepare('select lat, lng from place where key = ?')
  const unplaced = index.db.prepare('select key from unplaced where key = ?')
  const ids = new Set<string>()
  for (const [id, { tags, key }] of elements) {
    if (!isMeant(tags) || firstRow(unplaced, key) !== undefined) continue
    const point = firstRow<LatLng>(place, key)
    if (point !== undefined && !contains(point)) continue
    ids.add(id)
  }
  return ids
}

interface Score {
  readonly query: TypedQuery
  readonly precision: number
  readonly recall: number
  readonly isEmpty: boolean
  /** Whether there is anything to find, or something was found: else the query shows nothing. */
  readonly counts: boolean
}

async function scoreOf(query: TypedQuery): Promise<Score> {
  const [extract, text, truth] = query
  const world = worlds.get(extract)
  assert.ok(world !== undefined)
  const { ids, contains } = await found(world, text)
  const right = meant(world, truth, contains)
  const hits = ids.intersection(right).size
  return {
    query,
    precision: ids.size === 0 ? 1 : hits / ids.size,
    recall: right.size === 0 ? 1 : hits / right.size,
    isEmpty: ids.size === 0 && right.size > 0,
    counts: ids.size > 0 || right.size > 0,
  }
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

describe('typed queries', { skip: missing ?? false }, () => {
  for (const [name, queries] of [
    ['frozen', FROZEN],
    ['worked', WORKED],
    ['second', SECOND],
    ['third', THIRD],
  ] as const) {
    test(name, async (t) => {
      const scores: Score[] = []
      for (const query of queries) scores.push(await scoreOf(query))
      const counted = scores.filter(({ counts }) => counts)
      assert.ok(counted.length > 0.8 * queries.length, `only ${counted.length} queries have anything to find`)
      const [precision, recall] = [mean(counted.map((s) => s.precision)), mean(counted.map((s) => s.recall))]
      for (const { query, precision: p, recall: r } of scores) {
        if (p < 1 || r < 1)
          t.diagnostic(`${query[0]} "${query[1]}": precision ${p.toFixed(2)}, recall ${r.toFixed(2)}`)
      }
      t.diagnostic(
        `${counted.length} of ${queries.length} queries: precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`,
      )
      assert.deepEqual(
        scores.filter(({ isEmpty }) => isEmpty).map(({ query }) => query[1]),
        [],
      )
      assert.ok(precision >= 0.98, `precision ${precision}`)
      assert.ok(recall >= 0.95, `recall ${recall}`)
    })
  }
})
