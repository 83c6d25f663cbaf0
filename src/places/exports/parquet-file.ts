// A Parquet file of places, written row group by row group while it is read; the manifest is in its metadata.
import { ByteWriter, ParquetWriter, schemaFromColumnData, type BasicType } from 'hyparquet-writer'
import { columnValues, type ColumnKind, type ColumnValue } from './export-columns.ts'
import type { TableContent } from './export-formats.ts'

/**
 * Rows held in memory until their group is written, some 5 MB. Readers prefer larger groups, but there may be fifty slow
 * clients.
 */
const GROUP_ROWS = 4_000

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
  const bytes = new ByteWriter()
  const file = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: shapes.map((shape) => ({ ...shape, data: [] })) }),
    kvMetadata: [{ key: MANIFEST_KEY, value: JSON.stringify(manifest) }],
    createdBy: 'surveyor',
  })
  const taken = (): Uint8Array => {
    const chunk = bytes.getBytes().slice()
    bytes.index = 0
    return chunk
  }
  let group = emptyGroup(columns.length)
  const writeGroup = async (): Promise<Uint8Array> => {
    const columnData = shapes.map((shape, index) => ({ ...shape, data: group[index] ?? [] }))
    group = emptyGroup(columns.length)
    await file.write({ columnData, rowGroupSize: GROUP_ROWS })
    return taken()
  }
  for await (const batch of batches) {
    for (const row of batch) {
      const values = columnValues(row, columns, language)
      for (const [index, { kind }] of columns.entries()) {
        group[index]?.push(typed(values[index] ?? null, kind))
      }
    }
    if ((group[0]?.length ?? 0) >= GROUP_ROWS) yield await writeGroup()
  }
  yield await writeGroup()
  await file.finish()
  yield taken()
}

type Cell = ColumnValue | Date

function emptyGroup(columns: number): Cell[][] {
  return Array.from({ length: columns }, () => [])
}

function typed(value: ColumnValue, kind: ColumnKind): Cell {
  return kind === 'time' && typeof value === 'string' ? new Date(value) : value
}
