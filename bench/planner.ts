// Planners beside each other on a simulated provider: what they find of an area, and in how many requests.
import type { MapPlace } from '#contract/places/place.ts'
import { extractPoints } from '#test/support/places/extract-points.ts'
import {
  fixedGrid,
  knowing,
  knowingAll,
  onePageAndSplit,
  type PlannerResult,
} from '#test/support/planner/other-planners.ts'
import { NOISES, noisyTask } from '#test/support/planner/noisy-task.ts'
import { ourPlanner } from '#test/support/planner/our-planner.ts'
import { skipWithout } from '#test/support/shared-data.ts'
import { generatedAreas } from '#test/support/planner/generated-areas.ts'

export const name = 'planner'
export const about =
  'recall and requests of our planner, a grid, one page and split, and one that knows; three extracts, generated areas'

/** Each has the places ranked otherwise. */
const RANKINGS = [1, 2, 3, 4, 5]
const COUNTS = [160, 250, 400, 700, 1_200, 2_500]
const EXTRACTS = {
  Monaco: 'data/osm/planetiler-monaco-latest.osm.pbf',
  Harrisburg: 'data/osm/valhalla-harrisburg.osm.pbf',
  Liechtenstein: 'data/osm/nominatim-apidb-liechtenstein.osm.pbf',
}

export async function run(): Promise<void> {
  for (const [area, path] of Object.entries(EXTRACTS)) {
    const skipped = skipWithout(path)
    if (skipped !== false) console.log(`planner: ${area} skipped, ${skipped}`)
    else await compare(area, [await extractPoints(path)])
  }
  for (const [kind, areas] of Object.entries(generatedAreas(COUNTS))) await compare(kind, areas)
}

/** Averages over the areas, each in all rankings, and the spread of our requests in those of the one who knows. */
async function compare(kind: string, areas: readonly (readonly MapPlace[])[]): Promise<void> {
  console.log(`\n${kind}: ${areas.map(({ length }) => length).join(', ')} places`)
  for (const [noise, how] of Object.entries(NOISES)) {
    const runs = areas.flatMap((places) =>
      RANKINGS.map((seed) => {
        const task = noisyTask(places, { seed, ...how })
        const [ours, known, knownAll] = [ourPlanner(task), knowing(task), knowingAll(task)]
        return {
          ours,
          known,
          knownAll,
          grid: fixedGrid(task),
          onePage: onePageAndSplit(task),
          times: ours.requests / known.requests,
          timesAll: ours.requests / knownAll.requests,
        }
      }),
    )
    const times = runs.map((each) => each.times).toSorted((a, b) => a - b)
    const lying = runs.filter(({ ours }) => ours.isComplete && ours.recall < 1).length
    const shown = (of: (one: (typeof runs)[number]) => PlannerResult) =>
      `${mean(runs.map((one) => of(one).recall)).toFixed(3)} in ${mean(runs.map((one) => of(one).requests)).toFixed(0)}`
    console.log(
      `  ${noise.padEnd(9)} ours ${shown((one) => one.ours)}, knows ${shown((one) => one.known)}: ${mean(times).toFixed(2)} times ` +
        `(${times[0]?.toFixed(2)} to ${times.at(-1)?.toFixed(2)}); with shared rows ${shown((one) => one.knownAll)}: ` +
        `${mean(runs.map((each) => each.timesAll)).toFixed(2)} times; grid ${shown((one) => one.grid)}, one page and split ` +
        `${shown((one) => one.onePage)}; said complete and was not: ${lying} of ${runs.length}`,
    )
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
