// Opens a finished index for reading.
import { DatabaseSync } from 'node:sqlite'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { allRows } from './index-rows.ts'
import type { Attribution } from '#contract/places/place.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import { osmAttribution } from '#extractors/maps/osm/osm-attribution.ts'
import type { DataRights } from '#extractors/maps/providers/osm-file/reader/element-source.ts'

/** An index that is read. Disposing closes its file. */
export interface OpenIndex extends Disposable {
  readonly db: DatabaseSync
  /** The box of all nodes in the file. */
  readonly bbox: Bbox
  /** That box and the one that the file says it covers. */
  readonly coverage: Bbox
  /** RFC 3339: when the data left OpenStreetMap, else when the file was last written. */
  readonly snapshotAt: string
  readonly attribution: Attribution
}

interface MetaRow {
  readonly key: string
  readonly value: string | null
}

const MMAP_BYTES = 256 * 1024 * 1024

/** Throws where the file is no whole index. */
export function openIndex(path: string): OpenIndex {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    db.exec(`pragma mmap_size = ${MMAP_BYTES}`)
    // Every word of the names, for queries with a typo.
    db.exec(`create virtual table temp.place_words using fts5vocab('main', 'place_text', 'row')`)
    const rows = allRows<MetaRow>(db.prepare('select key, value from meta'))
    const meta = new Map(rows.map(({ key, value }) => [key, value]))
    const bbox = parseKnownJson<Bbox | null>(meta.get('bbox') ?? 'null')
    const snapshotAt = meta.get('snapshotAt')
    if (bbox === null || typeof snapshotAt !== 'string') throw new Error('the index is not whole')
    const declared = parseKnownJson<Bbox | null>(meta.get('coverage') ?? 'null')
    const rights = parseKnownJson<DataRights | null>(meta.get('rights') ?? 'null')
    return {
      db,
      bbox,
      coverage: declared === null ? bbox : around(bbox, declared),
      snapshotAt,
      attribution: attributionOf(rights),
      [Symbol.dispose]() {
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** An extract is OpenStreetMap's unless it says whose it is. */
function attributionOf(rights: DataRights | null): Attribution {
  if (rights === null) return osmAttribution('osm-file')
  const { copyright: text, license, url } = rights
  return { provider: 'osm-file', text, license, url }
}

function around(a: Bbox, b: Bbox): Bbox {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}
