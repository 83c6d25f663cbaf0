// Runs the tests by kind: `node test/run.ts unit pg process`, or the files that are named. The suffix of a file says its kind.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ON_DATABASE = '--test-global-setup=test/support/database/global-setup.ts'

/** Options of `node --test`, and which files are meant. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  // Pure code: the files share one process, one after the other.
  unit: ['--test-isolation=none', '{src,test}/**/+([^.]).test.ts'],
  // In-process services on PostgreSQL: a process and a database for each file.
  pg: [ON_DATABASE, '--test-concurrency=2', '{src,test}/**/+([^.]).pg.test.ts'],
  // They mostly wait for the processes that they start.
  process: [ON_DATABASE, '--test-concurrency=3', '{src,test}/**/*.process{,.pg}.test.ts'],
  // Whatever meets the database: what is worth running on another server.
  database: [ON_DATABASE, '--test-concurrency=3', '{src,test}/**/*.pg.test.ts'],
}

/** Half of what a small file of tests takes is reading and stripping its modules. */
const cache = fileURLToPath(new URL('../node_modules/.cache/tests', import.meta.url))

function run(args: readonly string[]): boolean {
  const { status } = spawnSync(process.execPath, ['--test', ...args], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  })
  return status === 0
}

const args = process.argv.slice(2)
const isByKind = args.length > 0 && args.every((arg) => arg in KINDS)
// Each kind is run, whatever became of the one before it.
const passed = isByKind
  ? args.map((kind) => run(KINDS[kind] ?? []))
  : [run([ON_DATABASE, '--test-concurrency=2', ...args])]
process.exitCode = passed.every(Boolean) ? 0 : 1
