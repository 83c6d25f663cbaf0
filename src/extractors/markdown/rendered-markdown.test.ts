// What is written is what a reader of CommonMark and GFM sees: no mark is left as text, no text becomes a mark.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { flawsOf, textOfMarkdown } from '#test/support/extract/render-markdown.ts'
import { extractHtml } from '#test/support/extract/extract-html.ts'

const line = (html: string): string =>
  extractHtml(`<p>${html}</p>`, 'https://harbour.test/', { mainContent: 'full' }).data.markdown ?? ''

const EMPHASIS: readonly [string, string, string][] = [
  ['words', 'a <b>b</b> <i>c</i> d', 'a **b** *c* d'],
  ['in a word', 'har<b>bour</b>s', 'har**bour**s'],
  ['one word in two elements', '<b>S</b><b>aving time</b>', '**Saving time**'],
  ['punctuation before a letter', '<b>Colour:</b>red', '**Colour**:red'],
  ['punctuation after a letter', 'the ship<i>’s bell</i>', 'the ship’*s bell*'],
  ['punctuation alone', 'sky<b>,</b> sea', 'sky, sea'],
  ['quotation marks', 'a<b>“b”</b>c', 'a“**b**”c'],
  ['Japanese', '<b>港：</b>静か', '**港**：静か'],
  ['nested', '<b>a <i>b</i></b> c', '**a *b*** c'],
  ['nested, then a letter', '<b>a <i>b!</i></b>c', '**a *b***!c'],
  ['one kind after the other', '<b>a</b><i>b</i>', '**a**b'],
  ['a literal star inside', '<i>* tides change</i>', '*\\* tides change*'],
  ['a backslash at the end', '<i>a \\ </i>b', '*a \\\\* b'],
  ['deleted', 'was<del>$7</del>', 'was ~~$7~~'],
  ['a link in bold', '<b><a href="/x">a</a></b> b', '**[a](https://harbour.test/x)** b'],
  ['a link in bold before a letter', '<b><a href="/x">a</a></b>b', '[a](https://harbour.test/x)b'],
  ['brackets that a mark kept apart', 'see [x]<b>(</b>y)', 'see [x]\\(y)'],
]
for (const [name, html, expected] of EMPHASIS) {
  test(`emphasis: ${name}`, () => assert.equal(line(html), expected))
}

const APART: readonly [string, string, string][] = [
  ['parts of a line', '<span>2026</span><span>1h 54m</span><span>R</span>', '2026 1h 54m R'],
  ['parts of a title', '<span>Black Edition</span><b>Complete</b>', 'Black Edition **Complete**'],
  ['a price', '<span>9</span><sup>99</sup>', '9<sup>99</sup>'],
  ['a big letter', '<span>T</span><span>here</span>', 'There'],
  ['a part of a word', 'anal<b>yt</b><i>ics</i>', 'analyt*ics*'],
  ['punctuation', '<span>quay</span><span>.</span>', 'quay.'],
  ['code', '<code><span>a1</span><span>b2</span></code>', '`a1b2`'],
  ['Japanese', '<span>静か</span><span>な港</span>', '静かな港'],
]
for (const [name, html, expected] of APART) {
  test(`parts that only a style keeps apart: ${name}`, () => assert.equal(line(html), expected))
}

const PIECES = [
  'a',
  'bc',
  ' ',
  '.',
  ',',
  '“',
  '”',
  '(',
  ')',
  '®',
  '*',
  '**',
  '_',
  '~',
  '~~',
  '[',
  ']',
  '!',
  '\\',
  '`',
  '港',
  '：',
]
const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    ...['b', 'i', 'del', 'span', 'code', 'a href="/x"'].map((tag) =>
      fc
        .array(tie('inline'), { minLength: 1, maxLength: 4 })
        .map((inner) => `<${tag}>${inner.join('')}</${tag.split(' ', 1)[0]}>`),
    ),
  ),
}))

test('whatever is emphasised, the words stay and no mark is seen', () => {
  fc.assert(
    fc.property(fc.array(inline, { minLength: 1, maxLength: 6 }), (parts) => {
      const html = `x ${parts.join('')} y`
      const markdown = line(html)
      assert.deepEqual(flawsOf(markdown), [], markdown)
      const shown = html.replace(/<[^>]*>/g, '').replace(/\s+/g, '')
      assert.equal(textOfMarkdown(markdown).replace(/\s+/g, ''), shown, markdown)
    }),
    { numRuns: 700, seed: 7 },
  )
})
