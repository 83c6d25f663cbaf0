// `mainContent: "full"` gives every word that a reader sees, in the Markdown and in the text, whatever it stands in.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { isShown } from '#parsing/html/visible-elements.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { REAL_PAGES, realPages } from '#test/support/extract/real-pages.ts'
import { textOfMarkdown } from '#test/support/extract/render-markdown.ts'
import { skipWithout } from '#test/support/shared-data.ts'
import { isGutter } from '#extractors/markdown/serialize/code-block.ts'
import { extractPage } from './extract-page.ts'

interface Written {
  readonly markdown: string
  readonly text: string
}

function written(html: string, url = 'https://harbour.test/p'): Written {
  const { data } = extractPage({
    html,
    url,
    statusCode: null,
    charset: null,
    charsetSource: null,
    frames: [],
    options: { mainContent: 'full', formats: ['markdown', 'text'] },
  })
  return { markdown: data.markdown ?? '', text: data.text ?? '' }
}

/** The words of a page in elements that are shown; the buttons and line numbers of a block of code are no part of it. */
function wordsShown(html: string, pattern: RegExp): Set<string> {
  const words = new Set<string>()
  const visit = (element: HtmlElement, inCode = false): void => {
    for (const child of element.children) {
      if (child.kind === 'text') for (const [word] of child.text.matchAll(pattern)) words.add(word)
      else if (isShown(child) && !(inCode && (child.name === 'button' || isGutter(child))))
        visit(child, inCode || child.name === 'pre' || child.name === 'code')
    }
  }
  visit(parseHtml(html).root)
  return words
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
      const shown = wordsShown(html, /word\d+x/g)
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

test('real pages lose no word', { skip: skipWithout(REAL_PAGES) }, () => {
  const inSample = (name: string): boolean =>
    (createHash('sha256').update(`full ${name}`).digest()[0] ?? 0) < 8
  let pages = 0
  const lost: string[] = []
  for (const { set, name, html, url } of realPages((_, page) => inSample(page))) {
    let page: Written
    try {
      page = written(html, url)
    } catch {
      continue
    }
    pages += 1
    const words = wordsShown(html, /\p{L}{4,}/gu)
    for (const word of words)
      if (!page.text.includes(word)) lost.push(`${set} ${name} text: ${word}`)
      else if (!page.markdown.includes(word)) lost.push(`${set} ${name} Markdown: ${word}`)
  }
  assert.ok(pages > 30, `${pages} pages`)
  assert.deepEqual(lost, [])
})
