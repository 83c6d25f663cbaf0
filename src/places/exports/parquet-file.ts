// A Parquet file of places, written row group by row group while it is read; the manifest is in its metadata.
import { ByteWriter, ParquetWriter, schemaFromColumnData, type BasicType } from 'hyparquet-writer'
import { createTurns } from '#kit/turns.ts'
import { columnValues, type ColumnKind, type ColumnValue } from './export-columns.ts'
import type { TableContent } from './export-formats.ts'

/** Rows held in memory until their group is written, some 5 MB. Readers of the file prefer larger groups. */
const GROUP_ROWS = 4_000
/**
 * How many files fill a group at the same time. Between two groups a file holds only what it has written of the last one,
 * so that fifty slow clients take little memory.
 */
const MAX_FILLING = 2

/** At first; it doubles. */
const BUFFER_BYTES = 64 * 1_024

const inTurn = createTurns(MAX_FILLING)

const TYPES: Readonly<Record<ColumnKind, BasicType>> = {
  text: 'STRING',
  number: 'DOUBLE',
  integer: 'INT32',
  time: 'TIMESTAMP',
}

/** The key under which the manifest stands in the metadata of the file, as JSON. */
export const MANIFEST_KEY = 'surveyor.manifest'

/** Columns with types; each may be null. Compressed with Snappy, which every reader knows. */
export async function* parquetChunks({
  batches,
  columns,
  language,
  manifest,
}: TableContent): AsyncGenerator<Uint8Array> {
  const shapes = columns.map(({ name, kind }) => ({ name, type: TYPES[kind], nullable: true }))
  const bytes = new ByteWriter(BUFFER_BYTES)
  const file = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: shapes.map((shape) => ({ ...shape, data: [] })) }),
    kvMetadata: [{ key: MANIFEST_KEY, value: JSON.stringify(manifest) }],
    createdBy: 'surveyor',
  })
  /** What was written since the last one. The grown buffer goes: a slow client may wait long for its next group. */
  const taken = (): Uint8Array => {
    const chunk = bytes.getBytes().slice()
    bytes.buffer = new ArrayBuffer(BUFFER_BYTES)
    bytes.view = new DataView(bytes.buffer)
    bytes.index = 0
    return chunk
  }
  const source = batches[Symbol.asyncIterator]()
  /** The next row group; `isLast` when no place is left for another one. */
  const nextGroup = async (): Promise<{ readonly chunk: Uint8Array; readonly isLast: boolean }> => {
    const group = columns.map((): Cell[] => [])
    let batch = await source.next()
    for (; batch.done !== true; batch = await source.next()) {
      for (const row of batch.value) {
        const values = columnValues(row, columns, language)
        for (const [index, { kind }] of columns.entries()) {
          group[index]?.push(typed(values[index] ?? null, kind))
        }
      }
      if ((group[0]?.length ?? 0) >= GROUP_ROWS) break
    }
    const columnData = shapes.map((shape, index) => ({ ...shape, data: group[index] ?? [] }))
    await file.write({ columnData, rowGroupSize: GROUP_ROWS })
    return { chunk: taken(), isLast: batch.done === true }
  }
  try {
    for (let isLast = false; !isLast;) {
      const group = await inTurn(nextGroup)
      yield group.chunk
      isLast = group.isLast
    }
  } finally {
    await source.return?.(undefined)
  }
  await file.finish()
  yield taken()
}

type Cell = ColumnValue | Date

function typed(value: ColumnValue, kind: ColumnKind): Cell {
  return kind === 'time' && typeof value === 'string' ? new Date(value) : value
}
