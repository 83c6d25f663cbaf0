// What a schema is filled with when the page has another name, another form or another place for what is asked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractContext, isolateHere } from '#test/support/extract/extract-context.ts'
import type { JsonData } from '#extractors/json/request/options.ts'
import { create } from '#extractors/json/extract.ts'

const { operations } = await create({ settings: {} })

async function fill(html: string, properties: object): Promise<JsonData> {
  const input = { html, schema: { type: 'object', properties }, baseUrl: 'https://example.org/a/b' }
  const output = await operations['extract']?.(input, extractContext(undefined, { isolate: isolateHere }))
  const data = output?.data as JsonData
  // Every origin leads to a value of the page.
  for (const [at, { path }] of Object.entries(data.provenance)) {
    let value: unknown = data.found
    for (const step of (path ?? '').split('/').slice(1))
      value = Object(value)[step.replaceAll('~1', '/').replaceAll('~0', '~')]
    assert.notEqual(value ?? null, null, `${at} is said to be at ${path}`)
  }
  return data
}

const S = { type: 'string' }
const N = { type: 'number' }
const I = { type: 'integer' }
const B = { type: 'boolean' }
const A = { type: 'string', format: 'uri' }
const D = { type: 'string', format: 'date' }
const T = { type: 'string', format: 'date-time' }
const words = { type: 'array', items: S }
const list = (properties: object) => ({ type: 'array', items: { type: 'object', properties } })
const ld = (value: unknown, rest = '') =>
  `<p>x</p>${rest}<script type="application/ld+json">${JSON.stringify(value)}</script>`
const state = (value: unknown) =>
  `<p>x</p><script id="s" type="application/json">${JSON.stringify(value)}</script>`
const table = (heads: string, ...rows: string[]) =>
  `<table><tr><th>${heads.split('|').join('<th>')}</tr>${rows.map((row) => `<tr><td>${row.split('|').join('<td>')}</tr>`).join('')}</table>`
const dl = (...pairs: string[]) =>
  `<dl>${pairs.map((pair) => `<dt>${pair.split('|').join('</dt><dd>')}</dd>`).join('')}</dl>`

