// Chunks: how large they are, what is repeated in them, and that each means what it meant in the whole.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { estimateTokens } from '#parsing/markdown/estimate-tokens.ts'
import { chunkMarkdown, type ChunkOptions } from './chunk-markdown.ts'

const rows = (from: number, to: number): string[] =>
  Array.from(
    { length: to - from + 1 },
    (_, at) => `| E${from + at} | Fault number ${from + at} | Do remedy ${from + at} |`,
  )
const HEAD = ['| Code | Meaning | Remedy |', '| --- | --- | --- |']
const table = (to: number): string => [...HEAD, ...rows(1, to)].join('\n')
const textsOf = (markdown: string, options: Partial<ChunkOptions>): string[] =>
  chunkMarkdown(markdown, { by: 'tokens', maxTokens: 200, overlap: 0, ...options }).map(({ text }) => text)

test('each piece of a long table begins with its head and has whole rows, none twice', () => {
  for (const by of ['heading', 'tokens'] as const)
    for (const overlap of [0, 40]) {
      const texts = textsOf(`# Errors\n\n${table(60)}\n\nThe end.`, { by, overlap })
      const tables = texts.map((text) => text.split('\n').filter((line) => line.startsWith('|')))
      assert.ok(tables.filter((lines) => lines.length > 0).length >= 3)
      for (const lines of tables.filter(({ length }) => length > 0)) assert.deepEqual(lines.slice(0, 2), HEAD)
      assert.deepEqual(
        tables.flatMap((lines) => lines.slice(2)),
        rows(1, 60),
      )
    }
})

test('a row that fits into no chunk is cut as a text is, and the head is not lost', () => {
  const words = Array.from({ length: 150 }, (_, at) => `word${at}`).join(' ')
  const markdown = [...HEAD, `| E1 | ${words} | none |`, ...rows(2, 4)].join('\n')
  const texts = textsOf(markdown, { maxTokens: 60 })
  const whole = texts.join(' ')
  for (let at = 0; at < 150; at += 1) assert.ok(whole.includes(`word${at}`))
  assert.ok(texts[0]?.startsWith(HEAD.join('\n')))
  assert.ok(texts.at(-1)?.includes(`\n\n${HEAD.join('\n')}\n| E2 |`))
  const long = `| ${words} | b |\n| --- | --- |\n| 1 | 2 |`
  assert.ok(textsOf(long, { maxTokens: 60 }).join(' ').includes('word149'))
})

test('a table in a quotation stays in it, and one in a list is a table in each piece', () => {
  const quoted = textsOf(table(20).replace(/^/gm, '> '), { maxTokens: 100 })
  for (const text of quoted)
    assert.deepEqual(
      text.split('\n').slice(0, 2),
      HEAD.map((line) => `> ${line}`),
    )
  const [first = '', ...others] = textsOf(`- ${table(20).replaceAll('\n', '\n  ')}`, { maxTokens: 100 })
  assert.deepEqual(first.split('\n').slice(0, 2), [`- ${HEAD[0]}`, `  ${HEAD[1]}`])
  for (const text of others) assert.deepEqual(text.split('\n').slice(0, 2), HEAD)
})

test('no chunk has more tokens than it may, with what is repeated', () => {
  const paragraph = fc.array(
    fc.constantFrom('a', 'of', 'barometers', 'pressure. ', '気圧は高い。', '12,5', '`x`'),
    {
      maxLength: 120,
    },
  )
  const block = fc.oneof(
    paragraph.map((words) => words.join(' ')),
    fc.constantFrom('# One', '## Two', table(30), `\`\`\`js\n${'const a = 1\n'.repeat(40)}\`\`\``),
  )
  const options = fc.record({
    by: fc.constantFrom('heading' as const, 'tokens' as const),
    maxTokens: fc.integer({ min: 50, max: 300 }),
    overlap: fc.integer({ min: 0, max: 150 }),
  })
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), options, (blocks, chosen) => {
      for (const { text, tokensEstimate } of chunkMarkdown(blocks.join('\n\n'), chosen)) {
        assert.equal(tokensEstimate, estimateTokens(text))
        assert.ok(tokensEstimate <= chosen.maxTokens, `${tokensEstimate} of ${chosen.maxTokens}: ${text}`)
      }
    }),
    { numRuns: 300 },
  )
})

test('the end of a chunk is repeated in the next one, also where no blank is between words', () => {
  const english = Array.from({ length: 40 }, (_, at) => `Sentence number ${at} is about the weather. `)
  const japanese = Array.from({ length: 40 }, (_, at) => `${at}番目の気圧計は高い。`)
  for (const sentences of [english, japanese]) {
    const texts = textsOf(sentences.join(''), { maxTokens: 100, overlap: 25 })
    for (const [at, text] of texts.slice(1).entries()) {
      const [repeated = '', fresh = ''] = text.split('\n\n')
      assert.ok(repeated.length > 10 && texts[at]?.endsWith(repeated), `${texts[at]} / ${text}`)
      assert.ok(!texts[at]?.includes(fresh))
    }
  }
})

test('headings are plain text', () => {
  const markdown = [
    '# [Kestrel **KB-100** Barometer](http://x.test/a_\\(b\\) "t \\" t")',
    'One.',
    '## The `axe()` & *saw*, \\*new\\* snake\\_case, 2 * 3, H<sub>2</sub>O &lt;b&gt; ![logo](l.png) ~~old~~',
    'Two.',
  ].join('\n\n')
  assert.deepEqual(
    chunkMarkdown(markdown, { by: 'heading', maxTokens: 200, overlap: 0 }).map(({ heading }) =>
      heading.at(-1),
    ),
    ['Kestrel KB-100 Barometer', 'The axe() & saw, *new* snake_case, 2 * 3, H2O <b> logo old'],
  )
})
