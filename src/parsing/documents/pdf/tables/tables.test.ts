import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TableBlock } from '#parsing/documents/model/document-blocks.ts'
import { readDocument } from '#parsing/documents/read-document.ts'
import { documentText } from '#parsing/documents/write/document-text.ts'
import { pdfOf, pdfText } from '#test/support/documents/make-documents.ts'
import { READ_OPTIONS } from '#test/support/documents/read-options.ts'

type Drawn = readonly [x: number, y: number, text: string, font?: string]

const draw = (texts: readonly Drawn[]): string =>
  texts.map(([x, y, text, font = 'F1']) => pdfText(x, y, text, font)).join('\n')

async function read(pages: readonly string[]): Promise<{ tables: string[][][]; text: string }> {
  const { blocks } = await readDocument(pdfOf(pages), READ_OPTIONS)
  const tables = blocks.filter((block): block is TableBlock => block.kind === 'table')
  return { tables: tables.map(rowsOf), text: documentText(blocks) }
}

const rowsOf = ({ rows, columns, cells }: TableBlock): string[][] => {
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ''))
  for (const { row, column, text } of cells) {
    const line = grid[row]
    if (line !== undefined) line[column] = text
  }
  return grid
}

test('cells of several lines, beside cells in the middle of their rows', async () => {
  const rows = [0, 1, 2].flatMap((at): Drawn[] => {
    const y = 700 - at * 45
    return [
      [72, y - 7, `P-${at}`],
      [140, y, 'holds the wheel in its place'],
      [140, y - 14, 'while it is being moved'],
      [400, y - 7, String(100 + at)],
    ]
  })
  const { tables } = await read([
    draw([[72, 735, 'Part', 'F2'], [140, 735, 'Use', 'F2'], [400, 735, 'Price', 'F2'], ...rows]),
  ])
  assert.deepEqual(tables, [
    [
      ['Part', 'Use', 'Price'],
      ...[0, 1, 2].map((at) => [
        `P-${at}`,
        'holds the wheel in its place while it is being moved',
        String(100 + at),
      ]),
    ],
  ])
})

test('heads over several columns, titles of groups and totals', async () => {
  const { tables } = await read([
    draw([
      [210, 720, 'Men', 'F2'],
      [360, 720, 'Women', 'F2'],
      [72, 700, 'Area', 'F2'],
      [180, 700, '2020', 'F2'],
      [250, 700, '2025', 'F2'],
      [330, 700, '2020', 'F2'],
      [410, 700, '2025', 'F2'],
      [72, 680, 'North', 'F2'],
      ...['Hill', 'Vale', 'Shore'].flatMap((name, row): Drawn[] => [
        [72, 660 - row * 20, name],
        ...[180, 250, 330, 410].map((x, at): Drawn => [x, 660 - row * 20, String(1000 + row * 10 + at)]),
      ]),
      [72, 600, 'Total', 'F2'],
      ...[180, 250, 330, 410].map((x): Drawn => [x, 600, '3,030', 'F2']),
    ]),
  ])
  assert.equal(tables.length, 1)
  assert.deepEqual(tables[0]?.slice(0, 3), [
    ['', 'Men', '', 'Women', ''],
    ['Area', '2020', '2025', '2020', '2025'],
    ['North', '', '', '', ''],
  ])
  assert.deepEqual(tables[0]?.at(-1), ['Total', '3,030', '3,030', '3,030', '3,030'])
})

