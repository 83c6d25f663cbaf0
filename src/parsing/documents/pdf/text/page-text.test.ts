import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfOf, pdfText } from '#test/support/documents/make-documents.ts'
import { READ_OPTIONS } from '#test/support/documents/read-options.ts'
import { readDocument } from '#parsing/documents/read-document.ts'
import { documentMarkdown } from '#parsing/documents/write/document-markdown.ts'

const markdownOf = async (...pages: readonly string[][]): Promise<string> =>
  documentMarkdown((await readDocument(pdfOf(pages.map((page) => page.join('\n'))), READ_OPTIONS)).blocks)

const square = (x: number, y: number, size = 4): string => `${x} ${y} ${size} ${size} re f`
/** With room between its letters. */
const spaced = (x: number, y: number, words: string): string => `4 Tc ${pdfText(x, y, words, 'F2')} 0 Tc`
const BODY = [
  'The keeper of the lock wrote that nothing of the kind had been seen before or since, and',
  'that he would not want to see it again for any money, whoever were to ask him for it in',
  'person.',
]
const body = (top: number): string[] => BODY.map((line, at) => pdfText(72, top - at * 14, line))
const paragraph = BODY.join(' ')

test('drawn bullets make a list; a rating, a legend in a line and a lone point do not', async () => {
  const items = ['boats that are moored', 'nets', 'lines'].map((text, at) =>
    [square(76, 702 - at * 15), pdfText(90, 700 - at * 15, text)].join('\n'),
  )
  assert.equal(
    await markdownOf([...body(760), ...items]),
    `${paragraph}\n\n- boats that are moored\n- nets\n- lines`,
  )
  const rating = [square(76, 602), square(82, 602), square(88, 602), pdfText(97, 600, 'Hallam')]
  const lone = [square(300, 502), pdfText(310, 500, 'Carrow')]
  const legend = [0, 20].flatMap((down) => [
    pdfText(72, 400 - down, 'Oil'),
    square(90, 402 - down),
    pdfText(100, 400 - down, 'Gas'),
  ])
  assert.doesNotMatch(await markdownOf([...body(760), ...rating, ...lone, ...legend]), /^- /m)
})

