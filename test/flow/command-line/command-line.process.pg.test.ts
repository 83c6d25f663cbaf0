// The command line as a person meets it: help, slips, settings, keys. `refused.test.ts` has the other slips.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { COMMANDS } from '#bin/commands.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createTestDatabaseUrl } from '#test/support/database/database.ts'
import { runSurveyor, startSurveyor, temporaryFolder } from '#test/support/programs/surveyor.ts'

async function run(t: TestContext, args: readonly string[], environment: Record<string, string> = {}) {
  return runSurveyor(t, args, { workingDir: await temporaryFolder(t), environment })
}

/** What is said of a mistyped variable. */
const SLIP = /^SURVEYOR_LOG_LEVL is no setting; did you mean SURVEYOR_LOG_LEVEL\?$/m

const NAMES =
  'start places crawl worker migrate backup restore config keys demo search site map mcp reparse'.split(' ')

test('--help lists every command, and those of a command and of the settings are texts of their own', async (t) => {
  const general = await run(t, ['--help'])
  assert.equal(general.code, 0)
  assert.deepEqual(Object.keys(COMMANDS).toSorted(), NAMES.toSorted())
  for (const command of NAMES) assert.match(general.output, new RegExp(`^  ${command} +\\S`, 'm'))
  const search = await run(t, ['search', '--help'])
  assert.equal(search.code, 0)
  assert.match(search.output, /^Usage: surveyor search/m)
  for (const args of [
    ['--help', 'settings'],
    ['start', '--help', 'settings'],
  ]) {
    const { code, output } = await run(t, args)
    assert.equal(code, 0)
    assert.match(output, /^ +--places-port .*\[SURVEYOR_PLACES_PORT\]$/m)
  }
})

test('--version tells the version of the package', async (t) => {
  const { code, output } = await run(t, ['--version'])
  assert.equal(code, 0)
  assert.match(output, /^\d+\.\d+\.\d+$/)
})

for (const [args, answer] of [
  [[], /^Usage: surveyor COMMAND/m],
  [['strat'], /no command strat; did you mean start\?/],
  [['zzz'], /no command zzz\.$/m],
  [
    ['search', 'cafes', 'Monaco'],
    /"Monaco" is one word too many; put the query in quotes\.\nsurveyor search --help shows what there is\.$/,
  ],
] as const) {
  test(`surveyor ${args.join(' ')} is told what would be right`, async (t) => {
    const { code, output } = await run(t, args)
    assert.equal(code, 2)
    assert.match(output, answer)
    assert.doesNotMatch(output, /^\s+at /m)
  })
}

test('a wrong variable is named, with what is allowed', async (t) => {
  const { code, output } = await run(t, ['config'], { SURVEYOR_CRAWL_PORT: '99999' })
  assert.equal(code, 2)
  assert.equal(output, 'SURVEYOR_CRAWL_PORT must be a whole number from 0 to 65535, not "99999".')
})

test('config shows where each value comes from, and no secret', async (t) => {
  const workingDir = await temporaryFolder(t)
  await writeFile(join(workingDir, 'surveyor.json'), '{"leaseMs": 12000, "crawlPort": 1}')
  const { code, output } = await runSurveyor(t, ['config', '--places-port', '0', '--google-enabled'], {
    workingDir,
    environment: {
      SURVEYOR_CRAWL_PORT: '2',
      SURVEYOR_ADMIN_KEY: 'srv_live_hidden_and_long_enough',
      SURVEYOR_PLACE_PORT: '3',
    },
  })
  assert.equal(code, 0)
  assert.match(output, /^placesPort +0 +flag /m)
  assert.match(output, /^googleEnabled +true +flag /m)
  assert.match(output, /^crawlPort +2 +environment /m)
  assert.match(output, /^leaseMs +12000 +file /m)
  assert.match(output, /^host +127\.0\.0\.1 +default /m)
  assert.match(output, /^adminKey +\*+ +environment /m)
  assert.match(output, /SURVEYOR_PLACE_PORT is no setting; did you mean SURVEYOR_PLACES_PORT\?/)
  assert.doesNotMatch(output, /srv_live_hidden/)
})

