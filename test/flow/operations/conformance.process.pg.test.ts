// The running product against the two documents, by the check that is kept beside this repository.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductDatabaseUrl } from '#test/support/database/database.ts'
import { createProduct } from '#test/support/programs/product.ts'
import { startProgram, type Program } from '#test/support/programs/program.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { startSurveyor, temporaryFolder } from '#test/support/programs/surveyor.ts'

const CHECK = 'conformance/check.mjs'
const MONACO = 'data/osm/planetiler-monaco-latest.osm.pbf'

test('surveyor start meets both documents', { skip: skipWithout(CHECK) }, async (t) => {
  const product = startSurveyor(t, ['start'], {
    workingDir: await temporaryFolder(t),
    environment: {
      DATABASE_URL: await createProductDatabaseUrl(t),
      SURVEYOR_PLACES_PORT: '0',
      SURVEYOR_CRAWL_PORT: '0',
      SURVEYOR_OSM_FILE: sharedPath(MONACO),
    },
  })
  const [, placesUrl = ''] = await product.line(/^places +(http:\S+)/)
  const [, crawlUrl = ''] = await product.line(/^crawl +(http:\S+)/)

  const check = startProgram(t, process.execPath, [sharedPath(CHECK), '--with-map'], {
    env: { PLACES_URL: placesUrl, CRAWL_URL: crawlUrl },
  })
  const { code } = await check.ended
  t.diagnostic(check.output().split('\n').at(-1) ?? '')
  assert.equal(code, 0, check.output())

  product.child.kill('SIGTERM')
  assert.deepEqual(await product.ended, { code: 0, signal: null })
})

test(
  'places, crawl and workers as processes of their own, with keys, meet both documents',
  { skip: skipWithout(CHECK) },
  async (t) => {
    const keys = {
      SURVEYOR_ADMIN_KEY: 'the-admin-key-of-this-test-0001',
      SURVEYOR_WORKER_KEY: 'the-worker-key-of-this-test-001',
      SURVEYOR_CRAWL_KEY: 'the-key-of-places-in-this-test1',
    }
    // Nobody is killed here: the lease of every day, which a busy machine does not break.
    const product = await createProduct(t, {
      ...keys,
      SURVEYOR_LEASE_MS: '30000',
      SURVEYOR_OSM_FILE: sharedPath(MONACO),
    })
    const programs: Program[] = []
    for (const part of ['crawl', 'places', 'worker', 'worker'] as const)
      programs.push(await product.start(part))
    const check = startProgram(t, process.execPath, [sharedPath(CHECK), '--with-map'], {
      env: {
        PLACES_URL: product.placesUrl,
        CRAWL_URL: product.crawlUrl,
        API_KEY: keys.SURVEYOR_ADMIN_KEY,
        WORKER_KEY: keys.SURVEYOR_WORKER_KEY,
      },
    })
    const { code } = await check.ended
    t.diagnostic(check.output().split('\n').at(-1) ?? '')
    assert.equal(code, 0, check.output())
    for (const { child, ended } of programs.toReversed()) {
      child.kill('SIGTERM')
      assert.deepEqual(await ended, { code: 0, signal: null })
    }
  },
)
