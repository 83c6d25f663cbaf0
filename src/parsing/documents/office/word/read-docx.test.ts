import assert from 'node:assert/strict'
import { test } from 'node:test'
import { docxOf, relations, wordParagraph, type Parts } from '#test/support/documents/make-documents.ts'
import { READ_OPTIONS } from '#test/support/documents/read-options.ts'
import { readDocument } from '#parsing/documents/read-document.ts'
import { documentMarkdown } from '#parsing/documents/write/document-markdown.ts'

async function markdownOf(body: string, more: Parts = {}): Promise<string> {
  return documentMarkdown((await readDocument(docxOf(body, more), READ_OPTIONS)).blocks)
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const numberingOf = (levels: readonly string[], more = ''): Parts => ({
  'word/numbering.xml': `<w:numbering ${W}><w:abstractNum w:abstractNumId="0">${levels
    .map((level, at) => `<w:lvl w:ilvl="${at}">${level}</w:lvl>`)
    .join('')}</w:abstractNum>${more}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
})
const item = (text: string, level = 0, list = 1): string =>
  wordParagraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)
const level = (format: string, text: string, more = ''): string =>
  `<w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/>`

test('numbers of lists: letters of other alphabets, legal figures, formats of their own, levels that go on', async () => {
  assert.equal(
    await markdownOf(item('x') + item('y'), numberingOf([level('russianLower', '%1)')])),
    '- а) x\n- б) y',
  )
  const legal = numberingOf([level('upperRoman', '%1.'), level('decimal', '§ %1.%2', '<w:isLgl/>')])
  assert.equal(await markdownOf(item('x') + item('y', 1), legal), '- I. x\n    - § 1.1 y')
  const custom = `<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent><w:lvlText w:val="(A%1)"/>`
  assert.equal(await markdownOf(item('x') + item('y'), numberingOf([custom])), '- (A001) x\n- (A002) y')
  const goesOn = numberingOf([level('decimal', '%1.'), level('decimal', '%2.', '<w:lvlRestart w:val="0"/>')])
  assert.equal(
    await markdownOf(item('x') + item('y', 1) + item('z') + item('w', 1), goesOn),
    '1. x\n    1. y\n2. z\n    2. w',
  )
  const styled = `<w:abstractNum w:abstractNumId="1"><w:styleLink w:val="Mine"/><w:lvl w:ilvl="0">${level('lowerLetter', '%1)')}</w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="Mine"/></w:abstractNum><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>`
  assert.equal(await markdownOf(item('x', 0, 2), numberingOf([], styled)), '- a) x')
})

test('what is not seen is not read: hidden styles, deleted rows and cells, hidden drawings', async () => {
  const styles = {
    'word/styles.xml': `<w:styles ${W}><w:style w:type="character" w:styleId="Off"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Gone"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`,
  }
  const run = (text: string, properties: string): string =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
  assert.equal(
    await markdownOf(
      wordParagraph(run('seen', '') + run('unseen', '<w:rStyle w:val="Off"/>')) +
        wordParagraph('unseen', '<w:pStyle w:val="Gone"/>') +
        wordParagraph(run('back', '<w:vanish w:val="0"/>'), '<w:pStyle w:val="Gone"/>'),
      styles,
    ),
    'seen\n\nback',
  )
  const cell = (text: string, properties = ''): string =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${wordParagraph(text)}</w:tc>`
  const rows =
    `<w:tr>${cell('a')}${cell('b')}${cell('gone', '<w:cellDel/>')}</w:tr>` +
    `<w:tr><w:trPr><w:del/></w:trPr>${cell('gone')}${cell('gone')}</w:tr><w:tr>${cell('c')}${cell('d')}</w:tr>`
  assert.equal(await markdownOf(`<w:tbl>${rows}</w:tbl>`), '| a | b |\n| - | - |\n| c | d |')
  const box = (hidden: string): string =>
    `<w:r><w:drawing><wp:anchor><wp:docPr id="1" ${hidden}/><w:txbxContent>${wordParagraph('box')}</w:txbxContent></wp:anchor></w:drawing></w:r>`
  assert.equal(await markdownOf(wordParagraph(`${box('hidden="1"')}<w:r><w:t>text</w:t></w:r>`)), 'text')
  assert.equal(await markdownOf(wordParagraph(`${box('')}<w:r><w:t>text</w:t></w:r>`)), 'box\n\ntext')
})

test('a text box that floats below its paragraph is read after it', async () => {
  const box = (offset: number): string =>
    `<w:r><w:drawing><wp:anchor><wp:positionV relativeFrom="paragraph"><wp:posOffset>${offset}</wp:posOffset></wp:positionV><w:txbxContent>${wordParagraph('box')}</w:txbxContent></wp:anchor></w:drawing></w:r><w:r><w:t>text</w:t></w:r>`
  assert.equal(await markdownOf(wordParagraph(box(500_000))), 'text\n\nbox')
  assert.equal(await markdownOf(wordParagraph(box(0))), 'box\n\ntext')
  assert.equal(await markdownOf(wordParagraph(box(-9))), 'box\n\ntext')
})

test('a diagram gives the texts of its author in their order, once', async () => {
  const point = (id: string, text: string, type = ''): string =>
    `<dgm:pt modelId="${id}" ${type}><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
  const connection = (from: string, to: string, order: number): string =>
    `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}"/>`
  const data = `<dgm:dataModel><dgm:ptLst>${point('r', '', 'type="doc"')}${point('b', 'Second')}${point('a', 'First')}${point('c', 'Below')}${point('t', 'arrow', 'type="sibTrans"')}<dgm:pt modelId="p"><dgm:prSet phldr="1"/><dgm:t><a:p><a:r><a:t>[Text]</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst>${connection('r', 'b', 1)}${connection('r', 'a', 0)}${connection('a', 'c', 0)}${connection('c', 'r', 0)}</dgm:cxnLst></dgm:dataModel>`
  const drawing = wordParagraph('<w:r><w:drawing><dgm:relIds r:dm="d"/></w:drawing></w:r>')
  assert.equal(
    await markdownOf(drawing + drawing, {
      'word/_rels/document.xml.rels': relations(['d', 'diagramData', 'diagrams/data1.xml']),
      'word/diagrams/data1.xml': data,
    }),
    'First\n\nBelow\n\nSecond',
  )
})

