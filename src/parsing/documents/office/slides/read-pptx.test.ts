import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pptxOf, relations, type Parts } from '#test/support/documents/make-documents.ts'
import { READ_OPTIONS } from '#test/support/documents/read-options.ts'
import { readDocument } from '#parsing/documents/read-document.ts'
import { allBlocks } from '#parsing/documents/model/document-blocks.ts'
import { blockText } from '#parsing/documents/write/document-text.ts'
import { documentMarkdown } from '#parsing/documents/write/document-markdown.ts'

async function markdownOf(shapes: string, more: Parts = {}): Promise<string> {
  return documentMarkdown((await readDocument(pptxOf(shapes, more), READ_OPTIONS)).blocks)
}

/** A box with text at a place, in EMU. */
function box(
  text: string,
  [x, y, wide, high]: readonly [number, number, number, number],
  { size = 0, more = '', content = '' } = {},
): string {
  const run = `<a:r>${size === 0 ? '' : `<a:rPr sz="${size}"/>`}<a:t>${text}</a:t></a:r>`
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" ${more}/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${wide}" cy="${high}"/></a:xfrm></p:spPr><p:txBody><a:p>${content === '' ? run : content}</a:p></p:txBody></p:sp>`
}

test('boxes are read as they are seen: from top to bottom, rows from the left, columns with their headings', async () => {
  assert.equal(
    await markdownOf(
      box('third', [0, 500, 900, 90]) + box('first', [0, 100, 900, 90]) + box('second', [0, 300, 900, 90]),
    ),
    'first\n\nsecond\n\nthird',
  )
  assert.equal(
    await markdownOf(
      box('c', [600, 0, 100, 100]) + box('a', [0, 0, 100, 100]) + box('b', [300, 2, 100, 100]),
    ),
    'a\n\nb\n\nc',
  )
  const pairs =
    box('right text', [520, 180, 430, 200]) +
    box('left text', [50, 180, 430, 200]) +
    box('Right', [520, 120, 400, 50]) +
    box('Left', [50, 120, 400, 50])
  assert.equal(await markdownOf(pairs), 'Left\n\nleft text\n\nRight\n\nright text')
  const labelled = ['one', 'two', 'three']
    .flatMap((text, at) => [
      box(`text ${text}`, [200, at * 110, 700, 100]),
      box(text, [0, at * 110, 100, 100]),
    ])
    .join('')
  assert.equal(await markdownOf(labelled), 'one\n\ntext one\n\ntwo\n\ntext two\n\nthree\n\ntext three')
  const framed = box('inside', [100, 100, 100, 50]) + box('Frame', [0, 0, 900, 600])
  assert.equal(await markdownOf(framed), 'Frame\n\ninside')
  const arabic = box('يسار النص', [0, 0, 100, 100]) + box('يمين النص', [500, 0, 100, 100])
  assert.equal(await markdownOf(arabic), 'يمين النص\n\nيسار النص')
})

test('shapes without a place stay in the order of the file, and many of them cost no more', async () => {
  const nowhere =
    '<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:txBody><a:p><a:r><a:t>nowhere</a:t></a:r></a:p></p:txBody></p:sp>'
  assert.equal(
    await markdownOf(box('low', [0, 900, 9, 9]) + nowhere + box('high', [0, 0, 9, 9])),
    'low\n\nnowhere\n\nhigh',
  )
  const many = Array.from({ length: 3_000 }, (_, at) => box(`n${at}`, [0, 0, 900, 900])).join('')
  assert.match(await markdownOf(many), /^n0\n\nn1\n\n[^]*n2999$/)
  const deep = `${'<p:grpSp>'.repeat(50)}${box('deep', [0, 0, 9, 9])}${'</p:grpSp>'.repeat(50)}`
  assert.equal(await markdownOf(deep), 'deep')
})

test('a placeholder stands where its layout has it', async () => {
  const placeholder = `<p:sp><p:nvSpPr><p:nvPr><p:ph type="body" idx="7"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:pPr><a:buNone/></a:pPr><a:r><a:t>below</a:t></a:r></a:p></p:txBody></p:sp>`
  const layout = `<p:sldLayout><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="body" idx="7"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="500"/><a:ext cx="9" cy="9"/></a:xfrm></p:spPr></p:sp></p:spTree></p:cSld></p:sldLayout>`
  assert.equal(
    await markdownOf(placeholder + box('above', [0, 0, 9, 9]), { 'ppt/slideLayouts/layout1.xml': layout }),
    'above\n\nbelow',
  )
})

test('a slide without a title has the first text in larger letters than all others as one', async () => {
  const body = box('Something to say about it', [0, 500, 900, 90], { size: 1_800 })
  assert.equal(
    await markdownOf(body + box('本日の予定', [0, 0, 900, 90], { size: 3_200 })),
    '# 本日の予定\n\nSomething to say about it',
  )
  const left: readonly string[] = [
    '“I stopped getting headaches.”',
    '„Nie wieder Kopfschmerzen“',
    '«Jamais plus»',
    '「一期一会」',
    'We make lamps that last.',
    '97%',
    '1,840',
    '€ 500',
    'hello@lumo.example',
    'https://lumo.example',
    'First, some words,',
    'Es war einmal;',
    '終わりです。',
    'A',
    `Words ${'and more words '.repeat(12)}`,
  ]
  for (const text of left)
    assert.doesNotMatch(await markdownOf(body + box(text, [0, 0, 900, 90], { size: 3_200 })), /^#/m, text)
  const title = (size: number): string => box('Agenda', [0, 0, 900, 90], { size })
  assert.doesNotMatch(await markdownOf(body + title(1_800)), /^#/m)
  assert.doesNotMatch(await markdownOf(body + title(2_000)), /^#/m)
  assert.doesNotMatch(await markdownOf(title(3_200)), /^#/m)
  assert.doesNotMatch(await markdownOf(body + box('Agenda', [0, 900, 900, 90], { size: 3_200 })), /^#/m)
  assert.doesNotMatch(
    await markdownOf(title(3_200) + box('Big as well', [0, 500, 9, 9], { size: 3_000 })),
    /^#/m,
  )
})

test('hidden shapes, numbers of slides and dates are not read as text; notes keep their lines', async () => {
  const field = '<a:fld type="slidenum"><a:t>7</a:t></a:fld>'
  const shapes =
    box('seen', [0, 0, 9, 9]) +
    box('unseen', [0, 20, 9, 9], { more: 'hidden="1"' }) +
    box('', [0, 40, 9, 9], { content: field })
  const notes =
    '<p:notes><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>Say hello</a:t></a:r></a:p><a:p><a:r><a:t>Wait</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:notes>'
  const bytes = pptxOf(shapes, {
    'ppt/slides/_rels/slide1.xml.rels': relations(['n', 'notesSlide', '../notesSlides/notes1.xml']),
    'ppt/notesSlides/notes1.xml': notes,
  })
  const { blocks } = await readDocument(bytes, READ_OPTIONS)
  assert.equal(documentMarkdown(blocks), 'seen')
  const texts = [...allBlocks(blocks)].flatMap((block) =>
    block.kind === 'text' && block.layer !== undefined
      ? [`${block.layer} ${blockText({ ...block, layer: 'body' })}`]
      : [],
  )
  assert.deepEqual(texts, ['invisible unseen', 'furniture 7', 'furniture Say hello\nWait'])
  // A sentence with a field in it is text.
  const sentence = box('', [0, 0, 9, 9], { content: `<a:r><a:t>Slide </a:t></a:r>${field}` })
  assert.equal(await markdownOf(sentence), 'Slide 7')
})

test('numbers of slides in other scripts, and without a dot where the scheme has none', async () => {
  const item = (scheme: string): string =>
    box('', [0, 0, 9, 9], {
      content: `<a:pPr><a:buAutoNum type="${scheme}"/></a:pPr><a:r><a:t>x</a:t></a:r>`,
    })
  assert.equal(await markdownOf(item('circleNumDbPlain')), '- ① x')
  assert.equal(await markdownOf(item('ea1JpnChsDbPeriod')), '- 一. x')
  assert.equal(await markdownOf(item('alphaUcParenBoth')), '- (A) x')
  assert.equal(await markdownOf(item('hebrew2Minus')), '- א- x')
  assert.equal(await markdownOf(item('arabicPlain')), '1. x')
  assert.equal(await markdownOf(item('nonsense')), '1. x')
})
