import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readContacts } from '#extractors/contact/evidence/read-contacts.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'

const contactsOf = (html: string, country = 'DE'): string[] => {
  const page = readContacts(parseHtml(`<title>Bäckerei Berg</title><body>${html}`), {
    url: 'https://baeckerei-berg.de/',
    siteDomain: 'baeckerei-berg.de',
    country,
  })
  return [
    ...page.emails.map(({ value }) => value.value),
    ...page.phones.map(({ value }) => value.e164),
    ...page.addresses.map(({ value }) => value.street ?? ''),
    ...page.companyIds.map(({ value }) => value.value),
  ]
}

test('makers, hosts, authorities, useful numbers and visitors are not the business', () => {
  for (const [html = '', country] of [
    [
      '<footer><p>© Berg – Webdesign: Pixelwerk, Tel. 030 901821, <a href="mailto:a@pixelwerk.de">Mail</a></p></footer>',
    ],
    ['<h2>Hosting</h2><p>Hostwerk GmbH, Uferweg 3, 10115 Berlin<br>Tel. 030 901821<br>info@hostwerk.de</p>'],
    ['<p><b>Hosting</b><br>Hostwerk GmbH<br>Uferweg 3<br>10115 Berlin<br>Tel. 030 901821</p>'],
    ['<h2>Numeri utili</h2><ul><li>Guardia medica: 06 6982 1234</li></ul>', 'IT'],
    ['<h3>Otros teléfonos de interés</h3><p>Consultorio: tel. 921 53 80 77</p>', 'ES'],
    [
      '<p>Beschwerde bei der Aufsichtsbehörde, Uferweg 3, 10115 Berlin, Tel. 030 901821, post@behoerde-berlin.de</p>',
    ],
    ['<h2>Hébergement</h2><p>SIREN 424 761 419, Tél. 01 42 68 53 00</p>', 'FR'],
    ['<div class="testimonial"><p>Ich bin unter 030 901821 für Fragen da.</p></div>'],
    ['<p>Taxi Blitz: Tel. 030 901821</p>'],
    ['<p>Bestellnummer, z. B. 030 901821</p>'],
    ['<p>„Wir haben im Café Nord (Tel. 030 901821, info@cafe-nord.de) lange gewartet“</p>'],
  ])
    assert.deepEqual(contactsOf(html, country), [], html)
})

test('what stands beside them stays', () => {
  const phone = '+4930901820'
  for (const html of [
    '<footer><p>Tel. 030 901820 · Webdesign: Pixelwerk</p></footer>',
    '<footer><p>Webdesign: Pixelwerk | Tel. 030 901820</p></footer>',
    '<h2>Hosting</h2><p>Hostwerk GmbH</p><h2>Kontakt</h2><p>Tel. 030 901820</p>',
    '<div><h3>Hosting</h3><p>Hostwerk GmbH</p></div><div><p>Tel. 030 901820</p></div>',
    '<aside><h3>Händler</h3><p>Laden Nord</p></aside><footer><p>Tel. 030 901820</p></footer>',
    '<h2>Nützliche Adressen</h2><p>Rathaus</p><p>© Berg, Tel. 030 901820</p>',
    '<p><b>Hosting</b><br>Hostwerk GmbH</p><p>Tel. 030 901820</p>',
    '<p>Unsere Datenschutzbeauftragte: Tel. 030 901820</p>',
    '<p>Wir backen für Hotels und Taxifahrer. Tel. 030 901820</p>',
    '<p>Bei Fragen zum Hosting unserer Feste: Tel. 030 901820</p>',
    '<p>Notdienst: Tel. 030 901820</p>',
    '<p>Hotline der Polizeikantine, Bäckerei Berg. Tel. 030 901820</p>',
    '<div class="preview"><p>Tel. 030 901820</p></div>',
    '<body class="no-comments"><p>Tel. 030 901820</p>',
    '<p>„Brot“ und „Kuchen“: Tel. 030 901820</p>',
    '<h2>Design</h2><p>Torten nach Maß, Tel. 030 901820</p>',
    '<h2>Partnerschaft und Liebe</h2><p>Hochzeitstorten: Tel. 030 901820</p>',
    '<h2>Unsere Filialen</h2><p>Uferweg: Tel. 030 901820</p>',
    '<p>Gestaltung von Torten. Tel. 030 901820</p>',
    '<p>Beispielhaft frisch! Tel. 030 901820</p>',
  ])
    assert.deepEqual(contactsOf(html), [phone], html)
  assert.deepEqual(contactsOf('<p>Aufsichtsbehörde: fragen Sie <b>post@baeckerei-berg.de</b></p>'), [
    'post@baeckerei-berg.de',
  ])
})

test('a page of that trade keeps its own', () => {
  const page = readContacts(parseHtml('<title>Taxi Nord</title><body><p>Taxi Nord: Tel. 030 901820</p>'), {
    url: 'https://taxi-nord.de/',
    siteDomain: 'taxi-nord.de',
    country: 'DE',
  })
  assert.deepEqual(
    page.phones.map(({ value }) => value.e164),
    ['+4930901820'],
  )
})
