// A Chromium with an open debugging port, as a browser farm runs them, for one test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { findInstalledBrowser } from '#worker/browser/find-browser.ts'

/** A running farm of one browser. */
export interface Farm {
  /** `ws://127.0.0.1:port/devtools/browser/…` */
  readonly socketUrl: string
  /** `http://127.0.0.1:port` */
  readonly origin: string
  /** Kills it and waits for its end. */
  kill(): Promise<void>
}

/** Ends with the test. `port` 0 takes a free one. */
export async function startFarm(t: Pick<TestContext, 'after'>, port = 0): Promise<Farm> {
  const { program } = await findInstalledBrowser({ chromium: null })
  const profile = await mkdtemp(path.join(tmpdir(), 'surveyor-test-farm-'))
  const flags = [
    '--headless',
    '--no-sandbox',
    `--user-data-dir=${profile}`,
    `--remote-debugging-port=${port}`,
  ]
  const browser = spawn(program, flags, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const ended = once(browser, 'close')
  const kill = async (): Promise<void> => {
    if (browser.exitCode === null && browser.signalCode === null) process.kill(-(browser.pid ?? 0), 'SIGKILL')
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  t.after(kill)
  const socketUrl = await listening(createInterface({ input: browser.stderr }))
  return { socketUrl, origin: `http://${new URL(socketUrl).host}`, kill }
}

/** What Chromium writes when its port is open; the rest of its words is read and dropped. */
async function listening(lines: ReturnType<typeof createInterface>): Promise<string> {
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const url = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
    lines.once('close', () => reject(new Error('The browser ended before it listened.')))
  })
}
