import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { readMetadata, type PageMetadata } from './page-metadata.ts'

const TEXT = `<p>${'The ferry crosses the bay twice an hour and carries bicycles free of charge. '.repeat(5)}</p>`

interface Parts {
  readonly lang?: string
  readonly head?: string
  readonly top?: string
  readonly below?: string
  readonly end?: string
  readonly after?: string
  readonly url?: string
}

const HEADING = 'The ferry across the bay'

const read = ({
  lang = 'en',
  head = '',
  top = '',
  below = '',
  end = '',
  after = '',
  url,
}: Parts): PageMetadata =>
  readMetadata(
    parseHtml(
      `<html lang="${lang}"><head><title>${HEADING}</title>${head}</head><body>${top}` +
        `<article><h1>${HEADING}</h1>${below}${TEXT}${TEXT}${TEXT}${end}</article>${after}</body></html>`,
    ),
    url ?? 'https://bay.example/ferry',
  )

const said = ({ byline, publishedAt, modifiedAt }: PageMetadata): (string | null)[] => [
  byline,
  publishedAt,
  modifiedAt,
]

const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

test('author, publication and update are read from the lines beside the title', () => {
  for (const [lang, below, wanted] of [
    [
      'de',
      '<div>Von Eva Kern <span>Foto: Jan Roth</span></div><div>Veröffentlicht: 4. Mai 2025, Stand: 6. Mai 2025</div>',
      ['Eva Kern', '2025-05-04', '2025-05-06'],
    ],
    [
      'fr',
      '<p>Par <b>Léa Garnier</b> (avec AFP)</p><p>Publié le 1er février 2025, mis à jour le 12 février 2025 · 4 min</p>',
      ['Léa Garnier', '2025-02-01', '2025-02-12'],
    ],
    [
      'da',
      '<p>Af Mette Krog og Jonas Lund</p><p><time datetime="2025-05-07T12:10:00+02:00">d. 7. maj</time> <time datetime="2025-05-08T08:00:00+02:00">Opdateret 8. maj</time></p>',
      ['Mette Krog, Jonas Lund', '2025-05-07T12:10:00+02:00', '2025-05-08T08:00:00+02:00'],
    ],
    [
      'tr',
      '<div>Haber: Nilgün Aksoy</div><div>Giriş Tarihi: 05.03.2025 09:12 Son Güncelleme: 06.03.2025 13:30</div>',
      ['Nilgün Aksoy', '2025-03-05', '2025-03-06'],
    ],
    [
      'ko',
      '<p>윤서진 기자</p><p>입력 2025.05.07 10:22 | 수정 2025.05.08 18:45</p>',
      ['윤서진', '2025-05-07', '2025-05-08'],
    ],
    ['ja', '<p>更新日：令和7年5月20日</p><p>掲載日：令和7年4月1日</p>', [null, '2025-04-01', '2025-05-20']],
    ['th', '<p>เผยแพร่: 5 กุมภาพันธ์ 2568</p>', [null, '2025-02-05', null]],
    [
      'es',
      '<dl><dt>Autor</dt><dd>Rosa Vidal</dd><dt>Fecha de publicación</dt><dd>05 de enero de 2025</dd><dt>Última modificación</dt><dd>08 de enero de 2025</dd></dl>',
      ['Rosa Vidal', '2025-01-05', '2025-01-08'],
    ],
    [
      'pt',
      '<div><strong>Teresa Pinto</strong><br>30 de novembro de 2024<br>3 min</div>',
      ['Teresa Pinto', '2024-11-30', null],
    ],
    [
      'en',
      '<p>By <a href="/a">Ada Lovelace</a> and <a href="/b">Ben Kern</a> · May 4, 2025 · 3 min read</p>',
      ['Ada Lovelace, Ben Kern', '2025-05-04', null],
    ],
    ['en', '<div><a href="/authors/ada">Ada Lovelace</a></div>', ['Ada Lovelace', null, null]],
  ] as const)
    assert.deepEqual(said(read({ lang, below })), wanted, below)
})

