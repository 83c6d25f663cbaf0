// Places, and the contacts of their websites, as tables for the terminal.
import type { Place } from '#contract/places/place.ts'

interface Column<Row> {
  readonly title: string
  readonly width: number
  readonly value: (row: Row) => string | null
}

/** A contact of a place, and the page of its website that has it. */
export interface FoundContact {
  readonly place: string | null
  readonly value: string
  readonly page: string | null
}

const PLACE_COLUMNS: readonly Column<Place>[] = [
  { title: 'name', width: 30, value: (place) => place.name },
  { title: 'category', width: 18, value: (place) => place.categories[0]?.label ?? null },
  { title: 'address', width: 32, value: (place) => place.address.formatted },
  { title: 'phone', width: 15, value: (place) => place.phone },
  { title: 'website', width: 34, value: (place) => place.website },
]

const CONTACT_COLUMNS: readonly Column<FoundContact>[] = [
  { title: 'name', width: 30, value: ({ place }) => place },
  { title: 'contact', width: 44, value: ({ value }) => value },
  { title: 'found on', width: 60, value: ({ page }) => page },
]

/** One line for each place. */
export function placeTable(places: readonly Place[]): string {
  return table(PLACE_COLUMNS, places)
}

/** Of the chosen columns, no wider than the widest of their values. */
const MAX_WIDTH = 40
const MIN_WIDTH = 4

/** One line for each row of plain values; `columns` are its keys, comma-separated, or `*` for all of them. */
export function valueTable(columns: string, rows: readonly Readonly<Record<string, unknown>>[]): string {
  const titles =
    columns === '*' ? Object.keys(rows[0] ?? {}) : columns.split(',').map((title) => title.trim())
  const shown = titles.map((title): Column<Readonly<Record<string, unknown>>> => {
    const value = (row: Readonly<Record<string, unknown>>) => plainText(row[title])
    const longest = Math.max(MIN_WIDTH, title.length, ...rows.map((row) => value(row)?.length ?? 0))
    return { title, width: Math.min(MAX_WIDTH, longest), value }
  })
  return table(shown, rows)
}

function plainText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** One line for each contact. */
export function contactTable(contacts: readonly FoundContact[]): string {
  return table(CONTACT_COLUMNS, contacts)
}

/** A header and the rows; unknown values are shown as a dash, long ones are cut with an ellipsis. */
function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const line = (cells: readonly string[]) =>
    columns
      .map((column, i) => fit(cells[i] ?? '', column.width))
      .join('  ')
      .trimEnd()
  return [
    line(columns.map((column) => column.title)),
    line(columns.map((column) => '─'.repeat(column.width))),
    ...rows.map((row) => line(columns.map((column) => printable(column.value(row) ?? '–')))),
  ].join('\n')
}

/** The text of a map may contain control characters that move the cursor or colour the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })

function fit(text: string, width: number): string {
  const cells = [...segments.segment(text)].map((segment) => ({
    text: segment.segment,
    width: cellWidth(segment.segment),
  }))
  const total = cells.reduce((sum, cell) => sum + cell.width, 0)
  if (total <= width) return text + ' '.repeat(width - total)
  let kept = ''
  let used = 0
  for (const cell of cells) {
    if (used + cell.width > width - 1) break
    kept += cell.text
    used += cell.width
  }
  return `${kept}…${' '.repeat(width - 1 - used)}`
}

/** East Asian wide characters and emoji take two columns (Unicode TR 11, the ranges that occur in names). */
function cellWidth(grapheme: string): number {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u.test(
    grapheme,
  )
    ? 2
    : 1
}
