import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charsetWarnings, decodeHtml } from '#parsing/sniffing/charset.ts'
import { parseSelector, selectAll, SelectorError } from './css-selector.ts'
import { documentKind } from '#parsing/sniffing/document-kind.ts'
import { attribute, lineText, type HtmlElement } from './html-node.ts'
import { bestOfSet } from '#parsing/page/image-source.ts'
import { readJsonLd } from '#parsing/page/json-ld.ts'
import { baseOf, linkTarget, resourceTarget } from '#parsing/page/link-target.ts'
import { readMetadata } from '#parsing/page/page-metadata.ts'
import { parseHtml } from './parse-html.ts'

/** `div(p("a") b)`: shows which element contains which. */
function shape(element: HtmlElement): string {
  const inner = element.children
    .map((child) => (child.kind === 'text' ? JSON.stringify(child.text) : shape(child)))
    .join(' ')
  return inner === '' ? element.name : `${element.name}(${inner})`
}
const tree = (html: string) =>
  parseHtml(html)
    .root.children.map((child) => (child.kind === 'text' ? child.text : shape(child)))
    .join(' ')

const TREES: readonly [string, string][] = [
  ['<p>a<p>b', 'p("a") p("b")'],
  ['<p>a<div>b</div>', 'p("a") div("b")'],
  ['<ul><li>a<li>b<ul><li>c</ul></ul>', 'ul(li("a") li("b" ul(li("c"))))'],
  ['<dl><dt>a<dd>b<dt>c</dl>', 'dl(dt("a") dd("b") dt("c"))'],
  ['<table><tr><td>a<td>b<tr><th>c</table>d', 'table(tr(td("a") td("b")) tr(th("c"))) d'],
  ['<table><tr><td><div>a</td><td>b</table>', 'table(tr(td(div("a")) td("b")))'],
  ['<div><span>a</div>b', 'div(span("a")) b'],
  ['<b><div>a</b>b</div>c', 'b(div("ab")) c'],
  ['<a href=x>a<a href=y>b</a>', 'a("a") a("b")'],
  ['<head><title>t</title><p>x', 'head(title("t")) p("x")'],
  ['<html><head></head><a>x</a><body><p>y</body></html><p>z', 'html(head body(a("x") p("y") p("z")))'],
  ['<html><title>t</title>x<p>y', 'html(title("t") body("x" p("y")))'],
  ['<div><button/></div><p>a', 'div(button) p("a")'],
  ['<p>a<button><p>b</p></button>c', 'p("a" button(p("b")) "c")'],
  ['<svg><path/><g>a<p>b', 'svg(path g("a")) p("b")'],
  ['a</p>b</br>c', 'a p b br c'],
  ['<div>a</span></section>b</div>', 'div("ab")'],
  ['<script>a<b></script><title>x<y></title>', 'script("a<b>") title("x<y>")'],
  ['x<!-- <p> -->y<?php ?>&amp;&nbsp;&eacute;', 'xy&\u00a0é'],
  ['<table><thead><th>a<th>b</thead><tr><td>c</table>', 'table(thead(tr(th("a") th("b"))) tr(td("c")))'],
  ['a<!-->b<!--->c<!-- -- >d --!>e<!-- f', 'abce'],
  ['a < b <3 </ c>d</', 'a < b <3 d</'],
  ['<svg><![CDATA[a<b]]></svg><![CDATA[c>d', 'svg("a<b") d'],
  ['<TITLE>&lt;b></Title ><textarea></div>&amp;</textarea>', 'title("<b>") textarea("</div>&")'],
  [
    '<style><p></style><iframe><p></iframe><noscript><p></noscript>',
    'style("<p>") iframe("<p>") noscript(p)',
  ],
  ['<svg><title><a></title><style><b></style></svg>', 'svg(title(a) style(b))'],
  ['<p>a<plaintext></p><b>', 'p("a") plaintext("</p><b>")'],
  ['<script>"</scripts>" </script\n>x<p', 'script("\\"</scripts>\\" ") x'],
  [
    '&lt;&ltx&notit;&#x2019;&#128;&#0;&#xD800;&#x110000;&nosuch;&;&',
    '<<x¬it;’€\ufffd\ufffd\ufffd&nosuch;&;&',
  ],
]
for (const [html, expected] of TREES) {
  test(`tree of ${html}`, () => assert.equal(tree(html), expected))
}

