import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { addressesIn, emailAddress } from '#extractors/contact/emails/email-address.ts'
import { confidenceOf } from '#extractors/contact/page/evidence.ts'
import { readContacts } from './read-contacts.ts'
import { whatsappNumber } from '#extractors/contact/socials/messengers.ts'
import { socialProfile } from '#extractors/contact/socials/read-socials.ts'

const of = (html: string, url = 'https://www.tischlerei.example.de/kontakt') =>
  readContacts(parseHtml(html), { url, siteDomain: 'example.de', country: null })
const phonesIn = (text: string) => of(`<html lang="de"><p>${text}</p>`).phones.map(({ value }) => value.e164)

/** An address as Cloudflare hides it. */
const hidden = (text: string, key = 0x5a): string =>
  Buffer.from([key, ...Buffer.from(text).map((byte) => byte ^ key)]).toString('hex')

test('addresses of mailboxes: linked, hidden, spelled out, said to programs', () => {
  const { emails } = of(`<a href="mailto:Info@tischlerei.de?subject=Hi">write</a> info@tischlerei.de
    <a href="/cdn-cgi/l/email-protection#${hidden('a@firma-b.de?subject=x')}">x</a> <i data-cfemail="${hidden('c@firma-b.de')}"></i>
    <p>vertrieb (at) firma-b [dot] de, meet us at home.de</p><span itemprop="email">d@firma-b.de</span>
    <script type="application/ld+json">{"@type":"LocalBusiness","email":"mailto:e@firma-b.de"}</script>`)
  assert.deepEqual(
    emails.map(({ value, evidence }) => [value.value, [...new Set(evidence.map(({ kind }) => kind))].join()]),
    [
      ['info@tischlerei.de', 'mailto,text'],
      ['a@firma-b.de', 'cfemail'],
      ['c@firma-b.de', 'cfemail'],
      ['d@firma-b.de', 'microdata,text'],
      ['e@firma-b.de', 'jsonld'],
      ['vertrieb@firma-b.de', 'obfuscated'],
    ],
  )
  assert.deepEqual(
    emails.map(({ evidence }) => confidenceOf(new Set(evidence.map(({ kind }) => kind)))),
    [0.9, 0.8, 0.8, 0.9, 0.9, 0.5],
  )
  assert.deepEqual(
    [emails[0]?.value.type, emails[0]?.value.ownDomain, emails[0]?.value.free],
    ['role', false, false],
  )
})

test('texts that are no address, or stand for one', () => {
  for (const text of [
    'logo@2x.png',
    'name@example.org',
    'a@b',
    'your.name@firma.com',
    '0123456789abcdef0123456789abcdef@sentry.io',
    '?subject=x@y',
    'x..y@firma-b.de',
    'max.mustermann@firma-b.de',
  ])
    assert.equal(emailAddress(text), null, text)
  assert.deepEqual(
    addressesIn('(a@x-y.de), b@z.org. @handle').map(({ text }) => text),
    ['a@x-y.de', 'b@z.org'],
  )
  assert.equal(addressesIn('@'.repeat(50_000)).length, 0)
})

test('six numbers of a page, and fifteen things that are none', () => {
  const real = [
    'Tel. 030 901820',
    'Telefon: +49 (0)221 221-0',
    '(0221) 221-12',
    'Mobil 0171/2345678',
    'Rufen Sie uns an: 089 / 233 00',
    '+49 40 428280',
  ]
  assert.deepEqual(real.flatMap(phonesIn), [
    '+4930901820',
    '+492212210',
    '+4922122112',
    '+491712345678',
    '+498923300',
    '+4940428280',
  ])
  for (const noise of [
    'Bestellnummer 030 4711 8812',
    'ISBN 978-3-16-148410-0',
    'IBAN DE89 3704 0044 0532 0130 00',
    '52.520008, 13.404954',
    '01.02.2026 12:30',
    '2026-11-22',
    'SKU 0815-4711-22',
    '192.168.178.21',
    'USt-IdNr. DE136695976',
    'Version 1.12.104',
    'EAN 4006381333931',
    'HRB 86891',
    'Preis 1.234,56 €',
    'Öffnungszeiten 08:00-18:00',
    'Kundennummer 0049301234567',
  ])
    assert.deepEqual(phonesIn(noise), [], noise)
})

