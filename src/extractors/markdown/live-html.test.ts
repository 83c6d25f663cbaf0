// Text of a page stays text in its Markdown: rendered, it has no element or handler that the page did not have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HtmlRenderer, Parser } from 'commonmark'
import fc from 'fast-check'
import { attribute } from '#parsing/html/html-node.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { extractPage } from './extract-page.ts'
import type { Options } from './options.ts'

/** Each is shown as text by the page that holds it, and each would be alive without its escapes. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img onerror=alert(1) ',
  '<svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">',
  '[x](javascript:alert(1))',
  '](javascript:alert(1))',
  '(javascript:alert(1))',
  '![x](javascript:alert(1))',
  '[x]: javascript:alert(1)',
  '[x]',
  '[^1]',
  '[1]',
  '<javascript:alert(1)>',
  'javascript:alert(1)',
  '&lt;script&gt;',
  '&#60;script>',
  'script>',
  'script>alert(1)</script>',
  '!--',
]
/** Characters that may turn text into markup in combination with others. */
const MARKS = [
  '<',
  '>',
  '[',
  ']',
  '(',
  ')',
  '!',
  ':',
  '\\',
  '`',
  '``',
  '```',
  '~~~',
  '$',
  '$$',
  '|',
  '"',
  "'",
  '&',
  '#',
  '-',
  '- ',
  '1. ',
  '> ',
  '===',
  '---',
  '*',
  '_',
  ' ',
  'a',
  'word',
]

const text = fc
  .array(fc.oneof({ arbitrary: fc.constantFrom(...MARKS), weight: 2 }, fc.constantFrom(...HOSTILE)), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''))
const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const words = text.map(escaped)
/** Addresses as in real pages; an invalid address becomes no link. */
const address = fc.oneof(
  words.map((value) => `https://a.test/${value}`),
  words.map((value) => `https://a.test/?${value}`),
  words.map((value) => `https://a.test/#${value}`),
  words,
)

const { block } = fc.letrec<{ inline: string; block: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    words,
    ...['b', 'i', 'span', 'code', 'kbd', 'sup', 'sub', 'del', 'q', 'cite', 'label'].map((name) =>
      fc.array(tie('inline'), { maxLength: 3 }).map((inner) => `<${name}>${inner.join('')}</${name}>`),
    ),
    fc
      .tuple(address, words, fc.array(tie('inline'), { minLength: 1, maxLength: 3 }))
      .map(([href, title, inner]) => `<a href="${href}" title="${title}">${inner.join('')}</a>`),
    fc.tuple(address, words).map(([src, alt]) => `<img src="${src}" alt="${alt}">`),
    fc.tuple(address, words).map(([src, title]) => `<video src="${src}" title="${title}"></video>`),
    words.map((tex) => `<math alttext="${tex}"></math>`),
    words.map((tex) => `<math display="block" alttext="${tex}"></math>`),
    fc.constantFrom('<br>', '<br><br>'),
    words.map((note) => `<sup><a href="#fn1">1</a></sup><p id="fn1">${note}</p>`),
  ),
  block: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.array(tie('inline'), { minLength: 1, maxLength: 4 }).map((inner) => `<p>${inner.join('')}</p>`),
    ...['h1', 'h2', 'h3', 'summary', 'figcaption'].map((name) =>
      fc
        .array(tie('inline'), { minLength: 1, maxLength: 3 })
        .map((inner) => `<${name}>${inner.join('')}</${name}>`),
    ),
    fc
      .tuple(words, words)
      .map(([code, name]) => `<pre><code class="language-${name}">${code}\n${code}</code></pre>`),
    ...['blockquote', 'div', 'section'].map((name) =>
      fc.array(tie('block'), { maxLength: 3 }).map((inner) => `<${name}>${inner.join('')}</${name}>`),
    ),
    ...['ul', 'ol'].map((name) =>
      fc
        .array(
          fc.oneof(
            tie('block'),
            tie('inline'),
            tie('block').map((item) => `<input type=checkbox>${item}`),
          ),
          {
            minLength: 1,
            maxLength: 3,
          },
        )
        .map((items) => `<${name}>${items.map((item) => `<li>${item}`).join('')}</${name}>`),
    ),
    fc.tuple(tie('inline'), tie('block')).map(([term, meaning]) => `<dl><dt>${term}<dd>${meaning}</dl>`),
    fc
      .array(fc.tuple(tie('inline'), tie('inline')), { minLength: 2, maxLength: 3 })
      .map(
        (rows) =>
          `<table><caption>${rows[0]?.[0]}</caption><tr><th>a<th>b${rows
            .map(([a, b]) => `<tr><td>${a}<td>${b}`)
            .join('')}</table>`,
      ),
    fc.tuple(address, tie('block')).map(([href, inner]) => `<a href="${href}">${inner}</a>`),
  ),
}))

