// What generators of documentation, boards and letters write: it has a mark in Markdown, or none of its words are lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flawsOf } from '#test/support/extract/render-markdown.ts'
import { extractHtml } from '#test/support/extract/extract-html.ts'
import type { Options } from '#extractors/markdown/options.ts'
import type { MarkdownData } from '#extractors/markdown/options.ts'

function dataOf(html: string, options: Options): MarkdownData {
  const { data } = extractHtml(html, 'https://harbour.test/tides', options)
  return data
}

const markdownOf = (html: string, options: Options = {}): string =>
  dataOf(html, { mainContent: 'full', ...options }).markdown ?? ''

const CASES: readonly [string, string, string][] = [
  [
    'links without a blank between them, to two places and to one',
    '<p><a href="/a">Tides</a><a href="/b">Winds</a> of the <a href="/c">North</a><a href="/c">Sea</a></p>',
    '[Tides](https://harbour.test/a) [Winds](https://harbour.test/b) of the [North](https://harbour.test/c)[Sea](https://harbour.test/c)',
  ],
  [
    'code with line breaks, alone',
    '<p><code>tide up<br>  tide down</code></p>',
    '```\ntide up\n  tide down\n```',
  ],
  ['code with blocks', '<code><div>tide up</div><div>tide down</div></code>', '```\ntide up\ntide down\n```'],
  [
    'code in a box that keeps lines',
    '<div style="white-space: pre-wrap"><code>tide up\n  tide down</code></div>',
    '```\ntide up\n  tide down\n```',
  ],
  ['code with line breaks in a sentence', '<p>Run <code>up<br>down</code> now</p>', 'Run `up`  \n`down` now'],
  ['code with a line end in its source', '<p><code>tide\nup</code></p>', '`tide up`'],
  [
    'code with line breaks in a cell',
    '<table><tr><th>A</th><th>B</th></tr><tr><td><code>up<br>down</code></td><td>1</td></tr></table>',
    '| A | B |\n| --- | --- |\n| `up`<br>`down` | 1 |',
  ],
  ['a heading that links to itself', '<h2 id="ebb"><a href="#ebb">Ebb</a></h2>', '## Ebb'],
  [
    'a heading that links to its section',
    '<section id="ebb"><h2><a href="https://harbour.test/tides#ebb">Ebb</a></h2></section>',
    '## Ebb',
  ],
  ['a heading with its mark before it', '<a name="ebb"></a><h2><a href="#ebb">Ebb</a></h2>', '## Ebb'],
  [
    'a heading that links elsewhere',
    '<h2 id="ebb"><a href="/flow#ebb">Flow</a></h2>',
    '## [Flow](https://harbour.test/flow#ebb)',
  ],
  [
    'a heading of which a part links elsewhere on the page',
    '<h2 id="ebb">Ebb and <a href="#flow">flow</a></h2>',
    '## Ebb and [flow](https://harbour.test/tides#flow)',
  ],
  ['a sign beside a heading', '<h2 id="ebb">Ebb<a class="headerlink" href="#ebb">¶</a></h2>', '## Ebb'],
  ['a glyph of an icon font', '<h2 id="ebb">Ebb<a href="#ebb">\uf0c1</a></h2>', '## Ebb'],
  ['an empty link', '<h2 id="ebb"><a class="anchor" href="#ebb"></a>Ebb</h2>', '## Ebb'],
  [
    'a hint for readers without a pointer',
    '<h2 id="ebb"><span>Ebb</span> <span><a href="#ebb">Link to this heading</a></span></h2>',
    '## Ebb',
  ],
  [
    'a hint in another language',
    '<h2 id="ebb">Ebbe <a class="hash-link" href="#ebb">Hierher</a></h2>',
    '## Ebbe',
  ],
  [
    'a sign beside a term',
    '<dl><dt id="up">up()<a href="#up">¶</a></dt><dd>Rises.</dd></dl>',
    'up()\n: Rises.',
  ],
  ['a sign at the end of a paragraph', '<p id="p1">It rises.<a href="#p1">#</a></p>', 'It rises.'],
  ['a link with one sign elsewhere', '<p>See <a href="/signs#hash">#</a></p>', 'See'],
  [
    'a label above a fence',
    '<div class="language-js"><button title="Copy"></button><span class="lang">JavaScript</span><pre><code>tide()</code></pre></div>',
    '```js\ntide()\n```',
  ],
  [
    'a label below a fence',
    '<div><pre class="language-sh"><code>tide</code></pre><div class="toolbar"><span>Bash</span></div></div>',
    '```sh\ntide\n```',
  ],
  [
    'words beside a fence',
    '<div><p>js is short</p><pre class="language-js"><code>tide()</code></pre></div>',
    'js is short\n\n```js\ntide()\n```',
  ],
  [
    'a note',
    '<div class="admonition note"><p class="admonition-title">Note</p><p>Mind the step.</p></div>',
    '> [!NOTE]\n> Mind the step.',
  ],
  [
    'a note with a title of its own',
    '<div class="admonition note"><p class="admonition-title">At low tide</p><p>Mind the step.</p></div>',
    '> [!NOTE]\n> At low tide\n>\n> Mind the step.',
  ],
  [
    'a warning that begins with code',
    '<aside class="callout callout-warning"><pre><code>rm</code></pre><p>Never.</p></aside>',
    '> [!WARNING]\n>\n> ```\n> rm\n> ```\n>\n> Never.',
  ],
  [
    'a label that is part of a sentence',
    '<div class="alert alert-danger"><p><b>Danger</b>: deep mud.</p></div>',
    '> [!CAUTION]\n> **Danger**: deep mud.',
  ],
  [
    'a label in bold',
    '<div class="notecard warning"><p><strong>Warning:</strong> deep mud.</p></div>',
    '> [!WARNING]\n> deep mud.',
  ],
  [
    'a box in a table, as AsciiDoc writes it',
    '<div class="admonitionblock caution"><table><tr><td class="icon"><div>Caution</div></td><td>Deep mud.</td></tr></table></div>',
    '> [!CAUTION]\n> Deep mud.',
  ],
  [
    'a note in a list',
    '<ul><li>Walk<div class="admonition tip"><p>Tip</p><p>Slowly.</p></div></li></ul>',
    '- Walk\n\n  > **Tip**\n  >\n  > Slowly.',
  ],
  ['a box without a kind', '<div class="callout"><p>Mind the step.</p></div>', 'Mind the step.'],
  ['a kind without a box', '<div class="note"><p>Mind the step.</p></div>', 'Mind the step.'],
  [
    'a letter with links',
    '<pre>Dear all,\nsee <a href="/map">the map</a>.\n\nYours</pre>',
    'Dear all,  \nsee [the map](https://harbour.test/map).\n\nYours',
  ],
  [
    'code with links',
    '<pre><code>tide(<a href="/Up">Up</a>) {\n  rise()\n}</code></pre>',
    '```\ntide(Up) {\n  rise()\n}\n```',
  ],
  [
    'a note of code',
    '<pre><code>rise()<sup><a href="#fn1" id="r1">1</a></sup></code></pre><ol class="footnotes"><li id="fn1">Slowly. <a href="#r1">↩</a></li></ol>',
    '```\nrise()\n```\n\n[^1]\n\n[^1]: Slowly. <!-- -->',
  ],
  [
    'names in two rows',
    '<table><thead><tr><th rowspan="2">Day</th><th colspan="2">Tide</th></tr><tr><th>High</th><th>Low</th></tr></thead><tr><td>1</td><td>5</td><td>2</td></tr></table>',
    '| Day | Tide / High | Tide / Low |\n| --- | --- | --- |\n| 1 | 5 | 2 |',
  ],
  [
    'a title above the names',
    '<table><tr><th colspan="2"># Tides</th></tr><tr><th>Day</th><th>High</th></tr><tr><td>1</td><td>5</td></tr></table>',
    '\\# Tides\n\n| Day | High |\n| --- | --- |\n| 1 | 5 |',
  ],
  [
    'a group below the names',
    '<table><tr><th>Day</th><th>High</th></tr><tr><th colspan="2">May</th></tr><tr><td>1</td><td>5</td></tr></table>',
    '| Day | High |\n| --- | --- |\n| May |  |\n| 1 | 5 |',
  ],
]

