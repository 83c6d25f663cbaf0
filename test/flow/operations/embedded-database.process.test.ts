// The embedded database through every way in which it, or we, can come and go: real processes, real kills.
import assert from 'node:assert/strict'
import { execFile, type SpawnOptions } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { openDatabase, type Database } from '#platform/db/database.ts'
import { findBinaries } from '#platform/db/embedded/binaries.ts'
import { clusterTemplate } from '#platform/db/embedded/cluster-template.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres.ts'
import { createLauncher } from '#platform/db/embedded/launcher.ts'
import { isAlive } from '#kit/is-alive.ts'
import { readPostmasterFile } from '#platform/db/embedded/postmaster-file.ts'
import { startServer } from '#platform/db/embedded/server-process.ts'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startProgram, type Program } from '#test/support/programs/program.ts'

const OWNER = fileURLToPath(import.meta.resolve('#test/support/database/embedded-owner.ts'))
const ANONYMOUS = 65_534
const IS_ROOT = process.getuid?.() === 0

async function dataFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-embedded-'))
  t.after(async () => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

let used: Promise<string> | null = null

/** A data folder in which a server ran before: a first start is most of the work of a test that is about something else. */
async function usedDataFolder(t: TestContext): Promise<string> {
  const [template, folder] = await Promise.all([(used ??= makeUsed()), dataFolder(t)])
  // With its owners: as root the server runs as another user.
  await promisify(execFile)('cp', ['-a', `${template}/.`, folder])
  return folder
}

async function makeUsed(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-embedded-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await using server = await startEmbeddedPostgres({ dataDir: folder, log: silentLogger })
  assert.ok(server.url)
  return folder
}

function startOwner(t: TestContext, dataDir: string, options: SpawnOptions = {}): Program {
  return startProgram(t, process.execPath, [OWNER, dataDir], options)
}

async function readyUrl(owner: Program): Promise<string> {
  return (await owner.line(/^ready (\S+)$/))[1] as string
}

async function openUrl(url: string): Promise<Database> {
  return openDatabase({
    url,
    schema: 'public',
    maxConnections: 4,
    applicationName: 'test',
    log: silentLogger,
  })
}

async function open(t: TestContext, url: string): Promise<Database> {
  const db = await openUrl(url)
  t.after(async () => db[Symbol.asyncDispose]())
  return db
}

async function serverPid(dataDir: string): Promise<number> {
  const file = await readPostmasterFile(join(dataDir, 'postgres/cluster/data'))
  assert.ok(file)
  return file.pid
}

async function goneFrom(pid: number): Promise<void> {
  while (isAlive(pid)) await delay(20)
}

/** Nothing that a test leaves behind may outlive it: an orphaned server is in no process group of ours. */
function killServerAfter(t: TestContext, dataDir: string): void {
  t.after(async () => {
    const file = await readPostmasterFile(join(dataDir, 'postgres/cluster/data'))
    if (file !== null && file.pid !== process.pid && isAlive(file.pid)) {
      process.kill(file.pid, 'SIGQUIT')
      await goneFrom(file.pid)
    }
  })
}

async function rememberSomething(db: Database): Promise<void> {
  await db.execute(sql`create table kept (value text)`)
  await db.execute(sql`insert into kept values ('still here')`)
}

async function assertRemembered(t: TestContext, url: string): Promise<void> {
  const db = await open(t, url)
  assert.deepEqual(await db.query(sql`select value from kept`), [{ value: 'still here' }])
}

test('a first start makes a private UTF8 cluster, and a second start finds everything again', async (t) => {
  const dataDir = await dataFolder(t)
  let url: string
  {
    await using server = await startEmbeddedPostgres({ dataDir, log: silentLogger })
    url = server.url
    await using db = await openUrl(url)
    await rememberSomething(db)
    const [settings] = await db.query(sql`select
      current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('server_encoding') as encoding, current_setting('jit') as jit, inet_server_addr() as address,
      (select datlocprovider::text || ' ' || datlocale from pg_database where datname = current_database()) as locale`)
    assert.deepEqual(settings, {
      listen: '127.0.0.1',
      sockets: `"${join(dataDir, 'postgres')}"`,
      fsync: 'on',
      commit: 'on',
      encoding: 'UTF8',
      jit: 'off',
      address: null,
      locale: 'b C.UTF-8',
    })
    await db.execute(sql`create extension pg_trgm`)
    const [trigrams] = await db.query<{ n: number }>(sql`select cardinality(show_trgm('東京')) as n`)
    assert.equal(trigrams?.n, 3)
    const socket = join(dataDir, 'postgres', `.s.PGSQL.${new URL(url).port}`)
    assert.equal((await stat(socket)).mode & 0o777, 0o700)
    const overTcp = url.replace(/@[^:]+:/, '@127.0.0.1:')
    await assertRemembered(t, overTcp)
    for (const address of [url, overTcp])
      await assert.rejects(openUrl(address.replace(/:[^:@]+@/, ':wrong@')), SurveyorError)
  }
  const password = join(dataDir, 'postgres/cluster/password')
  assert.equal((await stat(password)).mode & 0o777, 0o600)
  assert.equal((await stat(join(dataDir, 'postgres'))).mode & 0o777, 0o700)

  await using again = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  assert.equal(again.url, url)
  await using db = await openUrl(url)
  assert.deepEqual(await db.query(sql`select value from kept`), [{ value: 'still here' }])
})

test('a data folder whose path is too long for a socket is served over TCP', async (t) => {
  const dataDir = join(await dataFolder(t), 'long'.repeat(25))
  await using server = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  assert.equal(new URL(server.url).hostname, '127.0.0.1')
  assert.equal(await findEmbeddedPostgres(dataDir), server.url)
  await open(t, server.url)
})

test('a new folder is a copy of the template, with a password of its own', async (t) => {
  const folder = await dataFolder(t)
  let fills = 0
  const templateOf = async (key: string) =>
    clusterTemplate({
      folder: join(folder, 'templates'),
      key,
      async fill(url) {
        fills += 1
        await using db = await openUrl(url)
        await rememberSomething(db)
      },
      log: silentLogger,
    })
  // One of two makes it; the other one finds it busy, or made.
  const made = await Promise.all([templateOf('first'), templateOf('first')])
  const template = made.find((cluster) => cluster !== null)
  assert.ok(template)
  assert.equal(fills, 1)
  assert.equal(await readPostmasterFile(template.data), null)

  const dataDir = join(folder, 'data')
  const options = { dataDir, log: silentLogger, template: async () => templateOf('first') }
  {
    await using server = await startEmbeddedPostgres(options)
    await assertRemembered(t, server.url)
    assert.notEqual(new URL(server.url).password, template.password)
    const withThatOfTheTemplate = new URL(server.url)
    withThatOfTheTemplate.password = template.password
    await assert.rejects(openUrl(withThatOfTheTemplate.href), SurveyorError)
    await using db = await openUrl(server.url)
    await db.execute(sql`update kept set value = 'changed'`)
  }
  assert.equal(fills, 1)

  // Of another content there is another template, and the first one is no longer kept.
  assert.notEqual(await templateOf('second'), null)
  assert.equal(fills, 2)
  assert.deepEqual(
    (await readdir(join(folder, 'templates'))).filter((name) => name !== 'lock'),
    ['second'],
  )
  await using again = await startEmbeddedPostgres(options)
  await using db = await openUrl(again.url)
  assert.deepEqual(await db.query(sql`select value from kept`), [{ value: 'changed' }])
  assert.equal(fills, 2)
})

test('without a usable template a cluster is made from nothing', async (t) => {
  const folder = await dataFolder(t)
  await writeFile(join(folder, 'file'), '')
  const impossible = { folder: join(folder, 'file', 'templates'), key: 'any', log: silentLogger }
  const fill = async () => assert.fail('It has nothing to fill.')
  assert.equal(await clusterTemplate({ ...impossible, fill }), null)

  const template = async () => ({ data: join(folder, 'gone'), password: 'x' })
  await using server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: silentLogger,
    template,
  })
  await using db = await openUrl(server.url)
  assert.deepEqual(await db.query(sql`select 1 as one`), [{ one: 1 }])
})

