// Places, crawl and a worker as processes of their own, as a team runs them.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestDatabaseUrl } from '#test/support/database/database.ts'
import type { Program } from '#test/support/programs/program.ts'
import { startSurveyor, temporaryFolder, type SurveyorOptions } from '#test/support/programs/surveyor.ts'

type Service = 'places' | 'crawl'

function startService(
  t: TestContext,
  service: Service,
  args: readonly string[],
  options: SurveyorOptions,
): Program {
  return startSurveyor(t, [service, `--${service}-port`, '0', ...args], options)
}

/** The address in the line that a service writes when it is ready. */
async function urlOf(service: Service, program: Program): Promise<string> {
  const [line] = await program.line(new RegExp(`^.*"${service} is ready".*$`))
  return (JSON.parse(line) as { url: string }).url
}

async function onlineWorkers(crawlUrl: string): Promise<number> {
  const answer = await fetch(`${crawlUrl}/api/workers`)
  const { items } = (await answer.json()) as { items: { status: string }[] }
  return items.filter(({ status }) => status === 'online').length
}

async function assertStops(programs: readonly Program[]): Promise<void> {
  for (const program of programs) {
    program.child.kill('SIGTERM')
    assert.deepEqual(await program.ended, { code: 0, signal: null }, program.output())
  }
}

test('two crawls that start at once share a new database, and a worker of one is seen by the other', async (t) => {
  const options = {
    workingDir: await temporaryFolder(t),
    environment: { DATABASE_URL: await createTestDatabaseUrl(t, []) },
  }
  const crawls = [startService(t, 'crawl', [], options), startService(t, 'crawl', [], options)] as const
  const urls = await Promise.all(crawls.map(async (crawl) => urlOf('crawl', crawl)))
  const [first = '', second = ''] = urls
  const worker = startSurveyor(t, ['worker', '--crawl-url', first], { workingDir: options.workingDir })
  const places = startService(t, 'places', ['--crawl-url', first], options)
  assert.equal((await fetch(`${await urlOf('places', places)}/health`)).status, 200)
  while ((await onlineWorkers(second)) === 0) await delay(50)

  await assertStops([worker])
  assert.equal(await onlineWorkers(second), 0)
  await assertStops([places, ...crawls])
})

test('services on one data folder share its embedded database', async (t) => {
  const options = { workingDir: await temporaryFolder(t) }
  const crawl = startService(t, 'crawl', [], options)
  const crawlUrl = await urlOf('crawl', crawl)
  const places = startService(t, 'places', ['--crawl-url', crawlUrl], options)
  const placesUrl = await urlOf('places', places)
  for (const url of [crawlUrl, placesUrl]) assert.equal((await fetch(`${url}/health`)).status, 200)
  await assertStops([places, crawl])
})

test('a worker waits for a crawl that is not there yet, and stops all the same', async (t) => {
  const worker = startSurveyor(t, ['worker', '--crawl-url', 'http://127.0.0.1:1'], {
    workingDir: await temporaryFolder(t),
  })
  await worker.line(/crawl/)
  await assertStops([worker])
})

test('a worker whose key crawl does not know says so', async (t) => {
  const options = {
    workingDir: await temporaryFolder(t),
    environment: { SURVEYOR_WORKER_KEY: 'the-key-that-crawl-was-given' },
  }
  const crawl = startService(t, 'crawl', [], options)
  const crawlUrl = await urlOf('crawl', crawl)
  const worker = startSurveyor(t, ['worker', '--crawl-url', crawlUrl], {
    workingDir: options.workingDir,
    environment: { SURVEYOR_WORKER_KEY: 'another-key-of-the-same-length' },
  })
  await worker.line(/key is not known/)
  await assertStops([worker, crawl])
})