for (const [name, html, expected] of CASES) {
  test(`documentation: ${name}`, () => {
    assert.equal(markdownOf(html), expected)
    assert.deepEqual(flawsOf(expected), [])
  })
}

test('without the marks of GitHub a box is a quotation with its name', () => {
  const box = '<div class="admonition note"><p>Note</p><p>Mind the step.</p></div>'
  assert.equal(markdownOf(box, { gfm: false }), '> **Note**\n>\n> Mind the step.')
})

test('the title of a page is written without the sign beside it', () => {
  const page =
    '<h1 id="tides">Tides<a class="headerlink" href="#tides">Link to this heading</a></h1><p>They rise.</p>'
  assert.equal(markdownOf(page, { mainContent: 'auto' }), '# Tides\n\nThey rise.')
})

test('the name of a language is no running text, but a reader of the whole page sees it', () => {
  const { text: whole } = dataOf(LABELLED, { mainContent: 'full', formats: ['text'] })
  const { text: main } = dataOf(LABELLED, { mainContent: 'auto', formats: ['text'] })
  assert.equal(whole, 'The tide rises slowly.\nJavaScript\ntide()\nSee the map.')
  assert.equal(main, 'The tide rises slowly.\ntide()\nSee the map.')
})

const LABELLED =
  '<main><p>The tide rises slowly.</p><div class="language-js"><span class="lang">JavaScript</span><pre><code>tide()</code></pre></div><p>See the map.</p></main>'
