import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CountryCode } from 'libphonenumber-js/max'
import { contactPage } from '#extractors/contact/page/contact-page.ts'
import { countriesOf } from '#extractors/contact/page/page-country.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { readPhones } from './read-phones.ts'

const phonesIn = (html: string, countries: readonly CountryCode[] = ['DE']): string[] =>
  readPhones(contactPage(parseHtml(html), null), countries).phones.map(
    ({ value: { e164, isFax } }) => e164 + (isFax ? ' fax' : ''),
  )

test('lists after one label, second endings, and numbers without a blank before the next word', () => {
  assert.deepEqual(phonesIn('<p>Tel. 030 901820; 030 901821 oder 030 901822</p>'), [
    '+4930901820',
    '+4930901821',
    '+4930901822',
  ])
  assert.deepEqual(phonesIn('<p>+54 9 11 4556-9147/48</p>', []), ['+5491145569147', '+5491145569148'])
  assert.deepEqual(phonesIn('<p>Service:+49 6123 9238-253Allgemein:+49 511 9910-000</p>'), [
    '+4961239238253',
    '+495119910000',
  ])
  assert.deepEqual(phonesIn('<p>Tel.:030 901820</p>'), ['+4930901820'])
})

test('icons are labels, and links say what they dial', () => {
  assert.deepEqual(
    phonesIn('<p><i class="fa fa-phone"></i> 030 901820<br><i class="fa fa-fax"></i> 030 901821</p>'),
    ['+4930901820', '+4930901821 fax'],
  )
  assert.deepEqual(phonesIn('<a href="callto:030901820">x</a><a href="fax:+4930901821">x</a>'), [
    '+4930901820',
    '+4930901821 fax',
  ])
  // The country code without its sign, as some links have it.
  assert.deepEqual(phonesIn('<a href="tel:442079460018">x</a>', []), ['+442079460018'])
})

test('North American numbers are known by their form', () => {
  assert.deepEqual(phonesIn('<p>(347) 247-3198</p><p>1-415-429-6753</p><p>212-444-6615</p>', []), [
    '+13472473198',
    '+14154296753',
    '+12124446615',
  ])
  assert.deepEqual(phonesIn('<p>2021-444-6615</p><p>123-456-7890</p><p>Order no. 212-444-6615</p>', []), [])
})

test('the country of a page by its mail, its other numbers and its language', () => {
  const countries = (html: string, url: string | null = null) =>
    countriesOf(contactPage(parseHtml(html), url), null)
  assert.deepEqual(countries('<html lang="es"><a href="mailto:a@uhora.com.py">x</a>'), ['PY', 'ES'])
  assert.deepEqual(countries('<p>+592-225-8482</p>'), ['GY'])
  assert.deepEqual(countries('<link rel="canonical" href="https://www.critica.com.pa/x">'), ['PA'])
  assert.deepEqual(countries('<html lang="de-AT">', 'https://firma.ch/'), ['CH', 'AT', 'DE'])
})
