import assert from 'node:assert/strict'
import { test } from 'node:test'
import { odfOf, zipOf } from '#test/support/documents/make-documents.ts'
import { READ_OPTIONS } from '#test/support/documents/read-options.ts'
import { readDocument } from '#parsing/documents/read-document.ts'
import { documentMarkdown } from '#parsing/documents/write/document-markdown.ts'

const markdown = async (bytes: Uint8Array): Promise<string> =>
  documentMarkdown((await readDocument(bytes, READ_OPTIONS)).blocks)

const level = (at: number, more: string): string =>
  `<text:list-level-style-number text:level="${at}" ${more}/>`
const STYLES = `<text:list-style style:name="L">${level(1, 'style:num-format="1" style:num-suffix="."')}${level(2, 'style:num-format="a" style:num-suffix=")"')}</text:list-style>
  <text:list-style style:name="R">${level(1, 'style:num-format="а, б, .., аа, бб, ... (ru)" style:num-prefix="(" style:num-suffix=")"')}</text:list-style>
  <text:list-style style:name="D">${level(1, 'style:num-format="I" style:num-suffix="."')}${level(2, 'style:num-format="1" text:display-levels="2" style:num-suffix="."')}</text:list-style>
  <text:list-style style:name="S">${level(1, 'style:num-format="1" text:start-value="5" loext:num-list-format="Art. %1%"')}</text:list-style>
  <text:list-style style:name="B"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>
  <style:style style:name="P"><style:paragraph-properties/></style:style><style:style style:name="N" style:list-style-name="L"/>
  <style:style style:name="hid"><style:text-properties text:display="none"/></style:style>
  <style:style style:name="off"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>`
const textOf = async (body: string, styles = STYLES): Promise<string> => markdown(odfOf('text', body, styles))
const item = (text: string, more = ''): string =>
  `<text:list-item><text:p>${text}</text:p>${more}</text:list-item>`
const list = (style: string, items: string, more = ''): string =>
  `<text:list ${style === '' ? '' : `text:style-name="${style}"`} ${more}>${items}</text:list>`

test('lists are numbered as their style writes it, on every level, and go on where they say so', async () => {
  assert.equal(
    await textOf(list('L', item('one', list('', item('in') + item('on'))) + item('two'))),
    '1. one\n    - a) in\n    - b) on\n2. two',
  )
  assert.equal(await textOf(list('R', item('x') + item('y'))), '- (а) x\n- (б) y')
  assert.equal(
    await textOf(list('D', item('x', list('', item('in') + item('on'))) + item('y', list('', item('in'))))),
    '- I. x\n    - I.1. in\n    - I.2. on\n- II. y\n    - II.1. in',
  )
  assert.equal(await textOf(list('S', item('x') + item('y'))), '- Art. 5 x\n- Art. 6 y')
  const between = '<text:p>between</text:p>'
  assert.equal(
    await textOf(list('L', item('a')) + between + list('L', item('b'), 'text:continue-numbering="true"')),
    '1. a\n\nbetween\n\n2. b',
  )
  assert.equal(await textOf(list('L', item('a')) + between + list('L', item('b'))), '1. a\n\nbetween\n\n1. b')
  assert.equal(
    await textOf(
      list('L', item('a'), 'xml:id="l1"') +
        list('R', item('b')) +
        list('L', item('c'), 'text:continue-list="l1"'),
    ),
    '1. a\n\n- (а) b\n\n2. c',
  )
  assert.equal(
    await textOf(list('', '<text:list-item><text:p text:style-name="N">x</text:p></text:list-item>')),
    '1. x',
  )
  assert.equal(
    await textOf(list('L', `<text:list-header><text:p>head</text:p></text:list-header>${item('a')}`)),
    '- head\n1. a',
  )
  assert.equal(await textOf(list('B', item('x'))), '- x')
})

