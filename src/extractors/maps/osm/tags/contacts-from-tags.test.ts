// Phones, websites, e-mail addresses and social profiles as mappers write them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  emailsFromTags,
  hasNumber,
  mainPhone,
  phonesFromTags,
  webUrl,
  websiteFromTags,
} from './contacts-from-tags.ts'
import { socialsFromTags } from './socials-from-tags.ts'

const numbers = (tags: Record<string, string>, country: string | null) =>
  phonesFromTags(tags, country).map(({ e164, kind }) => `${e164 ?? 'invalid'} ${kind}`)

test('numbers are read as dialled in the country of the place', () => {
  assert.deepEqual(numbers({ phone: '+377 93 15 00 00' }, null), ['+37793150000 phone'])
  assert.deepEqual(numbers({ phone: '233 44 22' }, 'LI'), ['+4232334422 phone'])
  assert.deepEqual(numbers({ phone: '233 44 22' }, null), ['invalid phone'])
  assert.deepEqual(numbers({ phone: '00423 230 01 77' }, 'LI'), ['+4232300177 phone'])
  assert.deepEqual(numbers({ phone: '00423 230 01 77' }, null), ['+4232300177 phone'])
  assert.deepEqual(numbers({ phone: 'Tel. +423 230 48 01' }, 'LI'), ['+4232304801 phone'])
  assert.deepEqual(numbers({ phone: '(334) 361-2135' }, 'US'), ['+13343612135 phone'])
})

test('a number that only its country can dial is one, a fax and a link are none', () => {
  for (const tags of [
    { phone: '233 44 22' },
    { 'phone:mobile': '+423 777 12 34' },
    { whatsapp: '+423 777 12 34' },
  ])
    assert.equal(hasNumber(tags), true)
  for (const tags of [
    { fax: '+423 230 01 77' },
    { whatsapp: 'https://wa.me/4237771234' },
    { phone: ' ; ' },
    {},
  ])
    assert.equal(hasNumber(tags), false)
})

test('several numbers behind one key are several numbers, a slash inside one is not', () => {
  assert.deepEqual(numbers({ phone: '+423 230 01 77; +423 230 10 40, +423 230 48 01' }, 'LI'), [
    '+4232300177 phone',
    '+4232301040 phone',
    '+4232304801 phone',
  ])
  assert.deepEqual(numbers({ phone: '+43 5522/72066' }, 'AT'), ['+43552272066 phone'])
  assert.deepEqual(numbers({ phone: '+423 230 01 77 / +423 230 10 40' }, 'LI'), [
    '+4232300177 phone',
    '+4232301040 phone',
  ])
})

test('the key or the number itself says what it is; a number is listed once', () => {
  const tags = {
    phone: '+423 230 01 77',
    'contact:phone': '+4232300177',
    'contact:mobile': '+423 777 12 34',
    fax: '+423 230 01 78',
    'contact:whatsapp': 'https://wa.me/4237771234',
  }
  assert.deepEqual(numbers(tags, 'LI'), ['+4232300177 phone', '+4237771234 mobile', '+4232300178 fax'])
  assert.deepEqual(numbers({ phone: '+41 79 123 45 67' }, 'CH'), ['+41791234567 mobile'])
})

test('a fax is no phone, and what is no number stays as it was written', () => {
  assert.equal(mainPhone(phonesFromTags({ fax: '+423 230 01 78' }, 'LI')), null)
  assert.deepEqual(phonesFromTags({ phone: '3631' }, 'MC'), [{ e164: null, raw: '3631', kind: 'phone' }])
  assert.equal(mainPhone(phonesFromTags({ phone: '3631;+377 93 15 00 00' }, 'MC')), '+37793150000')
  assert.deepEqual(numbers({ phone: '1'.repeat(4_000) }, 'MC'), ['invalid phone'])
  assert.deepEqual(numbers({ phone: ' ; , ' }, 'MC'), [])
})

test('a website gets a scheme and must have a host on the web', () => {
  assert.equal(webUrl('www.pompiers.gouv.mc'), 'http://www.pompiers.gouv.mc/')
  assert.equal(webUrl('https://example.org/a b'), null)
  assert.equal(webUrl('example.org:8080/x'), 'http://example.org:8080/x')
  assert.equal(webUrl('HTTP://Example.org'), 'http://example.org/')
  for (const text of [
    '',
    'yes',
    'localhost',
    'javascript:alert(1)',
    'mailto:a@b.cd',
    'ftp://a.bc',
    'http://u:p@a.bc',
    'a.',
  ]) {
    assert.equal(webUrl(text), null, text)
  }
})

test('the first key with a valid website counts', () => {
  assert.equal(websiteFromTags({ website: 'none', url: 'https://b.example/' }), 'https://b.example/')
  assert.equal(
    websiteFromTags({ website: 'https://a.example/;https://b.example/' }),
    'https://a.example/;https://b.example/',
  )
  assert.equal(websiteFromTags({ website: 'https://a.example; https://b.example' }), 'https://a.example/')
  assert.equal(websiteFromTags({ phone: '1' }), null)
})

test('addresses are checked and their domain is lower case', () => {
  assert.deepEqual(emailsFromTags({ email: 'Info@Example.ORG; mailto:a.b+c@x.li?subject=1' }), [
    'Info@example.org',
    'a.b+c@x.li',
  ])
  assert.deepEqual(emailsFromTags({ email: 'a@b.cd', 'contact:email': 'a@b.cd' }), ['a@b.cd'])
  for (const text of [
    'info(at)example.org',
    'a@b',
    '@b.cd',
    'a..b@c.de',
    '.a@b.cd',
    'a@-b.cd',
    `${'a'.repeat(300)}@b.cd`,
  ]) {
    assert.deepEqual(emailsFromTags({ email: text }), [], text)
  }
})

test('profiles are links; a handle becomes one, a link elsewhere is dropped', () => {
  const urls = (tags: Record<string, string>) =>
    socialsFromTags(tags).map(({ network, url, handle }) => [network, url, handle])
  assert.deepEqual(urls({ 'contact:facebook': 'https://www.facebook.com/torkel' }), [
    ['facebook', 'https://www.facebook.com/torkel', 'torkel'],
  ])
  assert.deepEqual(urls({ facebook: 'facebook.com/torkel', 'contact:facebook': 'torkel' }), [
    ['facebook', 'https://www.facebook.com/torkel', 'torkel'],
    ['facebook', 'https://facebook.com/torkel', 'torkel'],
  ])
  assert.deepEqual(urls({ 'contact:instagram': '@hotel_x' }), [
    ['instagram', 'https://www.instagram.com/hotel_x', 'hotel_x'],
  ])
  assert.deepEqual(urls({ 'contact:twitter': 'https://twitter.com/x_y' }), [
    ['x', 'https://twitter.com/x_y', 'x_y'],
  ])
  assert.deepEqual(urls({ 'contact:facebook': 'https://www.facebook.com/profile.php?id=1' }), [
    ['facebook', 'https://www.facebook.com/profile.php?id=1', null],
  ])
  assert.deepEqual(urls({ 'contact:mastodon': '@a@social.example' }), [
    ['mastodon', 'https://social.example/@a', '@a@social.example'],
  ])
  assert.deepEqual(urls({ website: 'http://www.facebook.com/only' }), [
    ['facebook', 'https://www.facebook.com/only', 'only'],
  ])
  assert.deepEqual(urls({ 'contact:facebook': 'https://evil.example/facebook.com', 'contact:vk': 'a b' }), [])
  assert.deepEqual(urls({ 'contact:facebook': 'https://facebook.com.evil.example/x' }), [])
})
