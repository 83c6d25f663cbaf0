import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adHostsFor } from './ad-hosts.ts'

test('advertising and tracking are left out, and what has content is not', () => {
  const isLeftOut = adHostsFor('https://news.example.org/article')
  for (const host of [
    'securepubads.g.doubleclick.net',
    'www.google-analytics.com',
    'www.googletagmanager.com',
    'ib.adnxs.com',
    'mc.yandex.ru',
    'static.hotjar.com',
    'bat.bing.com',
    'cdn.taboola.com',
  ]) {
    assert.equal(isLeftOut(host), true, host)
  }
  for (const host of [
    'news.example.org',
    'www.bing.com',
    'www.linkedin.com',
    'www.theguardian.com',
    'cdn.jwplayer.com',
    'yandex.ru',
    's.yimg.com',
    'd111111abcdef8.cloudfront.net',
    'notdoubleclick.net',
    'doubleclick.net.example.org',
    'com',
    '',
  ]) {
    assert.equal(isLeftOut(host), false, host)
  }
})

test('a page of an advertiser gets what is under its own name, and not what others serve', () => {
  const isLeftOut = adHostsFor('https://www.hotjar.com/pricing')
  assert.equal(isLeftOut('static.hotjar.com'), false)
  assert.equal(isLeftOut('cdn.taboola.com'), true)
  assert.equal(adHostsFor('no address')('cdn.taboola.com'), true)
})
