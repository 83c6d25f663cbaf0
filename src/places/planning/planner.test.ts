import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generatedAreas } from '#test/support/planner/generated-areas.ts'
import { NOISES, noisyTask } from '#test/support/planner/noisy-task.ts'
import { knowing, knowingAll } from '#test/support/planner/other-planners.ts'
import { ourPlanner } from '#test/support/planner/our-planner.ts'

const AREAS = Object.values(generatedAreas([400, 900])).flat()
const MAX_TIMES = 1.3
const MIN_RECALL = 0.99

for (const [name, noise] of Object.entries(NOISES)) {
  test(`a provider with noise (${name}): few requests more than are needed, and complete is said only of what is`, (t) => {
    const runs = AREAS.map((places) => {
      const task = noisyTask(places, { seed: 1, ...noise })
      return { ours: ourPlanner(task), known: knowingAll(task), once: knowing(task) }
    })
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const times = mean(runs.map(({ ours, known }) => ours.requests / known.requests))
    const timesOnce = mean(runs.map(({ ours, once }) => ours.requests / once.requests))
    const recall = mean(runs.map(({ ours }) => ours.recall))
    t.diagnostic(
      `finds ${recall.toFixed(4)} in ${times.toFixed(3)} times the requests of one who knows and finds ` +
        `${mean(runs.map(({ known }) => known.recall)).toFixed(4)}, ${timesOnce.toFixed(3)} times those of one whose pages ` +
        `share nothing, who finds ${mean(runs.map(({ once }) => once.recall)).toFixed(4)}`,
    )
    assert.ok(times <= MAX_TIMES)
    assert.ok(recall >= Math.min(MIN_RECALL, mean(runs.map(({ known }) => known.recall))))
    for (const { ours } of runs) assert.ok(ours.recall === 1 || !ours.isComplete)
    // Without restless pages nothing is in the way of finding everything.
    assert.ok(noise.shuffledRanks > 0 || runs.every(({ ours }) => ours.isComplete))
  })
}
