// Cases missing in the samples of others: joins, RDFa by the W3C's own examples, states, tables, feeds, XML and CSV.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { readAppState } from '#parsing/page/app-state/app-state.ts'
import { elementText } from '#parsing/html/element-text.ts'
import { readXmlFeed } from '#parsing/feeds/read-xml-feed.ts'
import { readTables } from './html-table.ts'
import { joinJsonLd } from './join-json-ld.ts'
import { readMicrodata } from '#parsing/page/microdata.ts'
import { readMicroformats } from '#extractors/json/structured/microformats/read-microformats.ts'
import { readOpenGraph, readTwitter } from './open-graph.ts'
import { parseXml } from '#parsing/xml/parse-xml.ts'
import { readRdfa } from '#extractors/json/structured/rdfa/read-rdfa.ts'
import { readCsv } from '#parsing/csv/read-csv.ts'
import {
  createPatternCompiler,
  PatternError,
  WorkLimitError,
} from '#extractors/json/expressions/user-pattern.ts'
import { xmlToJson } from '#extractors/json/target/xml-to-json.ts'

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

test('references in JSON-LD are joined, circles and strangers stay as they are', () => {
  const { nodes, cut } = joinJsonLd(
    [
      {
        '@context': 'https://schema.org',
        '@graph': [
          {
            '@id': '#a',
            '@type': 'Article',
            author: { '@id': '/p#b' },
            about: { '@id': 'https://x.example/' },
          },
          { '@id': 'https://e.example/p#b', name: 'Bo', knows: { '@id': '#a' } },
        ],
      },
      [{ name: 'Third' }, {}],
    ],
    'https://e.example/p',
  )
  const context = { '@context': 'https://schema.org' }
  const author = { ...context, '@id': 'https://e.example/p#b', name: 'Bo', knows: { '@id': '#a' } }
  assert.deepEqual(nodes[0], {
    ...context,
    '@id': '#a',
    '@type': 'Article',
    author,
    about: { '@id': 'https://x.example/' },
  })
  assert.deepEqual(nodes[2], { name: 'Third' })
  assert.equal(nodes.length, 3)
  assert.equal(cut, false)
  const mesh = Array.from({ length: 200 }, (_, i) => ({
    '@id': `#${i}`,
    name: i,
    all: Array.from({ length: 200 }, (_, j) => ({ '@id': `#${j}` })),
  }))
  const joined = joinJsonLd([{ '@graph': mesh }], null)
  assert.equal(joined.cut, true)
  assert.ok(JSON.stringify(joined.nodes).length < 20_000_000)
})

test('microdata: values by element, items in circles, several names', () => {
  const { items } = readMicrodata(
    parseHtml(`<div itemscope itemtype="http://x.example/T" itemid="/id" itemref="more"><time itemprop="t">now</time><time itemprop="d" datetime="2024-01-01">x</time>
      <a itemprop="u v" href="/a">A</a><meter itemprop="m" value="3">three</meter><img itemprop="i" data-src="l.jpg" content="/c.jpg"><p itemprop="text">one<br>two  <b>three</b></p></div>
      <i id="more"><b itemprop="me" itemscope itemref="more"></b></i>`),
    'https://e.example/p',
  )
  assert.deepEqual(plain(items), [
    {
      type: ['http://x.example/T'],
      id: 'https://e.example/id',
      properties: {
        t: ['now'],
        d: ['2024-01-01'],
        u: ['https://e.example/a'],
        v: ['https://e.example/a'],
        m: ['3'],
        i: ['https://e.example/c.jpg'],
        text: ['one\ntwo three'],
        me: [{ properties: {}, value: '' }],
      },
    },
  ])
  const bomb = Array.from(
    { length: 40 },
    (_, i) =>
      `<div itemscope id="a${i}"><i itemprop="x" itemscope itemref="a${i + 1}"></i><i itemprop="y" itemscope itemref="a${i + 1}"></i></div>`,
  )
  assert.equal(readMicrodata(parseHtml(bomb.join('')), null).cut, true)
})

