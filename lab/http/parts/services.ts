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
}

export async function openServices(): Promise<Services> {
  await using failed = new AsyncDisposableStack()
  const scratch = failed.use(await startScratchDatabase([]))
  const workingDir = await mkdtemp(join(tmpdir(), 'surveyor-lab-'))
  failed.defer(async () => rm(workingDir, { recursive: true, force: true, maxRetries: 5 }))
  const resources = failed.move()
  return {
    async start(part, settings = {}) {
      const { PATH = '', HOME = '' } = process.env
      const child = spawn(process.execPath, [PROGRAM, part, `--${part}-port`, '0'], {
        cwd: workingDir,
        env: { PATH, HOME, DATABASE_URL: scratch.url, SURVEYOR_LOG_LEVEL: 'info', ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      resources.defer(async () => stop(child))
      return ready(part, child)
    },
    [Symbol.asyncDispose]: async () => resources.disposeAsync(),
  }
}

async function ready(part: string, child: ChildProcess): Promise<Service> {
  const lines: string[] = []
  const url = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      if (lines.length > LOGGED_LINES) lines.shift()
      const found = new RegExp(`"url":"(http[^"]+)".*${part} is ready`).exec(line)?.[1]
      if (found !== undefined) url.resolve(found)
    })
  }
  child.once('exit', () => url.reject(new Error(`${part} ended:\n${lines.join('\n')}`)))
  const service = { url: await url.promise, pid: child.pid ?? 0, lastLines: () => lines.join('\n') }
  return service
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