test('attributes: quotes, none, doubled, references by their own rule', () => {
  const attributesOf = (tag: string) => (parseHtml(`${tag}x`).root.children[0] as HtmlElement).attributes
  assert.deepEqual(attributesOf(`<a HREF='x>y' title=a"b checked data-X = "1" / =z/>`), [
    'href',
    'x>y',
    'title',
    'a"b',
    'checked',
    '',
    'data-x',
    '1',
    '=z',
    '',
  ])
  assert.deepEqual(attributesOf('<a href="?a=1&copy=2&amp;b=&lt&para;m=&notit">'), [
    'href',
    '?a=1&copy=2&b=<¶m=&notit',
  ])
  assert.deepEqual(attributesOf('<a b=1 b=2 c=&quot;>'), ['b', '1', 'b', '2', 'c', '"'])
  assert.equal(parseHtml('<p>a<img alt="never closed').all.length, 2)
})

test('the tree has bounds: depth, attributes', () => {
  const { root, all } = parseHtml(
    '<div>'.repeat(5_000) + 'x' + '</div>'.repeat(5_000) + `<p ${'a=1 '.repeat(5_000)}>y`,
  )
  assert.equal(all.length, 5_002)
  let depth = 0
  for (
    let at: HtmlElement | undefined = root;
    at !== undefined;
    at = at.children.find((child) => child.kind === 'element')
  )
    depth += 1
  assert.ok(depth < 300, String(depth))
  const p = root.children.at(-1) as HtmlElement
  assert.equal(p.name, 'p')
  assert.ok(p.attributes.length <= 400)
})

test('ends of paragraphs that nobody opened are nothing at the bounds', () => {
  const full = parseHtml(`${'<br>'.repeat(1_500_000)}</p>text`)
  assert.equal(full.truncated, true)
  assert.deepEqual(full.root.children.at(-1), { kind: 'text', text: 'text', parent: full.root })
  const deep = parseHtml(`${'<div>'.repeat(300)}</p>a</p>b<p>c</p>`)
  const deepest = deep.all.find(({ children }) => children.some(({ kind }) => kind === 'text'))
  assert.deepEqual(
    deepest?.children.flatMap((child) => (child.kind === 'text' ? child.text : [])),
    ['a', 'b', 'c'],
  )
})

test('selectors', () => {
  const page = parseHtml(
    '<div id=a class="x y"><p>1</p><p lang=en-GB>2</p><span><p data-k="Val">3</p></span></div><p class=x>4</p>',
  )
  const found = (selector: string) =>
    selectAll(page, parseSelector(selector))
      .map((element) => lineText(element))
      .join()
  const cases: readonly [string, string][] = [
    ['p', '1,2,3,4'],
    ['div p', '1,2,3'],
    ['div > p', '1,2'],
    ['#a.x.y > span p', '3'],
    ['p + p', '2'],
    ['p ~ span', '3'],
    ['p.x, [lang|=en]', '2,4'],
    ['[data-k=val i]', '3'],
    ['[data-k^="V"][data-k$=l]', '3'],
    ['p:not(.x):first-child', '1,3'],
    ['p:nth-child(2)', '2,4'],
    [':is(span, p):last-child', '3,3,4'],
    ['div div', ''],
    ['*:only-child', '3'],
  ]
  for (const [selector, expected] of cases) assert.equal(found(selector), expected, selector)
  for (const bad of [
    '',
    'p >',
    '> p',
    'p:has(a)',
    'p[',
    'p..a',
    'a,',
    'p)',
    `${'a '.repeat(30)}b`,
    'x'.repeat(2_000),
  ]) {
    assert.throws(() => parseSelector(bad), SelectorError, bad)
  }
})

