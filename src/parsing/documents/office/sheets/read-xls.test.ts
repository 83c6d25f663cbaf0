import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { readDocument, type ReadResult } from '#parsing/documents/read-document.ts'
import { documentHtml } from '#parsing/documents/write/document-html.ts'
import { documentMarkdown } from '#parsing/documents/write/document-markdown.ts'
import { READ_OPTIONS } from '#test/support/documents/read-options.ts'
import { BOF, cell, compoundOf, numbers, record, text, workbookOf } from '#test/support/documents/make-xls.ts'

const read = async (bytes: Uint8Array, pages: ReadonlySet<number> | null = null): Promise<ReadResult> =>
  readDocument(bytes, { ...READ_OPTIONS, pages })
const markdownOf = async (bytes: Uint8Array): Promise<string> => documentMarkdown((await read(bytes)).blocks)

const sharedText = (value: string): Buffer => text(value)
const LABEL_SST = 0xfd
const shared = (row: number, column: number, at: number): Buffer =>
  record(LABEL_SST, Buffer.concat([cell(row, column), numbers('uint32', at)]))
const formula = (row: number, column: number, value: Buffer): Buffer =>
  record(0x06, Buffer.concat([cell(row, column), value, Buffer.alloc(8)]))

test('cells of each kind have the text that newer workbooks give', async () => {
  // 2024-02-03; styles 0 to 3 are plain, a built-in date, a format of its own, a time.
  const styles = [0, 14, 164, 46].map((format) => record(0xe0, numbers('uint16', 0, format, 0)))
  const format = record(0x41e, Buffer.concat([numbers('uint16', 164), text('yyyy\\-mm')]))
  const rk = (value: number): Buffer => numbers('uint32', value)
  const book = workbookOf(
    [
      {
        name: 'Größe 海',
        records: [
          record(0x204, Buffer.concat([cell(0, 0), text('label')])),
          record(0x203, Buffer.concat([cell(0, 1), numbers('double', 1.5)])),
          // Whole numbers and hundredths in 30 bits, two in one record: 7, -2 and 3.14.
          record(0x27e, Buffer.concat([cell(0, 2), rk((7 << 2) | 2)])),
          record(
            0xbd,
            Buffer.concat([
              numbers('uint16', 1, 0, 0),
              rk(((-2 << 2) | 2) >>> 0),
              numbers('uint16', 0),
              rk((314 << 2) | 3),
              numbers('uint16', 1),
            ]),
          ),
          record(0x205, Buffer.concat([cell(1, 2), numbers('uint8', 1, 0)])),
          record(0x205, Buffer.concat([cell(2, 0), numbers('uint8', 0x2a, 1)])),
          record(0x203, Buffer.concat([cell(2, 1, 1), numbers('double', 45_325)])),
          record(0x203, Buffer.concat([cell(2, 2, 2), numbers('double', 45_325.5)])),
          formula(3, 0, numbers('double', 3)),
          formula(3, 1, Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff])),
          record(0x207, text('made by a formula')),
          formula(3, 2, Buffer.from([1, 0, 1, 0, 0, 0, 0xff, 0xff])),
          // A chart inside of the sheet has records of its own.
          BOF,
          record(0x204, Buffer.concat([cell(0, 0), text('of a chart')])),
          record(0x0a),
          record(0x203, Buffer.concat([cell(4, 0, 3), numbers('double', 1.5)])),
        ],
      },
    ],
    [format, ...styles],
  )
  const document = await read(book)
  assert.equal(document.format, 'xls')
  assert.equal(
    documentMarkdown(document.blocks),
    [
      '## Größe 海',
      '',
      '| label | 1.5 | 7 |',
      '| - | - | - |',
      '| -2 | 3.14 | True |',
      '| #N/A | 2024-02-03 00:00:00 | 2024-02-03 12:00:00 |',
      '| 3 | made by a formula | True |',
      '| 36:00:00 |  |  |',
    ].join('\n'),
  )
})

