// Which state of an OSM file there is, and where its index belongs.
import { createHash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { missingSource } from '#extractors/maps/providers/osm-file/reader/source-errors.ts'
import { INDEX_SCHEMA_VERSION } from './index-schema.ts'

/** One state of the file. */
export interface SourceVersion {
  readonly id: string
  /** The path of the index, whether or not it exists. */
  readonly path: string
  readonly modifiedAt: Date
}

/** `folder` is where indexes are kept. Throws `source_unavailable`. */
export async function versionOf(file: string, folder: string): Promise<SourceVersion> {
  const missing = (cause: unknown) => {
    throw missingSource(file, cause)
  }
  const path = await realpath(file).catch(missing)
  const stats = await stat(path).catch(missing)
  if (!stats.isFile()) throw missingSource(file, { code: 'EISDIR' })
  const { size, mtimeMs, mtime } = stats
  const family = sha256(path).slice(0, 16)
  const id = sha256(JSON.stringify([path, size, mtimeMs, INDEX_SCHEMA_VERSION])).slice(0, 32)
  return { id, path: join(folder, `${family}-${id}.sqlite`), modifiedAt: mtime }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
