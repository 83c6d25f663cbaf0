// Settings come from the right source, and the message about a wrong one names the allowed values.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { loadSettings, SettingsError, type LoadOptions } from './load-settings.ts'
import { printSettings } from './print-settings.ts'
import { flagOf, SETTING_NAMES, SETTINGS, type Setting } from './settings.ts'

/** A working folder, with a surveyor.json when one is given. */
async function workingDir(t: TestContext, file?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-config-'))
  t.after(async () => rm(folder, { recursive: true }))
  if (file !== undefined) await writeFile(join(folder, 'surveyor.json'), file)
  return folder
}

/** Without the environment of this process. */
const load = async (options: LoadOptions) => loadSettings({ environment: {}, ...options })

async function messageOf(loading: Promise<unknown>): Promise<string> {
  const error = await loading.then(
    () => null,
    (error: unknown) => error,
  )
  assert.ok(error instanceof SettingsError, String(error))
  return error.message
}

test('flags beat the environment, the environment beats the file, the file beats the default', async (t) => {
  const folder = await workingDir(t, '{"placesPort": 1, "crawlPort": 2, "leaseMs": 3000}')
  const environment = { SURVEYOR_PLACES_PORT: '11', SURVEYOR_CRAWL_PORT: '12' }
  const { settings, sources } = await load({ workingDir: folder, environment, flags: { placesPort: '21' } })
  assert.deepEqual(
    [settings.placesPort, settings.crawlPort, settings.leaseMs, settings.sweepMs],
    [21, 12, 3000, 5000],
  )
  assert.deepEqual(
    [sources.placesPort, sources.crawlPort, sources.leaseMs, sources.sweepMs],
    ['flag', 'environment', 'file', 'default'],
  )
})

test('without anything every setting has its default, and an empty variable is not set', async (t) => {
  const folder = await workingDir(t)
  const { settings, sources } = await load({ workingDir: folder, environment: { SURVEYOR_CRAWL_PORT: '' } })
  assert.equal(settings.host, '127.0.0.1')
  assert.equal(settings.placesPort, 4116)
  assert.equal(settings.crawlPort, 4312)
  assert.equal(settings.databaseUrl, null)
  assert.equal(settings.dataDir, join(folder, '.surveyor'))
  assert.ok(SETTING_NAMES.every((name) => sources[name] === 'default'))
})

test('texts become the type of their setting', async (t) => {
  const { settings } = await load({
    workingDir: await workingDir(t),
    environment: {
      SURVEYOR_GOOGLE_ENABLED: 'yes',
      SURVEYOR_EGRESS_ALLOW: '10.0.0.0/8, 127.0.0.1/32:8123',
      SURVEYOR_WORKERS: ' 3 ',
    },
  })
  assert.equal(settings.googleEnabled, true)
  assert.deepEqual(settings.egressAllow, ['10.0.0.0/8', '127.0.0.1/32:8123'])
  assert.equal(settings.workers, 3)
})

test('a relative path starts where it was written down', async (t) => {
  const folder = await workingDir(t)
  const elsewhere = await workingDir(t, '{"dataDir": "data"}')
  const { settings } = await load({
    workingDir: folder,
    file: join(elsewhere, 'surveyor.json'),
    flags: { osmFile: 'town.osm.pbf' },
  })
  assert.equal(settings.dataDir, join(elsewhere, 'data'))
  assert.equal(settings.osmFile, join(folder, 'town.osm.pbf'))
  const { settings: several } = await load({
    workingDir: folder,
    flags: { osmFile: 'a.osm.pbf, b.osm.pbf,' },
  })
  assert.equal(several.osmFile, ['a', 'b'].map((name) => join(folder, `${name}.osm.pbf`)).join(','))
})

test('every wrong value is named with what is allowed, all in one message', async (t) => {
  const folder = await workingDir(t, '{"crawlPort": "4312"}')
  const message = await messageOf(
    load({
      workingDir: folder,
      environment: {
        SURVEYOR_PLACES_PORT: '70000',
        SURVEYOR_GOOGLE_ENABLED: 'perhaps',
        SURVEYOR_WORKERS: '1.5',
      },
      flags: { mapProvider: 'osm', egressHosts: 'town.test' },
    }),
  )
  assert.deepEqual(message.split('\n'), [
    'SURVEYOR_PLACES_PORT must be a whole number from 0 to 65535, not "70000".',
    `crawlPort in ${join(folder, 'surveyor.json')} must be a whole number from 0 to 65535, not "4312".`,
    'SURVEYOR_WORKERS must be a whole number from 0 to 64, not "1.5".',
    '--map-provider must be one of overpass, osm-file, google, overture, not "osm".',
    'SURVEYOR_GOOGLE_ENABLED must be true or false, not "perhaps".',
    '--egress-hosts must be a list separated by commas, each item NAME=IP:PORT or *.NAME=IP:PORT, not "town.test".',
  ])
})

test('a wrong secret is named and not shown', async (t) => {
  const loading = load({
    workingDir: await workingDir(t),
    environment: { DATABASE_URL: 'mysql://me:hunter2@x' },
  })
  assert.equal(await messageOf(loading), 'DATABASE_URL must be a postgres:// URL.')
})