test('shared texts go on in the next record, between letters and between texts', async () => {
  const long = `begins ${'é'.repeat(3_000)} 海 ends`
  const [narrow, wide] = [long.slice(0, 1_000), long.slice(1_000)]
  const book = workbookOf(
    [{ name: 'One', records: [shared(0, 0, 0), shared(0, 1, 1), shared(1, 0, 2)] }],
    [
      record(
        0xfc,
        Buffer.concat([
          numbers('uint32', 3, 3),
          // The first part of the letters has one byte each, the rest has two; there is one run and one reading.
          numbers('uint16', long.length),
          numbers('uint8', 12),
          numbers('uint16', 1),
          numbers('uint32', 2),
          Buffer.from(narrow, 'latin1'),
        ]),
        Buffer.concat([
          numbers('uint8', 1),
          Buffer.from(wide, 'utf16le'),
          numbers('uint16', 0, 0),
          Buffer.alloc(2),
        ]),
        Buffer.concat([sharedText('second'), sharedText('third')]),
      ),
    ],
  )
  assert.ok(book.length > 4_096)
  assert.equal(await markdownOf(book), `## One\n\n| ${long} | second |\n| - | - |\n| third |  |`)
})

test('merged cells span, hidden sheets are invisible, and pages choose sheets', async () => {
  const label = (row: number, value: string): Buffer =>
    record(0x204, Buffer.concat([cell(row, 0), text(value)]))
  const book = workbookOf([
    {
      name: 'A',
      records: [
        label(0, 'over two'),
        record(0x204, Buffer.concat([cell(1, 1), text('below')])),
        record(0xe5, numbers('uint16', 1, 0, 0, 0, 1)),
      ],
    },
    { name: 'B', isHidden: true, records: [label(0, 'hidden')] },
  ])
  assert.equal(await markdownOf(book), '## A\n\n| over two | over two |\n| - | - |\n|  | below |')
  const whole = await read(book)
  assert.match(
    documentHtml(whole.blocks, null),
    /<tr><th colspan="2">over two<\/th><\/tr>\n<tr><td><\/td><td>below<\/td><\/tr>/,
  )
  const { blocks, pages } = await read(book, new Set([2]))
  assert.deepEqual([blocks.map((block) => block.layer), pages.map(({ page }) => page)], [['invisible'], [2]])
})

test('what cannot be read is refused by name', async () => {
  const refused = async (bytes: Uint8Array, message: RegExp): Promise<void> =>
    assert.rejects(read(bytes), { code: 'unsupported_document', message })
  await refused(workbookOf([], [record(0x2f, Buffer.alloc(6))]), /with a password/)
  await refused(compoundOf('Workbook', record(0x809, numbers('uint16', 0x500, 5))), /older than Excel 97/)
  await refused(compoundOf('Workbook', Buffer.alloc(0)), /damaged/)
  await refused(compoundOf('WordDocument', Buffer.alloc(10)), /old binary format/)
})

test('a file that is cut or broken anywhere is read in part or refused by name', async () => {
  const book = workbookOf(
    [{ name: 'One', records: [shared(0, 0, 0), shared(0, 1, 1)] }],
    [record(0xfc, Buffer.concat([numbers('uint32', 2, 2), sharedText('one'), sharedText('two')]))],
  )
  const end = async (bytes: Uint8Array): Promise<void> => {
    try {
      await read(bytes)
    } catch (error) {
      assert.ok(error instanceof SurveyorError && error.code === 'unsupported_document', String(error))
    }
  }
  for (let length = 8; length < book.length; length += 17) await end(book.subarray(0, length))
  for (let at = 8; at < book.length; at += 7) {
    for (const value of [0, 1, 0xff]) {
      const broken = Uint8Array.from(book)
      broken[at] = value
      await end(broken)
    }
  }
})
