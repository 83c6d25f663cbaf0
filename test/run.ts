// Runs the tests by kind: `node test/run.ts unit pg process`, or the files that are named. The suffix of a file says its kind.
import { spawn, type ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { startTestServer } from '#test/support/database/test-server.ts'

interface Kind {
  readonly files: string
  /**
   * How many processes share the files, each of them one file after the other; without it each file has its own process,
   * which is twice the work: most of it is loading the same modules again.
   */
  readonly processes?: number
  /** How many files at the same time, where each has its own process. */
  readonly concurrency?: number
}

/** More would not be quicker by much. */
const CORES = Math.min(availableParallelism(), 3)

const UNIT: Kind = { files: '{src,test}/**/+([^.]).test.ts', processes: CORES }
/** In-process services on PostgreSQL. More processes than cores, for some tests wait for a lease or a poll; each takes up to 15 of 100 connections. */
const PG: Kind = { files: '{src,test}/**/+([^.]).pg.test.ts', processes: 4 }
/** They mostly wait for the processes that they start. */
const PROCESS_CONCURRENCY = 3

const KINDS: Readonly<Record<string, readonly Kind[]>> = {
  unit: [UNIT],
  pg: [PG],
  process: [{ files: '{src,test}/**/*.process{,.pg}.test.ts', concurrency: PROCESS_CONCURRENCY }],
  // Whatever meets the database: what is worth running on another server.
  database: [PG, { files: '{src,test}/**/*.process.pg.test.ts', concurrency: PROCESS_CONCURRENCY }],
}

/** A test, or a file with its own process, that takes longer has failed. The slowest file takes a minute when nothing else runs. */
const MAX_TEST_MS = 900_000
/** Ends what hangs outside a test. Longer than anything takes. */
const MAX_PROCESS_MS = 1_800_000
/** The same random values in each run. */
const SEED = '--import=./test/support/fixed-seed.ts'
/** A test that failed may leave a socket open, and the others and its error must be seen all the same. */
const SHARED = [SEED, '--test-isolation=none', '--test-force-exit']

/** Half of what a small file of tests takes is reading and stripping its modules. */
const cache = fileURLToPath(new URL('../node_modules/.cache/tests', import.meta.url))

const running = new Set<ChildProcess>()
let isStopped = false

/** `node --test` with these arguments; what it writes is shown at once, or as a whole at its end. */
async function runTests(args: readonly string[], isLive: boolean): Promise<boolean> {
  if (isStopped) return false
  const child = spawn(process.execPath, ['--test', `--test-timeout=${MAX_TEST_MS}`, ...args], {
    stdio: ['ignore', isLive ? 'inherit' : 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  })
  running.add(child)
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const overdue = setTimeout(() => child.kill('SIGKILL'), MAX_PROCESS_MS)
  const end = Promise.withResolvers<{ code: number | null }>()
  child.once('error', end.reject)
  child.once('close', (code) => end.resolve({ code }))
  const { code } = await end.promise
  clearTimeout(overdue)
  running.delete(child)
  process.stdout.write(Buffer.concat(chunks))
  if (code === null) console.error(`The tests did not end: node --test ${args.join(' ')}`)
  return code === 0
}

async function runKind({ files, processes = 1, concurrency }: Kind): Promise<boolean> {
  if (concurrency !== undefined) return runTests([`--test-concurrency=${concurrency}`, files], true)
  const shards = Array.from({ length: processes }, async (_, at) =>
    runTests([...SHARED, `--test-shard=${at + 1}/${processes}`, files], false),
  )
  return (await Promise.all(shards)).every(Boolean)
}

async function run(args: readonly string[]): Promise<boolean> {
  const isByKind = args.length > 0 && args.every((arg) => arg in KINDS)
  if (!isByKind) return runTests([SEED, '--test-concurrency=2', ...args], true)
  const passed: boolean[] = []
  // Each kind is run, whatever became of the one before it.
  for (const kind of args.flatMap((arg) => KINDS[arg] ?? [])) passed.push(await runKind(kind))
  return passed.every(Boolean)
}

// The server is stopped when all that used it has ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isStopped = true
    for (const child of running) child.kill(signal)
  })
}
const args = process.argv.slice(2)
await using resources = new AsyncDisposableStack()
if (args.join() !== 'unit') resources.use(await startTestServer())
process.exitCode = (await run(args)) ? 0 : 1
