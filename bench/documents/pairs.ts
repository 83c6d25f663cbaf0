// The documents of the shared material with what docling makes of them.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { sharedPath } from '#test/support/shared-data.ts'

export interface DocumentPair {
  /** The folder of the material: `docx`. */
  readonly format: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly markdown: string
  /** The JSON of docling; null where the material leaves it out. */
  readonly json: unknown
}

const ROOT = 'data/docling/docling'

export const haveDocuments = (): boolean => existsSync(sharedPath(ROOT))

/** Every source that has Markdown of docling beside it, in the order of their names. */
export function readPairs(): DocumentPair[] {
  return globSync('*/sources/**/*', { cwd: sharedPath(ROOT), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .toSorted()
    .flatMap((path) => {
      const [, format = '', file = ''] = /([^/]+)\/sources\/(?:.*\/)?([^/]+)$/.exec(path) ?? []
      const truth = [file, file.replace(/\.[^.]+$/, '')]
        .map((stem) => sharedPath(`${ROOT}/${format}/groundtruth/${stem}`))
        .find((stem) => existsSync(`${stem}.md`))
      if (truth === undefined) return []
      const json = existsSync(`${truth}.json`)
        ? (JSON.parse(readFileSync(`${truth}.json`, 'utf8')) as unknown)
        : null
      return [
        {
          format,
          name: file,
          bytes: readFileSync(path),
          markdown: readFileSync(`${truth}.md`, 'utf8'),
          json,
        },
      ]
    })
}

/** The cells of each table in the JSON of docling, by row and column. */
export function tablesOf(json: unknown): { readonly place: string; readonly text: string }[][] {
  const { tables }: { tables?: unknown } = Object(json)
  if (!Array.isArray(tables)) return []
  return tables.map((table: unknown) => {
    const { data }: { data?: unknown } = Object(table)
    const { table_cells: cells }: { table_cells?: unknown } = Object(data)
    return (Array.isArray(cells) ? cells : []).map((cell: unknown) => {
      const { start_row_offset_idx: row, start_col_offset_idx: column, text } = Object(cell)
      return { place: `${String(row)} ${String(column)}`, text: String(text) }
    })
  })
}