test('the encoding: mark, header, declaration, what the bytes are', () => {
  const of = (bytes: Buffer, header: string | null = null) => {
    const { text, charset, source } = decodeHtml(bytes, header)
    return [text.slice(-1), charset, source]
  }
  assert.deepEqual(of(Buffer.from('\ufeffé')), ['é', 'utf-8', 'bom'])
  assert.deepEqual(of(Buffer.from('\ufeffé', 'utf16le')), ['é', 'utf-16le', 'bom'])
  // A server that calls everything UTF-16.
  const wide = 'text/html; charset=utf-16'
  assert.deepEqual(of(Buffer.from('<p>é'), wide), ['é', 'utf-8', 'valid_utf8'])
  assert.deepEqual(of(Buffer.from('<meta charset=utf-8><p>e'), wide), ['e', 'utf-8', 'meta'])
  const latin = Buffer.from('<p>The caf\xe9 in the harbour is open: \xe9', 'latin1')
  assert.deepEqual(of(latin, wide), ['é', 'windows-1252', 'default'])
  assert.deepEqual(of(Buffer.from('<p>é', 'utf16le'), wide), ['é', 'utf-16le', 'header'])
  assert.deepEqual(of(Buffer.from('日本語', 'utf16le'), wide), ['語', 'utf-16le', 'header'])
  assert.deepEqual(of(Buffer.from('\xe9', 'latin1'), 'text/html; charset=ISO-8859-1'), [
    'é',
    'windows-1252',
    'header',
  ])
  assert.deepEqual(of(Buffer.from([0x8e, 0xa9]), 'text/html;charset="euc-jp"')[1], 'euc-jp')
  assert.deepEqual(
    of(Buffer.from('<meta http-equiv=content-type content="text/html; charset=koi8-r">\xc1', 'latin1')),
    ['а', 'koi8-r', 'meta'],
  )
  assert.deepEqual(of(Buffer.from('<meta charset=latin1>é')), ['é', 'utf-8', 'valid_utf8'])
  assert.deepEqual(of(Buffer.from('é')), ['é', 'utf-8', 'valid_utf8'])
  assert.deepEqual(of(Buffer.from('ab\xe9', 'latin1')), ['é', 'windows-1252', 'default'])
  assert.deepEqual(of(Buffer.from('<meta charset=nonsense>a')), ['a', 'utf-8', 'valid_utf8'])
})

/** Sentences as in real pages; characters that Node cannot encode are given as bytes of the encoding. */
const WRITTEN: readonly (readonly [charset: string, base64: string, text: RegExp])[] = [
  ['shift_jis', 'k4yLnpNzgsyM9omAgs2BQZP6l2qT+oLgikqCooLEgqKC3IK3gUKT/ImAgs2Ws5e/gsWCt4FC', /入園は無料です/],
  ['euc-jp', 'xey1/sXUpM64+LHgpM+hosb8zcvG/KTis6ukpKTGpKSk3qS5oaPG/rHgpM/Mtc7BpMekuaGj', /入園は無料です/],
  [
    'windows-1251',
    'zPPn5ekg7vLq8PvyIOXm5eTt5eLt7iwg6vDu7OUg7+7t5eTl6/zt6OrgLCDxIOTl8f/y6CDk7iD45fHy6C4=',
    /кроме понедельника/,
  ],
  [
    'koi8-r',
    '7dXaxcogz9TL0tnUIMXWxcTOxdfOzywgy9LPzcUg0M/OxcTFzNjOycvBLCDTIMTF09HUySDEzyDbxdPUyS4=',
    /кроме понедельника/,
  ],
  [
    'windows-1250',
    'TXV6ZXVtIGplIG90ZXb4ZW5vIGthnmT9IGRlbiBrcm9t7CBwb25k7GztLCB2nmR5IG9kIGRlc2V0aSBkbyCaZXN0aSBob2Rpbi4gUPjtmnTtIG5lZOxsaSB6YejtbuEgbm924SB2/XN0YXZhLg==',
    /kromě pondělí/,
  ],
  [
    'windows-1253',
    'ouPp7/Igzenq/Ovh7/I6IPTvIOzv9fPl3+8g5d/t4ekg4e3v6ff0/CDq3OjlIOzd8eEg5er0/PIgxOX19N3x4fIg4fD8IPTp8iDk3erhLiCi7e/p7ucg6uHpIKLx9OEu',
    /εκτός Δευτέρας/,
  ],
  [
    'windows-1255',
    '5O7l5ung5e8g9Prl5yDh6+wg6eXtIOfl9SDu6eXtIPnw6Swg7vL5+CDy4yD5+S4g5Ovw6fHkIOfl9Pnp+i4=',
    /חוץ מיום שני/,
  ],
  ['gb18030', 'sqnO77ndw7/M7L+qt8WjrNDHxtrSu7P9zeKjrMqxvOTOqsqutePWwcH5teOho8PFxrHD4rfRoaM=', /门票免费/],
  ['big5', 's9Wqq8BdqEOk0bZ9qfGhQaxQtMGkQLCjpX6hQa7JtqGssKRRwkmm3KS7wkmhQ6r5srynS7ZPoUM=', /門票免費/],
  [
    'euc-kr',
    'udq5sLD8wLogv/m/5MDPwLsgwaa/3MfPsO0guMXAzyC/rSC9w7rOxc0gv6m8uCC9w7HuwfYgua7AuyC/sbTPtNku',
    /월요일을 제외하고/,
  ],
]

