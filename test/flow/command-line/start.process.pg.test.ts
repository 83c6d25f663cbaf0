// The whole product as one command: up, at work, down again, through every way in which its processes can die.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isAlive } from '#kit/is-alive.ts'
import { readPostmasterFile } from '#platform/db/embedded/postmaster-file.ts'
import { createTestDatabaseUrl } from '#test/support/database/database.ts'
import { freePort } from '#test/support/programs/free-port.ts'
import { startProgram, type Program } from '#test/support/programs/program.ts'
import { startSurveyor, temporaryFolder, type SurveyorOptions } from '#test/support/programs/surveyor.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { usedFolder } from '#test/support/programs/used-folder.ts'

const SURVEYOR = fileURLToPath(new URL('../../../src/bin/surveyor.mjs', import.meta.url))
const FREE_PORTS = ['--places-port', '0', '--crawl-port', '0']

interface Product {
  readonly program: Program
  readonly places: string
  readonly crawl: string
  readonly workingDir: string
}

async function startProduct(
  t: TestContext,
  options: Partial<SurveyorOptions> & { readonly args?: readonly string[] } = {},
): Promise<Product> {
  const workingDir = options.workingDir ?? (await usedFolder(t))
  t.after(async () => killServerOf(workingDir))
  const program = startSurveyor(t, ['start', ...FREE_PORTS, ...(options.args ?? [])], {
    ...options,
    workingDir,
  })
  const [, places = ''] = await program.line(/^places +(http:\S+)/)
  const [, crawl = ''] = await program.line(/^crawl +(http:\S+)/)
  return { program, places, crawl, workingDir }
}

async function stop({ program }: Product): Promise<void> {
  program.child.kill('SIGTERM')
  assert.deepEqual(await program.ended, { code: 0, signal: null }, program.output())
}

/** Undefined where no embedded server runs. */
async function serverPid(workingDir: string): Promise<number | undefined> {
  return (await readPostmasterFile(join(workingDir, '.surveyor/postgres/cluster/data')))?.pid
}

/** A test that fails half-way must not leave a server: it is in no process group of ours. */
async function killServerOf(workingDir: string): Promise<void> {
  const pid = await serverPid(workingDir)
  if (pid === undefined || !isAlive(pid)) return
  process.kill(pid, 'SIGQUIT')
  await gone(pid)
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await delay(20)
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

/** The processes of the workers that crawl knows as online; their names end in the pid. */
async function workerPids({ crawl }: Product, headers: Record<string, string> = {}): Promise<number[]> {
  const answer = await fetch(`${crawl}/api/workers`, { headers })
  const { items } = (await answer.json()) as { items: { name: string; status: string }[] }
  return items.filter(({ status }) => status === 'online').map(({ name }) => Number(name.split('-').at(-1)))
}

async function workerOtherThan(product: Product, known: readonly number[] = []): Promise<number> {
  for (;;) {
    const pid = (await workerPids(product)).find((pid) => !known.includes(pid) && isAlive(pid))
    if (pid !== undefined) return pid
    await delay(50)
  }
}

test('start serves both services with a worker, through the kill of a worker and of its database, and SIGTERM ends all of it', async (t) => {
  const product = await startProduct(t, { workingDir: await temporaryFolder(t) })
  for (const url of [product.places, product.crawl]) {
    assert.equal((await fetch(`${url}/health`)).status, 200)
  }
  assert.match(product.program.output(), /^curl -s http:\S+\/api\/search .*\n\nCtrl-C/m)
  const worker = await workerOtherThan(product)
  // A person at the terminal sees no log lines while all is well.
  assert.doesNotMatch(product.program.output(), /"level":"(warn|error|fatal)"/)

  await t.test('a second start on its data folder is refused and names the first', async () => {
    const second = startSurveyor(t, ['start', ...FREE_PORTS], { workingDir: product.workingDir })
    const { code } = await second.ended
    assert.equal(code, 1)
    assert.match(second.output(), new RegExp(`in use by another Surveyor \\(pid ${product.program.pid}\\)`))
    assert.equal((await fetch(`${product.places}/health`)).status, 200)
  })

  process.kill(worker, 'SIGKILL')
  const replacement = await workerOtherThan(product, [worker])
  const killed = await serverPid(product.workingDir)
  assert.ok(killed !== undefined)
  process.kill(killed, 'SIGKILL')
  await gone(killed)
  for (const url of [product.places, product.crawl]) {
    while ((await fetch(`${url}/health?probe=ready`)).status !== 200) await delay(50)
  }
  const server = await serverPid(product.workingDir)
  assert.ok(server !== undefined && isAlive(server) && isAlive(replacement))
  await stop(product)
  assert.ok(!isAlive(replacement))
  assert.ok(!isAlive(server))
  assert.equal(await answers(product.places), false)
  assert.equal(await answers(product.crawl), false)
})

test('the jobs of a killed worker go to its replacement at once, not after their leases', async (t) => {
  const reached = Promise.withResolvers<void>()
  const site = await startServer(t, (request, response) => {
    if (request.url !== '/page') response.writeHead(404).end()
    else if (site.asked.filter((path) => path === '/page').length === 1) reached.resolve()
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Page</h1><p>It is here.</p>')
  })
  const product = await startProduct(t, {
    environment: { SURVEYOR_EGRESS_ALLOW: '127.0.0.0/8', SURVEYOR_LEASE_MS: '3600000' },
  })
  const worker = await workerOtherThan(product)
  const answer = fetch(`${product.crawl}/api/v1/markdown/extract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${site.origin}/page`, timeoutMs: 120_000 }),
  })
  await reached.promise
  process.kill(worker, 'SIGKILL')
  const { status } = (await (await answer).json()) as { status: string }
  assert.equal(status, 'succeeded')
  assert.equal(site.asked.filter((path) => path === '/page').length, 2)
  await stop(product)
})

