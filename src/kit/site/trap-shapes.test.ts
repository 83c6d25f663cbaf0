import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_TRAP_BOUNDS, trapGroups } from './trap-shapes.ts'

const groups = (href: string) => trapGroups(new URL(href), DEFAULT_TRAP_BOUNDS).map(({ key }) => key)
const reasons = (href: string) => trapGroups(new URL(href), DEFAULT_TRAP_BOUNDS).map(({ reason }) => reason)

test('days and months are a calendar, articles with a date are not', () => {
  for (const href of [
    'http://a.test/events/2026-11-23',
    'http://a.test/events/2026/11/',
    'http://a.test/events/day/2026/11/23',
    'http://a.test/cal?month=2026-11',
    'http://a.test/cal?year=2026&month=11',
  ])
    assert.ok(reasons(href).includes('calendar'), href)
  for (const href of [
    'http://a.test/2026/11/23/a-title',
    'http://a.test/item/200107',
    'http://a.test/list?start=20',
    'http://a.test/2026',
    'http://a.test/',
  ])
    assert.ok(!reasons(href).includes('calendar'), href)
  assert.equal(groups('http://a.test/e/2026/11')[0], groups('http://a.test/e/2027/01')[0])
})

test('filters of one list are one group, a single parameter is none', () => {
  const [first] = groups('http://a.test/shop?color=red&size=1')
  assert.equal(first, groups('http://a.test/shop?size=2&brand=x&sort=up')[0])
  assert.deepEqual(reasons('http://a.test/article?id=7'), ['pattern'])
})

test('a few days and filters take turns with other pages, numbered pages always do', () => {
  const prompt = (href: string) =>
    trapGroups(new URL(href), DEFAULT_TRAP_BOUNDS).map(({ reason, prompt: count }) => [reason, count])
  assert.deepEqual(prompt('http://a.test/events/2026-11-23?view=1&tag=x'), [
    ['calendar', 20],
    ['query', 20],
    ['pattern', Infinity],
  ])
})

test('numbered pages are one pattern, and hosts have their own', () => {
  assert.deepEqual(groups('http://a.test/p/17'), groups('http://a.test/p/18'))
  assert.notDeepEqual(groups('http://a.test/p/17'), groups('http://b.test/p/17'))
})
