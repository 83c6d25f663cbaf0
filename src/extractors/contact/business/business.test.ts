import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readContacts } from '#extractors/contact/evidence/read-contacts.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'

const of = (html: string, url = 'https://www.tischlerei.de/') =>
  readContacts(parseHtml(html), { url, siteDomain: null, country: null })
const idsIn = (text: string): string[] =>
  of(`<p>${text}</p>`).companyIds.map(({ value }) => `${value.kind} ${value.value}`)

test('numbers of companies by country, and none with a wrong check digit', () => {
  for (const [text, id, wrong] of [
    ['USt-IdNr. DE 136 695 976', 'vat DE136695976', 'USt-IdNr. DE 136 695 977'],
    ['ATU13585627', 'vat ATU13585627', 'ATU13585628'],
    ['BTW NL004495445B01', 'vat NL004495445B01', 'BTW NL004495446B01'],
    ['BTW NL002455799B11', 'vat NL002455799B11', 'BTW NL002455799B12'],
    ['TVA FR 40 303 265 045', 'vat FR40303265045', 'TVA FR 41 303 265 045'],
    ['TVA BE 0428.759.497', 'vat BE0428759497', 'TVA BE 0428.759.498'],
    ['CIF ESB64717838', 'vat ESB64717838', 'CIF ESB64717839'],
    ['VAT GB980780684', 'vat GB980780684', 'VAT GB980780685'],
    ['CHE-100.155.212 MWST', 'vat CHE100155212', 'CHE-100.155.213'],
    ['NIP: 856-734-62-15', 'vat PL8567346215', 'NIP: 856-734-62-16'],
    ['P. IVA 07643520567', 'vat IT07643520567', 'P. IVA 07643520568'],
    ['SIREN 732 829 320', 'register 732829320', 'SIREN 732 829 321'],
    ['ABN 83 914 571 673', 'tax 83914571673', 'ABN 83 914 571 674'],
    ['ACN 004 085 616', 'register 004085616', 'ACN 004 085 617'],
    ['Org.nr: 556188-8404', 'register 5561888404', 'Org.nr: 556188-8405'],
    ['Y-tunnus 2077474-0', 'register 20774740', 'Y-tunnus 2077474-1'],
    ['CVR 13 58 56 28', 'register 13585628', 'CVR 13 58 56 27'],
    ['IČO: 25596641', 'register 25596641', 'IČO: 25596642'],
    ['CNPJ 16.727.230/0001-97', 'tax 16727230000197', 'CNPJ 16.727.230/0001-98'],
    ['GSTIN 27AAPFU0939F1ZV', 'tax 27AAPFU0939F1ZV', 'GSTIN 27AAPFU0939F1ZA'],
  ] as const) {
    assert.ok(idsIn(text).includes(id), `${text}: ${idsIn(text).join()}`)
    assert.ok(
      !idsIn(wrong).some((each) => each.startsWith(id.slice(0, -2))),
      `${wrong}: ${idsIn(wrong).join()}`,
    )
  }
  for (const [text, id] of [
    ['Amtsgericht Berlin HRB Nr. 86891 B', 'register HRB 86891 B'],
    ['KvK 12345678', 'register 12345678'],
    ['Registered in England and Wales No. 01234567', 'register 01234567'],
    ['CIN: U72200KA2009PTC049889', 'register U72200KA2009PTC049889'],
    ['KRS 0000123456', 'register 0000123456'],
  ] as const)
    assert.ok(idsIn(text).includes(id), `${text}: ${idsIn(text).join()}`)
  assert.deepEqual(idsIn('Order 12345678, SIC IT7110205, call 004 085 616'), [])
})

