// Whether the OSM files can be used at all, found out before anything waits for their index.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import type { SetupCheck, SetupFindings } from '#extract/define-extractor.ts'
import type { ElementSource } from '#extractors/maps/providers/osm-file/reader/element-source.ts'
import { openSource } from '#extractors/maps/providers/osm-file/reader/open-source.ts'
import { noNodes } from '#extractors/maps/providers/osm-file/reader/source-errors.ts'
import { openIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { osmFiles, versionOf } from './osm-files.ts'

const PLACE_KEYS: ReadonlySet<string> = new Set(['place', 'name'])
/** Settlements, the best known kind first. */
const SETTLEMENTS = ['city', 'town', 'village', 'hamlet'] as const
/** As `element-roles.ts` ranks these; islands are between them. */
const SETTLEMENT_RANKS = [16, 18, 19, 22] as const

/**
 * Opens each file, which finds one that is missing, of another kind or cut short; with `readsAll` it is decoded to its end
 * as well, unless there is an index already. Throws `source_unavailable`, `source_broken` or `unsupported_document`.
 */
export async function checkSource(
  setting: string,
  { dataDir, readsAll, progress, signal }: Pick<SetupCheck, 'dataDir' | 'readsAll' | 'progress' | 'signal'>,
): Promise<SetupFindings> {
  const files = await osmFiles(setting)
  const version = await versionOf(files, join(dataDir, 'osm'))
  const isIndexed = existsSync(version.path)
  let best: Settlement = { rank: Infinity, population: -1, name: null }
  for (const { path } of files) {
    const onRead = (share: number): void => {
      signal.throwIfAborted()
      progress(`checking ${basename(path)}`, share)
    }
    await using source = await openSource(path, onRead)
    if (readsAll && !isIndexed) best = await bestSettlement(source, path, best)
  }
  if (readsAll && isIndexed) return { exampleLocation: settlementInIndex(version.path) }
  return { exampleLocation: best.name }
}

interface Settlement {
  readonly rank: number
  readonly population: number
  readonly name: string | null
}

/** The best known of the file, if it is better known than `before`. */
async function bestSettlement(source: ElementSource, path: string, before: Settlement): Promise<Settlement> {
  let nodes = 0
  let best = before
  await source.readNodes(PLACE_KEYS, (_id, _lat, _lng, tags) => {
    nodes += 1
    const rank = SETTLEMENTS.findIndex((kind) => kind === tags?.['place'])
    const name = tags?.['name']
    if (rank < 0 || name === undefined || rank > best.rank) return
    const population = Number.parseInt(tags?.['population'] ?? '0', 10) || 0
    if (rank < best.rank || population > best.population) best = { rank, population, name }
  })
  if (nodes === 0) throw noNodes(path)
  return best
}

/** Null also where the index is not whole: it will be built again. */
function settlementInIndex(path: string): string | null {
  try {
    using index = openIndex(path)
    const best = `select name from area where kind = 'place' and rank in (${SETTLEMENT_RANKS.join(', ')})
       order by rank, population desc, key limit 1`
    return firstRow<{ readonly name: string }>(index.db, best)?.name ?? null
  } catch {
    return null
  }
}