test('numbers with their country, their kind and what speaks for them', () => {
  const { phones } = of(
    `<html lang="de-AT"><a href="tel:+4315120">01 / 51 20</a><p>Fax: +43 1 5120-9</p>
    <a href="https://wa.me/436601234567">WhatsApp</a><p>Mobil: 0660 1234567</p>`,
    'https://x.example.at/',
  )
  assert.deepEqual(
    phones.map(({ value, evidence }) => [
      value.e164,
      value.country,
      value.isFax,
      value.whatsapp,
      evidence[0]?.kind,
    ]),
    [
      ['+4315120', 'AT', false, false, 'tel'],
      ['+436601234567', 'AT', false, true, 'link'],
      ['+43151209', 'AT', true, false, 'label'],
    ],
  )
  assert.equal(whatsappNumber('https://api.whatsapp.com/send?text=hi'), null)
})

test('profiles in one spelling, without links that share', () => {
  for (const [href, url] of [
    ['https://de-de.facebook.com/Tischlerei.Wien/?ref=x', 'https://www.facebook.com/Tischlerei.Wien'],
    [
      'https://www.facebook.com/profile.php?id=100012345',
      'https://www.facebook.com/profile.php?id=100012345',
    ],
    ['//twitter.com/#!/tischlerei', 'https://x.com/tischlerei'],
    ['https://www.instagram.com/tischlerei/?hl=de', 'https://www.instagram.com/tischlerei'],
    ['https://at.linkedin.com/company/tischlerei/about/', 'https://www.linkedin.com/company/tischlerei'],
    ['https://youtube.com/@tischlerei', 'https://www.youtube.com/@tischlerei'],
    ['https://www.tiktok.com/@tischlerei', 'https://www.tiktok.com/@tischlerei'],
    ['https://bsky.app/profile/tischlerei.example.de', 'https://bsky.app/profile/tischlerei.example.de'],
  ] as const)
    assert.equal(socialProfile(href, 'https://example.de/')?.url, url, href)
  for (const href of [
    'https://www.facebook.com/sharer/sharer.php?u=x',
    'https://twitter.com/intent/tweet?text=x',
    'https://twitter.com/share',
    'https://www.linkedin.com/shareArticle?url=x',
    'https://pinterest.com/pin/create/button/',
    'https://www.youtube.com/watch?v=x',
    'https://www.instagram.com/p/abc/',
    'https://facebook.com/',
    'https://evil.example/facebook.com/x',
    'javascript:x',
  ])
    assert.equal(socialProfile(href, 'https://example.de/'), null, href)
})

test('numbers of companies by their check digits; addresses, hours, people and forms', () => {
  const page =
    of(`<p>USt-IdNr.: DE 136 695 976 HRB 86891</p><p>UID: ATU13585627</p><p>DE 136 695 977</p><p>P.IVA IT07643520567</p>
    <form id="kontakt"><textarea name="m"></textarea></form><form class="comment-form"><textarea></textarea></form>
    <script type="application/ld+json">{"@type":"LocalBusiness","address":{"@type":"PostalAddress","streetAddress":"Gasse 1","postalCode":"1010","addressLocality":"Wien","addressCountry":{"@type":"Country","name":"AT"}},
     "openingHours":["Mo-Fr 09:00-18:00"],"employee":{"@type":"Person","name":"Eva Muster","jobTitle":"Meisterin"}}</script>`)
  assert.deepEqual(
    page.companyIds.map(({ value }) => value.value),
    ['DE136695976', 'HRB 86891', 'ATU13585627', 'IT07643520567'],
  )
  assert.deepEqual(page.addresses[0]?.value, {
    text: 'Gasse 1, 1010 Wien, AT',
    street: 'Gasse 1',
    postalCode: '1010',
    city: 'Wien',
    country: 'AT',
  })
  assert.deepEqual(
    page.hours.map(({ value }) => value),
    [{ days: ['Mo', 'Tu', 'We', 'Th', 'Fr'], opens: '09:00', closes: '18:00' }],
  )
  assert.deepEqual(
    page.people.map(({ value }) => value),
    [{ name: 'Eva Muster', role: 'Meisterin', email: null, phone: null }],
  )
  assert.deepEqual(
    page.forms.map(({ value }) => value),
    [{ url: 'https://www.tischlerei.example.de/kontakt' }],
  )
})