test('postal addresses by the form of their country, only with a street, a code and a city', () => {
  const addressesIn = (html: string, url?: string) =>
    of(html, url).addresses.map(({ value: { street, postalCode, city, country } }) =>
      [street, postalCode, city, country].join(' | '),
    )
  for (const [html, address, url] of [
    ['<p>Lindenstraße 12 a<br>10969 Berlin</p>', 'Lindenstraße 12 a | 10969 | Berlin | DE'],
    ['<p>Muster GmbH · Hofgasse 5, A-8011 Graz, Tel: 0316</p>', 'Hofgasse 5 | 8011 | Graz | AT'],
    ['<p>12, rue de la Paix, 75002 Paris</p>', '12 rue de la Paix | 75002 | Paris | FR', 'https://x.fr/'],
    ['<p>Via Roma, 5 - 20121 Milano</p>', 'Via Roma 5 | 20121 | Milano | IT', 'https://x.it/'],
    ['<p>Keizersgracht 12, 1015 CJ Amsterdam</p>', 'Keizersgracht 12 | 1015 CJ | Amsterdam | NL'],
    ['<p>ul. Piękna 12, 00-549 Warszawa</p>', 'ul. Piękna 12 | 00-549 | Warszawa | PL'],
    [
      '<p>108 Morris St, Suite 2, Durham, NC 27701</p>',
      '108 Morris St | 27701 | Durham | US',
      'https://x.com/',
    ],
    [
      '<p>10 Downing Street, London SW1A 2AA</p>',
      '10 Downing Street | SW1A 2AA | London | GB',
      'https://x.co.uk/',
    ],
    [
      '<p>Västmannagatan 43, 113 25 Stockholm</p>',
      'Västmannagatan 43 | 113 25 | Stockholm | SE',
      'https://x.se/',
    ],
  ] as const)
    assert.deepEqual(addressesIn(html, url), [address], html)
  for (const html of [
    '<p>In 10969 Berlin lebt es sich gut.</p>',
    '<p>am 12. Mai 2021, 20000 Besucher</p>',
    '<p>Kapitel 12<br>10969 wörter</p>',
    '<p>Lindenstraße 12</p>',
  ])
    assert.deepEqual(addressesIn(html), [], html)
  const microdata =
    of(`<div itemscope itemtype="https://schema.org/LocalBusiness"><p itemprop="address" itemscope
    itemtype="https://schema.org/PostalAddress"><span itemprop="streetAddress">Gasse 1</span> <span itemprop="postalCode">1010</span>
    <span itemprop="addressLocality">Wien</span></p><time itemprop="openingHours" datetime="Mo-Fr 09:00-18:00"></time></div>`)
  assert.deepEqual(
    microdata.addresses.map(({ value, evidence }) => [value.text, evidence[0]?.kind]),
    [['Gasse 1, 1010 Wien', 'microdata']],
  )
  assert.equal(microdata.hours[0]?.value.closes, '18:00')
})

test('opening hours in words, below a heading that says so', () => {
  const hoursIn = (html: string) =>
    of(html).hours.map(({ value: { days, opens, closes } }) => `${days.join()} ${opens}-${closes}`)
  assert.deepEqual(
    hoursIn(
      '<h3>Öffnungszeiten</h3><p>Montag bis Donnerstag: 9 – 12 Uhr und 13.30 – 18 Uhr<br>Fr.: 9.00-13.00 Uhr<br>Sonntag geschlossen</p>',
    ),
    ['Mo,Tu,We,Th 09:00-12:00', 'Mo,Tu,We,Th 13:30-18:00', 'Fr 09:00-13:00'],
  )
  assert.deepEqual(
    hoursIn('<h3>Opening hours</h3><p>Mon - Fri 9 am - 5:30 pm</p><p>Saturday: 10am to 2pm</p>'),
    ['Mo,Tu,We,Th,Fr 09:00-17:30', 'Sa 10:00-14:00'],
  )
  assert.deepEqual(hoursIn('<h3>Horaires</h3><table><tr><td>Lundi</td><td>8h30 - 18h</td></tr></table>'), [
    'Mo 08:30-18:00',
  ])
  assert.deepEqual(hoursIn('<p>Sa., 22.01.2022, 9:00 – 17:00</p><p>Monday 9:00 - 12:00</p>'), [])
})

test('people with their office in an imprint, and on a team page', () => {
  const peopleIn = (html: string) =>
    of(html).people.map(({ value: { name, role, email } }) => [name, role, email].join(' | '))
  assert.deepEqual(
    peopleIn('<p>Geschäftsführer: Dr. Anna Berg, Jan-Peter von der Heide und Muster Holding GmbH</p>'),
    ['Dr. Anna Berg | Geschäftsführer | ', 'Jan-Peter von der Heide | Geschäftsführer | '],
  )
  assert.deepEqual(
    peopleIn('<p>Directeur de la publication : Jeanne Martin</p><p>Legale rappresentante: Carlo Rossi</p>'),
    ['Jeanne Martin | Directeur de la publication | ', 'Carlo Rossi | Legale rappresentante | '],
  )
  const card = (name: string, role: string, mail: string) =>
    `<div><h3>${name}</h3><p>${role}</p><p>${mail}</p></div>`
  assert.deepEqual(
    peopleIn(
      card('Anna Berg', 'Head of Sales', 'anna@firma-b.de') + card('Jan Maier', 'Geschäftsführer', ''),
    ),
    ['Anna Berg | Head of Sales | anna@firma-b.de', 'Jan Maier | Geschäftsführer | '],
  )
  // One such pair is a headline as often as a person; a word alone is an item of a menu.
  assert.deepEqual(peopleIn(card('Anna Berg', 'Manager of the year', '')), [])
  assert.deepEqual(peopleIn('<ul><li>Vorstand</li><li>Oberster Rat</li></ul>'), [])
})