test('with a key and DATABASE_URL all parts reach each other, nobody shows either, and one Ctrl-C that arrives thrice is still one', async (t) => {
  const DATABASE_URL = await createTestDatabaseUrl(t, [])
  const SURVEYOR_ADMIN_KEY = 'a-key-that-is-long-enough-for-a-test'
  const product = await startProduct(t, {
    environment: { DATABASE_URL, SURVEYOR_ADMIN_KEY },
    workingDir: await temporaryFolder(t),
  })
  assert.equal((await fetch(`${product.crawl}/health`)).status, 200)
  assert.equal(await serverPid(product.workingDir), undefined)
  assert.ok(!product.program.output().includes(new URL(DATABASE_URL).password || DATABASE_URL))

  const headers = { authorization: `Bearer ${SURVEYOR_ADMIN_KEY}` }
  assert.equal((await fetch(`${product.crawl}/api/workers`)).status, 401)
  let pids: number[] = []
  while (pids.length === 0) pids = await workerPids(product, headers)
  // A worker gets only what it needs: no admin key, no database.
  if (process.platform === 'linux') {
    const environment = await readFile(`/proc/${pids[0]}/environ`, 'utf8')
    assert.match(environment, /SURVEYOR_WORKER_KEY=/)
    assert.doesNotMatch(environment, /SURVEYOR_ADMIN_KEY|DATABASE_URL|SURVEYOR_CRAWL_KEY/)
  }
  const [line] = await product.program.line(/^curl -s .*/)
  assert.ok(!line.includes(SURVEYOR_ADMIN_KEY))
  const { stdout } = await promisify(execFile)('sh', ['-c', line], {
    env: { PATH: process.env['PATH'], SURVEYOR_ADMIN_KEY },
  })
  assert.match(stdout, /"status":"queued"/)
  // One Ctrl-C may arrive from the terminal, from npm and from a wrapper: it is still one.
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) product.program.child.kill(signal)
  assert.deepEqual(await product.program.ended, { code: 0, signal: null })
})

test('a kill -9 takes the workers along, the next start finds the data folder in order, and a second signal ends that at once', async (t) => {
  const killed = await startProduct(t)
  const orphan = await workerOtherThan(killed)
  killed.program.child.kill('SIGKILL')
  await killed.program.ended
  await gone(orphan)
  const product = await startProduct(t, { workingDir: killed.workingDir })
  assert.equal((await fetch(`${product.places}/health`)).status, 200)

  const worker = await workerOtherThan(product)
  const server = await serverPid(product.workingDir)
  assert.ok(server !== undefined)
  // A stopped process cannot react to the request to stop, which is waited for.
  process.kill(worker, 'SIGSTOP')
  product.program.child.kill('SIGINT')
  await product.program.line(/Still stopping/)
  product.program.child.kill('SIGINT')
  assert.deepEqual(await product.program.ended, { code: 1, signal: null })
  await Promise.all([gone(worker), gone(server)])
})

test('a signal during the start ends it in order', async (t) => {
  const workingDir = await temporaryFolder(t)
  t.after(async () => killServerOf(workingDir))
  const program = startSurveyor(t, ['start', ...FREE_PORTS], { workingDir })
  const server = async () => serverPid(workingDir)
  while ((await server()) === undefined) await delay(5)
  program.child.kill('SIGTERM')
  assert.deepEqual(await program.ended, { code: 0, signal: null }, program.output())
  assert.equal(await server(), undefined)
})

