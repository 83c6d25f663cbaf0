import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { UrlInput } from '#extract/page/page-request.ts'
import type { EgressRequest } from '#platform/egress/egress.ts'
import { isConditional, pageRulesOf, pageKeyOf, type PageRules } from './page-rules.ts'

const rulesOf = (input: object): PageRules => {
  const rules = pageRulesOf('test', UrlInput({}), input)
  if (rules === null) throw new Error('the input has maxAgeMs')
  return rules
}
const request = (more: Partial<EgressRequest> = {}): EgressRequest => ({
  url: 'https://example.org/a',
  maxBytes: 1,
  deadlineMs: 1,
  ...more,
})
const keyOf = (more: Partial<EgressRequest> = {}, input: object = {}): unknown => {
  const pageKey = pageKeyOf(request(more), rulesOf(input))
  return pageKey === null || typeof pageKey === 'string' ? pageKey : pageKey.key
}

test('an operation whose caller cannot say how old a page may be has no rules', () => {
  assert.equal(
    pageRulesOf('test', Type.Object({ url: Type.String() }), { url: 'https://example.org/' }),
    null,
  )
  const { maxAgeMs, staleIfErrorMs, store } = rulesOf({})
  assert.deepEqual([maxAgeMs, staleIfErrorMs, store], [3_600_000, 0, true])
})

test('one page has one key for all extractors, however its address is spelled', () => {
  const key = keyOf()
  for (const more of [
    { url: 'HTTPS://EXAMPLE.org:443/b/../a#top' },
    { headers: { accept: 'text/html' } },
    { headers: { Accept: 'image/*' } },
    { robots: 'obey' as const, maxBytes: 100, deadlineMs: 100 },
  ]) {
    assert.equal(keyOf(more), key, JSON.stringify(more))
  }
  assert.equal(keyOf({}, { formats: ['x'], timeoutMs: 1 }), key)
})

test('what may change the page changes the key', () => {
  const keys = [
    keyOf(),
    keyOf({ url: 'https://example.org/a?x=1' }),
    keyOf({ headers: { 'accept-language': 'de' } }),
    keyOf({ headers: { referer: 'https://other.example/' } }),
    keyOf({ robots: 'ignore' }),
    keyOf({}, { country: 'de' }),
    keyOf({}, { device: 'mobile' }),
    keyOf({}, { proxy: { mode: 'group', group: 'eu' } }),
  ]
  assert.equal(new Set(keys).size, keys.length)
  assert.ok(keys.every((key) => typeof key === 'string' && /^[\w-]{43}$/.test(key)))
})

test('credentials, and what is no page, have none', () => {
  for (const headers of [{ cookie: 'a=b' }, { Authorization: 'x' }, { 'X-Api-Key': 'x' }])
    assert.equal(keyOf({ headers: headers as unknown as Record<string, string> }), 'credentials')
  assert.equal(keyOf({ url: 'https://u:p@example.org/' }), 'credentials')
  assert.equal(keyOf({ method: 'POST' }), null)
})

test('who asks whether a page has changed asks for the same page, and no copy is the answer', () => {
  for (const name of ['if-none-match', 'If-Modified-Since']) {
    const headers = { [name]: 'x' }
    assert.equal(keyOf({ headers }), keyOf(), name)
    assert.equal(isConditional(request({ headers })), true, name)
    assert.equal(keyOf({ headers: { ...headers, cookie: 'a=b' } }), 'credentials', name)
  }
  assert.equal(isConditional(request()), false)
})