test('a second start on the same data folder is refused and names the first', async (t) => {
  const dataDir = await usedDataFolder(t)
  const first = startOwner(t, dataDir)
  await readyUrl(first)
  const second = startOwner(t, dataDir)
  const [refusal] = await second.line(/^refused: .*/)
  assert.match(refusal, new RegExp(`in use by another Surveyor \\(pid ${first.pid}\\)`))
  assert.equal((await second.ended).code, 1)
  first.child.kill('SIGTERM')
  assert.equal((await first.ended).code, 0)
})

test('a server that serves another process is found, and none where none runs', async (t) => {
  const dataDir = await usedDataFolder(t)
  assert.equal(await findEmbeddedPostgres(dataDir), null)
  const owner = startOwner(t, dataDir)
  const url = await readyUrl(owner)
  assert.equal(await findEmbeddedPostgres(dataDir), url)
  owner.child.kill('SIGTERM')
  await owner.ended
  assert.equal(await findEmbeddedPostgres(dataDir), null)
})

test('a kill -9 of the owner loses nothing, and what is left of its server stops no start', async (t) => {
  const dataDir = await usedDataFolder(t)
  killServerAfter(t, dataDir)
  const killed = startOwner(t, dataDir)
  const db = await open(t, await readyUrl(killed))
  await rememberSomething(db)
  const server = await serverPid(dataDir)
  killed.child.kill('SIGKILL')
  await killed.ended

  const next = startOwner(t, dataDir)
  await assertRemembered(t, await readyUrl(next))
  await goneFrom(server)
  next.child.kill('SIGTERM')
  assert.equal((await next.ended).code, 0)
})