const sized = (text: string, size: number, bold = true): string =>
  wordParagraph(`<w:r><w:rPr>${bold ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr><w:t>${text}</w:t></w:r>`)
const BODY = sized(
  'A text that is as long as most of what people write between two headings of a page.',
  22,
  false,
)

test('without styles a short line in larger bold letters is a heading, the largest first one the title', async () => {
  const markdown = await markdownOf(
    sized('General Meeting', 40) +
      BODY +
      sized('Agenda', 30) +
      BODY +
      BODY +
      sized('Costs', 26) +
      BODY +
      BODY,
  )
  assert.deepEqual(
    markdown.split('\n').filter((line) => line.startsWith('#')),
    ['# General Meeting', '## Agenda', '### Costs'],
  )
})

test('with styles for headings only a larger first line becomes one, the title', async () => {
  const markdown = await markdownOf(
    sized('House Rules', 40) +
      wordParagraph('Pets', '<w:pStyle w:val="H1"/>') +
      BODY +
      sized('Note', 30) +
      BODY,
  )
  assert.deepEqual(
    markdown.split('\n').filter((line) => line.startsWith('#')),
    ['# House Rules', '## Pets'],
  )
})

test('lines that are larger and no headings stay as they are', async () => {
  const cell = (text: string): string => `<w:tc>${sized(text, 30)}</w:tc>`
  const large: readonly string[] = [
    sized('Pay within fourteen days.', 30),
    sized('Total: €500.00', 30),
    sized('Total: 1,200', 30),
    sized('€ 1,234.00', 30),
    sized('2025', 30),
    sized('info@example.org', 30),
    sized('https://example.org', 30),
    sized('Dear Ms Reed,', 30),
    sized('one thing;', 30),
    sized('Agenda', 22),
    sized('Agenda', 24),
    sized('Agenda', 26, false),
    sized('12 Oak Street', 30) + sized('Upper Ashby', 30) + sized('AB1 2CD', 30),
    sized(`A line that ${'goes on and on '.repeat(9)}in large letters`, 30),
    `<w:tbl><w:tr>${cell('Costs')}${cell('Dates')}</w:tr></w:tbl>`,
    wordParagraph(
      '<w:r><w:rPr><w:b/><w:sz w:val="30"/></w:rPr><w:t>Note</w:t></w:r><w:r><w:t> small words after it</w:t></w:r>',
    ),
    wordParagraph('<w:r><w:rPr><w:b/></w:rPr><w:t>Motion 1</w:t></w:r>'),
    sized('A', 40),
    wordParagraph(
      '<w:r><w:rPr><w:b/><w:sz w:val="30"/></w:rPr><w:t>First point</w:t></w:r>',
      '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>',
    ),
    wordParagraph(
      `<w:r><w:drawing><w:txbxContent>${sized('In a box', 30)}</w:txbxContent></w:drawing></w:r>`,
    ),
  ]
  for (const each of large) {
    const markdown = await markdownOf(BODY + BODY + each + BODY + BODY)
    assert.doesNotMatch(markdown, /^#/m, markdown)
  }
  // The last line has nothing below it; a poster is large everywhere.
  assert.doesNotMatch(await markdownOf(BODY + BODY + sized('The end', 30)), /^#/m)
  assert.doesNotMatch(
    await markdownOf(
      BODY + sized('Summer', 60) + sized('Party', 50) + sized('Music', 40) + sized('Food', 30) + BODY,
    ),
    /^#/m,
  )
})