test('an address that others can reach needs a key, and the refusal says how to make one', async (t) => {
  const workingDir = await temporaryFolder(t)
  const args = ['start', ...FREE_PORTS, '--host', '0.0.0.0']
  const refused = startSurveyor(t, args, { workingDir })
  assert.equal((await refused.ended).code, 1)
  assert.match(refused.output(), /would listen on 0\.0\.0\.0 without a key/)
  const [, ...make] = /^ {2}surveyor (keys) (create) (--service) (\w+)$/m.exec(refused.output()) ?? []
  assert.equal(make.length, 4, refused.output())

  for (const service of ['crawl', 'places']) {
    const made = startSurveyor(t, [...make.slice(0, 3), service], { workingDir })
    assert.equal((await made.ended).code, 0, made.output())
  }
  const product = await startProduct(t, { workingDir, args: ['--host', '0.0.0.0'] })
  assert.equal((await fetch(`${product.crawl}/api/workers`)).status, 401)
  assert.equal((await fetch(`${product.places}/api/places`)).status, 401)
  await stop(product)
})

test('a port that is taken is named with the setting that changes it', async (t) => {
  const squatter = createServer()
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
  t.after(() => squatter.close())
  const { port } = squatter.address() as { port: number }
  const workingDir = await temporaryFolder(t)
  const program = startSurveyor(t, ['start', ...FREE_PORTS, '--crawl-port', String(port)], { workingDir })
  assert.equal((await program.ended).code, 1)
  assert.match(program.output(), new RegExp(`Port ${port} on 127.0.0.1 is taken .* --crawl-port`))
  assert.equal(await serverPid(workingDir), undefined)
})

/** A Node on the PATH that is not the one of the lockfile: what an operator has. */
async function otherNode(): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const node = join(folder, 'node')
    const version = await promisify(execFile)(node, ['--version']).then(
      ({ stdout }) => stdout.trim(),
      () => process.version,
    )
    if (version !== process.version) return node
  }
  return null
}

test('under another Node the pinned one takes over: its signals, its exit code, its end', async (t) => {
  const node = await otherNode()
  if (node === null) {
    t.skip('no other Node on the PATH')
    return
  }
  const product = await startProduct(t, { node })
  await stop(product)

  const misused = startSurveyor(t, ['strat'], { workingDir: product.workingDir, node })
  assert.equal((await misused.ended).code, 2)

  const left = await startProduct(t, { node, workingDir: product.workingDir })
  const server = await serverPid(left.workingDir)
  assert.ok(server !== undefined)
  left.program.child.kill('SIGKILL')
  // The parent process has ended: the product stops in order, and the server is gone first, as seen from outside.
  await gone(server)
})

test(
  'an ordered stop is one too where the output was lost, which is told',
  { skip: !existsSync('/dev/full') && '/dev/full is a device of Linux' },
  async (t) => {
    const workingDir = await usedFolder(t)
    t.after(async () => killServerOf(workingDir))
    const port = await freePort()
    const args = ['start', '--places-port', '0', '--crawl-port', String(port), '--workers', '0']
    const { PATH = '', HOME = '' } = process.env
    const program = startProgram(
      t,
      'sh',
      ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, SURVEYOR, ...args],
      { cwd: workingDir, env: { PATH, HOME } },
    )
    while (!(await answers(`http://127.0.0.1:${port}/health`))) await delay(20)
    program.child.kill('SIGTERM')
    assert.deepEqual(await program.ended, { code: 0, signal: null }, program.output())
    assert.match(program.output(), /Standard output could not be written \(ENOSPC: /)
  },
)

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  test(`the end of npm by ${signal} ends what npm start runs`, async (t) => {
    const workingDir = await usedFolder(t)
    t.after(async () => killServerOf(workingDir))
    const args = ['start', '--', ...FREE_PORTS, '--data-dir', join(workingDir, '.surveyor')]
    const { PATH = '' } = process.env
    const npm = startProgram(t, 'npm', args, {
      cwd: join(import.meta.dirname, '../../..'),
      env: { PATH, HOME: workingDir },
    })
    const [, places = ''] = await npm.line(/^places +(http:\S+)/)
    assert.equal((await fetch(`${places}/health`)).status, 200)
    const server = await serverPid(workingDir)
    assert.ok(server !== undefined)
    npm.child.kill(signal)
    // The database goes last.
    await gone(server)
    await assert.rejects(fetch(`${places}/health`))
  })
}
