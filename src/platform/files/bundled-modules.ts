// The modules of the product in the few files that scripts/bundle-modules.ts writes: the services load 160 of them in the place of
// 1,860 sources and packages. A child may write nothing, so that it has no compiled code, and a bundle saves it even more.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { errorCode, parseKnownJson } from '#kit/unknown-values.ts'

/** Finds the file that is to be imported in the place of a source. */
export type FindModule = (source: URL) => URL

/** Files that share modules with each other only: `product` of the program, `parsers` of the children that parse. */
export type BundleName = 'product' | 'parsers'

/** What the script writes last beside the files, as `files.json`; paths are relative to the root. */
export interface BundledFiles {
  /** The file in the folder by the source. */
  readonly modules: Readonly<Record<string, string>>
  /** What went into the files. A folder whose parts are found at run time ends with a slash. */
  readonly sources: Readonly<Record<string, SourceState>>
}

/** By what a source is recognised. */
export interface SourceState {
  readonly bytes: number
  readonly modifiedMs: number
  /** SHA-256 of its bytes, or of the names in a folder, in base64url. */
  readonly hash: string
}

const ROOT = new URL('../../../', import.meta.url)

/** In the root. */
export const bundleFolder = (name: BundleName): string => `dist/${name}/`

/**
 * Without files, or once a source is another one than it was, each source is imported itself; so is a source that the
 * script did not know. Looks at all sources once, and reads those whose time or length is another one.
 */
export function bundledModules(name: BundleName, root = ROOT): FindModule {
  const folder = new URL(bundleFolder(name), root)
  const files = filesIn(folder)
  const rootPath = fileURLToPath(root)
  try {
    if (files !== null && Object.entries(files.sources).every(([path, was]) => isSame(rootPath + path, was)))
      return findIn(files, folder, root)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  return (source) => source
}

/** Where the modules of this process are from: a class that was loaded from both places would be there twice. */
export function modulesOfThisProcess(): FindModule {
  // The address of a bundled module is that of its source, and its file name its own.
  if (import.meta.filename === fileURLToPath(import.meta.url)) return (source) => source
  const folder = new URL('.', pathToFileURL(import.meta.filename))
  const files = filesIn(folder)
  return files === null ? (source) => source : findIn(files, folder, ROOT)
}

function findIn(files: BundledFiles, folder: URL, root: URL): FindModule {
  const modules = new Map(
    Object.entries(files.modules).map(([source, file]) => [
      new URL(source, root).href,
      new URL(file, folder),
    ]),
  )
  return (source) => modules.get(source.href) ?? source
}

function filesIn(folder: URL): BundledFiles | null {
  try {
    return parseKnownJson<BundledFiles>(readFileSync(new URL('files.json', folder), 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** The state of a file or, where `path` ends with a slash, of a folder. */
export function sourceState(path: string): SourceState {
  const { size, mtimeMs } = statSync(path)
  return { bytes: size, modifiedMs: mtimeMs, hash: hashOf(path) }
}

function isSame(path: string, was: SourceState): boolean {
  const { size, mtimeMs } = statSync(path)
  // Images and archives keep whole seconds.
  const isFromThen = mtimeMs === was.modifiedMs || mtimeMs === was.modifiedMs - (was.modifiedMs % 1_000)
  return (isFromThen && size === was.bytes) || hashOf(path) === was.hash
}

function hashOf(path: string): string {
  const content = path.endsWith('/') ? readdirSync(path).toSorted().join('\n') : readFileSync(path)
  return hash('sha256', content, 'base64url')
}
