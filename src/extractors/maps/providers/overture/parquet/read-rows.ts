// Runs in a child process: the places of one row group of a GeoParquet file that lie in some boxes.
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { parquetMetadata, parquetReadObjects, type AsyncBuffer, type Compressors } from 'hyparquet'
import { snappyUncompress } from 'hyparquet/src/snappy.js'
import { childSide } from '#extract/work.ts'
import { bboxContains } from '#kit/geo/geometry.ts'
import { recordOf, type OvertureRecord } from '#extractors/maps/providers/overture/record/overture-record.ts'
import { COLUMNS, notReadable } from './places-schema.ts'
import type { ByteRange, RowsAnswer, RowsTask } from './parquet-work.ts'

/** Pages have a megabyte or so; a dictionary may have some more. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024
/** Of the largest row group, 400 for each place. */
const MAX_ANSWER_CHARS = 200_000_000

export const parse = childSide(readRows)

async function readRows(task: RowsTask): Promise<RowsAnswer> {
  const rows = await rowsOf(task).catch((cause: unknown) => {
    throw notReadable(`row group ${task.group} is damaged`, cause)
  })
  const records: OvertureRecord[] = []
  let [unreadable, chars] = [0, 0]
  for (const row of rows) {
    const record = recordOf(row)
    if (record === null) unreadable += 1
    else if (task.boxes?.some((box) => bboxContains(box, record)) ?? true) {
      records.push(record)
      // A dictionary lets a few bytes of the file stand for any number of long texts.
      chars += JSON.stringify(record).length
      if (chars > MAX_ANSWER_CHARS) throw notReadable(`row group ${task.group} holds too much text`)
    }
  }
  return { records, unreadable }
}

async function rowsOf({
  bytes,
  byteLength,
  tailLength,
  ranges,
  group,
}: RowsTask): Promise<readonly unknown[]> {
  const metadata = parquetMetadata(bytes.subarray(bytes.length - tailLength))
  const groups = metadata.row_groups
  const rowStart = groups.slice(0, group).reduce((sum, { num_rows }) => sum + Number(num_rows), 0)
  const present = new Set(groups[group]?.columns.map(({ meta_data }) => meta_data?.path_in_schema[0] ?? ''))
  return parquetReadObjects({
    file: partOfFile(bytes, byteLength, ranges),
    metadata,
    columns: [...COLUMNS].filter((name) => present.has(name)),
    rowStart,
    rowEnd: rowStart + Number(groups[group]?.num_rows ?? 0),
    compressors: COMPRESSORS,
  })
}

/** The bytes of the row group at their places in the file; the rest of the file is not here. */
function partOfFile(bytes: Uint8Array, byteLength: number, ranges: readonly ByteRange[]): AsyncBuffer {
  let offset = 0
  const parts = ranges.map(([start, end]) => {
    const from = offset
    offset += end - start
    return { start, end, from }
  })
  return {
    byteLength,
    slice(start, end = byteLength) {
      // A read may go over several columns that follow one another.
      const out = new Uint8Array(end - start)
      for (const part of parts) {
        const [first, last] = [Math.max(start, part.start), Math.min(end, part.end)]
        if (first >= last) continue
        out.set(bytes.subarray(part.from + first - part.start, part.from + last - part.start), first - start)
      }
      return out.buffer
    },
  }
}

const bounded =
  (unpack: (input: Uint8Array, maxOutputLength: number) => Uint8Array) =>
  (input: Uint8Array, length: number): Uint8Array => {
    if (length === 0) return new Uint8Array()
    if (length > MAX_PAGE_BYTES) throw notReadable('a page in it is too large')
    return unpack(input, length)
  }

const COMPRESSORS: Compressors = {
  ZSTD: bounded((input, maxOutputLength) => zstdDecompressSync(input, { maxOutputLength })),
  GZIP: bounded((input, maxOutputLength) => gunzipSync(input, { maxOutputLength })),
  BROTLI: bounded((input, maxOutputLength) => brotliDecompressSync(input, { maxOutputLength })),
  SNAPPY: bounded((input, length) => {
    const out = new Uint8Array(length)
    snappyUncompress(input, out)
    return out
  }),
}
