// Opens a finished index for reading.
import { DatabaseSync } from 'node:sqlite'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { allRows } from './index-rows.ts'
import { bboxContains, type Bbox, type LatLng } from '#kit/geo/geometry.ts'
import { around, coverageOf, type IndexedFile } from './indexed-file.ts'

/** An index that is read. Disposing closes its file. */
export interface OpenIndex extends Disposable {
  readonly db: DatabaseSync
  /** The box of all nodes in the files. */
  readonly bbox: Bbox
  /** The newest data first. */
  readonly files: readonly [IndexedFile, ...IndexedFile[]]
  /** Of the oldest of the files that cover the point, RFC 3339; of all where none does. */
  snapshotAt(point: LatLng): string
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
    const rows = allRows<MetaRow>(db, 'select key, value from meta')
    const meta = new Map(rows.map(({ key, value }) => [key, value]))
    const [first, ...others] = parseKnownJson<IndexedFile[]>(meta.get('files') ?? '[]')
    if (first === undefined) throw new Error('the index is not whole')
    const files: OpenIndex['files'] = [first, ...others]
    return {
      db,
      bbox: files.map((file) => file.bbox).reduce(around),
      files,
      snapshotAt(point) {
        const covering = files.filter((file) => bboxContains(coverageOf(file), point))
        return (covering.length === 0 ? files : covering)
          .map(({ snapshotAt }) => snapshotAt)
          .reduce((oldest, each) => (each < oldest ? each : oldest))
      },
      [Symbol.dispose]() {
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}