test('what says nothing of its encoding is read by its letters, between tags', () => {
  for (const [charset, base64, words] of WRITTEN) {
    const markup = Buffer.from('<!doctype html><title>a</title><script>var a = "b"</script><p class="lead">')
    const decoded = decodeHtml(Buffer.concat([markup, Buffer.from(base64, 'base64')]), 'text/html')
    assert.deepEqual([decoded.charset, decoded.source], [charset, 'sniffed'])
    assert.match(decoded.text, words)
    assert.equal(charsetWarnings({ charset, charsetSource: decoded.source })[0]?.code, 'charset_guessed')
  }
  assert.deepEqual(charsetWarnings({ charset: 'utf-8', charsetSource: 'valid_utf8' }), [])
})

test('a few letters with accents are not taken for another script, also where the header says UTF-8', () => {
  for (const text of [
    'À, ÉLÈVE, À, DÉJÀ, ÊTRE, FERMÉ, ÎLE, À, MAÏS, SOCIÉTÉ, ÂGE',
    'FAÇADE RÉSUMÉ ® RÉSUMÉ ½ CAFÉ',
    'café £5 señor jalapeño £5 ® ½ ® Zoë £5',
  ]) {
    const page = Buffer.from(`<p>${text}</p>`, 'latin1')
    for (const header of ['text/html; charset=utf-8', 'text/html']) {
      const { charset, text: read } = decodeHtml(page, header)
      assert.deepEqual([charset, read], ['windows-1252', `<p>${text}</p>`], text)
    }
  }
})

test('addresses', () => {
  const base = 'https://example.org/a/b'
  const cases: readonly [string, string | null][] = [
    ['c', 'https://example.org/a/c'],
    ['//x.example/', 'https://x.example/'],
    ['#t', 'https://example.org/a/b#t'],
    ['https://example.org/ü_(x)', 'https://example.org/ü_(x)'],
    ['?utm_medium=x&q=1', 'https://example.org/a/b?q=1'],
    ['JavaScript:x', null],
    ['java\tscript:x', null],
    ['data:text/plain,x', null],
    ['file:///etc', null],
    ['', null],
    ['mailto:a@b.example', 'mailto:a@b.example'],
  ]
  for (const [href, expected] of cases) assert.equal(linkTarget(href, base), expected, href)
  assert.equal(linkTarget('c', null), 'c')
  assert.equal(linkTarget('vbscript:c', null), null)
  assert.equal(resourceTarget('mailto:a@b.example', base), null)
  assert.equal(baseOf(parseHtml('<base href="/x/">'), base), 'https://example.org/x/')
  assert.equal(baseOf(parseHtml('<base href="javascript:x">'), base), base)
  assert.equal(bestOfSet('a.jpg?x=1,2 320w, b.jpg 1200w, c.jpg 5000w'), 'b.jpg')
  assert.equal(bestOfSet('/full/800,/0/a.jpg 800w, /full/1600,/0/a.jpg 1600w'), '/full/1600,/0/a.jpg')
  assert.equal(bestOfSet('a.jpg 320w,b.jpg 640w'), 'b.jpg')
  assert.equal(bestOfSet('a.jpg, b.jpg 2x'), 'b.jpg')
  assert.equal(bestOfSet('https://a.example/1.jpg,https://a.example/2.jpg 2x'), 'https://a.example/2.jpg')
  assert.equal(bestOfSet(' , ,'), null)
})

