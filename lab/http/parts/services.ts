// The real services as processes of their own on a scratch database, for experiments from outside.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'

const PROGRAM = fileURLToPath(new URL('../../../src/bin/surveyor.mjs', import.meta.url))
const LOGGED_LINES = 50

export interface Service {
  readonly url: string
  readonly pid: number
  /** The last lines of its output, for a report of its failure. */
  lastLines(): string
}

export interface Services extends AsyncDisposable {
  start(part: 'crawl' | 'places', settings?: Readonly<Record<string, string>>): Promise<Service>
  /** A worker of that crawl, for requests that wait for one. */
  startWorker(crawl: Service, settings?: Readonly<Record<string, string>>): Promise<void>
}

export async function openServices(): Promise<Services> {
  await using failed = new AsyncDisposableStack()
  const scratch = failed.use(await startScratchDatabase([]))
  const workingDir = await mkdtemp(join(tmpdir(), 'surveyor-lab-'))
  failed.defer(async () => rm(workingDir, { recursive: true, force: true, maxRetries: 5 }))
  const resources = failed.move()
  const spawnPart = (args: readonly string[], settings: Readonly<Record<string, string>>): ChildProcess => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: workingDir,
      env: { PATH, HOME, SURVEYOR_LOG_LEVEL: 'info', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    resources.defer(async () => stop(child))
    return child
  }
  return {
    async start(part, settings = {}) {
      const own = { DATABASE_URL: scratch.url, ...settings }
      const child = spawnPart([part, `--${part}-port`, '0'], own)
      const { found, lastLines } = await line(child, new RegExp(`"url":"(http[^"]+)".*${part} is ready`))
      return { url: found, pid: child.pid ?? 0, lastLines }
    },
    async startWorker(crawl, settings = {}) {
      await line(spawnPart(['worker', '--crawl-url', crawl.url], settings), /(registered)/)
    },
    [Symbol.asyncDispose]: async () => resources.disposeAsync(),
  }
}

/** The first group of the first line that matches. Throws with the last lines where the process ends before it. */
async function line(
  child: ChildProcess,
  pattern: RegExp,
): Promise<{ readonly found: string; lastLines(): string }> {
  const lines: string[] = []
  const found = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (text) => {
      lines.push(text)
      if (lines.length > LOGGED_LINES) lines.shift()
      const match = pattern.exec(text)?.[1]
      if (match !== undefined) found.resolve(match)
    })
  }
  const lastLines = (): string => lines.join('\n')
  child.once('exit', () => found.reject(new Error(`It ended:\n${lastLines()}`)))
  return { found: await found.promise, lastLines }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