const CASES: Readonly<Record<string, readonly [html: string, properties: object, value: object]>> = {
  'the kind of a thing is its name, and qualifies its fields': [
    ld({ '@type': 'Hotel', name: 'Sol', hotelCode: 'S7', telephone: '1' }),
    { hotel: S, hotelName: S, code: S, companyPhone: S },
    { hotel: 'Sol', hotelName: 'Sol', code: 'S7', companyPhone: '1' },
  ],
  'the words of a name in another order, number and form': [
    state({
      boat: { isMoored: true, tempMin: -3, windSpeeds: [4], numCabins: 3, sailing: { main: 2 }, helm: 'x' },
    }),
    { moored: B, minTemperature: N, cabin_count: I, mainSailing: I, helm: S },
    { moored: true, minTemperature: -3, cabin_count: 3, mainSailing: 2, helm: 'x' },
  ],
  'a measure in the unit of the name, from a duration, a text or a key with its unit': [
    ld({ '@type': 'Movie', name: 'M', duration: 'PT1H54M', weight: '1,5 kg' }),
    { runtime_minutes: I, durationSeconds: I, duration_hours: N, weight_g: N, height_cm: N },
    { runtime_minutes: 114, durationSeconds: 6840, duration_hours: 1.9, weight_g: 1500, height_cm: null },
  ],
  'a key with its unit': [
    state({ track: { title: 'T', durationMs: 90_000 } }),
    { title: S, durationSeconds: I },
    { title: 'T', durationSeconds: 90 },
  ],
  'counters of what people do': [
    ld({
      '@type': 'VideoObject',
      name: 'V',
      commentCount: 3,
      interactionStatistic: [
        { interactionType: 'https://schema.org/LikeAction', userInteractionCount: '12' },
        { interactionType: { '@type': 'WatchAction' }, userInteractionCount: 900 },
      ],
    }),
    { view_count: I, likes: I, replyCount: I, shares: I },
    { view_count: 900, likes: 12, replyCount: 3, shares: null },
  ],
  'the vocabularies of journals and libraries before the title of the page': [
    '<title>On kelp | J</title><meta name=citation_title content="On kelp: a study"><meta name=citation_author content="Roe, A"><meta name=citation_author content="Bee, C"><meta name=citation_firstpage content=12><meta name=citation_keywords content="kelp; sea"><meta name=DC.date content=2019><meta name=citation_pdf_url content=/k.pdf><meta name=prism.publicationName content="J Kelp"><p>x',
    { title: S, authors: words, first_page: S, keywords: words, year: I, pdf: A, journal: S },
    {
      title: 'On kelp: a study',
      authors: ['Roe, A', 'Bee, C'],
      first_page: '12',
      keywords: ['kelp', 'sea'],
      year: 2019,
      pdf: 'https://example.org/k.pdf',
      journal: 'J Kelp',
    },
  ],
  'the feed that a page links, and no address of the page for another': [
    '<link rel=alternate type=application/rss+xml href=/f.xml><meta property=og:url content=https://example.org/a/b><meta property=og:title content=P><p>x',
    { feedUrl: A, url: A, bookingUrl: A, website: A },
    { feedUrl: 'https://example.org/f.xml', url: 'https://example.org/a/b', bookingUrl: null, website: null },
  ],
  'seconds and milliseconds since 1970, days with a time, and text that is no day': [
    state({ post: { title: 'P', createdAt: 1_767_225_600, updatedAt: 1_767_225_600_000, opened: 'soon' } }) +
      dl('Closing date|6 April 2026 at 11:59pm'),
    { title: S, createdAt: T, updatedAt: D, closing_date: D, opened: D },
    {
      title: 'P',
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01',
      closing_date: '2026-04-06',
      opened: null,
    },
  ],
  'words for yes and no, sold out as the contrary of in stock, one word of a long one': [
    ld({
      '@type': 'Event',
      name: 'E',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      offers: { availability: 'https://schema.org/SoldOut' },
      isAccessibleForFree: 'nein',
    }),
    { soldOut: B, inStock: B, isFree: B, attendanceMode: { type: 'string', enum: ['online', 'offline'] } },
    { soldOut: true, inStock: false, isFree: false, attendanceMode: 'online' },
  ],
  'labels of other languages, with a unit, abbreviated, longer, and in letters of ASCII': [
    `<html lang=da><p>x</p>${table('Pl.|Hold|Anslået værdi (DKK)|Pkt.|Hjem', '1|<a href=/h/1><img src=/1.png>AB</a>|1.250|40|x', '2|CD|900|38|y')}`,
    { hold: list({ platz: I, team: S, anslaaet_vaerdi: N, punkte: I, team_url: A, logo: A, coach: S }) },
    {
      hold: [
        {
          platz: 1,
          team: 'AB',
          anslaaet_vaerdi: 1250,
          punkte: 40,
          team_url: 'https://example.org/h/1',
          logo: 'https://example.org/1.png',
          coach: null,
        },
        { platz: 2, team: 'CD', anslaaet_vaerdi: 900, punkte: 38, team_url: null, logo: null, coach: null },
      ],
    },
  ],
  'a longer label is another thing where the name says little': [
    `<p>x</p>${dl('Date of birth|1970-01-02', 'Name of the ship|Mary', 'Directeur de thèse|A. B.', 'Uitgever|Kust')}`,
    { date: D, name: S, directeur: S, publisher: S },
    { date: null, name: null, directeur: 'A. B.', publisher: 'Kust' },
  ],
  'names and values under a head that says so': [
    '<p>x</p><table><thead><tr><th>Field<th>Value</tr></thead><tr><th>Keeper<td>Ann</tr><tr><th>Depth<td>4 m</tr></table>',
    { keeper: S, depth: S },
    { keeper: 'Ann', depth: '4 m' },
  ],
  'the foot and a last row of totals are no things': [
    `<p>x</p>${table('Item|Sum', 'a|1', 'b|2', 'Total|3')}<table><thead><tr><th>Part<th>Mass</tr></thead><tr><td>c<td>4</tr><tfoot><tr><td>all<td>4</tr></tfoot></table>`,
    { items: list({ item: S, sum: N }), parts: list({ part: S, mass: N }) },
    {
      items: [
        { item: 'a', sum: 1 },
        { item: 'b', sum: 2 },
      ],
      parts: [{ part: 'c', mass: 4 }],
    },
  ],
  'things in the columns of a table': [
    '<p>x</p><table><tr><th></th><th>Solo</th><th>Team</th></tr><tr><th>Price per month</th><td>$9</td><td>$29</td></tr><tr><th>Seats</th><td>1</td><td>5</td></tr></table>',
    { plans: list({ name: S, price_per_month: N, seats: I }) },
    {
      plans: [
        { name: 'Solo', price_per_month: 9, seats: 1 },
        { name: 'Team', price_per_month: 29, seats: 5 },
      ],
    },
  ],
  'a table whose heads are not marked': [
    '<p>x</p><table><tr><td>Line<td>Departure</tr><tr><td>7<td>09:10</tr></table>',
    { trips: list({ line: S, departure_time: S }) },
    { trips: [{ line: '7', departure_time: '09:10' }] },
  ],
  'lists in lists, a lone item as an object, and the steps in a section': [
    ld({
      '@type': 'Restaurant',
      name: 'R',
      hasMenu: {
        hasMenuSection: [
          { name: 'Cold', hasMenuItem: { name: 'Soup', offers: { price: '4' } } },
          { name: 'Hot', hasMenuItem: [{ name: 'Stew', offers: { price: '9' } }] },
        ],
      },
      recipeInstructions: [
        { '@type': 'HowToSection', name: 'S', itemListElement: [{ text: 'Cut.' }, { text: 'Cook.' }] },
      ],
    }),
    { sections: list({ name: S, items: list({ name: S, price: N }) }), steps: words },
    {
      sections: [
        { name: 'Cold', items: [{ name: 'Soup', price: 4 }] },
        { name: 'Hot', items: [{ name: 'Stew', price: 9 }] },
      ],
      steps: ['Cut.', 'Cook.'],
    },
  ],
  'opening hours by day': [
    ld({
      '@type': 'Store',
      name: 'S',
      openingHoursSpecification: [
        { dayOfWeek: ['Monday', 'https://schema.org/Friday'], opens: '09:00' },
        { dayOfWeek: 'Sunday', opens: '11:00' },
      ],
    }),
    { hours: list({ day: { type: 'string', enum: ['Monday', 'Friday', 'Sunday'] }, opens: S }) },
    {
      hours: [
        { day: 'Monday', opens: '09:00' },
        { day: 'Friday', opens: '09:00' },
        { day: 'Sunday', opens: '11:00' },
      ],
    },
  ],
  'JSON in attributes and in texts of JSON, and how many things a list is of': [
    `<p>x</p><div data-shop='{"page":"{\\"total\\":57,\\"goods\\":[{\\"title\\":\\"A\\",\\"slug\\":\\"/a\\",\\"price\\":{\\"current\\":{\\"value\\":5}}},{\\"title\\":\\"B\\",\\"slug\\":\\"b\\",\\"price\\":7}]}"}'></div>`,
    { total: I, goods: list({ title: S, url: A, price: N }) },
    {
      total: 57,
      goods: [
        { title: 'A', url: 'https://example.org/a', price: 5 },
        { title: 'B', url: null, price: 7 },
      ],
    },
  ],
  'the page of an author is no name, a licence no address, a count no rating': [
    '<meta property=article:author content=https://social.example/x><meta property=og:title content=T><meta name=author content=Ann>' +
      state({ book: { title: 'T', rating: { count: 7, average: 4 }, license: 'GPL-3.0' } }),
    { title: S, author: S, rating: N, license: A },
    { title: 'T', author: 'Ann', rating: 4, license: null },
  ],
  'fields asked for in the language of the page': [
    ld({ '@type': 'Product', name: 'Stol', description: 'x&eacute;y', offers: { price: '99' }, brand: 'B' }),
    { Bezeichnung: S, beschreibung: S, precio: N, marke: S, größe: S },
    { Bezeichnung: 'Stol', beschreibung: 'xéy', precio: 99, marke: 'B', größe: null },
  ],
  'an offer that sums up others is these offers': [
    ld({
      '@type': 'Product',
      name: 'P',
      offers: { '@type': 'AggregateOffer', lowPrice: '5', offers: [{ price: '5' }, { price: '9' }] },
    }),
    { min_price: N, offers: list({ price: N }) },
    { min_price: 5, offers: [{ price: 5 }, { price: 9 }] },
  ],
  'a thing has no values of another': [
    ld({
      '@type': 'Article',
      headline: 'H',
      comment: [{ '@type': 'Comment', name: 'C', author: 'Zed', text: 't', upvoteCount: 5 }],
      acceptedAnswer: { text: 'a', downvoteCount: 2 },
    }),
    {
      headline: S,
      author: S,
      upvotes: I,
      downvoteCount: I,
      comments: list({ subject: S, author: S, likes: I }),
    },
    {
      headline: 'H',
      author: null,
      upvotes: null,
      downvoteCount: null,
      comments: [{ subject: 'C', author: 'Zed', likes: 5 }],
    },
  ],
}
for (const [name, [html, properties, value]] of Object.entries(CASES))
  test(`fields: ${name}`, async () => assert.deepEqual((await fill(html, properties)).value, value))

test('a value that was found by a wider rule is less sure than one under its own name', async () => {
  const { provenance } = await fill(ld({ '@type': 'Movie', name: 'M', duration: 'PT50M' }), {
    name: S,
    runtime_minutes: I,
    movieName: S,
  })
  const sure = (at: string): number => provenance[at]?.confidence ?? assert.fail(at)
  assert.equal(sure('/name'), 0.95)
  assert.ok(sure('/movieName') < sure('/name'))
  assert.ok(sure('/runtime_minutes') < sure('/movieName'))
})
