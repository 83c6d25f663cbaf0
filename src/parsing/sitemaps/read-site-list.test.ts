import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { readSiteList } from './read-site-list.ts'
import { MAX_ENTRIES, MAX_LIST_BYTES, type SiteList } from './site-list.ts'

const BASE = 'https://a.test/sitemap.xml'
const read = async (text: string | Uint8Array, contentType: string | null = null): Promise<SiteList | null> =>
  readSiteList(typeof text === 'string' ? Buffer.from(text) : text, { base: BASE, contentType })

test('a sitemap gives addresses and dates, with prefixes, entities, CDATA and relative addresses', async () => {
  const list = await read(`\uFEFF<?xml version="1.0" encoding="UTF-8"?>
    <!-- made by hand -->
    <s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
      <s:url><s:loc> https://a.test/?a=1&amp;b=2 </s:loc><s:lastmod>2026-11-05T09:00:00+01:00</s:lastmod>
        <image:image><image:loc>https://a.test/p.jpg</image:loc></image:image></s:url>
      <s:url><s:loc><![CDATA[/relative]]></s:loc><s:lastmod>yesterday</s:lastmod></s:url>
      <s:url><s:loc>javascript:alert(1)</s:loc></s:url>
      <s:url><s:lastmod>2026-11-05</s:lastmod></s:url>
    </s:urlset>`)
  assert.deepEqual(list, {
    format: 'urlset',
    pages: [
      { url: 'https://a.test/?a=1&b=2', title: null, lastmod: '2026-11-05T09:00:00+01:00', by: 'sitemap' },
      { url: 'https://a.test/relative', title: null, lastmod: null, by: 'sitemap' },
    ],
    lists: [],
    unusable: 2,
    cut: null,
    sameDay: false,
  })
})

test('an index, news and other languages', async () => {
  const index = await read(
    '<sitemapindex><sitemap><loc>https://a.test/1.xml.gz</loc></sitemap></sitemapindex>',
  )
  assert.deepEqual([index?.format, index?.lists, index?.pages], ['index', ['https://a.test/1.xml.gz'], []])
  const news = await read(
    '<urlset><url><loc>https://a.test/n</loc><news:news><news:publication_date>2026-11-20</news:publication_date>' +
      '<news:title>Harbour\n opens</news:title></news:news></url></urlset>',
  )
  assert.deepEqual(news?.pages, [
    { url: 'https://a.test/n', title: 'Harbour opens', lastmod: '2026-11-20', by: 'news' },
  ])
  const languages = await read(
    '<urlset><url><loc>https://a.test/</loc><xhtml:link rel="alternate" hreflang="de" href="/de/"/>' +
      '<xhtml:link rel="stylesheet" href="/a.css"/><xhtml:link rel="alternate" href="https://a.test/"/></url></urlset>',
  )
  assert.deepEqual(
    languages?.pages.map(({ url, by }) => [url, by]),
    [
      ['https://a.test/', 'sitemap'],
      ['https://a.test/de/', 'hreflang'],
    ],
  )
})

test('text files, RSS, Atom and JSON feeds are lists; pages and other files are none', async () => {
  const text = await read('https://a.test/1\r\nhttp://a.test/2\n\nnot an address\n', 'text/plain')
  assert.deepEqual([text?.format, text?.pages.length, text?.unusable], ['text', 2, 1])
  const rss = await read(
    '<rss version="2.0"><channel><item><title>A &amp; B</title><link>https://a.test/i</link><pubDate>Thu, 05 Nov 2026 09:00:00 GMT</pubDate></item></channel></rss>',
  )
  assert.deepEqual(rss?.pages, [
    { url: 'https://a.test/i', title: 'A & B', lastmod: '2026-11-05T09:00:00Z', by: 'feed' },
  ])
  const atom = await read(
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="/e"/><updated>2026-11-05</updated></entry></feed>',
  )
  assert.deepEqual(
    atom?.pages.map(({ url, lastmod }) => [url, lastmod]),
    [['https://a.test/e', '2026-11-05']],
  )
  const json = await read(
    '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"https://a.test/j"}]}',
  )
  assert.deepEqual([json?.format, json?.pages.length], ['json', 1])
  for (const other of [
    '',
    '   ',
    '<!doctype html><html><body>Not found</body></html>',
    'Not found\n',
    '{"a":1}',
    '<x/>',
    'word\n'.repeat(100),
  ])
    assert.equal(await read(other), null, other.slice(0, 40))
})

