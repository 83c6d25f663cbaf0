import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorkerRecord } from '#platform/jobs/worker-registry.ts'
import { browserCheck } from './queue-check.ts'

type Host = NonNullable<WorkerRecord['host']>

const farm = { source: 'farm', version: '156.0.8078.79', sandbox: null } as const
interface Told {
  readonly browser?: Host['browser']
  readonly farmAnswers?: boolean
  readonly browserStarts?: boolean
}

async function checked(...told: Told[]) {
  const workers = told.map(({ browser, ...seen }) => ({
    state: 'online' as const,
    host: browser === undefined ? null : { os: 'linux', arch: 'x64', cpus: 2, memBytes: 1, browser },
    pressure: { cpu: null, memBytes: null, browsers: 0, ...seen },
  }))
  return browserCheck({ listWorkers: async () => workers })
}

test('says which browsers there are, and warns of a farm that went away and of workers without one', async () => {
  assert.deepEqual(await checked({}), { status: 'pass', detail: null })
  assert.deepEqual(await checked({ browser: farm, farmAnswers: true }, {}), {
    status: 'pass',
    detail: 'Chromium 156.0.8078.79 (farm): 1 of 1 workers',
  })
  assert.deepEqual(await checked({ browser: farm, farmAnswers: false }, { browser: farm }), {
    status: 'warn',
    detail:
      'a browser farm that does not answer: 1 of 2 workers; Chromium 156.0.8078.79 (farm): 1 of 2 workers',
  })
  assert.deepEqual(await checked({ browser: null }), { status: 'warn', detail: 'none: 1 of 1 workers' })
  // The farm came after its worker.
  assert.deepEqual(await checked({ browser: null, farmAnswers: true }), {
    status: 'pass',
    detail: 'a browser farm: 1 of 1 workers',
  })
})

test('warns of a browser that is there and does not start, until it does', async () => {
  const browser = { source: 'package', version: '153.0.8010.0', sandbox: true } as const
  const named = 'Chromium 153.0.8010.0 (package)'
  assert.deepEqual(await checked({ browser, browserStarts: false }), {
    status: 'warn',
    detail: `${named}, which does not start: 1 of 1 workers`,
  })
  assert.deepEqual(await checked({ browser, browserStarts: true }, { browser }), {
    status: 'pass',
    detail: `${named}: 2 of 2 workers`,
  })
})
