// A folder with the pages of a site: what an earlier run left in it, and the files of this one.
import { lstat, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { UsageError } from '#bin/cli/command-line.ts'
import { namingFile, reasonOf } from '#bin/cli/write-output.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { makeFolder } from '#platform/files/make-folder.ts'
import { isSafe } from './file-names.ts'
import { isSamePage } from './page-text.ts'

const STATE_FILE = '.surveyor-site.json'

const State = Type.Object({
  /** The id of the crawl that wrote the folder last. */
  crawl: Type.String(),
  /** The address that the crawl began at. */
  start: Type.String(),
  /** The file of each page by the address of the page. */
  files: Type.Record(Type.String(), Type.String()),
})
export type FolderState = Static<typeof State>

/** What became of a file. */
export type Written = 'new' | 'changed' | 'unchanged'

export interface SiteFolder {
  /** Null: no earlier run. */
  readonly earlier: FolderState | null
  /** A file that says the same already is left as it is. */
  write(name: string, text: string): Promise<Written>
  has(name: string): Promise<boolean>
  /** Written last, so that a run that was ended in its middle is done again. */
  remember(state: FolderState): Promise<void>
}

/** Throws UsageError for a folder that holds the pages of another site, or other things. */
export async function openSiteFolder(folder: string, start: string): Promise<SiteFolder> {
  await makeFolder(folder).catch((error: unknown) => {
    throw new UsageError(`The folder ${folder} cannot be made${reasonOf(error)}.`)
  })
  const root = await realpath(folder)
  const earlier = await readState(join(root, STATE_FILE))
  if (earlier !== null && earlier.start !== start) {
    throw new UsageError(`${folder} holds the pages of ${earlier.start}. Name another folder: --out FOLDER.`)
  }
  /** Refuses a way through a link that stands in the folder and leads out of it. */
  const pathOf = async (name: string): Promise<string> => {
    if (!isSafe(name)) throw new Error(`"${name}" is no name of a page.`)
    const path = join(root, ...name.split('/'))
    await mkdir(dirname(path), { recursive: true })
    const real = await realpath(dirname(path))
    if (real !== root && !real.startsWith(root + sep))
      throw new Error(`${dirname(path)} leads out of ${folder}.`)
    return path
  }
  return {
    earlier,
    async write(name, text) {
      const path = await pathOf(name)
      const before = await readFile(path, 'utf8').catch(() => null)
      if (before !== null && isSamePage(before, text)) return 'unchanged'
      await replaceFile(path, text)
      return before === null ? 'new' : 'changed'
    },
    has: async (name) => isSafe(name) && (await lstat(join(root, name)).catch(() => null)) !== null,
    remember: async (state) => replaceFile(join(root, STATE_FILE), `${JSON.stringify(state, null, 1)}\n`),
  }
}

/** An unreadable state is that of no run: all pages are fetched, and files that say the same stay. */
async function readState(path: string): Promise<FolderState | null> {
  try {
    const state = parseKnownJson<unknown>(await readFile(path, 'utf8'))
    return Check(State, state) ? state : null
  } catch {
    return null
  }
}

/** A reader never sees half of a file, and a link in its place is replaced and not followed. */
async function replaceFile(path: string, text: string): Promise<void> {
  const part = `${path}.part`
  try {
    await rm(part, { force: true })
    await writeFile(part, text, { flag: 'wx' })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw namingFile(path, error)
  }
}
