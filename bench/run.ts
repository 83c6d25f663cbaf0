// Runs benchmarks: `node bench/run.ts NAME…`, `all`, or nothing for the list; `NAME:PART` for a part of one. Each prints its
// own tables.
import { glob } from 'node:fs/promises'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Benchmark {
  readonly name: string
  readonly about: string
  readonly parts?: readonly string[]
  readonly run: (parts?: readonly string[]) => Promise<void>
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
const words = new Set([
  'all',
  ...benchmarks.flatMap(({ name, parts = [] }) => [name, ...parts.map((part) => `${name}:${part}`)]),
])
const partsOf = ({ name, parts = [] }: Benchmark) => parts.filter((part) => asked.includes(`${name}:${part}`))
const isWhole = ({ name }: Benchmark) => asked.includes('all') || asked.includes(name)
if (asked.length === 0 || asked.some((word) => !words.has(word))) {
  const self = relative(process.cwd(), import.meta.filename)
  const list = benchmarks.map(({ name, about, parts }) => {
    const only = parts === undefined ? '' : ` (${parts.join(', ')})`
    return `  ${name.padEnd(24)} ${about}${only}`
  })
  process.stdout.write(`node ${self} NAME… | NAME:PART… | all\n${list.join('\n')}\n`)
  if (asked.length > 0) process.exitCode = 2
} else {
  for (const benchmark of benchmarks) {
    if (isWhole(benchmark)) await benchmark.run()
    else if (partsOf(benchmark).length > 0) await benchmark.run(partsOf(benchmark))
  }
}