test('headings have the numbers of the outline, or those of the list that they are in', async () => {
  const outline = `<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/><text:outline-level-style text:level="3" style:num-format=""/></text:outline-style>`
  const head = (at: number, text: string, more = ''): string =>
    `<text:h text:outline-level="${at}" ${more}>${text}</text:h>`
  const body = `${head(1, 'One')}${head(2, 'In')}${head(2, 'On')}${head(3, 'Plain')}${head(1, 'Two')}${head(2, 'In')}${head(1, 'Bare', 'text:is-list-header="true"')}`
  const file = zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles><office:styles>${outline}</office:styles></office:document-styles>`,
  })
  assert.equal(
    await markdown(file),
    '## 1 One\n\n### 1.1 In\n\n### 1.2 On\n\n#### Plain\n\n## 2 Two\n\n### 2.1 In\n\n## Bare',
  )
  assert.equal(await textOf(list('D', `<text:list-item>${head(1, 'One')}</text:list-item>`)), '## I. One')
  assert.equal(await textOf(head(1, 'One') + head(2, 'In')), '## One\n\n### In')
})

test('what is not seen is not read: hidden text, paragraphs, sections; deleted text; shapes with text are', async () => {
  assert.equal(
    await textOf(
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>deleted</text:p></text:deletion></text:changed-region></text:tracked-changes>' +
        '<text:section text:display="none"><text:p>unseen</text:p></text:section>' +
        '<text:section text:display="condition" text:is-hidden="true"><text:p>unseen</text:p></text:section>' +
        '<text:section><text:p>seen <text:span text:style-name="hid">unseen </text:span>here</text:p></text:section>' +
        '<text:p text:style-name="hid">unseen</text:p><text:p>unseen<text:hidden-paragraph text:is-hidden="true"/></text:p>' +
        '<text:p><text:hidden-text text:is-hidden="true">unseen</text:hidden-text>kept<text:hidden-text text:is-hidden="false"> too</text:hidden-text></text:p>' +
        '<draw:ellipse><text:p>round</text:p></draw:ellipse><text:p><text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby></text:p>',
    ),
    'seen here\n\nkept too\n\nround\n\n東京',
  )
})

test('slides: shapes as they are seen, hidden slides and placeholders not read, footers as furniture', async () => {
  const frame = (text: string, y: string, more = ''): string =>
    `<draw:frame svg:x="1cm" svg:y="${y}" svg:width="9cm" svg:height="1cm" ${more}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`
  const slide =
    frame('third', '90mm') +
    frame('first', '2cm') +
    `<draw:g>${frame('second', '4cm')}</draw:g>` +
    frame('Click here', '3cm', 'presentation:placeholder="true"') +
    frame('Club news', '1cm', 'presentation:class="footer"') +
    frame('Top', '0cm', 'presentation:class="title"')
  assert.equal(
    await markdown(
      odfOf(
        'presentation',
        `<draw:page>${slide}</draw:page><draw:page draw:style-name="off">${frame('unseen', '1cm')}</draw:page>`,
        STYLES,
      ),
    ),
    '# Top\n\nfirst\n\nsecond\n\nthird',
  )
})

test('hostile lists: deep, endless numbers, levels that name themselves', async () => {
  const deep = `${'<text:list text:style-name="D"><text:list-item><text:p>x</text:p>'.repeat(300)}${'</text:list-item></text:list>'.repeat(300)}`
  assert.match(await textOf(deep), /^- I\. x\n/)
  const loop = `<text:list-style style:name="X">${level(1, `style:num-format="1" loext:num-list-format="${'%1%%99%'.repeat(500)}"`)}</text:list-style>`
  assert.match(await textOf(list('X', item('x', '')), loop), /^- 1+ x$/)
  const odd = `<text:list-style style:name="X">${level(1, 'style:num-format="constructor"')}</text:list-style>`
  assert.equal(await textOf(list('X', item('x')), odd), '1. x')
  const far = '<text:list-item text:start-value="999999999999999"><text:p>x</text:p></text:list-item>'
  assert.equal(await textOf(list('L', far)), '- 999999999999999. x')
})
