// Runs fault and attack experiments: `node lab/run.ts NAME…` (a name, or the beginning of several), `all`, or nothing for
// the list. Each prints one JSON line, and how far it is on stderr every 15 s; the exit code is 1 when one did not pass.
// `--seconds`, `--faults` and `--kills` are for those whose description names them.
import { glob } from 'node:fs/promises'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Experiment, Options, Outcome } from './experiment.ts'

const SHOWN_EVERY_MS = 15_000

async function findExperiments(): Promise<Experiment[]> {
  const found: Experiment[] = []
  for await (const file of glob('*/*.ts', { cwd: import.meta.dirname })) {
    const url = pathToFileURL(`${import.meta.dirname}/${file}`)
    found.push((await import(url.href)) as Experiment)
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name))
}

async function runOne(experiment: Experiment, asked: Omit<Options, 'say'>): Promise<Outcome> {
  const startedAt = performance.now()
  const secs = (): number => Math.round((performance.now() - startedAt) / 1_000)
  let said = 'begun'
  const showing = setInterval(() => console.error(`${experiment.name}, ${secs()} s: ${said}`), SHOWN_EVERY_MS)
  try {
    return await experiment.run({ ...asked, say: (progress) => (said = progress) })
  } catch (error) {
    return { id: experiment.name, pass: false, figure: { error: String(error), at: said }, secs: secs() }
  } finally {
    clearInterval(showing)
  }
}

function readArguments(): { readonly asked: readonly string[]; readonly options: Omit<Options, 'say'> } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: 'string' }, faults: { type: 'string' }, kills: { type: 'string' } },
  })
  const { seconds, kills, faults } = values
  return {
    asked: positionals,
    options: {
      ...(seconds === undefined ? {} : { seconds: numberOf('--seconds', seconds) }),
      ...(kills === undefined ? {} : { kills: numberOf('--kills', kills) }),
      ...(faults === undefined ? {} : { faults: faults.split(',') }),
    },
  }
}

function numberOf(option: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new TypeError(`${option} is a whole number from 1, not '${text}'.`)
}

function writeList(experiments: readonly Experiment[]): void {
  const self = relative(process.cwd(), import.meta.filename)
  const list = experiments.map(
    ({ name, about, minutes }) =>
      `  ${name.padEnd(24)} ${about}${minutes === undefined ? '' : ` (about ${minutes} min)`}`,
  )
  process.stdout.write(`node ${self} NAME… | all\n${list.join('\n')}\n`)
}

async function main(): Promise<number> {
  const experiments = await findExperiments()
  let given
  try {
    given = readArguments()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    writeList(experiments)
    return 2
  }
  const { asked, options } = given
  const isAsked = ({ name }: Experiment): boolean =>
    asked.some((word) => word === 'all' || name === word || name.startsWith(`${word}-`))
  const chosen = experiments.filter(isAsked)
  if (chosen.length === 0) {
    writeList(experiments)
    return asked.length === 0 ? 0 : 2
  }
  let failed = false
  for (const experiment of chosen) {
    const outcome = await runOne(experiment, options)
    process.stdout.write(`${JSON.stringify(outcome)}\n`)
    failed ||= !outcome.pass
  }
  return failed ? 1 : 0
}

process.exitCode = await main()
