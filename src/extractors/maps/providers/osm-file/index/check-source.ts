// Whether an OSM file can be used at all, found out before anything waits for its index.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createHash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import { firstRow } from './index-rows.ts'
import type { SetupCheck, SetupFindings } from '#extract/define-extractor.ts'
import { openSource } from '#extractors/maps/providers/osm-file/reader/open-source.ts'
import { noNodes, missingSource } from '#extractors/maps/providers/osm-file/reader/source-errors.ts'
import { openIndex } from './open-index.ts'
import { INDEX_SCHEMA_VERSION } from './index-schema.ts'

/** One state of the file. */
export interface SourceVersion {
  readonly id: string
  /** The path of the index, whether or not it exists. */
  readonly path: string
  readonly modifiedAt: Date
}

const PLACE_KEYS: ReadonlySet<string> = new Set(['place', 'name'])
/** Settlements, the best known kind first. */
const SETTLEMENTS = ['city', 'town', 'village', 'hamlet'] as const
/** As ranked in `element-roles.ts`. */
const CITY_RANK = 16
const HAMLET_RANK = 22

/**
 * Opens the file, which finds one that is missing, of another kind or cut short; with `readsAll` it is decoded to its end
 * as well, unless it has an index already. Throws `source_unavailable`, `source_broken` or `unsupported_document`.
 */
export async function checkSource(
  file: string,
  { dataDir, readsAll, progress, signal }: Pick<SetupCheck, 'dataDir' | 'readsAll' | 'progress' | 'signal'>,
): Promise<SetupFindings> {
  const version = await versionOf(file, join(dataDir, 'osm'))
  const onRead = (share: number): void => {
    signal.throwIfAborted()
    progress(`checking ${basename(file)}`, share)
  }
  await using source = await openSource(file, onRead)
  if (!readsAll) return { exampleLocation: null }
  if (existsSync(version.path)) return { exampleLocation: settlementInIndex(version.path) }
  let nodes = 0
  let best = { rank: Infinity, population: -1, name: null as string | null }
  await source.readNodes(PLACE_KEYS, (_id, _lat, _lng, tags) => {
    nodes += 1
    const rank = SETTLEMENTS.findIndex((kind) => kind === tags?.['place'])
    const name = tags?.['name']
    if (rank < 0 || name === undefined || rank > best.rank) return
    const population = Number.parseInt(tags?.['population'] ?? '0', 10) || 0
    if (rank < best.rank || population > best.population) best = { rank, population, name }
  })
  if (nodes === 0) throw noNodes(file)
  return { exampleLocation: best.name }
}

/** Null also where the index is not whole: it will be built again. */
function settlementInIndex(path: string): string | null {
  try {
    using index = openIndex(path)
    const best = index.db.prepare(
      `select name from area where kind = 'place' and rank between ${CITY_RANK} and ${HAMLET_RANK}
       order by rank, population desc, key limit 1`,
    )
    return firstRow<{ readonly name: string }>(best)?.name ?? null
  } catch {
    return null
  }
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
