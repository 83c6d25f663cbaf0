// A program of ours as a real process: started, watched by its lines, ended.
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'

export interface Program {
  readonly pid: number
  readonly child: ChildProcess
  /** Everything it wrote so far, stdout and stderr together. */
  output(): string
  /** The first line, past or coming, that matches; rejects with all output when the program ends without it. */
  line(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves when it has ended and its output is complete. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Starts a program; a test that ends kills it if it is still there. */
export function startProgram(
  t: TestContext,
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Program {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const watchers = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const check of watchers) check()
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }))
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended.catch(() => undefined)
  })
  return {
    pid: child.pid as number,
    child,
    output: () => lines.join('\n'),
    ended,
    async line(pattern) {
      const found = Promise.withResolvers<RegExpExecArray>()
      const check = () => {
        for (const line of lines) {
          const match = pattern.exec(line)
          if (match !== null) found.resolve(match)
        }
      }
      watchers.add(check)
      check()
      void ended.then(
        () => found.reject(new Error(`The program ended without ${String(pattern)}:\n${lines.join('\n')}`)),
        (error: unknown) => found.reject(error),
      )
      try {
        return await found.promise
      } finally {
        watchers.delete(check)
      }
    },
  }
}