test('author and update are read from the end of the text, an update also from the foot of the page', () => {
  assert.deepEqual(
    said(read({ lang: 'de', end: '<p>Text: Hans Kiefer, Bild: Archiv<br>Letzte Änderung: 11.04.1999</p>' })),
    ['Hans Kiefer', null, '1999-04-11'],
  )
  assert.deepEqual(said(read({ lang: 'fi', end: '<p>Julkaistu 16.2.2025</p>' })), [null, '2025-02-16', null])
  assert.deepEqual(said(read({ lang: 'vi', end: '<p><strong>Nguyễn Thu Hà</strong></p>' })), [
    'Nguyễn Thu Hà',
    null,
    null,
  ])
  assert.deepEqual(
    said(read({ after: '<footer>© 2019-2026 Bay Lines. Last updated on Apr 9, 2025.</footer>' })),
    [null, null, '2025-04-09'],
  )
})

test('microdata and the head say who and when, an update too', () => {
  assert.deepEqual(
    said(
      read({
        below:
          '<time itemprop="datePublished" datetime="2025-04-03">3/4</time><time itemprop="dateModified" datetime="2025-04-04">4/4</time>',
      }),
    ),
    [null, '2025-04-03', '2025-04-04'],
  )
  assert.deepEqual(
    said(
      read({
        head: '<meta name="citation_author" content="Okoro, Ada"><meta name="citation_author" content="Lind, Per"><meta name="citation_publication_date" content="2025/02/27">',
      }),
    ),
    ['Ada Okoro, Per Lind', '2025-02-27', null],
  )
  const stored = {
    '@graph': [
      { '@type': 'WebPage', dateModified: '2025-02-02' },
      { '@type': 'NewsArticle', headline: HEADING, datePublished: '2025-02-01', author: { '@id': '#ada' } },
      { '@type': 'Person', '@id': '#ada', name: 'Ada Lovelace' },
    ],
  }
  assert.deepEqual(said(read({ head: ld(stored) })), ['Ada Lovelace', '2025-02-01', '2025-02-02'])
})

test('a site, an installer and an empty database give way to what the page shows', () => {
  const stored = {
    '@type': 'Article',
    datePublished: '1970-01-01T00:00:00Z',
    author: { '@type': 'Person', name: 'webmaster' },
  }
  const below = '<p>von Annegret Pichler | 12.01.2025 | aktualisiert am 20.03.2025</p>'
  assert.deepEqual(said(read({ lang: 'de', head: ld(stored), below })), [
    'Annegret Pichler',
    '2025-01-12',
    '2025-03-20',
  ])
  const group = { '@type': 'Article', author: { '@type': 'Organization', name: 'Bay Lines' } }
  assert.equal(read({ head: ld(group), below: '<p>By Ada Lovelace</p>' }).byline, 'Ada Lovelace')
  assert.equal(read({ head: ld(group) }).byline, 'Bay Lines')
  assert.equal(read({ head: '<meta name="author" content="admin">' }).byline, null)
})

test('a language with its script and its region, as systems write it', () => {
  assert.equal(read({ lang: 'zh_Hans_CN' }).language, 'zh-Hans-CN')
})

test('which number is the day is told by the address, another date, the country and the language', () => {
  const below = '<p>Posted: 04/03/2025</p>'
  assert.equal(read({ below, url: 'https://bay.example/2025/04/03/ferry/' }).publishedAt, '2025-04-03')
  assert.equal(read({ below: `${below}<p>Updated: 13/03/2025</p>` }).publishedAt, '2025-03-04')
  assert.equal(read({ below, url: 'https://bay.co.uk/ferry' }).publishedAt, '2025-03-04')
  assert.equal(read({ below, lang: 'en-US' }).publishedAt, '2025-04-03')
  assert.equal(read({ below, lang: 'fr' }).publishedAt, '2025-03-04')
  assert.equal(read({ below }).publishedAt, null)
})

