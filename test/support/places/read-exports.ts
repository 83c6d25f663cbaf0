// Exports opened by readers that share no code with their writers.
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js'
import readSheets from 'read-excel-file/node'

/** The sheets of a spreadsheet by their names: rows of typed cells, null where empty. */
export async function readXlsx(bytes: Uint8Array): Promise<Map<string, readonly (readonly unknown[])[]>> {
  const sheets = await readSheets(Buffer.from(bytes), { trim: false })
  return new Map(sheets.map(({ sheet, data }) => [sheet, data]))
}

/** The reader itself takes a byte order mark away. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const stringFromBytes = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : decoder.decode(bytes)

/** The rows of a Parquet file, and what its metadata says. */
export async function readParquet(bytes: Uint8Array) {
  const file = new Uint8Array(bytes).buffer
  const { key_value_metadata: facts = [], row_groups: groups, schema } = parquetMetadata(file)
  return {
    rows: await parquetReadObjects({ file, parsers: { ...DEFAULT_PARSERS, stringFromBytes } }),
    groups: groups.length,
    types: Object.fromEntries(schema.slice(1).map(({ name, type }) => [name, type])),
    manifest: JSON.parse(facts.find(({ key }) => key === 'surveyor.manifest')?.value ?? 'null') as unknown,
  }
}
