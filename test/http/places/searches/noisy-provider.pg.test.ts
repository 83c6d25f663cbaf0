// Our planner on the real places of an extract, behind a simulated provider with a cap, blurred cells and restless pages.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Search } from '#contract/places/search.ts'
import type { MapPlace } from '#contract/places/place.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import { extractPoints } from '#test/support/places/extract-points.ts'
import { startFakeCrawl, type FakeCrawl } from '#test/support/places/fake-crawl.ts'
import { createMapProvider, type ProviderNoise } from '#test/support/places/map-provider.ts'
import { startTestPlaces, type TestPlaces } from '#test/support/places/start-places.ts'
import {
  fixedGrid,
  knowing,
  onePageAndSplit,
  type PlannerTask,
} from '#test/support/planner/other-planners.ts'
import { skipWithout } from '#test/support/shared-data.ts'

const MONACO = 'data/osm/planetiler-monaco-latest.osm.pbf'
const [PAGE, CAP] = [20, 120]
/** No job of a cell is run twice, which would count its request again: no slow machine loses a lease. */
const leaseMs = 86_400_000
const skip = skipWithout(MONACO)

function boxOf(places: readonly MapPlace[]): Bbox {
  const [lngs, lats] = [
    places.map(({ location }) => location.lng),
    places.map(({ location }) => location.lat),
  ]
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}

async function searched(
  t: TestContext,
  { places, noise }: { readonly places: readonly MapPlace[]; readonly noise: ProviderNoise },
): Promise<{ search: Search; task: PlannerTask; service: TestPlaces; crawl: FakeCrawl; body: object }> {
  const provider = createMapProvider({ places, pageSize: PAGE, maxResults: CAP, noise })
  const crawl = await startFakeCrawl(t, provider)
  const service = await startTestPlaces(t, { crawlUrl: crawl.url, leaseMs })
  const box = boxOf(places)
  const body = { query: '*', location: { bbox: box } }
  const search = await service.ended((await service.post('/api/search', body)).body.id)
  const { blurDeg, shuffledRanks } = noise
  const task = { provider, box, places, pageSize: PAGE, maxResults: CAP, blurDeg, shuffledRanks }
  return { search, task, service, crawl, body }
}

test(
  'blurred cells hide nothing: everything is found, and the manifest says complete',
  { skip },
  async (t) => {
    const places = (await extractPoints(MONACO)).slice(0, 500)
    const noise = { seed: 1, blurDeg: 0.0005, shuffledRanks: 0, lostShare: 0 }
    const { search, task } = await searched(t, { places, noise })
    const [grid, onePage] = [fixedGrid(task), onePageAndSplit(task)]
    t.diagnostic(
      `ours ${search.counts.kept} of ${places.length} in ${search.counts.requests} requests, ${knowing(task).requests} for one who knows; a grid of 1 km finds ` +
        `${grid.recall.toFixed(3)} in ${grid.requests}, one page and split ${onePage.recall.toFixed(3)} in ${onePage.requests}`,
    )
    assert.deepEqual([search.complete, search.counts.kept], [true, places.length])
    assert.ok(grid.recall < 0.9)
    assert.ok(search.counts.requests < onePage.requests)
  },
)

test(
  'pages that show rows twice make a search incomplete, and a second one tells what was missed',
  { skip },
  async (t) => {
    const places = (await extractPoints(MONACO)).slice(0, 300)
    const noise = { seed: 1, blurDeg: 0, shuffledRanks: 8, lostShare: 0.01 }
    const { search, service, crawl, body } = await searched(t, { places, noise })
    // By chance all of them may be found, in spite of the one of a hundred that each page leaves out.
    assert.ok(search.counts.kept > places.length * 0.95)
    assert.ok(crawl.searches.some(({ overlap = 0 }) => overlap > 0))
    assert.equal(search.complete, false)
    // Which rows are left out, and whether one of them was shown before, depends on where cells are cut.
    const codes = search.reasons.map(({ code }) => code).filter((code) => code !== 'rows_missing')
    assert.deepEqual(codes, ['rows_repeated'])
    const again = await service.post('/api/search', { ...body, sessionId: search.sessionId })
    await service.ended(again.body.id)
    const { items } = (await service.get(`/api/places?sessionId=${search.sessionId}&limit=500`)).body
    assert.ok(items.length >= search.counts.kept)
    // Incomplete searches are no evidence against a place.
    for (const { seenIn } of items) assert.equal(seenIn.n, seenIn.of)
  },
)
