// The output of `surveyor map`: one address a line, or all that is known of each page.
import { extname } from 'node:path'
import { UsageError } from '#bin/cli/command-line.ts'
import { createCsvRows } from '#kit/text/csv.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

const FORMATS = ['text', 'csv', 'json', 'ndjson'] as const
export type MapFormat = (typeof FORMATS)[number]

const EXTENSIONS: Readonly<Record<string, MapFormat>> = {
  '.csv': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
}
const COLUMNS = ['url', 'title', 'titleFrom', 'lastmod', 'sources', 'score'] as const

/** Without a format the name of the file decides; without both it is text. Throws UsageError. */
export function mapFormat(format: string | null, file: string | null): MapFormat {
  if (format === null) return (file === null ? undefined : EXTENSIONS[extname(file).toLowerCase()]) ?? 'text'
  const known = FORMATS.find((name) => name === format)
  if (known !== undefined) return known
  throw new UsageError(`--format takes ${FORMATS.join(', ')}, not "${format}".`)
}

/** `data` is that of a map. */
export function mapText(data: Readonly<Record<string, unknown>>, format: MapFormat): string {
  if (format === 'json') return `${JSON.stringify(data, null, 1)}\n`
  const links = Array.isArray(data['links']) ? data['links'].map(fieldsOf) : []
  switch (format) {
    case 'text':
      return links.map(({ url }) => `${String(url)}\n`).join('')
    case 'ndjson':
      return links.map((link) => `${JSON.stringify(link)}\n`).join('')
    case 'csv': {
      const row = createCsvRows()
      const values = (link: Readonly<Record<string, unknown>>): unknown[] =>
        COLUMNS.map((name) => (Array.isArray(link[name]) ? link[name].join(' ') : (link[name] ?? null)))
      return [[...COLUMNS], ...links.map(values)].map((each) => row(each)).join('')
    }
  }
}
