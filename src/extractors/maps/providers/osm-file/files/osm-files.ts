// The OSM files that the setting names, one, several or a folder of them, and the index that is made of all together.
import { createHash } from 'node:crypto'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { missingSource, OSM_FILE_SETTING } from '#extractors/maps/providers/osm-file/reader/source-errors.ts'
import { INDEX_SCHEMA_VERSION } from '#extractors/maps/providers/osm-file/index/index-schema.ts'
import type { IndexSource, SourceVersion } from '#extractors/maps/providers/osm-file/index/index-store.ts'

/** A file as it is now. */
export interface OsmFile {
  /** As the operator named it, or below the folder that the operator named. */
  readonly path: string
  readonly size: number
  readonly modifiedAt: Date
}

/** Of a folder, what may be an extract. */
const EXTRACT_NAME = /\.(?:osm\.pbf|pbf|osm\.gz|xml\.gz|osm)$/i
/** A country is one file; more are a mistake in the setting. */
const MAX_FILES = 100

/** `setting` is a path, or several with commas between them. Throws `source_unavailable`. */
export async function osmFiles(setting: string): Promise<[OsmFile, ...OsmFile[]]> {
  const named = setting.split(',').filter((path) => path.trim() !== '')
  const lists = await Promise.all(named.map(filesAt))
  const [first, ...others] = lists.flat()
  if (first === undefined || others.length >= MAX_FILES) {
    const detail = `The setting ${OSM_FILE_SETTING} names ${others.length >= MAX_FILES ? `more than ${MAX_FILES}` : 'no'} files.`
    throw new SurveyorError('source_unavailable', detail)
  }
  return [first, ...others]
}

async function filesAt(path: string): Promise<OsmFile[]> {
  const stats = await stat(path).catch((cause: unknown) => {
    throw missingSource(path, cause)
  })
  if (!stats.isDirectory()) {
    if (!stats.isFile()) throw missingSource(path, null)
    return [{ path, size: stats.size, modifiedAt: stats.mtime }]
  }
  const entries = await readdir(path, { withFileTypes: true }).catch((cause: unknown) => {
    throw missingSource(path, cause)
  })
  const names = entries.filter((entry) => !entry.isDirectory() && EXTRACT_NAME.test(entry.name))
  if (names.length === 0) throw missingSource(path, { code: 'EMPTY' })
  const files = await Promise.all(names.map(({ name }) => filesAt(join(path, name))))
  return files.flat().sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The index of the files of the setting, below `osm` in the data folder. */
export function osmFileSource(setting: string): IndexSource {
  return {
    name: setting
      .split(',')
      .map((path) => basename(path))
      .join(', '),
    folder: 'osm',
    versionOf: async (folder) => versionOf(await osmFiles(setting), folder),
    async build(work) {
      // Most starts find the index made.
      const { buildIndex } = await import('#extractors/maps/providers/osm-file/index/build-index.ts')
      return buildIndex({ ...work, files: await osmFiles(setting) })
    },
  }
}

/** Throws `source_unavailable`. */
export async function versionOf(files: readonly OsmFile[], folder: string): Promise<SourceVersion> {
  const states = await Promise.all(
    files.map(async ({ path, size, modifiedAt }) => {
      const real = await realpath(path).catch((cause: unknown) => {
        throw missingSource(path, cause)
      })
      return [real, size, modifiedAt.getTime()] as const
    }),
  )
  const family = sha256(JSON.stringify(states.map(([path]) => path))).slice(0, 16)
  const id = sha256(JSON.stringify([states, INDEX_SCHEMA_VERSION])).slice(0, 32)
  return { id, path: join(folder, `${family}-${id}.sqlite`) }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
