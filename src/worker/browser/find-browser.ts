// Finds the program for pages that need a browser: the one of the settings, else one that is installed.
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, glob } from 'node:fs/promises'
import { homedir, platform } from 'node:os'
import { promisify } from 'node:util'
import { SurveyorError } from '#contract/surveyor-error.ts'

export interface FoundBrowser {
  /** Where it was found: the setting, or the kind of installation. */
  readonly source: 'setting' | 'headless-shell' | 'installed' | 'playwright'
  readonly program: string
  /** `156.0.8078.79` */
  readonly version: string
}

export interface BrowserSettings {
  readonly chromium: string | null
  readonly browserUrl: string | null
}

interface Candidate {
  readonly source: FoundBrowser['source']
  readonly program: string
}

const VERSION_TIMEOUT_MS = 10_000
/** A headless shell first: it takes half the memory of a whole Chromium and makes two to three times the pictures. */
const HEADLESS_SHELLS = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium-browser/chromium-headless-shell',
]
const INSTALLED: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    '/usr/lib/chromium/chromium',
    '/usr/lib/chromium-browser/chromium-browser',
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
}

const INSTALL_HINT =
  'No browser was found. On Debian or Ubuntu `apt-get install chromium-headless-shell` brings one; ' +
  '`SURVEYOR_CHROMIUM` names a Chromium that is elsewhere.'

/** Finds it once; a browser that is installed later is found by a later call. */
export function createBrowserFinder(settings: BrowserSettings): () => Promise<FoundBrowser> {
  let found: FoundBrowser | null = null
  return async () => (found ??= await findBrowser(settings))
}

/** Throws `browser_unavailable` with what was looked for. */
export async function findBrowser({ chromium, browserUrl }: BrowserSettings): Promise<FoundBrowser> {
  // Its browsers would not fetch through the guard of this process.
  if (browserUrl !== null)
    throw unavailable('A browser farm (SURVEYOR_BROWSER_URL) cannot be used yet; unset it.')
  if (chromium !== null) {
    const found = await tried({ source: 'setting', program: chromium })
    if ('program' in found) return found
    throw unavailable(`The setting SURVEYOR_CHROMIUM names no browser that starts: ${found.problem}`)
  }
  const problems: string[] = []
  for await (const candidate of candidates()) {
    const found = await tried(candidate)
    if ('program' in found) return found
    if (found.problem !== 'it is not there') problems.push(`${candidate.program}: ${found.problem}`)
  }
  throw unavailable([INSTALL_HINT, ...problems].join(' '))
}

async function* candidates(): AsyncGenerator<Candidate> {
  for (const program of HEADLESS_SHELLS) yield { source: 'headless-shell', program }
  for (const program of INSTALLED[platform()] ?? []) yield { source: 'installed', program }
  const cache = platform() === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright'
  const folders = `${homedir()}/${cache}/{chromium_headless_shell,chromium}-*/*`
  const found: string[] = []
  for await (const program of glob(`${folders}/{headless_shell,chrome-headless-shell,chrome}`))
    found.push(program)
  // The newest download first.
  for (const program of found.toSorted().toReversed()) yield { source: 'playwright', program }
}

async function tried(candidate: Candidate): Promise<FoundBrowser | { readonly problem: string }> {
  try {
    await access(candidate.program, constants.X_OK)
  } catch {
    return { problem: 'it is not there' }
  }
  try {
    const run = promisify(execFile)(candidate.program, ['--version'], {
      timeout: VERSION_TIMEOUT_MS,
      env: {},
    })
    const version = /\b\d{1,5}\.\d{1,5}\.\d{1,5}\.\d{1,5}\b/.exec((await run).stdout)?.[0]
    return version === undefined ? { problem: 'it does not tell its version' } : { ...candidate, version }
  } catch (error) {
    return { problem: `it does not start (${firstLine(error)})` }
  }
}

function firstLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return text.trim().split('\n', 1)[0]?.slice(0, 200) ?? ''
}

const unavailable = (detail: string) => new SurveyorError('browser_unavailable', detail)
