// Finds the browser for pages that need one: a farm or a program of the settings, an installed one, the one of npm.
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, glob } from 'node:fs/promises'
import { homedir, platform } from 'node:os'
import { promisify } from 'node:util'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { farmVersion } from './connect-farm.ts'
import type { FoundBrowser, InstalledBrowser } from './browser-process.ts'
import { unpackChromium } from './unpack-chromium.ts'

/** What the operator says about it. */
export interface BrowserSettings {
  /** The program of the setting; null: the first that is found. */
  readonly chromium: string | null
  readonly browserUrl: string | null
  /** Where the Chromium of npm is unpacked when there is no other; absent: it is not used. */
  readonly unpackFolder?: string
}

type Candidate = Omit<InstalledBrowser, 'version'>
type Tried = InstalledBrowser | { readonly problem: string }

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

/** Finds it once; a browser that is installed later, or a farm that answers later, is found by a later call. */
export function createBrowserFinder(settings: BrowserSettings): () => Promise<FoundBrowser> {
  const { browserUrl } = settings
  let found: FoundBrowser | null = null
  return async () =>
    (found ??=
      browserUrl === null
        ? await findInstalledBrowser(settings)
        : { source: 'farm', url: browserUrl, version: await farmVersion(browserUrl) })
}

/** Throws `browser_unavailable` with what was looked for. */
export async function findInstalledBrowser({
  chromium,
  unpackFolder,
}: Omit<BrowserSettings, 'browserUrl'>): Promise<InstalledBrowser> {
  if (chromium !== null) {
    const found = await tried({ source: 'setting', program: chromium })
    if ('program' in found) return found
    throw unavailable(`The setting SURVEYOR_CHROMIUM names no browser that starts: ${found.problem}`)
  }
  const problems: string[] = []
  for await (const candidate of installed()) {
    const found = await tried(candidate)
    if ('program' in found) return found
    if (found.problem !== 'it is not there') problems.push(`${candidate.program}: ${found.problem}`)
  }
  const found = unpackFolder === undefined ? null : await triedPackage(unpackFolder)
  if (found !== null && 'program' in found) return found
  if (found !== null) problems.push(`The Chromium of npm: ${found.problem}`)
  throw unavailable([INSTALL_HINT, ...problems].join(' '))
}

async function* installed(): AsyncGenerator<Candidate> {
  for (const program of HEADLESS_SHELLS) yield { source: 'headless-shell', program }
  for (const program of INSTALLED[platform()] ?? []) yield { source: 'installed', program }
  for (const program of await playwrightDownloads()) yield { source: 'playwright', program }
}

/** Null where it is not installed. */
async function triedPackage(folder: string): Promise<Tried | null> {
  try {
    const unpacked = await unpackChromium(folder)
    return unpacked === null ? null : await tried({ source: 'package', ...unpacked })
  } catch (error) {
    return { problem: `it cannot be unpacked (${firstLine(error)})` }
  }
}

/** Headless shells first, of each kind the newest download first: `chromium-1169`, `chromium_headless_shell-1169`. */
async function playwrightDownloads(): Promise<string[]> {
  const cache = platform() === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright'
  const home = homeFolder()
  if (home === null) return []
  const folders = `${home}/${cache}/{chromium_headless_shell,chromium}-*/*`
  const found: string[] = []
  for await (const program of glob([
    `${folders}/{headless_shell,chrome-headless-shell,chrome}`,
    `${folders}/*.app/Contents/MacOS/{Chromium,Google Chrome for Testing}`,
  ])) {
    found.push(program)
  }
  const kindOf = (program: string): number => (program.includes('chromium_headless_shell-') ? 0 : 1)
  const revisionOf = (program: string): number => Number(/-(\d{1,9})\//.exec(program)?.[1] ?? 0)
  return found.toSorted((a, b) => kindOf(a) - kindOf(b) || revisionOf(b) - revisionOf(a))
}

/** Null for a user id without a name, such as containers use, when HOME is not set. */
function homeFolder(): string | null {
  try {
    return homedir()
  } catch {
    return null
  }
}

async function tried(candidate: Candidate): Promise<Tried> {
  try {
    await access(candidate.program, constants.X_OK)
  } catch {
    return { problem: 'it is not there' }
  }
  try {
    const run = promisify(execFile)(candidate.program, ['--version'], {
      timeout: VERSION_TIMEOUT_MS,
      env: { ...candidate.env },
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
