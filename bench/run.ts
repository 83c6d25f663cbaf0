// Runs benchmarks: `node bench/run.ts NAME…`, `all`, or nothing for the list. Each prints its own tables.
import { glob } from 'node:fs/promises'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Benchmark {
  readonly name: string
  readonly about: string
  readonly run: () => Promise<void>
}

const SELF = 'run.ts'

async function findBenchmarks(): Promise<Benchmark[]> {
  const found: Benchmark[] = []
  for await (const file of glob('*.ts', { cwd: import.meta.dirname })) {
    if (file === SELF) continue
    const url = pathToFileURL(`${import.meta.dirname}/${file}`)
    found.push((await import(url.href)) as Benchmark)
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name))
}

const benchmarks = await findBenchmarks()
const asked = process.argv.slice(2)
const unknown = asked.filter((word) => word !== 'all' && !benchmarks.some(({ name }) => name === word))
const chosen = benchmarks.filter(({ name }) => asked.includes('all') || asked.includes(name))
if (chosen.length === 0 || unknown.length > 0) {
  const self = relative(process.cwd(), import.meta.filename)
  const list = benchmarks.map(({ name, about }) => `  ${name.padEnd(24)} ${about}`)
  process.stdout.write(`node ${self} NAME… | all\n${list.join('\n')}\n`)
  if (asked.length > 0) process.exitCode = 2
} else {
  for (const benchmark of chosen) await benchmark.run()
}
