import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { viewPage } from '#extractors/markdown/main-content/view/page-view.ts'
import { tableByTag, tagNumber } from '#extractors/markdown/main-content/view/tags.ts'
import { describedPage } from './described-page.ts'
import { describeLine, LINE_FEATURES } from './line-features.ts'
import { wordsOfLine } from './line-words.ts'
import { hashOfWord } from '#extractors/markdown/main-content/view/name-words.ts'
import { linesOf } from './page-lines.ts'
import { wordsOfPage } from './page-words.ts'
import { readShapes } from './shapes.ts'

const page = (html: string) => {
  const document = parseHtml(html)
  const { all } = document
  const view = viewPage(document)
  return { all, view, lines: linesOf(view), of: (name: string) => all.filter((each) => each.name === name) }
}

test('the characters of a line are counted once, wherever its texts stand', () => {
  const { view, of } = page('<p>  Fern, <b>Ash</b>\n 3.5 m (new)! <a href="/x">It is.</a></p><p>木。</p>')
  const [first, second] = of('p').map(({ order }) => order) as [number, number]
  const { texts } = view
  assert.equal(view.ownText[first], 'Fern,'.length + 'Ash'.length + '3.5 m (new)!'.length + 'It is.'.length)
  assert.deepEqual(
    [view.ownLinks[first], view.ownStops[first], texts.digits[first], texts.capitals[first]],
    ['It is.'.length, 2, 2, 3],
  )
  assert.deepEqual([texts.commas[first], texts.signs[first], texts.words[first]], [1, 3, 7])
  assert.equal(String.fromCharCode(texts.first[first] as number, texts.last[first] as number), 'F.')
  assert.deepEqual([view.ownText[second], view.ownStops[second]], [4, 1])
})

test('equal lines have equal hashes, whatever the white space', () => {
  const { view, of } = page('<p>One <b>two</b></p><p>One\n   two</p><p>One three</p>')
  const [one, same, other] = of('p').map(({ order }) => view.texts.hash[order])
  assert.equal(one, same)
  assert.notEqual(one, other)
})

test('the words of a short line are its letters and digits in any script, in small letters', () => {
  const { view, of } = page(
    `<p>Ähnliche <b>Bei</b>träge (3)</p><p>${'word '.repeat(13)}</p><p>${'x'.repeat(151)}</p>`,
  )
  const [short, many, long] = of('p').map((line) => [...wordsOfLine(line, view)])
  assert.deepEqual(short, ['ähnliche', 'beiträge', '3'].map(hashOfWord))
  assert.deepEqual([many, long], [[], []])
})

test('the words of a page are told apart by where they stand, and each is there once', () => {
  const { all, view } = page('<div class="reply"><p class="reply note">Reply</p></div><p class="far"></p>')
  const wordsOf = (said: string[], title: string | null, url: string | null) =>
    new Set(wordsOfPage(all, view, [Int32Array.from(said, hashOfWord)], { title, url }))
  const names = wordsOf([], null, null)
  assert.deepEqual(names, new Set(['reply', 'note'].map(hashOfWord)))
  const every = wordsOf(['reply', 'reply'], 'Reply', 'https://reply.test/')
  assert.equal(every.size, names.size + 1 + 1 + 2)
})

test('brothers of one tag and class are alike, and their parts are of one group', () => {
  const card = '<li class="card"><p>Fern</p></li>'
  const { all, view, of } = page(`<ul>${card.repeat(3)}<li><p>Other</p></li></ul><p>Alone</p>`)
  const { alike, group } = readShapes(all, view)
  assert.deepEqual(
    of('li').map(({ order }) => alike[order]),
    [3, 3, 3, 1],
  )
  const groups = of('p').map(({ order }) => group[order])
  assert.equal(new Set(groups.slice(0, 3)).size, 1)
  assert.equal(new Set(groups).size, 3)
})

test('every column of every line is a number', () => {
  const { all, view, lines } = page('<main><h1>T</h1><ul><li>a</li><li>b</li></ul><p>Prose.</p></main>')
  const described = describedPage(all, view, lines, { title: null, core: null })
  assert.equal(lines.orders.length, 4)
  for (let at = 0; at < lines.orders.length; at += 1) {
    const row = new Float32Array(LINE_FEATURES.length).fill(Number.NaN)
    describeLine(described, at, row)
    for (const [column, value] of row.entries())
      assert.ok(Number.isFinite(value), `${LINE_FEATURES[column]} of line ${at}`)
  }
})

test('a table by tag refuses a tag without a number', () => {
  assert.equal(tableByTag([['p', 7]])[tagNumber('p')], 7)
  assert.equal(tagNumber('x-card'), 0)
  assert.throws(() => tableByTag([['x-card', 1]]), /x-card/)
})
