import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument, type ReadOptions, type ReadResult } from '#parsing/documents/read-document.ts'
import { documentMarkdown } from '#parsing/documents/write/document-markdown.ts'
import { odfOf, xlsxOf } from '#test/support/documents/make-documents.ts'
import { cell, numbers, record, text, workbookOf } from '#test/support/documents/make-xls.ts'
import { READ_OPTIONS } from '#test/support/documents/read-options.ts'

const SHOWN: Partial<ReadOptions> = { cells: 'shown' }
const read = async (bytes: Uint8Array, options: Partial<ReadOptions> = {}): Promise<ReadResult> =>
  readDocument(bytes, { ...READ_OPTIONS, pages: new Set([1]), ...options })
const markdownOf = async (bytes: Uint8Array, options: Partial<ReadOptions> = {}): Promise<string> =>
  documentMarkdown((await read(bytes, options)).blocks)

const sheetOf = (rows: string, before = '', after = ''): Uint8Array =>
  xlsxOf('', {
    'xl/worksheets/sheet1.xml': `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
  })
/** Rows of texts and numbers from A1 on; null is an empty cell. */
const sheetOfRows = (
  rows: readonly (readonly (string | number | null)[])[],
  merged: readonly string[] = [],
) =>
  sheetOf(
    rows
      .map(
        (row, at) =>
          `<row r="${at + 1}">${row
            .map((value, column) => {
              const place = `r="${String.fromCharCode(65 + column)}${at + 1}"`
              if (value === null) return ''
              return typeof value === 'number'
                ? `<c ${place}><v>${value}</v></c>`
                : `<c ${place} t="inlineStr"><is><t>${value}</t></is></c>`
            })
            .join('')}</row>`,
      )
      .join(''),
    '',
    `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
  )
/** What is text, and how many rows the tables have. */
const partsOf = async (...sheet: Parameters<typeof sheetOfRows>): Promise<(string | number)[]> => {
  const [group] = (await read(sheetOfRows(...sheet))).blocks
  assert.ok(group?.kind === 'group')
  return group.children.map((block) =>
    block.kind === 'table' ? block.rows : block.kind === 'text' ? (block.spans[0]?.text ?? '') : block.kind,
  )
}

const HIDING = sheetOf(
  `<row r="1"><c r="A1" t="inlineStr"><is><t>Over</t></is></c><c r="D1" t="b"><v>1</v></c></row>
   <row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>secret</t></is></c><c r="B2"><v>1</v></c></row>
   <row r="3"><c r="A3" t="inlineStr"><is><t>key</t></is></c><c r="B3" s="1"><v>45292</v></c><c r="C3"><v>1006.4999999999999</v></c><c r="D3" t="e"><v>#N/A</v></c></row>`,
  '<cols><col min="1" max="1" hidden="true"/><col min="5" max="16384" hidden="1"/></cols>',
  '<mergeCells><mergeCell ref="A1:C1"/></mergeCells>',
)

test('XLSX as shown: formats, booleans, errors, without hidden rows and columns; places stay those of the sheet', async () => {
  const shown = await read(HIDING, SHOWN)
  assert.equal(
    documentMarkdown(shown.blocks),
    '## Prices\n\n| Over | Over | TRUE |\n| - | - | - |\n| 01/01/2024 | 1006.5 | #N/A |',
  )
  assert.deepEqual(shown.hidden, { rows: 1, columns: 1 })
  const [group] = shown.blocks
  const table = group?.kind === 'group' ? group.children[0] : null
  assert.deepEqual(table?.kind === 'table' ? table.place : null, {
    page: 1,
    left: 1,
    top: 0,
    right: 4,
    bottom: 3,
    origin: 'TOPLEFT',
  })
})

test('XLSX as values: all rows and columns, as before', async () => {
  const values = await read(HIDING)
  assert.equal(
    documentMarkdown(values.blocks),
    '## Prices\n\n| Over | Over | Over | True |\n| - | - | - | - |\n| secret | 1 |  |  |\n| key | 2024-01-01 00:00:00 | 1006.4999999999999 | #N/A |',
  )
  assert.deepEqual(values.hidden, { rows: 0, columns: 0 })
})

test('a sheet that hides everything is nothing, and bounds that are none hide nothing', async () => {
  const cells = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>'
  const hidden = (cols: string): Uint8Array => sheetOf(cells, `<cols>${cols}</cols>`)
  assert.equal(await markdownOf(hidden('<col min="1" max="99999999" hidden="1"/>'), SHOWN), '')
  for (const cols of [
    '<col min="x" max="y" hidden="1"/>',
    '<col hidden="1"/>',
    '<col min="9" max="1" hidden="1"/>',
  ])
    assert.equal(await markdownOf(hidden(cols), SHOWN), '## Prices\n\n| 1 | 2 |\n| - | - |')
})

test('rows that name no row of a sheet follow the one before', async () => {
  const second = '<row><c><v>3</v></c><c><v>4</v></c></row>'
  for (const named of ['r="x"', 'r="-5"', 'r="0"', 'r=""', 'r="1.5"', '']) {
    const xlsx = sheetOf(`<row ${named}><c><v>1</v></c><c><v>2</v></c></row>${second}`)
    const [group] = (await read(xlsx)).blocks
    const [table] = group?.kind === 'group' ? group.children : []
    assert.ok(table?.kind === 'table', named)
    assert.deepEqual([table.rows, table.columns], [2, 2], named)
    assert.deepEqual(
      table.cells.map(({ row, column, text }) => [row, column, text]),
      [
        [0, 0, '1'],
        [0, 1, '2'],
        [1, 0, '3'],
        [1, 1, '4'],
      ],
      named,
    )
  }
})

test('the readings of words are not shown, in cells with texts of their own', async () => {
  const inline =
    '<row r="1"><c r="A1" t="inlineStr"><is><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c></row>'
  assert.equal(await markdownOf(sheetOf(inline)), '## Prices\n\n東京')
})

test('XLS as shown: its own formats, hidden rows and columns', async () => {
  const number = (row: number, column: number, value: number, style = 0): Buffer =>
    record(0x203, Buffer.concat([cell(row, column, style), numbers('double', value)]))
  const book = workbookOf(
    [
      {
        name: 'A',
        records: [
          record(0x7d, numbers('uint16', 2, 300, 0, 0, 1, 0)),
          record(0x208, numbers('uint16', 1, 0, 2, 0, 0, 0, 0x20, 0)),
          number(0, 0, 0.07, 1),
          number(0, 1, 45_731, 2),
          number(0, 2, 7),
          number(1, 0, 8),
          number(2, 0, -1_200, 3),
          record(0x205, Buffer.concat([cell(2, 1), numbers('uint8', 1, 0)])),
        ],
      },
    ],
    [
      record(0x41e, Buffer.concat([numbers('uint16', 164), text('#,##0_);(#,##0)')])),
      ...[0, 10, 14, 164].map((format) => record(0xe0, numbers('uint16', 0, format, 0))),
    ],
  )
  const shown = await read(book, SHOWN)
  assert.equal(documentMarkdown(shown.blocks), '## A\n\n| 7.00% | 3/15/2025 |\n| - | - |\n| (1,200) | TRUE |')
  assert.deepEqual(shown.hidden, { rows: 1, columns: 1 })
  assert.match(await markdownOf(book), /\| 0.07 \| 2025-03-15 00:00:00 \| 7 \|/)
})

test('ODS as shown: without collapsed and filtered rows and columns', async () => {
  const cells = (...texts: readonly string[]): string =>
    texts.map((each) => `<table:table-cell><text:p>${each}</text:p></table:table-cell>`).join('')
  const sheet = odfOf(
    'spreadsheet',
    `<table:table table:name="S"><table:table-columns><table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/></table:table-columns><table:table-column table:number-columns-repeated="16381"/>
     <table:table-row>${cells('a', 'b', 'c', 'd')}</table:table-row>
     <table:table-row table:visibility="filter" table:number-rows-repeated="2">${cells('e', 'f', 'g', 'h')}</table:table-row>
     <table:table-row>${cells('i', 'j', 'k', '7,00 %')}</table:table-row></table:table>`,
  )
  const shown = await read(sheet, SHOWN)
  assert.equal(documentMarkdown(shown.blocks), '## S\n\n| a | d |\n| - | - |\n| i | 7,00 % |')
  assert.deepEqual(shown.hidden, { rows: 2, columns: 2 })
  assert.match(await markdownOf(sheet), /\| e \| f \| g \| h \|\n\| e \| f/)
})

test('titles above a table and notes below it are text', async () => {
  const table = [
    ['Item', 'Price'],
    ['Axe', 19],
    ['Saw', 20],
  ]
  assert.deepEqual(await partsOf([['Price list'], ...table]), ['Price list', 3])
  assert.deepEqual(await partsOf([['Price list'], ['in euros'], ...table], ['A1:B1']), [
    'Price list',
    'in euros',
    3,
  ])
  assert.deepEqual(await partsOf([...table, ['* without tax']]), [3, '* without tax'])
  assert.deepEqual(await partsOf([...table, ['Checked']], ['A4:B4']), [3, 'Checked'])
  assert.deepEqual(await partsOf([...table, ['All prices are those of last year.']]), [
    3,
    'All prices are those of last year.',
  ])
  assert.deepEqual(await partsOf([['Budget'], ['For the year']], ['A1:C1']), ['Budget', 'For the year'])
  assert.deepEqual(await partsOf([['Prices'], ['They hold until the end of May.']]), [
    'Prices',
    'They hold until the end of May.',
  ])
  const sections = [['Budget'], ['Item', 'Sum'], ['Income'], ['Fees', 3], ['Costs'], ['Rent', 2]]
  assert.deepEqual(await partsOf(sections), ['Budget', 5])
})

test('rows of one cell that belong to a table stay in it', async () => {
  const kept: readonly Parameters<typeof partsOf>[] = [
    [[['Name'], ['Ann'], ['Bob']]],
    [[['Name'], ['Ann'], ['Bob'], ['Cleo'], ['A long remark about all of them']]],
    [[['Fruit'], ['Apple', 3], ['Pear', 4], ['Roots'], ['Beet', 1], ['Leek', 2]]],
    [[['Fruit'], ['Apple', 'red'], ['Roots'], ['Beet', 'dark']]],
    [[[2024], ['Item', 'Price'], ['Axe', 19]]],
    [
      [
        [null, 'Sales'],
        ['Region', 2024],
        ['North', 3],
      ],
    ],
    [
      [
        [null, 'Sales', null],
        ['Region', 'a', 'b'],
        ['North', 3, 4],
      ],
    ],
    [[['Task', 'Who'], ['Sweep', 'Ann'], ['Mop']]],
    [[['Task', 'Who'], ['Sweep the yard', 'Ann'], ['Mop the floor']]],
    [[['Item', 'Price'], ['Axe', 19], ['Total']]],
    [
      [
        ['Item', 'Price'],
        ['Axe', 19],
        [null, 19],
      ],
    ],
    [
      [
        ['Item', 'Price'],
        ['Axe', 19],
        [null, 'paid in cash on the day'],
      ],
    ],
    [[['Item', 'Price'], ['Axe', 19], [38]]],
    [[['Book', 'Year'], ['A very long title of a book on axes', 1999], ['The saw']]],
    [
      [
        ['Region', 'Town'],
        ['North', 'A'],
        [null, 'B'],
      ],
      ['A2:A3'],
    ],
    [[['Region', 'Town'], ['North', 'A'], ['South'], ['West', 'C']]],
    [[['Mon', 'Tue'], ['Closed'], ['9-12', '9-12']], ['A2:B2']],
    [[['a', 'b']]],
    [[[1, 2], [3]]],
    [
      [
        ['Income', null, 'Costs'],
        ['Plan', 'Real', 'Plan'],
        [1, 2, 3],
      ],
      ['A1:B1'],
    ],
  ]
  assert.equal(kept.length, 20)
  for (const [rows, merged] of kept)
    assert.deepEqual(await partsOf(rows, merged), [rows.length], JSON.stringify(rows))
})