test('keys are made, listed and revoked in the database of their service', async (t) => {
  const options = {
    workingDir: await temporaryFolder(t),
    environment: { DATABASE_URL: await createTestDatabaseUrl(t, []), SURVEYOR_LOG_LEVL: 'debug' },
  }
  const keys = async (...args: string[]) => runSurveyor(t, ['keys', ...args], options)
  const created = await keys('create', '--service', 'crawl', '--name', 'mine', '--scopes', 'extract,jobs')
  assert.equal(created.code, 0)
  assert.match(created.output, /^srv_live_\w{30}_\w{6}$/m)
  const [, id = ''] = /^(key_[0-9a-f-]{36}) of crawl/m.exec(created.output) ?? []

  const listed = await keys('list', '--service', 'crawl')
  assert.match(
    listed.output,
    new RegExp(
      `^${id}\\tsrv_live_....…\\tactive\\textract,jobs\\tnever ends\\tno limit of its own\\tfrom anywhere\\tmine$`,
      'm',
    ),
  )
  assert.match((await keys('list', '--service', 'places')).output, /^There are no keys of places\.$/m)

  const rotated = await keys('rotate', id, '--service', 'crawl', '--overlap', '1')
  assert.match(rotated.output, /^srv_live_\w{30}_\w{6}$/m)
  assert.match(rotated.output, new RegExp(`in the place of ${id}`))
  const bounded = await keys(
    'create',
    '--service',
    'places',
    '--requests-per-minute',
    '60',
    '--allow-from',
    '10.0.0.0/8,::1',
  )
  assert.equal(bounded.code, 0, bounded.output)
  assert.match(
    (await keys('list', '--service', 'places')).output,
    /\tnever ends\t60 a minute\tfrom 10\.0\.0\.0\/8,::1\tmade by surveyor keys$/,
  )

  const revoked = await keys('revoke', id, '--service', 'crawl')
  assert.match(revoked.output, new RegExp(`^${id}\\t.*\\trevoked\\t`, 'm'))
  assert.match(listed.output, SLIP)
  const unknown = await keys('revoke', 'key_none', '--service', 'crawl')
  assert.equal(unknown.code, 1)
  assert.match(unknown.output, /^No key has this id\.$/m)
})

test('migrate tells what it applied, and the second time that there was nothing to do', async (t) => {
  const options = {
    workingDir: await temporaryFolder(t),
    environment: { DATABASE_URL: await createTestDatabaseUrl(t, []) },
  }
  const first = await runSurveyor(t, ['migrate'], options)
  assert.equal(first.code, 0)
  assert.match(first.output, /^crawl: jobs\/0001_\w+\.sql$/m)
  assert.match(first.output, /^places: places\/0001_\w+\.sql$/m)
  const environment = { ...options.environment, SURVEYOR_LOG_LEVL: 'debug' }
  const second = await runSurveyor(t, ['migrate'], { ...options, environment })
  assert.equal(second.code, 0)
  assert.match(second.output, /^The database is up to date\.$/m)
  assert.match(second.output, SLIP)
})

test('a database that is only just starting is waited for', async (t) => {
  const dataDir = await temporaryFolder(t)
  const server = async () => startEmbeddedPostgres({ dataDir, log: silentLogger })
  let url: string
  {
    await using first = await server()
    url = first.url
  }
  const waiting = startSurveyor(t, ['migrate'], {
    workingDir: await temporaryFolder(t),
    environment: { DATABASE_URL: url },
  })
  await waiting.line(/waiting for the database/)
  await using second = await server()
  assert.equal(second.url, url)
  assert.deepEqual(await waiting.ended, { code: 0, signal: null }, waiting.output())
})

test('a database that does not let us in is named at once', async (t) => {
  const url = new URL(await createTestDatabaseUrl(t, []))
  url.pathname = '/not_there'
  const { code, output } = await run(t, ['migrate'], { DATABASE_URL: url.href })
  assert.equal(code, 1)
  assert.match(output, /database "not_there" does not exist/)
  assert.ok(url.password === '' || !output.includes(url.password))
})