/** Examples of the RDFa 1.1 Primer whose results the primer gives in Turtle. */
test('RDFa: vocabulary, prefixes, chains, lists, literals, datetime', () => {
  const read = (html: string) =>
    plain(
      readRdfa(parseHtml(html), 'http://e.example/p').nodes.toSorted((a, b) =>
        JSON.stringify(a['@id']) < JSON.stringify(b['@id']) ? -1 : 1,
      ),
    )
  const DC = 'http://purl.org/dc/terms/'
  assert.deepEqual(
    read(
      `<html><body vocab="${DC}"><h2 property="title">The Trouble with Bob</h2><p>by <a property="http://creativecommons.org/ns#license" href="http://c.example/by/">CC</a></p></body></html>`,
    ),
    [
      {
        '@id': 'http://e.example/p',
        'http://www.w3.org/ns/rdfa#usesVocabulary': [{ '@id': DC }],
        [`${DC}title`]: [{ '@value': 'The Trouble with Bob' }],
        'http://creativecommons.org/ns#license': [{ '@id': 'http://c.example/by/' }],
      },
    ],
  )
  assert.deepEqual(
    read(
      `<div resource="#me" prefix="f: http://f.example/"><ul rel="f:knows"><li resource="#bob" typeof="f:Person"><a property="f:homepage" href="/bob"><b property="f:name" lang="de">Bob</b></a></li></ul><time property="f:born" datetime="1990-07-04">x</time><b property="f:n" datatype="xsd:integer" content="5"></b></div>`,
    ),
    [
      {
        '@id': 'http://e.example/p#bob',
        '@type': ['http://f.example/Person'],
        'http://f.example/homepage': [{ '@id': 'http://e.example/bob' }],
        'http://f.example/name': [{ '@value': 'Bob' }],
      },
      {
        '@id': 'http://e.example/p#me',
        'http://f.example/knows': [{ '@id': 'http://e.example/p#bob' }],
        'http://f.example/born': [{ '@value': '1990-07-04' }],
        'http://f.example/n': [{ '@value': '5' }],
      },
    ],
  )
  assert.deepEqual(
    read(
      `<div vocab="http://s.example/" typeof="A" resource="#a"><i property="x" inlist>1</i><i property="x" inlist>2</i></div>`,
    ),
    [
      {
        '@id': 'http://e.example/p',
        'http://www.w3.org/ns/rdfa#usesVocabulary': [{ '@id': 'http://s.example/' }],
      },
      {
        '@id': 'http://e.example/p#a',
        '@type': ['http://s.example/A'],
        'http://s.example/x': [{ '@list': [{ '@value': '1' }, { '@value': '2' }] }],
      },
    ],
  )
})

test('Open Graph under either attribute, prefixes as declared, cards apart', () => {
  const document =
    parseHtml(`<html prefix="shop: http://s.example/#"><meta name="og:title" content="T"><meta property="og:image" content="1"><meta property="og:image" content="2">
    <meta property="shop:sku" content="9"><meta property="fb:admins" content="no"><meta name="twitter:card" content="summary"><meta name="description" content="no">`)
  assert.deepEqual(readOpenGraph(document).properties, [
    ['og:title', 'T'],
    ['og:image', '1'],
    ['og:image', '2'],
    ['shop:sku', '9'],
  ])
  assert.deepEqual(readTwitter(document), { 'twitter:card': 'summary' })
})

test('microformats: nested values, dates in parts, classes of CSS frameworks are none', () => {
  const { items } = readMicroformats(
    parseHtml(`<div class="h-full"><div class="h-entry"><a class="u-url p-name" href="/e">N</a><span class="dt-published"><i class="value">2024-01-02</i> at <i class="value">10:30</i></span>
      <p class="p-author h-card"><img src="/b.jpg" alt="Bo"></p></div></div>`),
    'https://e.example/',
  )
  assert.deepEqual(plain(items), [
    {
      type: ['h-entry'],
      properties: {
        url: ['https://e.example/e'],
        name: ['N'],
        published: ['2024-01-02 10:30'],
        author: [
          {
            type: ['h-card'],
            properties: { name: ['Bo'], photo: [{ value: 'https://e.example/b.jpg', alt: 'Bo' }] },
            value: 'Bo',
          },
        ],
      },
    },
  ])
})

test('states of frameworks are read as JSON and never run', () => {
  const nuxt = JSON.stringify([
    ['Reactive', 1],
    { data: 2, when: 4, self: 0, set: 5 },
    { price: 3 },
    12.5,
    ['Date', '2024-01-01T00:00:00Z'],
    ['Set', 3],
  ])
  const { states, unread } = readAppState(
    parseHtml(`<script type="application/json" id="__NUXT_DATA__">${nuxt}</script><script type="application/json">{"a":1}</script><script type="application/json">{broken}</script>
      <script>window.__STATE__={"q":"}\\"{"};window['x-y'] = JSON.parse("{\\"b\\":[1]}");self.__APOLLO__=[{"c":{}}]
      var n={m:1};window.__INITIAL_DATA__ = {a: 1};</script><script type="text/template">window.no={"a":1}</script>`),
  )
  assert.deepEqual(states, {
    __NUXT_DATA__: { data: { price: 12.5 }, when: '2024-01-01T00:00:00Z', self: null, set: [12.5] },
    json1: { a: 1 },
    __STATE__: { q: '}"{' },
    'x-y': { b: [1] },
    __APOLLO__: [{ c: {} }],
  })
  assert.deepEqual(unread, ['json2', '__INITIAL_DATA__'])
  const doubling = JSON.stringify(Array.from({ length: 60 }, (_, i) => ({ a: i + 1, b: i + 1 })))
  readAppState(parseHtml(`<script type="application/json" id="__NUXT_DATA__">${doubling}</script>`))
  readAppState(parseHtml(`<script>${'var abcd=["'.repeat(100_000)}</script>`))
})