test(
  'on Linux a server ends with its owner, even by kill -9',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const dataDir = await usedDataFolder(t)
    killServerAfter(t, dataDir)
    const owner = startOwner(t, dataDir)
    await readyUrl(owner)
    const server = await serverPid(dataDir)
    owner.child.kill('SIGKILL')
    await goneFrom(server)
  },
)

test('a server that runs on without its owner is stopped, and another one takes over its data', async (t) => {
  const dataDir = await usedDataFolder(t)
  killServerAfter(t, dataDir)
  {
    await using first = await startEmbeddedPostgres({ dataDir, log: silentLogger })
    await rememberSomething(await open(t, first.url))
  }
  // The state after a kill -9 on a system that cannot tie the server to its owner: the server without the lock.
  const [binaries, launcher] = await Promise.all([findBinaries(), createLauncher()])
  const folder = join(dataDir, 'postgres')
  const data = join(folder, 'cluster/data')
  const orphan = await startServer({
    binaries,
    launcher,
    data,
    port: 19_999,
    socketFolder: null,
    logFile: join(folder, 'server.log'),
  })

  await using next = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  await orphan.ended
  await assertRemembered(t, next.url)
})

test('a kill -9 of owner and server leaves a pid file that stops no start, even when the pid is taken again', async (t) => {
  const dataDir = await usedDataFolder(t)
  killServerAfter(t, dataDir)
  const other = startProgram(t, 'sleep', ['600'])
  for (const pidInFile of ['dead', 'taken'] as const) {
    const owner = startOwner(t, dataDir)
    const db = await open(t, await readyUrl(owner))
    if (pidInFile === 'dead') await rememberSomething(db)
    const server = await serverPid(dataDir)
    // Held, so that it cannot use the moment between the two for a shutdown.
    process.kill(server, 'SIGSTOP')
    owner.child.kill('SIGKILL')
    await owner.ended
    process.kill(server, 'SIGKILL')
    await goneFrom(server)
    if (pidInFile === 'taken') {
      const port = (await readFile(join(dataDir, 'postgres/port'), 'utf8')).trim()
      for (const file of ['cluster/data/postmaster.pid', `.s.PGSQL.${port}.lock`]) {
        const path = join(dataDir, 'postgres', file)
        await writeFile(path, (await readFile(path, 'utf8')).replace(/^\d+/, String(other.pid)))
      }
    }
  }
  const last = startOwner(t, dataDir)
  await assertRemembered(t, await readyUrl(last))
  assert.equal(other.child.exitCode, null)
  last.child.kill('SIGTERM')
  assert.equal((await last.ended).code, 0)
})

test('a server killed during a run is started again; until then clients see storage_unavailable only', async (t) => {
  const dataDir = await usedDataFolder(t)
  await using server = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  await using db = await openUrl(server.url)
  await rememberSomething(db)
  const missed = Promise.withResolvers<string>()
  await db.listen('public_test', missed.resolve)
  const before = await serverPid(dataDir)
  process.kill(before, 'SIGKILL')
  await goneFrom(before)
  let failures = 0
  for (;;) {
    const rows = await db.query(sql`select value from kept`).catch((error: unknown) => {
      assert.ok(error instanceof SurveyorError && error.code === 'storage_unavailable', String(error))
      failures += 1
      return null
    })
    if (rows !== null) {
      assert.deepEqual(rows, [{ value: 'still here' }])
      break
    }
    await delay(20)
  }
  assert.ok(failures > 0)
  assert.notEqual(await serverPid(dataDir), before)
  assert.equal(await missed.promise, '')
})