test('letters that stand apart are words; letters that are words of their own stay apart', async () => {
  const text = await markdownOf([
    spaced(72, 700, 'SHORT NOTICE'),
    ...body(660),
    pdfText(72, 500, 'A B C D E F'),
  ])
  assert.match(text, /^## SHORT NOTICE$/m)
  assert.match(text, /^A B C D E F$/m)
})

test('headings: numbered and small ones in capitals; no quotation, no name below a closing, no label beside a text', async () => {
  const text = await markdownOf([
    pdfText(72, 760, '1. Angaben zum Kind', 'F2'),
    ...body(740),
    pdfText(72, 680, '2. Weitere Angaben', 'F2'),
    ...body(660),
    pdfText(72, 600, 'CONTACT', 'F2', 9),
    ...body(584),
    pdfText(72, 520, '\x93A ferry that sails half empty is the only road.\x94', 'F1', 15),
    pdfText(72, 480, 'FOR ROWS', 'F2'),
    pdfText(180, 480, 'Specifies a condition that can be true or false'),
    pdfText(72, 440, 'Yours sincerely,'),
    pdfText(72, 400, 'Miriam Parrish', 'F2'),
  ])
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
  assert.deepEqual(headings, ['1. Angaben zum Kind', '2. Weitere Angaben', 'CONTACT'])
})

test('numbers that do not count and dashes in prose are no lists; a narrow paragraph is one', async () => {
  const narrow = [
    'The boat that lay at the quay was sold. It had been',
    'built in the yard at Hallam, the same one that had',
    '\x96 by chance \x96 made the barge, and was in use until',
    '2004 or a little later.',
  ].map((line, at) => pdfText(72, 600 - at * 14, line))
  const text = await markdownOf([
    ...body(760),
    ...narrow,
    pdfText(72, 500, '14. March is the day of the gate.'),
    pdfText(72, 470, '17. April is the day of the lock.'),
    pdfText(72, 440, '* Prices are without tax.'),
  ])
  assert.doesNotMatch(text, /^(?:- |\d+\. )/m)
  assert.match(text, /^The boat .* had – by chance – made .* 2004 or a little later\.$/m)
})

test('references with hanging indents are a list; numbered clauses are texts', async () => {
  const hanging = (top: number, first: string): string =>
    [
      pdfText(
        72,
        top,
        `${first}, 2017. Flowering dates and frost in a warming climate of the valley, and of the hills`,
      ),
      pdfText(90, top - 14, 'behind it. Journal of Orchards 12.'),
    ].join('\n')
  const names = ['Ashdown', 'Bremer', 'Correia']
  const references = await markdownOf([
    ...body(760),
    ...names.map((name, at) => hanging(690 - at * 28, name)),
  ])
  assert.equal(references.match(/^- /gm)?.length, 3)
  const clauses = await markdownOf([
    ...body(760),
    ...[1, 2, 3].map((at) => hanging(690 - at * 28, `2.${at} He`)),
  ])
  assert.doesNotMatch(clauses, /^- /m)
})

test('addresses are one block, what stands beside a text is another', async () => {
  const text = await markdownOf([
    pdfText(72, 760, 'Harbour Office', 'F2', 20),
    pdfText(400, 760, 'INVOICE', 'F1', 26),
    ...['Mrs. Dolores Whitaker', 'Trustee, Whitaker Family Land Trust', '77 Agate Bay Road'].map((line, at) =>
      pdfText(72, 700 - at * 14, line),
    ),
    ...body(620),
  ])
  assert.match(text, /^Mrs\. Dolores Whitaker Trustee, Whitaker Family Land Trust 77 Agate Bay Road$/m)
  assert.match(text, /^## Harbour Office\n\n## INVOICE$/m)
})

test('a paragraph goes on over the page, past a note and a running title; one that ends does not', async () => {
  const first = [...body(700).slice(0, 2), pdfText(72, 640, '1 Of the lock.', 'F1', 8)]
  const rest = [pdfText(72, 740, 'person. That was all.'), ...body(710)]
  const title = pdfText(250, 780, 'The Salt Road', 'F1', 8)
  const text = await markdownOf([...body(750), ...first], [title, ...rest])
  assert.match(text, /him for it in person\. That was all\.$/m)
  assert.doesNotMatch(text, /Salt Road/)
  const apart = await markdownOf([...body(700)], [pdfText(72, 740, 'and so on.'), ...body(710)])
  assert.match(apart, /person\.\n\nand so on\./)
})

test('a small title at the head of the first page and a small line in the text stay', async () => {
  const small = pdfText(72, 790, 'Press release', 'F1', 8)
  const text = await markdownOf(
    [small, ...body(740)],
    [pdfText(72, 740, 'In thousands', 'F1', 8), ...body(700)],
  )
  assert.match(text, /^Press release$/m)
  assert.match(text, /^In thousands$/m)
})

test('a large first letter is a part of its word; a letter beside one line is not', async () => {
  const text = await markdownOf([
    pdfText(72, 700, 'T', 'F1', 38),
    pdfText(98, 716, 'here had been no clock in the house since the winter of the long'),
    pdfText(98, 702, 'frost, when she had burned the last of them with all of her own,'),
    pdfText(72, 688, 'and spoke of it afterwards with far more respect than of any of her'),
    pdfText(72, 674, 'sons.'),
    pdfText(72, 600, 'B', 'F1', 30),
    pdfText(98, 600, 'Second part'),
  ])
  assert.match(text, /^There had been no clock in the house since the winter of the long frost, when/m)
  assert.doesNotMatch(text, /BSecond/)
})
