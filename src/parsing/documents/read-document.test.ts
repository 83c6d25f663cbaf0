import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  docxOf,
  epubOf,
  odfOf,
  pdfOf,
  pdfText,
  pptxOf,
  slideShape,
  wordParagraph,
  xlsxOf,
  zipOf,
} from '#test/support/documents/make-documents.ts'
import { richPdf } from '#test/support/documents/make-pdfs.ts'
import { READ_OPTIONS } from '#test/support/documents/read-options.ts'
import { readDocument, type ReadOptions } from './read-document.ts'
import { documentMarkdown } from './write/document-markdown.ts'
import { documentText } from './write/document-text.ts'

async function markdownOf(bytes: Uint8Array | string, options: Partial<ReadOptions> = {}): Promise<string> {
  const document = await readDocument(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, {
    ...READ_OPTIONS,
    ...options,
  })
  return documentMarkdown(document.blocks)
}

test('Word: titles by the name of their style, lists with their markers, links, looks and tables', async () => {
  const cell = (text: string, properties = ''): string =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${wordParagraph(text)}</w:tc>`
  const item = (level: number): string => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`
  const markdown = await markdownOf(
    docxOf(
      wordParagraph('The Axe', '<w:pStyle w:val="T1"/>') +
        wordParagraph('Making', '<w:pStyle w:val="Mine"/>') +
        wordParagraph(
          '<w:r><w:t xml:space="preserve">It is </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>forged</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t xml:space="preserve">, see </w:t></w:r><w:hyperlink r:id="l"><w:r><w:t>there</w:t></w:r></w:hyperlink>',
        ) +
        wordParagraph('first', item(0)) +
        wordParagraph('inner', item(1)) +
        wordParagraph('second', item(0)) +
        `<w:tbl><w:tr>${cell('Tool')}${cell('Price', '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell('Axe', '<w:vMerge w:val="restart"/>')}${cell('19')}${cell('|20|')}</w:tr><w:tr>${cell('', '<w:vMerge/>')}${cell('21')}${cell('22')}</w:tr></w:tbl>`,
    ),
  )
  assert.equal(
    markdown,
    `# The Axe

## Making

It is **forged**, see [there](https://example.org/)

3. first
    - a) inner
4. second

| Tool | Price | Price |
| - | - | - |
| Axe | 19 | &#124;20&#124; |
| Axe | 21 | 22 |`,
  )
})

test('Word: built-in styles are known by their ids where nothing describes them, other ids are text', async () => {
  const of = (id: string): string => wordParagraph(`as ${id}`, `<w:pStyle w:val="${id}"/>`)
  const bare = {
    'word/_rels/document.xml.rels': '<Relationships></Relationships>',
  }
  const built = ['Title', 'Subtitle', 'Heading1', 'Heading3']
  const markdown = '# as Title\n\n## as Subtitle\n\n## as Heading1\n\n#### as Heading3'
  assert.equal(await markdownOf(docxOf(built.map(of).join(''), bare)), markdown)
  assert.equal(await markdownOf(docxOf(built.map(of).join(''))), markdown)
  const others =
    'Heading Heading0 Heading10 Heading1Char heading1x MyHeading1 Heading1a Titles TitleChar SubTitle2 Normal BodyText ' +
    'ListParagraph NoSpacing Quote TOC1 TOCHeading Header Footer FootnoteText Hyperlink constructor __proto__'
  for (const id of others.split(' '))
    assert.equal(await markdownOf(docxOf(of(id), bare)), `as ${id.replaceAll('_', '\\_')}`)
  // The description goes before the id.
  const plain =
    '<w:styles><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="Mine"/></w:style></w:styles>'
  assert.equal(await markdownOf(docxOf(of('Heading1'), { 'word/styles.xml': plain })), 'as Heading1')
})

test('Word: pictures that are there have bytes, linked ones have none', async () => {
  const picture = (name: string): string =>
    wordParagraph(`<w:r><w:drawing><a:blip ${name}/></w:drawing></w:r>`)
  const document = await readDocument(docxOf(picture('r:embed="p"') + picture('r:link="x"')), {
    ...READ_OPTIONS,
    wantsImages: true,
  })
  const images = document.blocks.map((block) => (block.kind === 'picture' ? block.image : assert.fail()))
  assert.deepEqual([images[0]?.mediaType, images[0]?.width, images[1]], ['image/png', 1, null])
})