test('days and names of other things are not those of the page', () => {
  const event = { '@type': 'MusicEvent', startDate: '2025-05-23' }
  const product = {
    '@type': 'Product',
    name: 'Kettle',
    review: { '@type': 'Review', author: 'Joan P.', datePublished: '2025-01-17' },
  }
  const list = {
    '@type': 'ItemList',
    itemListElement: [
      {
        '@type': 'ListItem',
        item: { '@type': 'Article', headline: 'Other', datePublished: '2025-05-11', author: 'Lars Huber' },
      },
    ],
  }
  for (const parts of [
    { top: '<header><a href="/">Bay</a><p>Sunday 5 April 2025</p></header>' },
    { top: '<div>Today is Sunday, 5 April 2025</div>' },
    { top: '<div>今天是2025年3月30日</div>', lang: 'zh' },
    { below: '<p>Application deadline: 5 April 2025</p>' },
    { below: '<p>When: 5 April 2025</p>' },
    { below: '<p>5 April 2025 – 7 April 2025</p>' },
    { below: '<p>Member since 5 April 2025</p>' },
    { below: '<p class="event-date">5 April 2025</p>' },
    { below: '<p>Photo: Ben Kern, 5 April 2025</p>' },
    { below: '<p>sam. 23.5.2025 klo 18</p>', head: ld(event) },
    { below: '<p>The council decided on 5 April 2025 that the ferry may carry bicycles as well.</p>' },
    { head: ld(product) },
    { head: ld(list) },
    { end: '<p>Changed in version 4 (2024-08-19): keys include the task.</p>' },
    { end: '<p>Copyright 5 April 2025 Bay Lines</p>' },
    { end: '<h2>Read next</h2><p>Winter in the bay – 5 April 2025</p>' },
    { after: '<section id="comments"><p><b>Ada Lovelace</b> 5 April 2025: Thanks!</p></section>' },
    { after: '<aside><p>By Ada Lovelace, published 5 April 2025</p></aside>' },
    { after: '<footer>Editor: Ada Lovelace · © 5 April 2025</footer>' },
    {
      after:
        '<div itemprop="review"><span itemprop="author">Ada L.</span><meta itemprop="datePublished" content="2025-04-05"></div>',
    },
    { end: '<ul><li>A: updated 5 April 2025</li><li>B: updated 6 April 2025</li></ul>' },
    { below: '<p>Traduit par Julien Caradec</p>', lang: 'fr' },
  ])
    assert.deepEqual(said(read(parts)), [null, null, null], JSON.stringify(parts))
})

test('the site is named by its data, else by the part of the title that stands in its logo, its link home or its rights', () => {
  const named = (title: string, body: string, head = ''): string | null =>
    readMetadata(
      parseHtml(`<html><head><title>${title}</title>${head}</head><body>${body}${TEXT}</body></html>`),
      'https://bay.example/a',
    ).siteName
  assert.equal(named('Ferry | Bay Lines', '<a href="/">Bay Lines</a>'), 'Bay Lines')
  assert.equal(
    named('Bay Lines » News » Ferry', '<a href="https://bay.example/"><img alt="Bay Lines"></a>'),
    'Bay Lines',
  )
  assert.equal(named('Ferry - News - Bay Lines', '<footer>© 2026 Bay Lines</footer>'), 'Bay Lines')
  assert.equal(named('渡船_江海新闻网', '<div class="logo">江海新闻网</div>'), '江海新闻网')
  assert.equal(named('粗大ごみ｜湊川市公式サイト', '<a href="/"><img alt="湊川市"></a>'), '湊川市公式サイト')
  assert.equal(named('Ferry', '', ld({ '@type': 'WebSite', name: 'Bay Lines' })), 'Bay Lines')
  assert.equal(
    named('Ferry', '', ld({ '@type': 'Article', publisher: { '@type': 'Organization', name: 'Bay Lines' } })),
    'Bay Lines',
  )
  assert.equal(named('Ferry | Bay Lines', '<a href="/about">Bay Lines</a>'), null)
  assert.equal(named('Ferry - Home', '<a href="/">Home</a>'), null)
  assert.equal(named('Ferry', '<a href="/">Ferry</a>'), null)
  assert.equal(named('Day-trips to the bay', '<a href="/">Day</a>'), null)
})
