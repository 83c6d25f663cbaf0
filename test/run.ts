// Runs the tests by kind: `node test/run.ts unit pg process`, or the files that are named. The suffix of a file says its kind.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startTestServer } from '#test/support/database/test-server.ts'
import { lowerPriority } from '#worker/isolate/lower-priority.ts'

interface Kind {
  /** Paths or patterns of them. */
  readonly files: readonly string[]
  /** How many processes run at the same time. */
  readonly processes: number
  /**
   * Into how many parts the files are divided, one for each process unless it says more. A process runs the files of its part
   * one after the other: with a process for each file, most of the work would be loading the same modules again.
   */
  readonly parts?: number
  /**
   * The database server of its tests; null: they need none. Each kind has its own, whose connections are enough for it: the
   * embedded one, or in the place of that the one that DATABASE_URL names, if there is one.
   */
  readonly database: 'embedded' | 'named' | null
  /** Its tests hardly wait: they take the time of the cores in which those of other kinds wait for processes. */
  readonly computes: boolean
}

/** More would not be quicker by much. */
const CORES = Math.min(availableParallelism(), 3)

const UNIT: Kind = {
  files: ['{src,test,web/src}/**/+([^.]).test.ts'],
  processes: CORES,
  database: null,
  computes: true,
}
/** In-process services on PostgreSQL. More processes than cores, for some tests wait for a lease or a poll; each takes up to 15 of 100 connections. */
const PG: Kind = {
  files: ['{src,test}/**/+([^.]).pg.test.ts'],
  processes: 3,
  database: 'named',
  computes: true,
}
/** In-process services with a browser or with children that parse. */
const SERVICES = { processes: 2, database: 'embedded', computes: false } as const
/**
 * Each starts several programs: with more at a time, all of them are slow, and what a product gives up after is reached. Some
 * files take fifty times as long as others, so that a process that is ready takes the next part.
 */
const PROGRAMS = { processes: 2, database: 'embedded', computes: false } as const

/** The whole product by its two documents. */
const CONFORMANCE = 'test/flow/operations/conformance.process.pg.test.ts'

/**
 * The tests of test/http start the services in their own process, the others the programs. They send the statements that
 * those of kind `pg` do, so that on a named server only the whole product is run once.
 */
function processKinds(): Kind[] {
  const paths = globSync('{src,test}/**/*.process{,.pg}.test.ts').filter((path) => path !== CONFORMANCE)
  const hasServices = (path: string): boolean => path.startsWith('test/http/')
  return [
    { ...SERVICES, files: paths.filter(hasServices) },
    { ...PROGRAMS, parts: 10, files: paths.filter((path) => !hasServices(path)) },
    { ...PROGRAMS, processes: 1, files: [CONFORMANCE], database: 'named' },
  ]
}

const KINDS: Readonly<Record<string, readonly Kind[]>> = {
  unit: [UNIT],
  pg: [PG],
  process: processKinds(),
}

/** A test that takes longer has failed. */
const MAX_TEST_MS = 900_000
/** Ends what hangs outside a test. Longer than anything takes, also on a machine that is five times slower than usual. */
const MAX_PROCESS_MS = 3_600_000
/** The same random values in each run. */
const SEED = '--import=./test/support/fixed-seed.ts'
/** A test that failed may leave a socket open, and the others and its error must be seen all the same. */
const SHARED = [SEED, '--test-isolation=none', '--test-force-exit']
/**
 * The cores are busy with other tests: threads that collect garbage side by side only add to the work, by an eighth. Lists are
 * made where the product makes them, see surveyor.mjs.
 */
const V8 = ['--single-threaded-gc', '--no-allocation-site-pretenuring', '--max-valid-polymorphic-map-count=8']
/** How far tests that compute stand back behind those that wait: by as much as children that parse do. */
const NICER_BY = 5

/** Half of what a small file of tests takes is reading and stripping its modules. */
const cache = fileURLToPath(new URL('../node_modules/.cache/tests', import.meta.url))

const running = new Set<ChildProcess>()
let isStopped = false

type Environment = Readonly<Record<string, string>>

/** `node --test` with these arguments; what it writes is shown line by line, or as a whole at its end. */
async function runTests(
  args: readonly string[],
  environment: Environment,
  { isLive, computes }: { readonly isLive: boolean; readonly computes: boolean },
): Promise<boolean> {
  if (isStopped) return false
  // The tests that start the product set the variables that it reads.
  const { DATABASE_URL: _, ...own } = process.env
  const child = spawn(process.execPath, [...V8, '--test', `--test-timeout=${MAX_TEST_MS}`, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...own, ...environment, NODE_COMPILE_CACHE: cache },
  })
  if (computes && child.pid !== undefined) lowerPriority(child.pid, NICER_BY)
  running.add(child)
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) =>
    isLive ? console.log(line) : lines.push(line),
  )
  const overdue = setTimeout(() => child.kill('SIGKILL'), MAX_PROCESS_MS)
  const [code] = await once(child, 'close')
  clearTimeout(overdue)
  running.delete(child)
  if (lines.length > 0) console.log(lines.join('\n'))
  if (code === null) console.error(`The tests did not end: node --test ${args.join(' ')}`)
  return code === 0
}

async function runKind({ files, processes, parts = processes, database, computes }: Kind): Promise<boolean> {
  // Stopped when all that used it has ended.
  await using server = database === null ? null : await startTestServer(database)
  const environment = server?.environment ?? {}
  let begun = 0
  const isGood: boolean[] = []
  const runParts = async (): Promise<void> => {
    while (begun < parts) {
      begun += 1
      const args = [...SHARED, `--test-shard=${begun}/${parts}`, ...files]
      isGood.push(await runTests(args, environment, { isLive: false, computes }))
    }
  }
  await Promise.all(Array.from({ length: processes }, runParts))
  return isGood.every(Boolean)
}

/** All kinds at the same time: the tests of processes wait for them half of the time, the others compute. */
async function run(args: readonly string[]): Promise<boolean> {
  const isByKind = args.length > 0 && args.every((arg) => arg in KINDS)
  if (isByKind) {
    const kinds = args.flatMap((arg) => KINDS[arg] ?? [])
    const ends = await Promise.allSettled(kinds.map(runKind))
    for (const end of ends) if (end.status === 'rejected') console.error(end.reason)
    return ends.every((end) => end.status === 'fulfilled' && end.value)
  }
  await using server = await startTestServer('named')
  return await runTests([SEED, '--test-concurrency=1', ...args], server.environment, {
    isLive: true,
    computes: false,
  })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isStopped = true
    for (const child of running) child.kill(signal)
  })
}
process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1