const page = fc
  .tuple(words, words, fc.array(block, { minLength: 1, maxLength: 4 }))
  .map(
    ([title, heading, blocks]) =>
      `<html><head><title>${title}</title><meta name=author content="${title}"><meta name=description content="${heading}">` +
      `</head><body><h1>${heading}</h1><p>Words enough to be the content of a page.</p>${blocks.join('')}</body></html>`,
  )

const options: fc.Arbitrary<Options> = fc.record(
  {
    links: fc.constantFrom('inline', 'reference', 'text', 'none', 'summary'),
    images: fc.constantFrom('keep', 'alt', 'drop'),
    headingStyle: fc.constantFrom('atx', 'setext'),
    gfm: fc.boolean(),
    frontMatter: fc.boolean(),
    mainContent: fc.constantFrom('auto', 'full'),
    maxChars: fc.integer({ min: 100, max: 400 }),
    chunk: fc.record({
      by: fc.constantFrom('heading', 'tokens'),
      maxTokens: fc.integer({ min: 50, max: 80 }),
      overlap: fc.integer({ min: 0, max: 20 }),
    }),
  },
  { requiredKeys: [] },
)

const ALIVE = new Set('script iframe object embed svg form input style link meta base video audio'.split(' '))

/** The elements and handlers of rendered Markdown that none of these pages has. */
function alive(markdown: string): string[] {
  const html = new HtmlRenderer().render(new Parser().parse(markdown))
  return parseHtml(html).all.flatMap((element) => {
    const found: string[] = []
    if (ALIVE.has(element.name)) found.push(`<${element.name}>`)
    for (let at = 0; at < element.attributes.length; at += 2) {
      const name = element.attributes[at] ?? ''
      if (/^on/i.test(name)) found.push(`${element.name} ${name}`)
    }
    for (const name of ['href', 'src']) {
      const value = attribute(element, name)
      if (value !== null && /^\s*(?:javascript|vbscript|data):/i.test(value))
        found.push(`${element.name} ${value}`)
    }
    return found
  })
}

function markdownsOf(html: string, base: string | null, chosen: Options): string[] {
  const { data } = extractPage({
    html,
    url: base,
    charset: null,
    charsetSource: null,
    statusCode: 200,
    frames: [],
    options: { ...chosen, formats: ['markdown', 'chunks'] },
  })
  return [data.markdown ?? '', ...(data.chunks ?? []).map((chunk) => chunk.text)]
}

test('the check sees what is alive', () => {
  assert.deepEqual(alive('# <script>alert(1)</script>'), ['<script>'])
  assert.deepEqual(alive('<img src=x onerror=alert(1)>'), ['img onerror'])
  assert.deepEqual(alive('[x](javascript:alert(1))'), ['a javascript:alert(1)'])
  assert.deepEqual(alive('# \\<script>\n\n`<script>` <sup>1</sup>'), [])
})

test('nothing that a page shows as text comes alive in its Markdown', () => {
  fc.assert(
    fc.property(page, fc.constantFrom('https://a.test/x', null), options, (html, base, chosen) => {
      for (const markdown of markdownsOf(html, base, chosen)) assert.deepEqual(alive(markdown), [], markdown)
    }),
    { numRuns: 1_500, seed: 21 },
  )
})
