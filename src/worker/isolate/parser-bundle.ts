// The modules of children in the few files that scripts/bundle-parsers.ts writes. A child may write nothing, so that nobody
// compiles for it what its code is: from the sources it takes 0.6 to 1.3 s of a core to start, from these files 0.2 to 0.6 s.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { errorCode, parseKnownJson } from '#kit/unknown-values.ts'

/** Finds the file that a child is to import in the place of a source. */
export type FindModule = (source: URL) => URL

/** What the script writes last beside the files, as `files.json`; all paths are those of URLs. */
export interface BundledFiles {
  /** The file in the folder by the source in the root. */
  readonly modules: Readonly<Record<string, string>>
  /** The SHA-256 of every source that went into a file, in base64url. */
  readonly sources: Readonly<Record<string, string>>
}

const ROOT = new URL('../../../', import.meta.url)
/** In the root. */
export const BUNDLE_FOLDER = 'dist/parsers/'
/** How the module of a work begins its export for a child, see src/extract/work.ts. */
export const PARSER = /^export const parse\b/m

/**
 * Without files, or once a source is another one than it was, each source is imported itself; so is a source that the
 * script did not know. Reads all sources once.
 */
export function bundledModules(root = ROOT): FindModule {
  const files = filesOf(root)
  const modules = new Map(
    Object.entries(files?.modules ?? {}).map(([source, file]) => [
      new URL(source, root).href,
      new URL(BUNDLE_FOLDER + file, root),
    ]),
  )
  return (source) => modules.get(source.href) ?? source
}

function filesOf(root: URL): BundledFiles | null {
  try {
    const files = parseKnownJson<BundledFiles>(
      readFileSync(new URL(`${BUNDLE_FOLDER}files.json`, root), 'utf8'),
    )
    const isSame = ([path, hash]: [string, string]) => hashOf(readFileSync(new URL(path, root))) === hash
    return Object.entries(files.sources).every(isSame) ? files : null
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** How a source is recognised. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url')
}