test('an initdb that was interrupted leaves nothing that stops the next start', async (t) => {
  const dataDir = await dataFolder(t)
  const folder = join(dataDir, 'postgres')
  const interrupted = startOwner(t, dataDir)
  const names = async (): Promise<string[]> => readdir(folder).catch(() => [])
  const halfMade = async () => {
    const name = (await names()).find((name) => name.startsWith('cluster.new-'))
    return (
      name !== undefined &&
      (await stat(join(folder, name, 'data/base')).then(
        () => true,
        () => false,
      ))
    )
  }
  while (!(await halfMade())) await delay(5)
  interrupted.child.kill('SIGKILL')
  await interrupted.ended
  assert.ok(!(await names()).includes('cluster'))

  {
    await using server = await startEmbeddedPostgres({ dataDir, log: silentLogger })
    await open(t, server.url)
  }
  await using again = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  await open(t, again.url)
  assert.deepEqual(
    (await names()).filter((name) => name.startsWith('cluster.new-')),
    [],
  )
})

test('Ctrl-C in the terminal reaches the owner and not the server', async (t) => {
  const dataDir = await usedDataFolder(t)
  killServerAfter(t, dataDir)
  const owner = startOwner(t, dataDir, { detached: true })
  const url = await readyUrl(owner)
  process.kill(-owner.pid, 'SIGINT')
  await owner.line(/got SIGINT/)
  const db = await open(t, url)
  assert.equal((await db.query(sql`select 1`)).length, 1)
  await db[Symbol.asyncDispose]()
  owner.child.kill('SIGTERM')
  assert.equal((await owner.ended).code, 0)
})

test('a stop ends the open connections of others, and leaves no process and no pid file', async (t) => {
  const dataDir = await usedDataFolder(t)
  const owner = startOwner(t, dataDir)
  const db = await open(t, await readyUrl(owner))
  const server = await serverPid(dataDir)
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query(sql`select 1`)
      owner.child.kill('SIGTERM')
      await owner.ended
      await tx.query(sql`select 1`)
    }),
    SurveyorError,
  )
  assert.equal((await owner.ended).code, 0)
  assert.ok(!isAlive(server))
  assert.equal(await readPostmasterFile(join(dataDir, 'postgres/cluster/data')), null)
})

test('a remembered port that another program took meanwhile is given up for another', async (t) => {
  const dataDir = await usedDataFolder(t)
  let port: number
  {
    await using server = await startEmbeddedPostgres({ dataDir, log: silentLogger })
    port = Number(new URL(server.url).port)
  }
  const squatter = createServer().listen(port, '127.0.0.1')
  t.after(() => squatter.close())
  await using server = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  assert.notEqual(Number(new URL(server.url).port), port)
  await open(t, server.url)
})

test('a cluster of another PostgreSQL version is refused', async (t) => {
  const dataDir = await usedDataFolder(t)
  {
    await using server = await startEmbeddedPostgres({ dataDir, log: silentLogger })
    assert.ok(server.url)
  }
  await writeFile(join(dataDir, 'postgres/cluster/data/PG_VERSION'), '12\n')
  await assert.rejects(
    startEmbeddedPostgres({ dataDir, log: silentLogger }),
    /made by PostgreSQL 12, and this Surveyor brings \d+/,
  )
  // The refusal let go of the folder: the next attempt is refused for the same reason, not as a second start.
  await assert.rejects(startEmbeddedPostgres({ dataDir, log: silentLogger }), /made by PostgreSQL 12/)
})

test('it runs as an ordinary user', { skip: IS_ROOT ? false : 'all other tests already do' }, async (t) => {
  const dataDir = await dataFolder(t)
  await chown(dataDir, ANONYMOUS, ANONYMOUS)
  const owner = startOwner(t, dataDir, { uid: ANONYMOUS, gid: ANONYMOUS })
  const first = await owner.line(/^ready (\S+)$/).catch((error: Error) => error)
  if (first instanceof Error && first.message.includes('EACCES')) {
    t.skip('the repository lies where the user nobody cannot read it')
    return
  }
  assert.ok(!(first instanceof Error), String(first))
  await open(t, first[1] as string)
  assert.equal((await stat(join(dataDir, 'postgres/cluster/data'))).uid, ANONYMOUS)
  owner.child.kill('SIGTERM')
  assert.equal((await owner.ended).code, 0)
})

test(
  'root runs it where user namespaces are forbidden',
  { skip: IS_ROOT ? false : 'needs root' },
  async (t) => {
    const dataDir = await dataFolder(t)
    await chmod(dataDir, 0o755)
    const hidden = 'mount --bind /bin/false "$(command -v unshare)" && exec "$@"'
    const owner = startProgram(t, 'unshare', [
      '-m',
      'sh',
      '-c',
      hidden,
      'sh',
      process.execPath,
      OWNER,
      dataDir,
    ])
    await open(t, await readyUrl(owner))
    assert.notEqual((await stat(join(dataDir, 'postgres/cluster/data'))).uid, 0)
    owner.child.kill('SIGTERM')
    assert.equal((await owner.ended).code, 0)
  },
)
