import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseProxy, type Candidate } from './choose-proxy.ts'

const candidate = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  state: 'healthy',
  score: 1,
  domainScore: 1,
  leased: 0,
  maxConcurrency: 10,
  weight: 1,
  idleMs: 1_000,
  coolingMs: null,
  domainCoolingMs: null,
  leaseEndsMs: null,
  ...more,
})
const idOf = (...[strategy, candidates, random]: Parameters<typeof chooseProxy>): string => {
  const choice = chooseProxy(strategy, candidates, random)
  return 'candidate' in choice ? choice.candidate.id : choice.reason
}

test('best: as often as score, domain score, free leases and weight say', () => {
  const candidates = [
    candidate('a', { score: 0.5 }),
    candidate('b', { domainScore: 0.5 }),
    candidate('c', { leased: 5 }),
    candidate('d', { weight: 2.5 }),
  ]
  const counts = new Map<string, number>()
  for (let at = 0; at < 400; at += 1) {
    const id = idOf('best', candidates, () => (at + 0.5) / 400)
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  assert.deepEqual(
    [...counts],
    [
      ['a', 50],
      ['b', 50],
      ['c', 50],
      ['d', 250],
    ],
  )
})

test('the other strategies: longest idle, fewest for its bound, all alike', () => {
  const candidates = [
    candidate('a', { idleMs: 5, leased: 1 }),
    candidate('b', { idleMs: 9, leased: 2, maxConcurrency: 40 }),
    candidate('c', { idleMs: 7, leased: 3, score: 0.4 }),
  ]
  assert.equal(idOf('round_robin', candidates), 'b')
  assert.equal(idOf('round_robin', [...candidates, candidate('new', { idleMs: null })]), 'new')
  assert.equal(idOf('least_used', candidates), 'b')
  assert.equal(idOf('least_used', [candidate('x', { idleMs: 1 }), candidate('y', { idleMs: 2 })]), 'y')
  assert.deepEqual(
    [0.1, 0.5, 0.9].map((value) => idOf('random', candidates, () => value)),
    ['a', 'b', 'c'],
  )
})

test('a proxy whose cool-down is over comes first, and has one lease', () => {
  const rested = candidate('rested', { state: 'cooling', coolingMs: -1, score: 0.1 })
  assert.equal(idOf('best', [candidate('a'), rested]), 'rested')
  const probing = candidate('probing', { state: 'probing', leased: 1, leaseEndsMs: 700 })
  assert.deepEqual(chooseProxy('best', [probing]), { reason: 'all_busy', retryMs: 700 })
})

test('why there is none, and the first moment at which there may be one', () => {
  assert.deepEqual(chooseProxy('best', []), { reason: 'none_match', retryMs: null })
  const busy = candidate('busy', { leased: 10, leaseEndsMs: 9_000 })
  const cooling = candidate('cooling', { state: 'cooling', coolingMs: 4_000 })
  const banned = candidate('banned', { domainCoolingMs: 3_000 })
  assert.deepEqual(chooseProxy('best', [cooling, banned]), { reason: 'all_cooling', retryMs: 3_000 })
  assert.deepEqual(chooseProxy('best', [busy, cooling]), { reason: 'all_busy', retryMs: 4_000 })
  const both = candidate('both', { coolingMs: 4_000, domainCoolingMs: 8_000 })
  assert.deepEqual(chooseProxy('best', [both]), { reason: 'all_cooling', retryMs: 8_000 })
})