test('packed lists are read whatever they are called; bombs and cut files are bounded and told', async () => {
  const packed = await read(gzipSync('<urlset><url><loc>https://a.test/z</loc></url></urlset>'), 'text/xml')
  assert.deepEqual([packed?.pages.length, packed?.cut], [1, null])
  const line = 'https://a.test/abcdefgh\n'
  const entry = `<urlset><url><loc>${line}</loc></url>`
  const bomb = await read(gzipSync(Buffer.concat([Buffer.from(entry), Buffer.alloc(MAX_LIST_BYTES, ' ')])))
  assert.deepEqual([bomb?.pages.length, bomb?.cut], [1, 'bytes'])
  const whole = gzipSync(
    Buffer.from(
      line.repeat(5_000) +
        Array.from({ length: 5_000 }, (_, n) => `https://a.test/${Math.imul(n, 2_654_435_761)}\n`).join(''),
    ),
  )
  const half = await read(whole.subarray(0, whole.length / 2))
  assert.equal(half?.cut, 'broken')
  assert.ok((half?.pages.length ?? 0) > 1_000)
})

test('more entries than the protocol allows are cut, and a file that ends in its middle is told', async () => {
  const entry = '<url><loc>https://a.test/x</loc></url>'
  const many = await read(`<urlset>${entry.repeat(MAX_ENTRIES + 1)}</urlset>`)
  assert.deepEqual([many?.pages.length, many?.cut], [MAX_ENTRIES, 'entries'])
  const lines = await read('https://a.test/x\n'.repeat(MAX_ENTRIES + 1))
  assert.deepEqual([lines?.pages.length, lines?.cut], [MAX_ENTRIES, 'entries'])
  const broken = await read(`<urlset>${entry}<url><loc>https://a.test/half`)
  assert.deepEqual([broken?.pages.length, broken?.cut], [1, 'broken'])
})

test('dates that are all of one day are told, those of news are not', async () => {
  const entries = (tag: string): string =>
    Array.from({ length: 20 }, (_, n) => `<url><loc>https://a.test/${n}</loc>${tag}</url>`).join('')
  const same = await read(`<urlset>${entries('<lastmod>2026-11-01</lastmod>')}</urlset>`)
  assert.equal(same?.sameDay, true)
  const news = await read(
    `<urlset>${entries('<news:news><news:publication_date>2026-11-01</news:publication_date></news:news>')}</urlset>`,
  )
  assert.equal(news?.sameDay, false)
  const two = await read(
    `<urlset>${entries('<lastmod>2026-11-01</lastmod>')}<url><loc>https://a.test/y</loc><lastmod>2026-11-02</lastmod></url></urlset>`,
  )
  assert.equal(two?.sameDay, false)
})

test('any bytes give a list or none, and every address of a list can be fetched', async () => {
  const piece = fc.constantFrom(
    '<urlset>',
    '</urlset>',
    '<url>',
    '</url>',
    '<loc>',
    '</loc>',
    '<sitemapindex>',
    '<sitemap>',
    '</sitemap>',
    '<lastmod>',
    'https://a.test/',
    '&amp;',
    '&#x0;',
    '&#x110000;',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?xml',
    '<rss><channel><item><link>',
    '<feed>',
    '\n',
    ' ',
    '\u0000',
    'é',
    '<xhtml:link rel="alternate" href="',
    '"/>',
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    '{',
    '"items":',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 60 }),
      async (pieces) => {
        const list = await read(pieces.join(''))
        for (const { url } of list?.pages ?? []) assert.match(url, /^https?:\/\//)
        for (const url of list?.lists ?? []) assert.match(url, /^https?:\/\//)
      },
    ),
    { numRuns: 500 },
  )
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      await read(bytes)
      await read(Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), bytes]))
    }),
    { numRuns: 300 },
  )
})
