// `mainContent: "full"` gives every word that a reader sees, in the Markdown and in the text, whatever it stands in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { textOfMarkdown } from '#test/support/extract/render-markdown.ts'
import { wordsShown } from '#test/support/extract/words-shown.ts'
import { extractPage } from './extract-page.ts'

interface Written {
  readonly markdown: string
  readonly text: string
}

function written(html: string): Written {
  const { data } = extractPage({
    html,
    url: 'https://harbour.test/p',
    statusCode: null,
    charset: null,
    charsetSource: null,
    frames: [],
    options: { mainContent: 'full', formats: ['markdown', 'text'] },
  })
  return { markdown: data.markdown ?? '', text: data.text ?? '' }
}

const OPENINGS = [
  ...'div p span b i a h1 h2 h3 ul ol li table tr td th pre code blockquote dl dt dd button details'.split(
    ' ',
  ),
  ...'summary figure figcaption label form sup section article aside header footer nav main del q small'.split(
    ' ',
  ),
  'a href="#w1"',
  'a href="/x"',
  'a class="anchor" href="#w2"',
  'h2 id="w2"',
  'div class="admonition note"',
  'div class="alert alert-warning"',
  'p class="admonition-title"',
  'div class="language-js"',
  'span class="lang"',
  'pre class="language-js"',
  'code style="display:block"',
  'div style="display:none"',
  'span aria-hidden="true"',
  'td colspan="2"',
  'thead',
  'li id="fn1"',
  'ol class="footnotes"',
]
const nodes = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constant('@'),
    fc.constant('<br>'),
    fc
      .tuple(fc.constantFrom(...OPENINGS), fc.array(tie('node'), { minLength: 1, maxLength: 4 }))
      .map(([opening, inner]) => `<${opening}>${inner.join('')}</${opening.split(' ')[0]}>`),
  ),
}))

/** Each `@` becomes a word of its own. */
function numbered(html: string): string {
  let count = 0
  return html.replace(/@/g, () => ` word${(count += 1)}x `)
}

test('whatever a page is made of, no word is lost', () => {
  fc.assert(
    fc.property(fc.array(nodes.node, { minLength: 1, maxLength: 6 }), (parts) => {
      const html = numbered(`<body><p>@</p>${parts.join('')}</body>`)
      const shown = wordsShown(parseHtml(html), /word\d+x/g)
      const { markdown, text } = written(html)
      const rendered = textOfMarkdown(markdown)
      for (const word of shown) {
        assert.ok(rendered.includes(word), `${word} in the Markdown of ${html}\n${markdown}`)
        assert.ok(text.includes(word), `${word} in the text of ${html}`)
      }
    }),
    { numRuns: 1_500, seed: 4 },
  )
})

test('what is kept from screen readers is seen', () => {
  const { text, markdown } = written(
    '<p>The walk <span aria-hidden="true">starts here</span></p><ul aria-hidden="true"><li>Quay</li></ul>' +
      '<div role="dialog" aria-hidden="true">Sign in</div><div class="modal fade" aria-hidden="true">Write</div>',
  )
  for (const output of [text, markdown]) {
    assert.match(output, /starts here[^]*Quay/)
    assert.doesNotMatch(output, /Sign in|Write/)
  }
})
