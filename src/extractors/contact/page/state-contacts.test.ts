import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readContacts } from '#extractors/contact/evidence/read-contacts.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'

const contactsOf = (html: string) => {
  const page = readContacts(parseHtml(html), {
    url: 'https://firma-b.de/',
    siteDomain: 'firma-b.de',
    country: 'DE',
  })
  return {
    emails: page.emails.map(({ value }) => value.value),
    phones: page.phones.map(({ value }) => value.e164),
    streets: page.addresses.map(({ value }) => value.street),
    people: page.people.map(({ value }) => `${value.name}, ${value.role}`),
    socials: page.socials.map(({ value }) => value.url),
    ids: page.companyIds.map(({ value }) => value.value),
  }
}

const STATE = {
  company: {
    email: 'info@firma-b.de',
    phone: '030 901820',
    fax: '030 901821',
    vatId: 'DE136695976',
    social: { instagram: 'https://www.instagram.com/firmab' },
  },
  shops: [
    {
      street: 'Uferweg 3',
      zip: '10115',
      city: 'Berlin',
      manager: { name: 'Jan Maier', role: 'Filialleiter' },
    },
  ],
  user: { placeholder: { email: 'anna@firma-c.de', phone: '030 901833' } },
  products: [{ name: 'Anna Berg', title: 'Designer', phone: '030 901844' }],
}
const FOUND = {
  emails: ['info@firma-b.de'],
  phones: ['+4930901820', '+4930901821'],
  streets: ['Uferweg 3'],
  people: ['Jan Maier, Filialleiter'],
  socials: ['https://www.instagram.com/firmab'],
  ids: ['DE136695976'],
}

test('the state of a script and JSON in attributes, without examples, visitors and goods', () => {
  const text = JSON.stringify(STATE)
  for (const html of [
    `<script id="__NEXT_DATA__" type="application/json">${text}</script>`,
    `<script>window.__INITIAL_STATE__=${text}</script>`,
    `<div data-props="${text.replaceAll('"', '&quot;')}"></div>`,
  ])
    assert.deepEqual(contactsOf(html), FOUND, html.slice(0, 40))
})

test('the head of a page, and states that say nothing', () => {
  const head = `<meta property="business:contact_data:street_address" content="Uferweg 3">
    <meta property="business:contact_data:locality" content="Berlin"><meta property="business:contact_data:postal_code" content="10115">
    <meta property="business:contact_data:phone_number" content="+49 30 901820"><meta property="og:email" content="info@firma-b.de">`
  const { emails, phones, streets } = contactsOf(head)
  assert.deepEqual([emails, phones, streets], [['info@firma-b.de'], ['+4930901820'], ['Uferweg 3']])
  for (const html of [
    '<script id="__NEXT_DATA__" type="application/json">{"a":[[[{"email":5,"phone":{},"street":null}]]]}</script>',
    `<script id="__NEXT_DATA__" type="application/json">${'['.repeat(90)}${']'.repeat(90)}</script>`,
    '<div data-props="{broken"></div><div data-x="[]"></div>',
  ])
    assert.deepEqual(contactsOf(html).emails, [])
})