test('a cache of things that name each other is put together', () => {
  const cache = {
    'P:1': { name: 'Axe', maker: { __ref: 'M:1' }, gone: { __ref: 'X:9' } },
    'M:1': { city: 'Graz', best: [{ __ref: 'P:1' }] },
  }
  const { states } = readAppState(
    parseHtml(`<script>window.__APOLLO_STATE__=${JSON.stringify(cache)};</script>`),
  )
  const apollo = states['__APOLLO_STATE__'] as Record<string, unknown>
  assert.deepEqual(apollo['P:1'], {
    name: 'Axe',
    maker: { city: 'Graz', best: [{ __ref: 'P:1' }] },
    gone: { __ref: 'X:9' },
  })
})

test('tables: spans, two header rows, names and values, bounds', () => {
  const { tables, pairs } = readTables(
    parseHtml(
      '<table><tr><th>a<th>a<th></tr><tr><td rowspan=2>1<td>2<td>3<tr><td colspan=2>4</table><table><tr><th>Size:<td>9<tr><th>Color<td>red</table>',
    ),
  )
  assert.deepEqual(tables[0], {
    caption: null,
    id: null,
    headers: ['a', 'a 2', 'column 3'],
    rows: [
      { a: '1', 'a 2': '2', 'column 3': '3' },
      { a: '1', 'a 2': '4', 'column 3': '4' },
    ],
  })
  assert.deepEqual(pairs, [{ Size: '9', Color: 'red' }])
  const bomb = readTables(parseHtml(`<table>${'<tr><td rowspan=65000 colspan=1000>x'.repeat(2_000)}</table>`))
  assert.equal(bomb.cut, true)
  assert.equal(readTables(parseHtml('<table><tr><td>a<td>b</tr>'.repeat(3)), 2).cut, false)
})

test('Atom and RDF come to the same shape as RSS; other XML is no feed', () => {
  const feed = (xml: string) => {
    const { root } = parseXml(xml)
    return root === null ? null : readXmlFeed(root, 'https://e.example/')
  }
  const atom =
    feed(`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>T</title><link rel="self" href="/self"/><link href="/"/><updated>2024-01-01T00:00:00Z</updated>
    <entry><id>urn:1</id><title type="html">&lt;b&gt;A&lt;/b&gt;</title><link rel="enclosure" href="/a.mp3" length="x"/><link rel="alternate" href="a"/><author><name>Bo</name></author><category term="c"/><published>2024-01-01</published><content>Hi</content></entry></feed>`)
  assert.deepEqual(
    [atom?.format, atom?.title, atom?.url, atom?.language, atom?.updatedAt],
    ['atom', 'T', 'https://e.example/', 'de', '2024-01-01T00:00:00Z'],
  )
  const [item] = atom?.items ?? []
  assert.deepEqual(
    [item?.id, item?.title, item?.url, item?.authors, item?.categories, item?.content, item?.enclosures],
    [
      'urn:1',
      '<b>A</b>',
      'https://e.example/a',
      ['Bo'],
      ['c'],
      'Hi',
      [{ url: 'https://e.example/a.mp3', type: null, bytes: null }],
    ],
  )
  const rdf = feed(
    '<rdf:RDF><channel><title>R</title></channel><item rdf:about="https://r.example/1"><title>One</title><dc:date>2024-02-01</dc:date></item></rdf:RDF>',
  )
  assert.deepEqual(
    [rdf?.format, rdf?.items[0]?.id, rdf?.items[0]?.publishedAt],
    ['rdf', 'https://r.example/1', '2024-02-01'],
  )
  assert.equal(feed('<urlset><url/></urlset>'), null)
})

test('XML: no entities, no depth without end, as JSON', () => {
  const { root, entities } = parseXml(
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a x="1">&b;&lt;<c/><c>2</c><![CDATA[<d>]]></a>',
  )
  assert.equal(entities, true)
  assert.ok(root !== null)
  assert.deepEqual(xmlToJson(root), { a: { '@x': '1', c: [null, '2'], '#text': '&b;<<d>' } })
  assert.equal(parseXml('<a>'.repeat(500_000)).cut, true)
  assert.equal(parseXml(`<a>${'<b/>'.repeat(600_000)}</a>`).cut, true)
  assert.equal(parseXml('no element').root, null)
})

