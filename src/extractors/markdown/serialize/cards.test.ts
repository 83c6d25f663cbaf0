// Entries of one shape are the items of a list on a page of many things; sections, texts and mixed parts stay as they are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { flawsOf } from '#test/support/extract/render-markdown.ts'
import { markdownContext } from './markdown-context.ts'
import { writeMarkdown } from './write-markdown.ts'

function written(html: string, cards = true): string {
  const document = parseHtml(html)
  const markdown = writeMarkdown(
    [document.root],
    markdownContext(document, [document.root], {
      base: 'https://harbour.test/',
      links: 'inline',
      images: 'keep',
      dataUrls: false,
      gfm: true,
      cards,
      skip: ({ name }) => name === 'style',
    }),
  )
  assert.deepEqual(flawsOf(markdown), [])
  return markdown
}

const card = (name: string, inner = ''): string =>
  `<div class="card ${name}"><img src="/${name}.jpg" alt=""><h3><a href="/${name}">${name}</a></h3><span class="price">9 EUR</span>${inner}</div>`
const GRID = `<div class="grid">${card('Lamp')}<style>.x{}</style>${card('Rope')}${card('Oil', '<p>For lamps.</p>')}</div>`

test('the title of an entry comes first, then its picture, price and text', () => {
  assert.equal(
    written(`<h2>Goods</h2>${GRID}<p>Prices with tax.</p>`),
    [
      '## Goods',
      '- [Lamp](https://harbour.test/Lamp)\n\n  ![](https://harbour.test/Lamp.jpg)\n\n  9 EUR',
      '- [Rope](https://harbour.test/Rope)\n\n  ![](https://harbour.test/Rope.jpg)\n\n  9 EUR',
      '- [Oil](https://harbour.test/Oil)\n\n  ![](https://harbour.test/Oil.jpg)\n\n  9 EUR\n\n  For lamps.',
      'Prices with tax.',
    ].join('\n\n'),
  )
})

test('entries that are links as a whole', () => {
  const entry = (name: string): string =>
    `<a class="tile" href="/${name}"><div>${name}</div><div>2 berths</div></a>`
  assert.equal(
    written(`<div>${entry('North')}${entry('South')}${entry('East')}</div>`),
    ['North', 'South', 'East']
      .map((name) => `- [${name}](https://harbour.test/${name})\n\n  2 berths`)
      .join('\n\n'),
  )
})

test('a title that would begin a list of its own is text', () => {
  const entry = (name: string): string => `<div class="c"><h3>${name}</h3><a href="/x">Read</a></div>`
  const list = written(`<div>${entry('1. Lamps')}${entry('- Ropes')}${entry('# Oils')}</div>`)
  assert.equal((list.match(/^- /gm) ?? []).length, 3)
  assert.match(list, /1\\\. Lamps/)
})

const AS_IT_STANDS: readonly [name: string, html: string][] = [
  ['two entries', `<div>${card('Lamp')}${card('Rope')}</div>`],
  [
    'parts of different shapes',
    `<div>${card('Lamp')}${card('Rope')}<div class="note"><a href="/">Note</a></div>${card('Oil')}</div>`,
  ],
  ['a line of links', '<div><a href="/a">A</a> <a href="/b">B</a> <a href="/c">C</a></div>'],
  ['text between', `<div>${card('Lamp')}and${card('Rope')}${card('Oil')}</div>`],
  ['parts without a link', '<div><div>Lamp</div><div>Rope</div><div>Oil</div></div>'],
  [
    'long texts',
    `<div>${['Lamp', 'Rope', 'Oil'].map((name) => card(name, `<p>${'It burns long. '.repeat(40)}</p>`)).join('')}</div>`,
  ],
  [
    'tables',
    `<div>${['Lamp', 'Rope', 'Oil'].map((name) => card(name, '<table><tr><td>9</td><td>8</td></tr></table>')).join('')}</div>`,
  ],
  [
    'two headings',
    `<div>${['Lamp', 'Rope', 'Oil'].map((name) => card(name, '<h4>More</h4>')).join('')}</div>`,
  ],
]
for (const [name, html] of AS_IT_STANDS)
  test(`no list: ${name}`, () => assert.equal(written(html), written(html, false)))

test('on a page of one thing parts in a row are its sections', () => {
  assert.match(written(GRID, false), /^### \[Lamp\]/m)
})
