// The two questions that are asked of a GeoParquet file: what its footer says, and which places a row group holds. Both are
// answered by a child process, because a file may lie about every size in it.
import type { Bbox } from '#kit/geo/geometry.ts'
import { defineWork } from '#extract/work.ts'
import type { OvertureRecord } from '#extractors/maps/providers/overture/record/overture-record.ts'

/** From the first byte to the one behind the last. */
export type ByteRange = readonly [start: number, end: number]

/** The end of a file. */
export interface FooterTask {
  readonly tail: Uint8Array
  readonly byteLength: number
}

/** What a row group holds, without reading it. */
export interface GroupFacts {
  readonly rows: number
  /** Around all its places; null where the file does not say it. */
  readonly bbox: Bbox | null
  /** Of the columns that are read, in the order of the file. */
  readonly ranges: readonly ByteRange[]
}

/** `missing`: how many bytes of the end the footer needs, where the tail was too short; `groups` is empty then. */
export interface FooterFacts {
  readonly groups: readonly GroupFacts[]
  readonly missing: number | null
}

/** One row group: its ranges one behind the other, and then the end of the file. */
export interface RowsTask {
  readonly bytes: Uint8Array
  readonly byteLength: number
  readonly tailLength: number
  readonly ranges: readonly ByteRange[]
  readonly group: number
  /** Only places in one of these; null: all. */
  readonly boxes: readonly Bbox[] | null
}

/** `unreadable`: rows without an id or a position. */
export interface RowsAnswer {
  readonly records: readonly OvertureRecord[]
  readonly unreadable: number
}

/** No footer of the published files takes seconds. */
const FOOTER_TIMEOUT_MS = 30_000
/** A row group of 64 MB takes some 10 s on a busy machine. */
const ROWS_TIMEOUT_MS = 120_000

/** Throws `unsupported_document` for what is no file of Overture places, and for one that cannot be read. */
export const readFooter = defineWork<FooterTask, FooterFacts>({
  module: new URL('read-footer.ts', import.meta.url),
  child: 'always',
  sizeOf: ({ tail }) => tail.length,
  bounds: { timeoutMs: FOOTER_TIMEOUT_MS },
})

/** As above. */
export const readRows = defineWork<RowsTask, RowsAnswer>({
  module: new URL('read-rows.ts', import.meta.url),
  child: 'always',
  sizeOf: ({ bytes }) => bytes.length,
  bounds: { timeoutMs: ROWS_TIMEOUT_MS },
})
