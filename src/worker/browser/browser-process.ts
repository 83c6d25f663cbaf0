// One running browser: started with our flags in a process group of its own, killed as a whole, gone with its worker.
import { mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { endsWithin } from '#kit/time/wait.ts'
import { isAlive } from '#kit/is-alive.ts'
import { killGroup } from '#worker/isolate/confine.ts'
import { chromiumFlags } from './chromium-flags.ts'
import type { CheckedRequests } from './farm-guard.ts'

/** A program of this machine. */
export interface InstalledBrowser {
  /** Where it was found: the setting, or the kind of installation. */
  readonly source: 'setting' | 'headless-shell' | 'installed' | 'playwright' | 'package'
  readonly program: string
  /** What its processes need in their environment. */
  readonly env?: Readonly<Record<string, string>>
  /** `156.0.8078.79` */
  readonly version: string
}

/** Browsers elsewhere, which the operator named. */
export interface FarmBrowser {
  readonly source: 'farm'
  /** May hold a token; part of no error and no log. */
  readonly url: string
  readonly version: string
}

/** Either of them. */
export type FoundBrowser = InstalledBrowser | FarmBrowser

export interface BrowserProcess {
  readonly browser: Browser
  /** False once it ended, for whatever reason. */
  readonly alive: boolean
  /** Of all its processes together, what they share counted once; null on a system that does not say. */
  memoryBytes(): Promise<number | null>
  /** Ends it, gently first. Resolves when its processes and its files are gone. */
  close(): Promise<void>
  /** Ends it at once. */
  kill(): Promise<void>
  /** Of a farm only: the next context with this proxy address belongs to these requests, which are checked one by one. */
  expect?(proxyUrl: string, requests: CheckedRequests): Disposable
}

const START_TIMEOUT_MS = 30_000
const CLOSE_MS = 2_000
/** Written memory of each of its processes: a page that takes more crashes alone. Chromium reserves some of it unused. */
const PROCESS_DATA_MB = 4_096
const PROFILES = 'surveyor-browser-'
/** Playwright makes one for each browser, which ours does not use. */
const PLAYWRIGHT_PROFILES = 'playwright_chromiumdev_profile-'

/**
 * `refusingProxy` is for what the browser does outside of a job. Throws `browser_unavailable` with what the browser said.
 */
export async function startBrowser(found: InstalledBrowser, refusingProxy: string): Promise<BrowserProcess> {
  // A third of all that a worker would load at its start, and most workers open no page.
  const { chromium } = await import('playwright-core')
  const profile = await mkdtemp(path.join(tmpdir(), `${PROFILES}${process.pid}-`))
  try {
    const browser = await chromium.launch({
      // A shell that becomes the browser: it writes down its process id, because Playwright does not tell it.
      executablePath: '/bin/sh',
      ignoreDefaultArgs: true,
      args: [
        '-c',
        SHELL,
        'sh',
        profile,
        found.program,
        ...chromiumFlags({ profile, refusingProxy, sandbox: hasSandbox() }),
      ],
      // A folder of its own for temporary files would outlive a killed worker.
      artifactsDir: profile,
      // Nothing of the environment of the worker: it may hold secrets.
      env: { HOME: profile, LANG: 'C.UTF-8', PATH: '/usr/bin:/bin', ...found.env },
      // The worker ends the browser, in its own order.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: START_TIMEOUT_MS,
    })
    const pid = Number(await readFile(path.join(profile, 'pid'), 'utf8'))
    return running(browser, pid, profile)
  } catch (cause) {
    await removeProfile(profile)
    throw new SurveyorError(
      'browser_unavailable',
      `The browser ${found.program} does not start. ${saidBy(cause)}`,
      {
        cause,
      },
    )
  }
}

/** Chromium refuses its sandbox to root. */
export const hasSandbox = (): boolean => process.getuid?.() !== 0

/** Removes what browsers of killed workers left in the folder for temporary files. */
export async function removeOldProfiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = path.join(tmpdir(), name)
    // Its owner cannot be told, but a profile in use is not empty, and Chromium makes a missing one again.
    if (name.startsWith(PLAYWRIGHT_PROFILES)) await rmdir(folder).catch(() => undefined)
    const pid = name.startsWith(PROFILES) ? /^\d+/.exec(name.slice(PROFILES.length))?.[0] : undefined
    if (pid !== undefined && !isAlive(Number(pid))) await removeProfile(folder)
  }
}

/**
 * Chromium ends when the pipe to its worker closes. Where `setpriv` is there (every Debian), the kernel ends it as well,
 * also when it hangs.
 */
const SHELL = `
  echo $$ >"$1/pid"; shift
  ulimit -c 0; ulimit -d ${PROCESS_DATA_MB * 1_024} 2>/dev/null
  if setpriv --pdeathsig KILL true 2>/dev/null; then exec setpriv --pdeathsig KILL -- "$@"; fi
  exec "$@"`

function running(browser: Browser, pid: number, profile: string): BrowserProcess {
  let alive = true
  const gone = new Promise<void>((resolve) => {
    browser.once('disconnected', () => {
      alive = false
      resolve()
    })
  })
  const end = async (how: () => unknown): Promise<void> => {
    await how()
    killGroup(pid)
    await gone
    await removeProfile(profile)
  }
  return {
    browser,
    get alive() {
      return alive
    },
    memoryBytes: () => groupMemory(pid),
    close: async () => end(async () => endsWithin(CLOSE_MS, browser.close())),
    kill: async () => end(() => killGroup(pid)),
  }
}

async function removeProfile(profile: string): Promise<void> {
  await rm(profile, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

async function groupMemory(group: number): Promise<number | null> {
  try {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const sizes = await Promise.all(pids.map(async (pid) => memoryIfIn(group, pid)))
    return sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    return null
  }
}

/** 0 for a process of another group. */
async function memoryIfIn(group: number, pid: string): Promise<number> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may hold anything: state, parent, group.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(fields[2]) !== group) return 0
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) * 1_024
  } catch {
    return 0
  }
}

/** The lines that the browser wrote, without those that Playwright adds. */
function saidBy(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const lines = text.match(/\[err\] .*/g)?.map((line) => line.slice('[err] '.length)) ?? []
  const said =
    lines.find((line) => /error|fatal|sandbox/i.test(line)) ?? lines.at(-1) ?? text.split('\n', 1)[0] ?? ''
  const hint = /sandbox|zygote_host/i.test(text)
    ? ' Its sandbox needs user namespaces (sysctl user.max_user_namespaces), which containers refuse without a seccomp profile ' +
      'that allows them (docs/deployment.md).'
    : ''
  return `${said.slice(0, 300)}${hint}`
}