test('numbers, addresses and mails as each country writes them', () => {
  const found = (html: string, country: string, siteDomain = 'firma-b.com') => {
    const page = readContacts(parseHtml(html), { url: `https://${siteDomain}/`, siteDomain, country })
    return [
      ...page.phones.map(
        ({ value: { e164, extension, isFax } }) =>
          `${e164}${extension === null ? '' : `;ext=${extension}`}${isFax ? ' fax' : ''}`,
      ),
      ...page.emails.map(({ value }) => value.value),
      ...page.addresses.map(({ value }) => `${value.street}, ${value.postalCode} ${value.city}`),
      ...page.companyIds.map(({ value }) => value.value),
    ]
  }
  for (const [html = '', country = '', ...expected] of [
    [
      '<table><tr><th>Oficina</th><th>Teléfono</th></tr><tr><td>Sede</td><td>921 53 80 14, ext. 2</td></tr><tr><td>Fax</td><td>921 53 82 33</td></tr></table>',
      'ES',
      '+34921538014;ext=2',
      '+34921538233 fax',
    ],
    ['<p>Τηλ. 27440 61302-3</p>', 'GR', '+302744061302', '+302744061303'],
    ['<p>Τηλ. 27440 61310, εσωτ. 15</p>', 'GR', '+302744061310;ext=15'],
    ['<p>Tel. e Fax 0577/718.043</p>', 'IT', '+390577718043'],
    ['<p>Fax <a href="tel:+33353017209">03 53 01 72 09</a></p>', 'FR', '+33353017209 fax'],
    ['<p>Appelez le 0 890 71 00 58</p>', 'FR', '+33890710058'],
    ['<p>3030-327 Coimbra</p><p>239 701 845 *</p>', 'PT', '+351239701845'],
    ['<p>GSM 0692 70 46 23</p>', 'FR', '+262692704623'],
    ['<p>(00351) 281 32 60 74</p>', 'DE', '+351281326074'],
    ['<a data-n="javea" data-d="firma-b" data-t="com">x</a>', 'ES', 'javea@firma-b.com'],
    ['<b data-user="info" data-dom="firma-b.com"></b>', 'IT', 'info@firma-b.com'],
    [
      '<joomla-hidden-mail first="aW5mbw==" last="ZmlybWEtYi5jb20=">x</joomla-hidden-mail>',
      'ES',
      'info@firma-b.com',
    ],
    ['<img alt="mara (chiocciola) firma-b (punto) com">', 'IT', 'mara@firma-b.com'],
    ['<p>Mél : moc.b-amrif@ofni</p>', 'FR', 'info@firma-b.com'],
    ['<p>info<i class="fa fa-at"></i>firma-b.com</p>', 'PT', 'info@firma-b.com'],
    ['<p>Plaza Mayor, s/n<br>40331 Fuente (Segovia)</p>', 'ES', 'Plaza Mayor s/n, 40331 Fuente'],
    [
      '<p>Calçada do Sacramento, 26 – r/c<br>1200-394 Lisboa</p>',
      'PT',
      'Calçada do Sacramento 26, 1200-394 Lisboa',
    ],
    ['<p>Έδρα: Λ. Τατοΐου 112, 144 52 Μεταμόρφωση</p>', 'GR', 'Λ. Τατοΐου 112, 144 52 Μεταμόρφωση'],
    ['<p>Βενιζέλου 1, Τ.Κ. 20300, Κόρινθος</p>', 'GR', 'Βενιζέλου 1, 20300 Κόρινθος'],
    ['<p>P.IVA 061 1284 0720</p>', 'IT', 'IT06112840720'],
    ['<p>Α.Φ.Μ.: 094418270</p>', 'GR', 'EL094418270'],
  ])
    assert.deepEqual(found(html, country), expected, html)
  for (const [html = '', country = ''] of [
    ['<table><tr><td>Paros</td><td>22860 91247</td></tr></table>', 'GR'],
    ['<p>239 701 845</p>', 'PT'],
    ['<b data-action="click" data-target="menu"></b>', 'ES'],
    ['<b data-role="true" data-host="other.org"></b>', 'ES'],
    ['<p>GSM 0692 70 46 23, 59280 Armentières</p>'.replace('0692 70 46 23', ''), 'FR'],
    ['<p>@ofni gro.mrif@ofni</p>', 'FR'],
  ])
    assert.deepEqual(found(html, country), [], html)
})