test('metadata from head, microdata and JSON-LD; what is not said is null', () => {
  const page = parseHtml(`<html lang=de_AT><title>Walk – Town</title><meta property=og:site_name content=Town>
    <link rel=canonical href=/walk><link rel=alternate type=application/rss+xml href=/feed title=News>
    <script type="application/ld+json">/*<![CDATA[*/{"@graph":[{"@type":["NewsArticle"],"author":[{"name":"A"},{"name":"B"}],"datePublished":"2026-05-01T10:00:00+0200",}]}/*]]>*/</script>`)
  const data = readMetadata(page, 'https://example.org/x')
  const { title, byline, language, publishedAt, modifiedAt, siteName, canonical, feeds, jsonLdTypes } = data
  assert.deepEqual(
    [title, byline, language, publishedAt, modifiedAt, siteName, canonical],
    ['Walk', 'A, B', 'de-AT', '2026-05-01T10:00:00+02:00', null, 'Town', 'https://example.org/walk'],
  )
  assert.deepEqual(feeds, [{ href: 'https://example.org/feed', type: 'application/rss+xml', title: 'News' }])
  assert.deepEqual(jsonLdTypes, ['NewsArticle'])
  const bare = readMetadata(parseHtml('<p>x'), null)
  assert.deepEqual(
    [bare.title, bare.byline, bare.language, bare.publishedAt, bare.canonical, bare.favicon],
    [null, null, null, null, null, null],
  )
  assert.equal(readJsonLd(parseHtml('<script type="application/ld+json">{oops</script>')).broken, 1)
})

test('text in a noscript does not reach behind it, whatever is left open in it', () => {
  const textOf = (html: string): string => lineText(parseHtml(html).root)
  for (const open of [
    '<iframe src="/x" />',
    '<style>a{}',
    '<title>T',
    '<script>x()<!-- <script>',
    '<textarea>',
  ])
    assert.match(textOf(`<body><NOSCRIPT>${open}</NoScript><p>Ferry</p>`), /Ferry$/, open)
  assert.equal(textOf('<body><noscript><iframe></iframe>A</noscript><p>B'), 'AB')
  // Without its end the rest is text, as of any `iframe`.
  assert.deepEqual(
    parseHtml('<body><noscript><iframe /><p>Ferry').all.filter(({ name }) => name === 'p'),
    [],
  )
  const many = '<noscript><script><!--<script></script></noscript>'.repeat(20_000)
  assert.match(textOf(`${many}<p>Ferry`), /Ferry$/)
})

test('documents are told from pages by their bytes first', () => {
  const of = (text: string, type: string | null) => documentKind(Buffer.from(text, 'latin1'), type).name
  assert.equal(of('%PDF-1.4', 'text/html'), 'a PDF document')
  assert.equal(of('Hello', 'application/pdf'), 'declared as a PDF document')
  assert.equal(of('<html>Hello', 'application/pdf'), 'a page')
  assert.equal(of('PK\x03\x04', 'application/octet-stream'), 'an office document or archive')
  assert.equal(of('<!DOCTYPE html>', 'application/json'), 'a page')
  assert.equal(of('{"a":1}', 'application/ld+json; charset=utf-8'), 'JSON')
  assert.equal(of('Hello', 'text/plain'), 'plain text')
  assert.equal(of('<p>x', null), 'a page')
  assert.equal(attribute(parseHtml('<a b=1 B=2>').root.children[0] as HtmlElement, 'b'), '1')
})