test('Word: formulas are TeX, check boxes are checked, notes follow the text', async () => {
  const formula =
    '<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>π</m:t></m:r></m:den></m:f></m:oMath>'
  const box =
    '<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>☒</w:t></w:r></w:sdtContent></w:sdt>'
  const markdown = await markdownOf(
    docxOf(
      wordParagraph(`<w:r><w:t xml:space="preserve">so </w:t></w:r>${formula}`) +
        wordParagraph(`<m:oMathPara>${formula}</m:oMathPara>`) +
        wordParagraph(`${box}<w:r><w:t>done</w:t></w:r>`) +
        wordParagraph('<w:r><w:t>noted</w:t><w:footnoteReference w:id="2"/></w:r>'),
      {
        'word/_rels/document.xml.rels':
          '<Relationships><Relationship Id="f" Type="x/footnotes" Target="footnotes.xml"/></Relationships>',
        'word/footnotes.xml': `<w:footnotes><w:footnote w:id="2">${wordParagraph('The note.')}</w:footnote></w:footnotes>`,
      },
    ),
  )
  assert.equal(markdown, 'so $\\frac{1}{\\pi}$\n\n$$\\frac{1}{\\pi}$$\n\n- [x] done\n\nnoted\n\nThe note.')
})

test('a workbook: dates and lengths of time by their format, hidden sheets not shown, a title above a table', async () => {
  const rows = `<row r="2"><c r="B2" t="inlineStr"><is><t>Price list</t></is></c></row>
    <row r="3"><c r="B3" t="s"><v>0</v></c><c r="C3"><v>19.900000000000002</v></c><c r="D3" s="1"><v>45292.5</v></c></row>
    <row r="4"><c r="B4" t="s"><v>1</v></c><c r="C4" t="b"><v>1</v></c><c r="D4" s="2"><v>1.5</v></c></row>
    <row r="9"><c r="F9" t="str"><v>far</v></c></row>`
  const merged = '<mergeCells><mergeCell ref="B2:D2"/></mergeCells>'
  const bytes = xlsxOf(rows, {
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData>${merged}</worksheet>`,
  })
  assert.equal(
    await markdownOf(bytes),
    `## Prices

Price list

| Axe | 19.900000000000002 | 2024-01-01 12:00:00 |
| - | - | - |
| Saw | True | 36:00:00 |

far`,
  )
  const { pages } = await readDocument(bytes, { ...READ_OPTIONS, pages: new Set([2]) })
  assert.deepEqual(
    pages.map(({ page }) => page),
    [2],
  )
})

test('a presentation: its title first, bullets as the master has them, none where the slide says so', async () => {
  const plain = '<a:pPr><a:buNone/></a:pPr><a:r><a:t>No bullet</a:t></a:r>'
  const bytes = pptxOf(
    slideShape(['One', 'Two', plain], 'body') + slideShape(['Box']) + slideShape(['Hello'], 'title'),
  )
  assert.equal(await markdownOf(bytes), '# Hello\n\n- One\n- Two\n\nNo bullet\n\nBox')
})

test('OpenDocument: texts, sheets and slides', async () => {
  const styles =
    '<style:style style:name="B"><style:text-properties fo:font-weight="bold"/></style:style><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>'
  const text = odfOf(
    'text',
    '<text:h text:outline-level="2">Head</text:h><text:p>A <text:span text:style-name="B">bold</text:span> word</text:p><text:list text:style-name="L"><text:list-item><text:p>one</text:p></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>',
    styles,
  )
  assert.equal(await markdownOf(text), '### Head\n\nA **bold** word\n\n1. one\n2. two')
  const cell = (value: string, more = ''): string =>
    `<table:table-cell ${more}><text:p>${value}</text:p></table:table-cell>`
  const sheet = odfOf(
    'spreadsheet',
    `<table:table table:name="S"><table:table-row>${cell('a')}${cell('b', 'table:number-columns-repeated="2"')}</table:table-row><table:table-row>${cell('c')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row><table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row></table:table>`,
  )
  assert.equal(await markdownOf(sheet), '## S\n\n| a | b | b |\n| - | - | - |\n| c |  |  |')
  const slide = odfOf(
    'presentation',
    '<draw:page><draw:frame><draw:text-box><text:p>Body</text:p></draw:text-box></draw:frame><draw:frame presentation:class="title"><draw:text-box><text:p>Top</text:p></draw:text-box></draw:frame></draw:page>',
  )
  assert.equal(await markdownOf(slide), '# Top\n\nBody')
})

test('a book: its chapters in the order of the spine, elements closed at once', async () => {
  const document = await readDocument(
    epubOf(['<h1>One<a id="x"/></h1><p>first</p>', '<h2>Two</h2><script src="a"/><p>last</p>']),
    READ_OPTIONS,
  )
  assert.equal(documentMarkdown(document.blocks), '# One\n\nfirst\n\n## Two\n\nlast')
  assert.deepEqual([document.format, document.title], ['epub', 'A Book'])
})

test('HTML: what stands before the first heading is furniture; tables keep lists in their cells', async () => {
  const html =
    '<title>T</title><nav>Menu</nav><h1>Top</h1><p>x<sub>2</sub> is <b>b</b><a href="/a">c</a></p><ul><li>one<ol start="4"><li>four</ol><li>two</ul><table><caption>Cap</caption><tr><th>h<td>d<tr><td><ul><li>in</ul><td rowspan=2>r</table><figure><img src="p.png"><figcaption>Fig</figcaption></figure><pre><code class="language-js">a\nb</code></pre>'
  assert.equal(
    await markdownOf(html, { contentType: 'text/html', base: 'https://example.org/x/' }),
    '# Top\n\nx2 is **b**[c](https://example.org/a)\n\n- one\n    4. four\n- two\n\nCap\n\n| h | d |\n| - | - |\n| - in | r |\n\nFig\n\n<!-- image -->\n\n```js\na\nb\n```',
  )
})

test('Markdown with HTML and a table, front matter left out', async () => {
  const markdown =
    '---\na: 1\n---\n# A\n\n<p>html</p>\n\n| a | b |\n|---|---|\n| 1 | `x|y` |\n\n- one\n  - two\n'
  assert.match(
    await markdownOf(markdown, { filename: 'a.md' }),
    /^# A\n\nhtml\n\n\| a \| b \|\n\| - \| - \|\n/,
  )
})

test('AsciiDoc: titles, lists, tables, listings; includes are not followed', async () => {
  const text = `= Doc
:author: me

include::/etc/passwd[]

Some *bold* text at https://example.org[there].

== Part

* one
** two
. first

.Prices
|===
|Tool |Price

|Axe
|19
|===

[source,js]
----
let a
----
`
  assert.equal(
    await markdownOf(text, { filename: 'a.adoc' }),
    '# Doc\n\nSome **bold** text at [there](https://example.org).\n\n## Part\n\n- one\n    - two\n\n1. first\n\nPrices\n\n| Tool | Price |\n| - | - |\n| Axe | 19 |\n\n```js\nlet a\n```',
  )
})

test('PDF: headings by size and weight, paragraphs, a hyphen taken away, lists, a drawn table, columns in order', async () => {
  const lines = (x: number, from: number, texts: readonly string[]): string =>
    texts.map((text, at) => pdfText(x, from - at * 13, text)).join('\n')
  const rule = (x1: number, y1: number, x2: number, y2: number): string => `${x1} ${y1} m ${x2} ${y2} l S`
  const page = [
    pdfText(72, 720, 'The Harbour', 'F2', 20),
    lines(72, 690, [
      'The harbour is open all year and whoever comes by is wel-',
      'come to stay for as long as the weather and the tides allow.',
    ]),
    lines(72, 640, ['\x95 boats of every size', '\x95 nets and lines']),
    pdfText(82, 583, 'Tool'),
    pdfText(182, 583, 'Price'),
    pdfText(82, 563, 'Axe'),
    pdfText(182, 563, '19'),
    ...[600, 578, 556].map((y) => rule(72, y, 272, y)),
    ...[72, 172, 272].map((x) => rule(x, 556, x, 600)),
  ].join('\n')
  assert.equal(
    await markdownOf(pdfOf([page])),
    `## The Harbour

The harbour is open all year and whoever comes by is welcome to stay for as long as the weather and the tides allow.

- boats of every size
- nets and lines

| Tool | Price |
| - | - |
| Axe | 19 |`,
  )
  const left = Array.from({ length: 8 }, (_, at) => `the left column says number ${at}`)
  const right = Array.from({ length: 8 }, (_, at) => `the right column says number ${at}`)
  // Written line by line across both columns, as some programs do.
  const mixed = left.map(
    (text, at) => `${pdfText(72, 700 - at * 13, text)}\n${pdfText(320, 700 - at * 13, right[at] ?? '')}`,
  )
  const text = documentText((await readDocument(pdfOf([mixed.join('\n')]), READ_OPTIONS)).blocks)
  assert.ok(text.indexOf('left column says number 7') < text.indexOf('right column says number 0'), text)
})

test('PDF: running titles and page numbers are furniture, a turned page reads as it is seen, pages can be chosen', async () => {
  const page = (number: number): string =>
    [
      pdfText(72, 770, 'The Harbour Book'),
      pdfText(72, 400, `Text of the page ${['one', 'two', 'three'][number - 1]}.`),
      pdfText(300, 20, String(number)),
    ].join('\n')
  const bytes = pdfOf([page(1), page(2), page(3)])
  assert.equal(
    await markdownOf(bytes),
    'Text of the page one.\n\nText of the page two.\n\nText of the page three.',
  )
  const { blocks, pages } = await readDocument(bytes, { ...READ_OPTIONS, pages: new Set([2]) })
  assert.match(documentMarkdown(blocks), /page two/)
  assert.deepEqual(
    pages.map(({ page: number }) => number),
    [2],
  )
  const turned = pdfOf(['BT /F1 11 Tf 0 1 -1 0 300 100 Tm (It lies on its side.) Tj ET'], '/Rotate 90')
  assert.equal(await markdownOf(turned), 'It lies on its side.')
})

test('PDF: lists beside each other are lists, signs that are letters make one, a sign without text is nothing', async () => {
  const rows = [0, 1, 2].map((at) =>
    [
      pdfText(72, 700 - at * 15, `\x95 left ${at}`),
      pdfText(250, 700 - at * 15, `${at + 1}. right ${at}`),
    ].join('\n'),
  )
  const signs = ['boats', 'nets', 'lines'].map((text, at) =>
    pdfText(72, 600 - at * 25, `r ${text} of every size`),
  )
  assert.equal(
    await markdownOf(pdfOf([[...rows, ...signs, pdfText(400, 300, '\x95')].join('\n')])),
    `- left 0
- left 1
- left 2

1. right 0
2. right 1
3. right 2

- r boats of every size
- r nets of every size
- r lines of every size`,
  )
})

test('PDF: code by letters of one width, large items are no headings, a title beside the page number is furniture', async () => {
  const page = (chapter: string, number: number, body: readonly string[]): string =>
    [pdfText(72, 770, chapter), pdfText(500, 770, String(number)), ...body].join('\n')
  const first = page('Chapter one: boats', 12, [
    pdfText(72, 720, 'Every boat in the harbour is moored before the night, by whoever is there,'),
    pdfText(72, 707, 'with a call of'),
    pdfText(145, 707, 'moor()', 'F4'),
    pdfText(190, 707, 'for each of them.'),
    pdfText(90, 680, 'for each boat:', 'F4'),
    pdfText(116.4, 667, 'moor it', 'F4'),
    pdfText(90, 641, 'close', 'F4'),
  ])
  const second = page('Chapter two: nets', 13, [
    pdfText(72, 720, 'Kinds', 'F1', 14),
    pdfText(72, 702, '\x95 nets', 'F1', 14),
    pdfText(72, 684, '\x95 lines', 'F1', 14),
    pdfText(72, 640, '1. fine', 'F1', 14),
    pdfText(72, 620, '2. coarse', 'F1', 14),
    pdfText(72, 585, 'Both are mended by hand, and dried in the wind.'),
    pdfText(72, 560, '3. Tides', 'F1', 14),
    pdfText(72, 540, 'They come and go, and a line beneath a title that is not indented makes it one.'),
    pdfText(72, 500, '4. Winds', 'F1', 14),
  ])
  assert.equal(
    await markdownOf(pdfOf([first, second])),
    `Every boat in the harbour is moored before the night, by whoever is there, with a call of moor() for each of them.

\`\`\`
for each boat:
    moor it

close
\`\`\`

## Kinds

- nets
- lines

1. fine
2. coarse

Both are mended by hand, and dried in the wind.

## 3. Tides

They come and go, and a line beneath a title that is not indented makes it one.

## 4. Winds`,
  )
  // Where all letters are of one width, they are no code.
  const typed = ['A letter was written', 'on a machine with one', 'width for all letters.']
  const lines = typed.map((text, at) => pdfText(72, 700 - at * 13, text, 'F4')).join('\n')
  assert.equal(await markdownOf(pdfOf([lines])), typed.join(' '))
})

test('PDF: figures as they are seen, at twice the size of a page', async () => {
  const bytes = richPdf(pdfText(72, 700, 'Above'), pdfText(72, 700, 'Next'))
  const { blocks } = await readDocument(bytes, { ...READ_OPTIONS, wantsImages: true })
  const [image] = blocks.flatMap((block) => (block.kind === 'picture' ? [block.image] : []))
  // 200 by 100 points at 144 dpi.
  assert.deepEqual([image?.mediaType, image?.width, image?.height], ['image/png', 400, 200])
  assert.deepEqual(
    Buffer.from(image?.base64 ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
    'PNG',
  )
})

test('PDF: a title is what somebody gave, not what programs write where nobody did', async () => {
  const titleOf = async (title: string): Promise<string | null> =>
    (await readDocument(richPdf(pdfText(72, 700, 'One'), '', title), READ_OPTIONS)).title
  assert.equal(await titleOf('The Untitled Harbour'), 'The Untitled Harbour')
  for (const none of ['untitled', ' Untitled Document']) assert.equal(await titleOf(none), null)
})

test('a cell that spans repeats its text, and is written once where it holds more than text', async () => {
  const cell = (content: string, more = ''): string => `<td ${more}>${content}</td>`
  const rich = cell('<ul><li>a</li><li>b</li></ul>', 'colspan="2"')
  const table = `<h1>T</h1><table><tr>${cell('x', 'colspan="2"')}</tr><tr>${rich}</tr></table>`
  assert.match(
    await markdownOf(table, { filename: 'a.html' }),
    /\| x \| x \|\n\| - \| - \|\n\| - a - b \|  \|/,
  )
})

test('OpenDocument: a slide without a title has its name', async () => {
  const page =
    '<draw:page draw:name="Last"><draw:frame><draw:text-box><text:p>Body</text:p></draw:text-box></draw:frame></draw:page>'
  assert.equal(await markdownOf(odfOf('presentation', page)), '# Last\n\nBody')
})

test('what no reader takes is refused by name', async () => {
  const refused: [string, Uint8Array | string, RegExp][] = [
    ['old office', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old binary format/],
    ['archive', zipOf({ 'a.txt': 'x' }), /archive of another kind/],
    ['rich text', '{\\rtf1 x}', /rich text/],
    ['XML', '<?xml version="1.0"?><patent/>', /XML of a kind of its own/],
    ['zeros, which are no picture', Buffer.alloc(900), /unknown binary format/],
    ['binary', Buffer.from(Array.from({ length: 900 }, (_, at) => (at * 7) % 32)), /unknown binary format/],
    ['damaged PDF', '%PDF-1.7\nnothing', /damaged/],
    ['damaged zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(50)]), /damaged/],
    [
      'no body',
      zipOf({ '[Content_Types].xml': 'wordprocessingml.document.main', 'word/document.xml': '<x/>' }),
      /no body/,
    ],
  ]
  for (const [what, bytes, message] of refused)
    await assert.rejects(markdownOf(bytes), { code: 'unsupported_document', message }, what)
})
