// A folder with the pages of a site: what an earlier run left in it, and the files of this one.
import { lstat, mkdir, readdir, readFile, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { UsageError } from '#bin/cli/command-line.ts'
import { namingFile, reasonOf } from '#bin/cli/write-output.ts'
import { Nullable } from '#contract/schema.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { makeFolder } from '#platform/files/make-folder.ts'
import { isSafe } from './file-names.ts'
import { textHash } from './page-text.ts'

const STATE_FILE = '.surveyor-site.json'

const Names = Type.Record(Type.String(), Type.String())
const State = Type.Object({
  /** The id of the crawl that wrote the folder last; null while the first one writes it. */
  crawl: Nullable(Type.String()),
  /** The address that the crawl began at. */
  start: Type.String(),
  /** Which pages were asked for: a run that asks for others says nothing of those that it does not find. */
  asked: Type.Optional(Type.String()),
  /** The file of each page by the address of the page. */
  files: Names,
  /** The same of pages that are no longer on the site. */
  gone: Type.Optional(Names),
  /** `textHash` of each file as it was written, by its name: a file with another one was edited, or is no file of ours. */
  written: Type.Optional(Names),
})
type FolderState = Static<typeof State>

/** What became of a file. `kept`: the name that an edited file, or one of somebody else, has now. */
export interface Written {
  readonly what: 'new' | 'changed' | 'unchanged'
  readonly kept: string | null
}

export interface SiteFolder {
  /** Null: no earlier run. */
  readonly earlier: FolderState | null
  /**
   * A file that says the same already is left as it is. One that was edited is left too while the page is as it was, and
   * moved aside when it is not.
   */
  write(name: string, text: string): Promise<Written>
  has(name: string): Promise<boolean>
  /** False: the file was edited, or no run wrote it, and it is left. */
  remove(name: string): Promise<boolean>
  /** Written last, so that a run that was ended in its middle is done again; and first, so that the folder is known as ours. */
  remember(state: Omit<FolderState, 'written'>): Promise<void>
}

/** Throws UsageError for a folder that holds the pages of another site, or other things unless `force` is set. */
export async function openSiteFolder(folder: string, start: string, force = false): Promise<SiteFolder> {
  await makeFolder(folder).catch((error: unknown) => {
    throw new UsageError(`The folder ${folder} cannot be made${reasonOf(error)}.`)
  })
  const root = await realpath(folder)
  const entries = await readdir(root)
  const earlier = await readState(join(root, STATE_FILE))
  if (earlier !== null && earlier.start !== start) {
    throw new UsageError(`${folder} holds the pages of ${earlier.start}. Name another folder: --out FOLDER.`)
  }
  // No page has a name that begins with a dot.
  if (!force && !entries.includes(STATE_FILE) && entries.some((name) => !name.startsWith('.'))) {
    throw new UsageError(
      `The folder ${folder} is not empty, and no earlier run wrote it. Name another one: --out FOLDER; or write into it ` +
        'with --force, which keeps a file that has the name of a page as NAME.local.md.',
    )
  }
  const written = new Map(Object.entries(earlier?.written ?? {}))
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
      const hash = textHash(text)
      const known = written.get(name)
      const before = (await isThere(path)) ? await hashOf(path) : undefined
      if (before !== undefined && (before === hash || known === hash)) {
        written.set(name, hash)
        return { what: 'unchanged', kept: null }
      }
      const isOurs = before === undefined || (before !== null && before === known)
      const kept = isOurs ? null : await moveAside(root, name)
      await replaceFile(path, text)
      written.set(name, hash)
      return { what: before === undefined ? 'new' : 'changed', kept }
    },
    has: async (name) => isSafe(name) && isThere(join(root, name)),
    async remove(name) {
      const path = await pathOf(name)
      const known = written.get(name)
      if (known === undefined || (await hashOf(path)) !== known) return false
      await rm(path)
      written.delete(name)
      await removeEmpty(dirname(path), root)
      return true
    },
    async remember(state) {
      const names = new Set(Object.values({ ...state.gone, ...state.files }))
      const whole: FolderState = {
        ...state,
        written: Object.fromEntries([...written].filter(([name]) => names.has(name))),
      }
      await replaceFile(join(root, STATE_FILE), `${JSON.stringify(whole, null, 1)}\n`)
    },
  }
}

const isThere = async (path: string): Promise<boolean> => (await lstat(path).catch(() => null)) !== null

/** Null for what is no readable file. */
const hashOf = async (path: string): Promise<string | null> =>
  readFile(path, 'utf8').then(textHash, () => null)

/** The folder and those above it, up to the first that still has something in it. */
async function removeEmpty(folder: string, root: string): Promise<void> {
  try {
    for (let above = folder; above !== root; above = dirname(above)) await rmdir(above)
  } catch {
    // It is not empty.
  }
}

/** Answers the free name that the file has then: `index.local.md`, `index.local-2.md`, … */
async function moveAside(root: string, name: string): Promise<string> {
  const stem = name.slice(0, -'.md'.length)
  for (let number = 1; ; number += 1) {
    const other = `${stem}.local${number === 1 ? '' : `-${number}`}.md`
    if (await isThere(join(root, other))) continue
    await rename(join(root, name), join(root, other))
    return other
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