test('CSV: separators, quotes, headers, bounds', () => {
  const rows = (text: string, max = 100) => readCsv(text, max).rows
  assert.deepEqual(rows('a,b\n1,"x ""y"", z"\n3,\n'), [
    { a: '1', b: 'x "y", z' },
    { a: '3', b: null },
  ])
  assert.deepEqual(rows('a;b\r\n1,5;2\r\n'), [{ a: '1,5', b: '2' }])
  assert.deepEqual(rows('1\t2\n3\t4'), [
    ['1', '2'],
    ['3', '4'],
  ])
  assert.deepEqual(rows('"a\nb",c\n"d"x,e'), [{ 'a\nb': 'd', c: 'e' }])
  assert.deepEqual(readCsv('a,b\n1,2\n3,4\n', 1).cut, true)
  assert.equal(readCsv(','.repeat(1_000_000), 10).cut, true)
  assert.deepEqual(rows(''), [])
})

test('text: lines where blocks begin, one blank between words', () => {
  const text = (html: string) => elementText(parseHtml(html).root)
  assert.equal(text('<div> a <b>b</b>c<br>d<p>e</p>f<script>no</script></div>'), 'a bc\nd\n\ne\n\nf')
  assert.equal(text('<ul><li>1</li><li>2</li></ul>'), '1\n2')
  assert.equal(elementText(parseHtml(`<p>${'x'.repeat(1_000)}`).root, 10), 'x'.repeat(10))
})

test('regular expressions of callers: RE2, bounded in size and in time', () => {
  const patterns = createPatternCompiler()
  assert.deepEqual(patterns.compile('(\\d+)(x)?').exec('a12'), ['12', '12', null])
  assert.equal(patterns.compile('(x+x+)+y').test('x'.repeat(100_000)), false)
  for (const refused of ['(?<=a)b', '(a)\\1', '[', '(a{900}){900}', 'x'.repeat(501)])
    assert.throws(() => patterns.compile(refused), PatternError, refused)
  const spent = createPatternCompiler(-1)
  assert.throws(() => spent.compile('a'), WorkLimitError)
})

test('tables: the foot, the addresses and the pictures in cells', () => {
  const { tables, pairs } = readTables(
    parseHtml(
      '<table><thead><tr><th>Club<th>Won</thead><tr><td><img src=/c.png><a href="#top">^</a><a href="/c/1">C</a><td>4<tr><td>D<td><a href="javascript:x()">1</a><tfoot><tr><td>all<td>5</tfoot></table>' +
        '<table><thead><tr><th>Eigenschaft<th>Wert</thead><tr><td>Farbe<td>rot<tr><td>Form<td>rund</table><table><thead><tr><th>Name<th>Age</thead><tr><th>Ann<td>4</table>',
    ),
    100,
    'https://example.org/',
  )
  const [clubs] = tables
  assert.equal(clubs?.footRows, 1)
  assert.deepEqual(clubs?.links, [{ Club: 'https://example.org/c/1' }, null, null])
  assert.deepEqual(clubs?.images, [{ Club: 'https://example.org/c.png' }, null, null])
  assert.deepEqual(pairs, [{ Farbe: 'rot', Form: 'rund' }])
  assert.equal(tables[1]?.links ?? tables[1]?.footRows, undefined)
})

test('states in attributes and in the texts of states are read where they are asked for', () => {
  const html = parseHtml(
    `<p data-item='{"name":"Axe","price":5}'><p data-item='{"name":"Saw","price":7}'><p data-slick='{"dots":true,"infinite":true}' data-bad='{"name": no json at all}' title='{"name":"Axe","price":5}'>` +
      `<script id=s type="application/json">{"a":"{\\"b\\":[1,2]}","text":"{not json at all}"}</script>`,
  )
  const { states } = readAppState(html, true)
  assert.deepEqual(states, {
    s: { a: { b: [1, 2] }, text: '{not json at all}' },
    'data-item': [
      { name: 'Axe', price: 5 },
      { name: 'Saw', price: 7 },
    ],
  })
  assert.deepEqual(readAppState(html).states, { s: { a: '{"b":[1,2]}', text: '{not json at all}' } })
})

test('microformats: a picture with nothing to say does not name the person beside it', () => {
  const { items } = readMicroformats(
    parseHtml('<a class=h-card href=/><img src=/me.jpg alt="">Ann Vold</a>'),
    null,
  )
  assert.deepEqual(items[0]?.properties['name'], ['Ann Vold'])
})
