// The surveyor command as an operator runs it: a process with a working folder of its own and hardly anything in its
// environment.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startProgram, type Program } from './program.ts'

const PROGRAM = fileURLToPath(new URL('../../../src/bin/surveyor.mjs', import.meta.url))

/** An empty folder, removed after the test. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-run-'))
  t.after(async () => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

export interface SurveyorOptions {
  readonly workingDir: string
  readonly environment?: Readonly<Record<string, string>>
  /** Default: the Node that runs the test. */
  readonly node?: string
}

/** Starts the command; PATH and HOME are all it gets beside `environment`. */
export function startSurveyor(
  t: TestContext,
  args: readonly string[],
  { workingDir, environment = {}, node = process.execPath }: SurveyorOptions,
): Program {
  const { PATH = '', HOME = '' } = process.env
  return startProgram(t, node, [PROGRAM, ...args], {
    cwd: workingDir,
    env: { PATH, HOME, ...environment },
  })
}

/** Runs the command to its end. */
export async function runSurveyor(
  t: TestContext,
  args: readonly string[],
  options: SurveyorOptions,
): Promise<{ code: number | null; output: string }> {
  const program = startSurveyor(t, args, options)
  const { code } = await program.ended
  return { code, output: program.output() }
}
