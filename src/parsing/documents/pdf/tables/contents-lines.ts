// Finds tables of contents: lines of a title, dots and the number of a page.
import type { TableBlock } from '#parsing/documents/model/document-blocks.ts'
import { tableOfRows } from '#parsing/documents/model/table-grid.ts'
import type { Line } from '#parsing/documents/pdf/page/reading-order.ts'
import { unionOf } from '#parsing/documents/pdf/page/text-pieces.ts'

const MIN_LEADERS = 4
const MIN_CONTENTS = 3

const textOf = ({ pieces }: Line): string => pieces.map(({ text }) => text).join(' ')

/** The title and the page of `Preface . . . . . . xi`; null for any other line. */
function contentsEntry(text: string): string[] | null {
  const number = /[\divxlc]{1,8}$/i.exec(text)
  if (number === null) return null
  let end = number.index
  let leaders = 0
  for (; end > 0 && /[\s.·…]/.test(text.charAt(end - 1)); end -= 1) if (text[end - 1] === '.') leaders += 1
  return end === 0 || leaders < MIN_LEADERS ? null : [text.slice(0, end), number[0]]
}

/** The contents that begin at a line, with how many lines they take. */
export function contentsAt(
  lines: readonly Line[],
  start: number,
  page: number,
): { found: TableBlock; lines: number } | null {
  const rows: string[][] = []
  let at = start
  for (let line = lines[at]; line !== undefined; line = lines[at]) {
    const row = contentsEntry(textOf(line).slice(0, 1_000))
    if (row === null) break
    rows.push(row)
    at += 1
  }
  if (rows.length < MIN_CONTENTS) return null
  const box = unionOf(lines.slice(start, at).flatMap(({ pieces }) => pieces))
  const cells = rows.map((row, index) =>
    row.map((text) => ({ text, ...(index === 0 ? { columnHeader: true } : {}) })),
  )
  return { found: tableOfRows(cells, { place: { page, ...box, origin: 'BOTTOMLEFT' } }), lines: rows.length }
}