test('a sentence or a heading between two tables divides them, a text beside a table is none of its cells', async () => {
  const table = (y: number, x: readonly number[], head: string): Drawn[] => [
    ...x.map((left, at): Drawn => [left, y, `${head}${at}`, 'F2']),
    ...[1, 2, 3].flatMap((row) => x.map((left, at): Drawn => [left, y - row * 20, `${row * 10 + at}`])),
  ]
  const { tables } = await read([
    draw([
      ...table(740, [72, 172, 272], 'First '),
      [72, 655, 'The second one has other columns and other numbers.'],
      ...table(630, [72, 222], 'Second '),
    ]),
  ])
  assert.deepEqual(
    tables.map((rows) => [rows.length, rows[0]]),
    [
      [4, ['First 0', 'First 1', 'First 2']],
      [4, ['Second 0', 'Second 1']],
    ],
  )
  const prose = Array.from({ length: 7 }, (_, at): Drawn => [
    72,
    700 - at * 14,
    `The text beside it says number ${at}`,
  ])
  const beside = await read([draw([...prose, ...table(700, [320, 400, 480], 'C')])])
  assert.deepEqual(
    beside.tables.map((rows) => rows[0]),
    [['C0', 'C1', 'C2']],
  )
  assert.match(beside.text, /number 0 The text beside it says number 1/)
})

test('a table that goes on at the top of the next page is one, with its head once', async () => {
  const page = (from: number, y: number): string =>
    draw([
      ...[72, 200, 330].map((x, at): Drawn => [x, y, ['Day', 'Paid', 'Balance'][at] ?? '', 'F2']),
      ...[0, 1, 2, 3].flatMap((row): Drawn[] => [
        [72, y - 20 - row * 20, `Day ${from + row}`],
        [200, y - 20 - row * 20, `${from + row}.50`],
        [330, y - 20 - row * 20, `${(from + row) * 100}.00`],
      ]),
    ])
  const { tables } = await read([page(1, 180), page(5, 720)])
  assert.deepEqual(
    tables.map((rows) => rows.map(([day]) => day)),
    [['Day', ...[1, 2, 3, 4, 5, 6, 7, 8].map((day) => `Day ${day}`)]],
  )
  // A heading above it says that the second is another.
  const apart = await read([page(1, 180), `${pdfText(72, 740, 'May', 'F2', 18)}\n${page(5, 700)}`])
  assert.equal(apart.tables.length, 2)
})

test('addresses, lists with their marks, references and columns of text are no tables', async () => {
  const column = (x: number, texts: readonly string[], step = 14): Drawn[] =>
    texts.map((text, at): Drawn => [x, 700 - at * step, text])
  const addresses = await read([
    draw([
      ...column(72, ['A. Smith', '12 Mill Lane', 'Oakham', 'LE15 7XX']),
      ...column(320, ['B. Jones', '3 High Street', 'Leeds']),
    ]),
  ])
  assert.deepEqual(addresses.tables, [])
  assert.equal(addresses.text, 'A. Smith 12 Mill Lane Oakham LE15 7XX\n\nB. Jones 3 High Street Leeds')
  const marks = ['[1]', '[2]', '[3]', '[4]'].flatMap((mark, at): Drawn[] => [
    [72, 700 - at * 40, mark],
    [110, 700 - at * 40, 'Author of a work, its title'],
    [110, 686 - at * 40, 'and where it came out'],
  ])
  assert.deepEqual((await read([draw(marks)])).tables, [])
  const lines = Array.from({ length: 8 }, (_, at): Drawn[] => [
    [72, 700 - at * 14, `the left column goes on in line ${at}`],
    [320, 700 - at * 14, `the right column goes on in line ${at}`],
  ])
  assert.deepEqual((await read([draw(lines.flat())])).tables, [])
})

test('the ground of every second row makes no tables of one row', async () => {
  const rows = [0, 1, 2, 3].map((row) => {
    const y = 700 - row * 20
    const ground =
      row % 2 === 0 ? [72, 172, 272].map((x) => `0.9 g ${x} ${y - 6} 100 20 re f 0 g`).join('\n') : ''
    return `${ground}\n${draw([
      [76, y, `Row ${row}`],
      [176, y, `${row}1`],
      [276, y, `${row}2`],
    ])}`
  })
  const { tables } = await read([rows.join('\n')])
  assert.deepEqual(tables, [[0, 1, 2, 3].map((row) => [`Row ${row}`, `${row}1`, `${row}2`])])
})