test('a file that is missing, broken or has unknown names is refused', async (t) => {
  const missing = await messageOf(load({ workingDir: await workingDir(t), file: 'other.json' }))
  assert.match(missing, /settings file .*other\.json cannot be read/)
  for (const content of ['{"placesPort"', '[1]']) {
    const broken = await messageOf(load({ workingDir: await workingDir(t, content) }))
    assert.match(broken, /must be a JSON object/)
  }
  const unknown = await messageOf(load({ workingDir: await workingDir(t, '{"placePort": 1, "zebra": 1}') }))
  assert.match(unknown, /no setting called placePort; did you mean placesPort\?/)
  assert.match(unknown, /no setting called zebra\.$/)
})

test('addresses and networks are read before anything starts', async (t) => {
  const folder = await workingDir(t)
  const given = async (environment: NodeJS.ProcessEnv) => load({ workingDir: folder, environment })
  const { settings } = await given({
    SURVEYOR_TRUST_PROXY: 'loopback, 10.1.0.0/16, 192.0.2.7, fd00::/8, ::1',
    SURVEYOR_EGRESS_ALLOW: '10.0.0.0/8:80, 127.0.0.1, fd00::/8, [::1]:8123',
  })
  assert.equal(settings.trustProxy.length, 5)
  assert.equal(settings.egressAllow.length, 4)
  for (const wrong of ['abc', '10.0.0.0/99', '999.1.1.1/8', '10.0.0', 'example.org', 'fd00::/129']) {
    for (const name of ['SURVEYOR_TRUST_PROXY', 'SURVEYOR_EGRESS_ALLOW']) {
      const message = await messageOf(given({ [name]: wrong }))
      assert.ok(message.startsWith(`${name} must be`) && message.endsWith(`, not "${wrong}".`), message)
    }
  }
})

test('secrets leave the environment, and a variable with a slip in its name is pointed out', async (t) => {
  const environment: NodeJS.ProcessEnv = {
    SURVEYOR_ADMIN_KEY: 'srv_live_secret_of_this_test',
    DATABASE_URL: 'postgres://me:hunter2@db/x',
    SURVEYOR_CRAWLPORT: '1',
    SURVEYOR_BUILD: 'ours',
    SURVEYOR_FOO_BAR: 'like none but in its beginning',
    HOME: '/root',
  }
  const loaded = await load({ workingDir: await workingDir(t), environment })
  assert.equal(loaded.settings.adminKey, 'srv_live_secret_of_this_test')
  assert.deepEqual(Object.keys(environment), [
    'SURVEYOR_CRAWLPORT',
    'SURVEYOR_BUILD',
    'SURVEYOR_FOO_BAR',
    'HOME',
  ])
  assert.deepEqual(loaded.warnings, ['SURVEYOR_CRAWLPORT is no setting; did you mean SURVEYOR_CRAWL_PORT?'])
  const table = printSettings(loaded)
  assert.match(table, /^adminKey +\*{8} +environment +SURVEYOR_ADMIN_KEY +places,crawl,search +A key /m)
  assert.match(table, /^crawlPort +4312 +default +SURVEYOR_CRAWL_PORT +places,crawl,worker +Port of crawl/m)
  assert.doesNotMatch(table, /srv_live_secret_of_this_test|hunter2/)
})

test('a secret may be in a file, which is named and never shown when it cannot be used', async (t) => {
  const folder = await workingDir(t)
  await writeFile(join(folder, 'url'), 'postgres://me:hunter2@db/x\n')
  await writeFile(join(folder, 'empty'), '\n')
  const environment: NodeJS.ProcessEnv = { DATABASE_URL_FILE: 'url', SURVEYOR_ADMIN_KEY_FILE: '' }
  const { settings, sources } = await load({ workingDir: folder, environment })
  assert.equal(settings.databaseUrl, 'postgres://me:hunter2@db/x')
  assert.equal(sources.databaseUrl, 'environment')
  assert.equal(settings.adminKey, null)
  assert.deepEqual(environment, {})
  const message = await messageOf(
    load({
      workingDir: folder,
      environment: {
        DATABASE_URL: 'postgres://me:hunter3@db/x',
        DATABASE_URL_FILE: 'url',
        SURVEYOR_ADMIN_KEY_FILE: 'missing',
        SURVEYOR_WORKER_KEY_FILE: 'empty',
      },
    }),
  )
  assert.deepEqual(message.split('\n'), [
    'DATABASE_URL and DATABASE_URL_FILE are both set; remove one of them.',
    'SURVEYOR_ADMIN_KEY_FILE names a file that cannot be read: missing.',
    'SURVEYOR_WORKER_KEY_FILE names a file that holds no secret: empty is empty or too large.',
  ])
})

test('a key that is too short for the services is refused by the name of its setting, and not shown', async (t) => {
  for (const name of ['SURVEYOR_ADMIN_KEY', 'SURVEYOR_WORKER_KEY', 'SURVEYOR_CRAWL_KEY']) {
    const given = async (secret: string) =>
      load({ workingDir: await workingDir(t), environment: { [name]: secret } })
    const message = await messageOf(given('hunter2'))
    assert.ok(message.startsWith(`${name} must be a text of at least 24 characters`), message)
    assert.ok(!message.includes('hunter2'), message)
    assert.equal((await given('x'.repeat(24))).warnings.length, 0)
  }
})

test('no two settings share a variable or a flag, and each has its sentence', () => {
  const all = SETTING_NAMES.map((name): Setting => SETTINGS[name])
  assert.equal(new Set(all.map(({ env }) => env)).size, all.length)
  assert.equal(new Set(SETTING_NAMES.map(flagOf)).size, all.length)
  for (const { about } of all) assert.match(about, /^[A-Z].*\.$/)
})
