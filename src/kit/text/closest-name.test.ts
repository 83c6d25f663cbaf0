import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closestName } from './closest-name.ts'

const PAGE = [
  'url',
  'urls',
  'timeoutMs',
  'maxAgeMs',
  'maxChars',
  'maxResponseBytes',
  'locale',
  'webhook',
  'pages',
]

test('a name is found by its spelling, its words, and what other products call it', () => {
  for (const [name, known, meant] of [
    ['locatoin', ['query', 'location'], 'location'],
    ['max_age_ms', PAGE, 'maxAgeMs'],
    ['max-age', PAGE, 'maxAgeMs'],
    ['timeout', PAGE, 'timeoutMs'],
    ['startUrl', PAGE, 'url'],
    ['webhook_url', PAGE, 'webhook'],
    ['callbackUrl', PAGE, 'webhook'],
    ['lang', PAGE, 'locale'],
    ['lon', ['lat', 'lng', 'radiusM'], 'lng'],
    ['Longitude', ['lat', 'lng'], 'lng'],
    ['radius', ['lat', 'lng', 'radiusM'], 'radiusM'],
    ['maxResults', ['cursor', 'limit'], 'limit'],
    ['limit', ['urls', 'maxDepth', 'maxPages'], 'maxPages'],
    ['per_page', ['cursor', 'limit'], 'limit'],
    ['page', ['limit', 'cursor'], 'cursor'],
  ] as const) {
    assert.equal(closestName(name, known), meant, name)
  }
})

test('a name that nothing is like, or two are equally like, means none', () => {
  for (const name of ['zzz', 'max', 'page', '', '_', 'x'.repeat(5_000), 'constructor', '__proto__'])
    assert.equal(
      closestName(
        name,
        PAGE.filter((one) => one !== 'pages'),
      ),
      null,
      name,
    )
})
