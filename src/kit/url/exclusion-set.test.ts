import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExclusionSet, normalValue, type ExclusionRule } from './exclusion-set.ts'

interface Named extends ExclusionRule {
  readonly id: string
}

const rule = (over: Partial<Named>): Named => ({
  id: 'x',
  kind: 'domain',
  value: 'a.test',
  match: 'exact',
  scope: 'all',
  expiresAt: null,
  ...over,
})

test('pages by domain, host, path and template; values by address and its domain', () => {
  const rules = [
    rule({ id: 'domain' }),
    rule({ id: 'host', kind: 'host', value: 'shop.b.test' }),
    rule({ id: 'path', kind: 'path', value: 'c.test/calendar/*', match: 'glob' }),
    rule({ id: 'anywhere', kind: 'path', value: '/private' }),
    rule({ id: 'template', kind: 'template', value: '/archiv/:n' }),
    rule({ id: 'email', kind: 'email', value: 'ann@d.test' }),
    rule({ id: 'emailDomain', kind: 'emailDomain', value: 'e.test', match: 'suffix' }),
  ]
  const set = createExclusionSet(rules)
  for (const [url, id] of [
    ['https://www.a.test/x', 'domain'],
    ['https://shop.b.test:8443/', 'host'],
    ['https://b.test/', undefined],
    ['https://c.test/calendar/2026', 'path'],
    ['https://d.test/private?x', 'anywhere'],
    ['https://d.test/de/archiv/12.html', 'template'],
    ['nothing', undefined],
  ] as const)
    assert.equal(set.findPage(url, 'fetch')?.id, id, url)
  assert.equal(set.findEmail(' Ann@D.test ', 'output')?.id, 'email')
  assert.equal(set.findEmail('x@mail.e.test', 'output')?.id, 'emailDomain')
  assert.equal(set.findEmail('x@f.test', 'output'), null)
})

test('a rule applies within its scope and its time', () => {
  const until = createExclusionSet([rule({ scope: 'learn', expiresAt: new Date(1_000) })], () => 999)
  assert.equal(until.findPage('http://a.test/', 'learn')?.kind, 'domain')
  assert.equal(until.findPage('http://a.test/', 'fetch'), null)
  const after = createExclusionSet([rule({ expiresAt: new Date(1_000) })], () => 1_000)
  assert.equal(after.findPage('http://a.test/', 'fetch'), null)
})

test('values are compared in one form', () => {
  for (const [kind, given, expected] of [
    ['domain', 'HTTPS://A.Test/', 'a.test'],
    ['domain', 'Bäcker.example', 'xn--bcker-gra.example'],
    ['domain', '*-held*.test', '*-held*.test'],
    ['domain', 'shop.a.test', null],
    ['domain', 'a.test/shop', null],
    ['host', 'Shop.A.test:8443', 'shop.a.test:8443'],
    ['host', 'shop.a.test/x', null],
    ['email', ' Ann@A.Test', 'ann@a.test'],
    ['emailDomain', '@A.test', 'a.test'],
    ['phone', '+49 (30) 231-25 000', '+493023125000'],
    ['template', 'de/Kontakt.html', '/kontakt'],
    ['anchor', 'Über uns', 'uber-uns'],
    ['path', 'https://a.test/x', 'a.test/x'],
    ['anchor', '!!', null],
    ['phone', 'none', null],
  ] as const)
    assert.equal(normalValue(kind, given), expected, `${kind} ${given}`)
})
