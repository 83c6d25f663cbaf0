// Programs that a benchmark starts beside itself: the product, and the site that is read.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../src/bin/surveyor.mjs', import.meta.url))

/** `said`: the line that it prints once it serves; `found` is its first group. */
export async function startProgram(
  words: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  said: RegExp,
): Promise<{ readonly child: ChildProcess; readonly found: string }> {
  const child = spawn(process.execPath, words, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Read to its end: a program whose output is not read would block.
  const lines = createInterface({ input: child.stdout })
  const found = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const match = said.exec(line)?.[1]
      if (match !== undefined) resolve(match)
    })
    lines.once('close', () => reject(new Error(`${words.join(' ')} did not start`)))
  })
  return { child, found }
}

/** The whole product, which may read sites on loopback as fast as it can; `found` is the address of crawl. */
export const startProduct = async (
  folder: string,
): Promise<{ readonly child: ChildProcess; readonly found: string }> =>
  startProgram(
    [PROGRAM, 'start'],
    folder,
    {
      SURVEYOR_PLACES_PORT: '0',
      SURVEYOR_CRAWL_PORT: '0',
      SURVEYOR_EGRESS_ALLOW: '127.0.0.1/32',
      SURVEYOR_HOST_DELAY_MS: '0',
      SURVEYOR_HOST_CONCURRENCY: '50',
    },
    /^crawl +(http:\S+)/,
  )

/** Asks it to end, and waits. */
export async function stopProgram(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
