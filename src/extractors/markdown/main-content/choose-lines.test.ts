import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { viewPage } from '#extractors/markdown/main-content/view/page-view.ts'
import { chooseLines } from './choose-lines.ts'

/** Lines of as many characters and such probabilities, `p` without a tag; `out` has the places of those that cannot be content. */
function choose(
  lines: readonly (readonly [chars: number, probability: number])[],
  out: readonly number[] = [],
  tags: readonly string[] = [],
) {
  const html = lines.map(([chars], at) => {
    const tag = tags[at] ?? 'p'
    return `<${tag}>${'x'.repeat(chars)}</${tag}>`
  })
  const document = parseHtml(html.join(''))
  const { all } = document
  const orders = Uint32Array.from(
    all.filter(({ name }) => /^(?:p|h\d)$/.test(name)).map(({ order }) => order),
  )
  const never = new Uint8Array(all.length)
  for (const at of out) never[orders[at] ?? 0] = 1
  const probabilities = Float64Array.from(lines, ([, probability]) => probability)
  const { bound, kept } = chooseLines(viewPage(document), orders, probabilities, never)
  return { bound, kept: [...kept] }
}

test('of clear lines those are kept that are likely', () => {
  assert.deepEqual(
    choose([
      [500, 0.98],
      [300, 0.05],
      [400, 0.95],
      [900, 0.02],
    ]).kept,
    [1, 0, 1, 0],
  )
})

test('a page of doubtful lines gives its likeliest ones, and not nothing', () => {
  assert.deepEqual(
    choose([
      [200, 0.3],
      [200, 0.28],
      [2_000, 0.01],
    ]).kept,
    [1, 1, 0],
  )
})

test('many doubtful lines beside clear ones are right or wrong together', () => {
  const cards = Array.from({ length: 40 }, (): readonly [number, number] => [40, 0.33])
  assert.deepEqual(choose([[400, 0.97], ...cards]).kept, [1, ...cards.map(() => 0)])
  const likely = cards.map(([chars]): readonly [number, number] => [chars, 0.5])
  assert.deepEqual(choose([[400, 0.97], ...likely]).kept, [1, ...cards.map(() => 1)])
})

test('a heading that is less likely is kept above what is kept, and no other line is', () => {
  const lines: readonly (readonly [number, number])[] = [
    [20, 0.46],
    [20, 0.46],
    [900, 0.98],
    [20, 0.46],
    [300, 0.02],
  ]
  assert.deepEqual(choose(lines).kept, [0, 0, 1, 0, 0])
  assert.deepEqual(choose(lines, [], ['h2', 'h3', 'p', 'h2']).kept, [1, 1, 1, 0, 0])
  assert.deepEqual(choose(lines, [1], ['h2', 'h3', 'p', 'h2']).kept, [0, 0, 1, 0, 0])
  const unlikely = lines.with(1, [20, 0.05])
  assert.deepEqual(choose(unlikely, [], ['h2', 'h3', 'p', 'h2']).kept, [0, 0, 1, 0, 0])
})

test('what cannot be content is not kept and says nothing of the other lines', () => {
  const lines: readonly (readonly [number, number])[] = [
    [400, 0.5],
    [5_000, 0.99],
  ]
  assert.deepEqual(choose(lines, [1]).kept, [1, 0])
  assert.equal(choose(lines, [1]).bound, choose(lines.slice(0, 1)).bound)
})

test('no line is content where none is likely at all, and a certain line is', () => {
  assert.deepEqual(
    choose([
      [100, 0.001],
      [100, 0],
    ]).kept,
    [0, 0],
  )
  assert.equal(choose([]).bound, Number.POSITIVE_INFINITY)
  assert.deepEqual(
    choose([
      [100, 1],
      [100, 0],
    ]).kept,
    [1, 0],
  )
})

test('a row of a table is kept whole, or not at all', () => {
  const cells = (row: readonly (readonly [text: string, probability: number])[]): string =>
    `<tr>${row.map(([text]) => `<td>${text}</td>`).join('')}</tr>`
  const rows = [
    [
      ['Weight of the axe', 0.9],
      ['0.9 kg', 0.05],
    ],
    [
      ['News', 0.9],
      ['A new ship comes in May', 0.05],
    ],
  ] as const
  const document = parseHtml(`<table>${rows.map(cells).join('')}</table>`)
  const orders = Uint32Array.from(document.all.filter(({ name }) => name === 'td').map(({ order }) => order))
  const probabilities = Float64Array.from(rows.flat(), ([, probability]) => probability)
  const out = new Uint8Array(document.all.length)
  const { kept } = chooseLines(viewPage(document), orders, probabilities, out)
  assert.deepEqual([...kept], [1, 1, 0, 0])
})
