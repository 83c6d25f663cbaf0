// Runs in a child process: reads the footer of a GeoParquet file of Overture places.
import { parquetMetadata, type FileMetaData, type RowGroup } from 'hyparquet'
import { childSide } from '#extract/work.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import { COLUMNS, MAX_GROUP_BYTES, MAX_GROUP_ROWS, notReadable, REQUIRED_COLUMNS } from './places-schema.ts'
import type { ByteRange, FooterFacts, FooterTask, GroupFacts } from './parquet-work.ts'

/** The length of the footer in four bytes, and `PAR1`. */
const END_BYTES = 8
const MAX_FOOTER_BYTES = 32 * 1024 * 1024
const MAX_GROUPS = 100_000

export const parse = childSide(readFooter)

function readFooter({ tail, byteLength }: FooterTask): FooterFacts {
  if (tail.length < END_BYTES || Buffer.from(tail.subarray(-4)).toString('latin1') !== 'PAR1') {
    throw notReadable('it does not end as a Parquet file does')
  }
  const length = new DataView(tail.buffer, tail.byteOffset, tail.byteLength).getUint32(
    tail.length - END_BYTES,
    true,
  )
  const needed = length + END_BYTES
  if (needed > byteLength || length > MAX_FOOTER_BYTES)
    throw notReadable('its footer has an impossible length')
  if (needed > tail.length) return { groups: [], missing: needed }
  const metadata = metadataOf(tail)
  const names = new Set(metadata.row_groups.flatMap(({ columns }) => columns.map(columnOf)))
  const lacking = REQUIRED_COLUMNS.filter((name) => metadata.row_groups.length > 0 && !names.has(name))
  if (lacking.length > 0)
    throw notReadable(`it has no column "${lacking[0]}", so it holds no places of Overture`)
  if (metadata.row_groups.length > MAX_GROUPS) throw notReadable('it has too many row groups')
  return { groups: metadata.row_groups.map((group) => factsOf(group, byteLength)), missing: null }
}

function metadataOf(tail: Uint8Array): FileMetaData {
  try {
    return parquetMetadata(tail)
  } catch (cause) {
    throw notReadable('its footer is damaged', cause)
  }
}

type Column = RowGroup['columns'][number]

function columnOf({ meta_data }: Column): string {
  return meta_data?.path_in_schema[0] ?? ''
}

function factsOf(group: RowGroup, byteLength: number): GroupFacts {
  const rows = Number(group.num_rows)
  const ranges = group.columns
    .filter((column) => COLUMNS.has(columnOf(column)))
    .map((column) => rangeOf(column, byteLength))
  const bytes = ranges.reduce((sum, [start, end]) => sum + end - start, 0)
  if (!Number.isSafeInteger(rows) || rows < 0 || rows > MAX_GROUP_ROWS || bytes > MAX_GROUP_BYTES) {
    throw notReadable(
      `it has a row group of ${rows} rows and ${bytes} bytes; at most ${MAX_GROUP_ROWS} rows and ${MAX_GROUP_BYTES} bytes are read at once`,
    )
  }
  return { rows, bbox: boxOf(group), ranges: ranges.sort((a, b) => a[0] - b[0]) }
}

function rangeOf({ meta_data, file_path }: Column, byteLength: number): ByteRange {
  if (meta_data === undefined || file_path !== undefined) throw notReadable('its columns lie in other files')
  const start = Number(meta_data.dictionary_page_offset ?? meta_data.data_page_offset)
  const end = start + Number(meta_data.total_compressed_size)
  const isInside =
    Number.isSafeInteger(start) &&
    Number.isSafeInteger(end) &&
    start >= 0 &&
    start <= end &&
    end <= byteLength
  if (!isInside) throw notReadable('a column lies outside of it')
  return [start, end]
}

/** From the statistics of `bbox`, which every published file has. */
function boxOf({ columns }: RowGroup): Bbox | null {
  const bound = (name: string, side: 'min_value' | 'max_value'): number | null => {
    const column = columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === `bbox.${name}`)
    const value = column?.meta_data?.statistics?.[side]
    return typeof value === 'number' && Number.isFinite(value) ? value : null
  }
  const sides = [
    bound('xmin', 'min_value'),
    bound('ymin', 'min_value'),
    bound('xmax', 'max_value'),
    bound('ymax', 'max_value'),
  ]
  const [west = null, south = null, east = null, north = null] = sides
  return west === null || south === null || east === null || north === null
    ? null
    : [west, south, east, north]
}
