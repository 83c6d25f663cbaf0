// One part of the product as a process of its own.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Part = 'crawl' | 'places' | 'worker'

/** The line that says that the part is ready. */
export const READY: Readonly<Record<Part, RegExp>> = {
  crawl: /crawl is ready/,
  places: /places is ready/,
  worker: /registered/,
}

export interface StartedPart {
  readonly process: ChildProcess
  /** The line that said that it is ready. */
  readonly line: string
}

const PROGRAM = fileURLToPath(new URL('../../../src/bin/surveyor.mjs', import.meta.url))

/**
 * PATH and HOME are all it gets beside `settings`. Rejects where it ends before a line matches `ready`. The abort of `signal`
 * kills it, whenever that comes.
 */
export async function startPart(
  part: string,
  ready: RegExp,
  cwd: string,
  settings: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<StartedPart> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [PROGRAM, part], {
    cwd,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    killSignal: 'SIGKILL',
    ...(signal === undefined ? {} : { signal }),
  })
  const found = Promise.withResolvers<string>()
  // Read to the end: an unread pipe would block the process.
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (ready.test(line)) found.resolve(line)
  })
  child.on('error', found.reject)
  child.once('exit', (code) => found.reject(new Error(`${part} ended with ${code} before it was ready.`)))
  return { process: child, line: await found.promise }
}

/** kill -9, also of a process that is stopped. */
export async function killPart(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
