import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactPage } from '#extractors/contact/page/contact-page.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { readSocials, socialProfile } from './read-socials.ts'

const urlOf = (href: string): string | undefined => socialProfile(href, 'https://tischlerei.de/')?.url

test('redirects around a profile are taken off', () => {
  for (const href of [
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.instagram.com%2Ftischlerei%2F&h=x',
    'https://www.google.com/url?q=https://instagram.com/tischlerei',
    'https://www.youtube.com/redirect?q=https%3A%2F%2Finstagram.com%2Ftischlerei',
    'https://href.li/?https://www.instagram.com/tischlerei',
  ])
    assert.equal(urlOf(href), 'https://www.instagram.com/tischlerei', href)
})

test('conversations on messengers', () => {
  for (const [href, url] of [
    ['https://m.me/tischlerei', 'https://m.me/tischlerei'],
    ['https://wa.me/493023125000?text=Hallo', 'https://wa.me/493023125000'],
    ['https://wa.me/message/ABCDEF1234567', 'https://wa.me/message/ABCDEF1234567'],
    ['https://t.me/s/tischlerei', 'https://t.me/tischlerei'],
    ['https://signal.me/#p/+493023125000', 'https://signal.me/#p/+493023125000'],
    ['viber://chat?number=%2B493023125000', 'viber://chat?number=%2B493023125000'],
    ['https://line.me/R/ti/p/%40tischlerei', 'https://line.me/R/ti/p/@tischlerei'],
    ['skype:tischlerei.wien?call', 'skype:tischlerei.wien?chat'],
  ] as const)
    assert.equal(urlOf(href), url, href)
  for (const href of [
    'https://wa.me/?text=x',
    'https://t.me/share/url?url=x',
    'https://api.whatsapp.com/send?text=x',
    'https://m.me/',
  ])
    assert.equal(urlOf(href), undefined, href)
})

test('tabs of a profile are the profile, posts of others are none', () => {
  assert.equal(urlOf('https://www.pinterest.de/tischlerei/_created/'), 'https://www.pinterest.com/tischlerei')
  assert.equal(
    urlOf('https://www.flickr.com/photos/63350413@N08/albums'),
    'https://www.flickr.com/photos/63350413@N08',
  )
  const page = contactPage(
    parseHtml(`<meta name="twitter:site" content="@tischlerei"><meta property="article:publisher" content="https://www.facebook.com/tischlerei">
      <blockquote class="instagram-media"><p><a href="https://www.instagram.com/somebody.else/">x</a></p></blockquote>`),
    'https://tischlerei.de/',
  )
  assert.deepEqual(
    readSocials(page).map(({ value, evidence }) => [value.url, evidence[0]?.kind]),
    [
      ['https://x.com/tischlerei', 'meta'],
      ['https://www.facebook.com/tischlerei', 'meta'],
    ],
  )
})
