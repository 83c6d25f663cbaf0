// API descriptions: how many of a public set each parser reads, and how fast it checks them and resolves their references.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dereference, validate } from '@scalar/openapi-parser'
import { readDescription, type ReadOptions } from '#extractors/swagger/work/read-description.ts'
import { sharedPath } from '#test/support/shared-data.ts'

export const name = 'openapi'
export const about =
  'median ms and total of reading, checking and resolving 241 descriptions, beside scalar, apidevtools and readme'

/** Takes a file; answers null for a valid one, else its problem. Throws when it cannot be read. */
type Check = (file: string) => Promise<string | null>

interface Peers {
  readonly validators: Readonly<Record<string, Check>>
  readonly resolvers: Readonly<Record<string, (file: string) => Promise<unknown>>>
}

const SET = sharedPath('data/openapi')
const PEERS = new URL('openapi-peers/openapi-peers.mjs', import.meta.url)
/** Files that each parser sees before the clock runs: the first calls pay for compiling it. */
const WARM_UP = 8
const MAX_CALLS = 50
const ENOUGH_MS = 15

/** Prints two tables and what each parser refused. All run in this process; the product reads larger texts in a child. */
export async function run(): Promise<void> {
  if (!existsSync(SET)) {
    console.log('openapi: skipped, the set is not here (../shared/data/openapi)')
    return
  }
  const files = (readdirSync(SET, { recursive: true }) as string[])
    .filter((file) => /\.(?:json|ya?ml)$/.test(file))
    .toSorted()
    .map((file) => `${SET}/${file}`)
  const peers = await loadPeers()
  await table('read and checked', files, {
    ours: check,
    '@scalar/openapi-parser': scalarCheck,
    ...peers.validators,
  })
  const resolvers = { ours: resolve, '@scalar/openapi-parser': scalarResolve, ...peers.resolvers }
  await table(
    'read and resolved',
    files,
    Object.fromEntries(
      Object.entries(resolvers).map(([library, work]) => [
        library,
        async (file: string) => {
          await work(file)
          return null
        },
      ]),
    ),
  )
}

async function loadPeers(): Promise<Peers> {
  if (existsSync(new URL('node_modules/', PEERS))) return (await import(PEERS.href)) as Peers
  console.log('openapi: without two of the peers (run `npm ci` in bench/openapi-peers to measure them too)')
  return { validators: {}, resolvers: {} }
}

const OPTIONS: ReadOptions = {
  output: 'both',
  validate: true,
  convertTo: 'none',
  resolveRefs: 'none',
  filter: null,
}

/** With all lists, as the extractor makes them. */
async function check(file: string): Promise<string | null> {
  const reading = await read(file, OPTIONS)
  return reading.validation?.errors[0]?.detail ?? null
}

const resolve = (file: string) => read(file, { ...OPTIONS, validate: false, resolveRefs: 'internal' })

async function read(file: string, options: ReadOptions) {
  const reading = await readDescription({ text: readFileSync(file, 'utf8'), url: null, others: [], options })
  if (reading.type !== 'description')
    throw new Error(reading.type === 'nothing' ? reading.detail : reading.type)
  return reading
}

async function scalarCheck(file: string): Promise<string | null> {
  const { valid, errors } = await validate(readFileSync(file, 'utf8'))
  return valid ? null : (errors?.[0]?.message ?? 'not valid')
}

async function scalarResolve(file: string): Promise<unknown> {
  const { schema } = dereference(readFileSync(file, 'utf8'))
  if (schema === undefined) throw new Error('no schema')
  return schema
}

/** The parsers take turns on each file, so that all see the same machine. */
async function table(
  title: string,
  files: readonly string[],
  checks: Readonly<Record<string, Check>>,
): Promise<void> {
  const rows = new Map(
    Object.keys(checks).map((library) => [
      library,
      { json: [] as number[], yaml: [] as number[], wrong: 0, refused: [] as string[] },
    ]),
  )
  for (const file of files.slice(0, WARM_UP)) {
    for (const work of Object.values(checks)) await work(file).catch(() => {})
  }
  for (const file of files) {
    for (const [library, work] of Object.entries(checks)) {
      const row = rows.get(library)
      try {
        const { ms, found } = await timed(() => work(file))
        if (found !== null && row !== undefined) row.wrong += 1
        row?.[file.endsWith('.json') ? 'json' : 'yaml'].push(ms)
      } catch (error) {
        row?.refused.push(
          `${file.slice(SET.length + 1)}: ${String(error).replace(/\s+/g, ' ').slice(0, 100)}`,
        )
      }
    }
  }
  console.log(`\n${title}: ${files.length} files`)
  console.log(line(['', 'read', 'wrong', 'refused', 'median ms', 'JSON', 'YAML', 'p99 ms', 'total s']))
  for (const [library, { json, yaml, wrong, refused }] of rows) {
    const all = [...json, ...yaml]
    const seconds = all.reduce((sum, ms) => sum + ms, 0) / 1_000
    console.log(
      line([
        library,
        String(files.length - refused.length),
        String(wrong),
        String(refused.length),
        ...[quantile(all, 0.5), quantile(json, 0.5), quantile(yaml, 0.5), quantile(all, 0.99)].map((ms) =>
          ms.toFixed(2),
        ),
        seconds.toFixed(2),
      ]),
    )
  }
  for (const [library, { refused }] of rows)
    for (const reason of refused) console.log(`  ${library} refused ${reason}`)
}

/** The mean time of this thread over enough calls for its coarse clock: other work on the machine does not count. */
async function timed(work: () => Promise<string | null>): Promise<{ ms: number; found: string | null }> {
  const start = cpuMs()
  let found: string | null = null
  let calls = 0
  while (calls < MAX_CALLS && cpuMs() - start < ENOUGH_MS) {
    found = await work()
    calls += 1
  }
  return { ms: (cpuMs() - start) / calls, found }
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0

const line = ([first = '', ...cells]: string[]) =>
  first.padEnd(30) + cells.map((cell) => cell.padStart(10)).join('')
