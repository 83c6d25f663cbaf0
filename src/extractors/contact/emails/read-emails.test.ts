import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactPage } from '#extractors/contact/page/contact-page.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { emailAddress } from './email-address.ts'
import { emailMarks } from './email-marks.ts'
import { readEmails } from './read-emails.ts'

const emailsIn = (html: string, siteDomain: string | null = null): string[] =>
  readEmails(contactPage(parseHtml(html), 'https://tischlerei.de/'), siteDomain).map(
    ({ value }) => value.value,
  )

/** As TYPO3 writes it: each character moved within its range. */
const shifted = (text: string): string =>
  Array.from(text, (char) => {
    const at = char.charCodeAt(0)
    const range = [
      [0x2b, 0x3a],
      [0x40, 0x5a],
      [0x61, 0x7a],
    ].find(([first = 0, last = 0]) => at >= first && at <= last)
    if (range === undefined) return char
    const [first = 0, last = 0] = range
    return String.fromCharCode(first + ((at - first + 2) % (last - first + 1)))
  }).join('')

test('codes that a script of the page undoes', () => {
  for (const html of [
    `<a href="javascript:linkTo_UnCryptMailto('${shifted('mailto:info@tischlerei.de')}');">x</a>`,
    `<a data-mailto-token="${shifted('mailto:info@tischlerei.de')}" data-mailto-vector="2">x</a>`,
    `<a data-mail="${Buffer.from('info@tischlerei.de').toString('base64')}">x</a>`,
    '<a data-email="ed.ierelhcsit@ofni">x</a>',
    '<a data-enc-email="vasb[at]gvfpuyrerv.qr">x</a>',
    `<p>${Buffer.from('info@tischlerei.de').toString('hex')}</p>`,
    '<a data-name="info" data-domain="tischlerei" data-tld="de">x</a>',
    '<span style="unicode-bidi:bidi-override; direction:rtl">ed.ierelhcsit@ofni</span>',
    '<bdo dir="rtl">ed.ierelhcsit@ofni</bdo>',
    `<script>document.write('<a href="mai' + 'lto:in' + 'fo@tisch' + 'lerei.de">x</a>')</script>`,
    `<script>var addy7 = 'inf&#111;' + '&#64;'; addy7 = addy7 + 'tischlerei' + '&#46;' + 'de';</script>`,
    `<script>document.write(String.fromCharCode(${Array.from('info@tischlerei.de', (c) => c.charCodeAt(0)).join()}))</script>`,
    `<script>document.write(unescape('%69%6e%66%6f%40%74%69%73%63%68%6c%65%72%65%69%2e%64%65'))</script>`,
    '<p>info [at] tischlerei [punkt] de</p>',
    '<p>info(arroba)tischlerei.de</p>',
    '<p>&#105;nfo&#64;tischlerei&#46;de</p>',
    '<p>E-Mail: info at tischlerei dot de</p>',
    '<a href="mailto:mailto:info@tischlerei.de">x</a>',
    '<p>info@tischlerei.deTelefon</p>',
  ])
    assert.deepEqual(emailsIn(html), ['info@tischlerei.de'], html)
})

test('words, programs and names beside an address give none', () => {
  for (const html of [
    '<p>meet me at home dot com</p>',
    '<p>open at tischlerei.com all day</p>',
    `<script>var reporter = 'mail' + 'er', to = 'crash@reports.io'</script>`,
    `<script>track('email', 'x@' + 'y', 'z')</script>`,
    '<code>curl -u me@firma.de</code>',
    '<a data-mail="bm90aGluZw==">x</a>',
    '<p>deadbeefdeadbeefdeadbeef</p>',
  ])
    assert.deepEqual(emailsIn(html), [], html)
  // Of the site itself it is one, also without a word before it.
  assert.deepEqual(emailsIn('<p>anna at tischlerei dot de</p>', 'tischlerei.de'), ['anna@tischlerei.de'])
  // A word that stands right before a linked address is no part of it.
  assert.deepEqual(emailsIn('<p>@anna_b<a href="mailto:anna@firma-b.de">anna@firma-b.de</a></p>'), [
    'anna@firma-b.de',
  ])
  assert.deepEqual(emailsIn('<a href="mailto:anna@firma-b.de"><i></i></a><p>TeamAnna@firma-b.de</p>'), [
    'anna@firma-b.de',
  ])
})

test('domains that do not exist, and what an address says of its mailbox', () => {
  for (const text of ['a@logo.bak', 'a@firma.notld', 'info@musterfirma.de', 'votre.nom@firma-b.fr'])
    assert.equal(emailAddress(text), null, text)
  const marks = (text: string) => {
    const address = emailAddress(text)
    assert.ok(address !== null, text)
    const { type, free, disposable } = emailMarks(address, 'tischlerei.de')
    return [type, free, disposable]
  }
  assert.deepEqual(marks('redaktion@tischlerei.de'), ['role', false, false])
  assert.deepEqual(marks('service.nord@tischlerei.de'), ['role', false, false])
  assert.deepEqual(marks('anna.berg@gmail.com'), ['personal', true, false])
  assert.deepEqual(marks('tischlerei@gmx.de'), ['generic', true, false])
  assert.deepEqual(marks('tischlerei@mailinator.com'), ['generic', false, true])
})

test('a word for e-mail before an address says more than the address alone', () => {
  for (const [html, kind] of [
    ['<p>E-mail: praxis@tischlerei.de</p>', 'label'],
    ['<p>Courriel : praxis@tischlerei.de</p>', 'label'],
    ['<p>Our mail praxis@tischlerei.de</p>', 'text'],
    ['<p>praxis@tischlerei.de</p>', 'text'],
  ] as const) {
    const found = readEmails(contactPage(parseHtml(html), 'https://tischlerei.de/'), 'tischlerei.de')
    assert.deepEqual(
      found.map(({ value, evidence }) => [value.value, evidence.map((each) => each.kind)]),
      [['praxis@tischlerei.de', [kind]]],
      html,
    )
  }
})