test('forms that take a message, and no others', () => {
  const formsIn = (html: string) => of(html).forms.map(({ value }) => value.url)
  assert.deepEqual(formsIn('<form action="/kontakt-senden"><textarea></textarea></form>'), [
    'https://www.tischlerei.de/kontakt-senden',
  ])
  assert.deepEqual(formsIn('<form action="#wpcf7-f1"><input type="email"><textarea></textarea></form>'), [
    'https://www.tischlerei.de/',
  ])
  assert.deepEqual(formsIn('<iframe src="https://docs.google.com/forms/d/e/x/viewform"></iframe>'), [
    'https://docs.google.com/forms/d/e/x/viewform',
  ])
  for (const html of [
    '<form id="commentform"><input type="email"><textarea></textarea></form>',
    '<form action="/x"><input name="q"><textarea></textarea></form>',
    '<form action="/x"><input type="email"><input type="password"><textarea></textarea></form>',
    '<form action="/newsletter"><input type="email"></form>',
    '<textarea></textarea>',
  ])
    assert.deepEqual(formsIn(html), [], html)
})

test('people with roles: cards, tables, lists of offices, names and roles in a line', () => {
  const table = (head: string, row: string) => `<table><tr>${head}</tr><tr>${row}</tr></table>`
  for (const [html = '', person = ''] of [
    [
      '<h3>Dra. Isabel Tavares Cunha</h3><p>Diretora clínica (OMD 4417)</p>',
      'Dra. Isabel Tavares Cunha | Diretora clínica',
    ],
    [
      '<h3>Jean DUPONT</h3><p>Masseur-kinésithérapeute — RPPS 10005123456</p>',
      'Jean DUPONT | Masseur-kinésithérapeute',
    ],
    ['<p>Karin Vogel, Sales Director (DE, EN) – ext. 204</p>', 'Karin Vogel | Sales Director'],
    ['<p>shop@firma-b.de (Ciro Santoro, titolare)</p>', 'Ciro Santoro | titolare'],
    ['<li>Alcalde: D. Eusebio Cristóbal Sanz (PSOE)</li>', 'Eusebio Cristóbal Sanz | Alcalde'],
    ['<li>2e adjoint : Karim Benali (voirie)</li>', 'Karim Benali | 2e adjoint'],
    ['<h4>Γεώργιος Τσιρώνης</h4><p>Διευθυντής</p>', 'Γεώργιος Τσιρώνης | Διευθυντής'],
    ['<p>代表取締役 山田 太郎</p>', '山田 太郎 | 代表取締役'],
    ['<h4>Tim Hofmeister</h4><p>Dachdeckermeister</p>', 'Tim Hofmeister | Dachdeckermeister'],
    [
      table('<th>Ufficio</th><th>Responsabile</th>', '<td>Tributi</td><td>Rag. Toldo Enrico</td>'),
      'Toldo Enrico | Responsabile, Tributi',
    ],
    [table('<th>Name</th><th>Funktion</th>', '<td>Eva Kurz</td><td>Kasse</td>'), 'Eva Kurz | Kasse'],
    ['<p>We repair boats. Managing director: Ann Berg.</p>', 'Ann Berg | Managing director'],
    ['<p>Call us today! Manager: Ann Berg</p>', 'Ann Berg | Manager'],
    ['<p>Hill Boats Ltd. Owner: Tom Hill</p>', 'Tom Hill | Owner'],
    ['<p>Opened in 1904. Owner: Tom Hill</p>', 'Tom Hill | Owner'],
    ['<p>VAT GB 980 7806 84. Owner: Ann Berg</p>', 'Ann Berg | Owner'],
    ['<p>Kaufm. Geschäftsführer: Jan Maier</p>', 'Jan Maier | Kaufm. Geschäftsführer'],
  ])
    assert.deepEqual(
      of(html).people.map(({ value: { name, role } }) => `${name} | ${role}`),
      [person],
      html,
    )
  for (const html of [
    '<p>“Great work” — Jane Smith, CEO at Acme Ltd</p>',
    '<p>Jane Smith, CEO at Acme Ltd, likes it.</p>',
    '<h3>Sales Manager</h3><p>Head of Sales</p>',
    '<h3>Studio Berg</h3><p>Director</p>',
    '<h3>Marina Alta</h3><p>Osteopathie</p>',
    '<div class="testimonials"><h4>Roberta Maier</h4><p>Director</p></div>',
    table('<th>Name</th><th>Preis</th>', '<td>Eva Kurz</td><td>5</td>'),
    `<p>${'Anna Berg, '.repeat(300)}</p>`,
  ])
    assert.deepEqual(of(html).people, [], html.slice(0, 80))
})
