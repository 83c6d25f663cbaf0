import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PatternState } from '#contract/crawl/discovery/pattern.ts'
import { DEFAULT_DISCOVERY_SETTINGS } from '#crawl/discovery/model/discovery-settings.ts'
import { blindYield, lowerBound, newPosterior, newShare, stateOf, type Evidence } from './pattern-state.ts'

const evidence = (trials: number, hits: number, over: Partial<Evidence> = {}): Evidence => ({
  trials,
  domains: trials,
  weight: trials,
  hitWeight: hits,
  newWeight: hits,
  blindWeight: 0,
  blindNewWeight: 0,
  ...over,
})
const from = (status: PatternState, of: Evidence, startsActive = false, sinceDays = 0): PatternState =>
  stateOf({ status, startsActive, sinceDays }, of, lowerBound(of), DEFAULT_DISCOVERY_SETTINGS).status

test('the way up: observed, candidate, proposed, active', () => {
  assert.equal(from('observed', evidence(2, 2)), 'observed')
  assert.equal(from('observed', evidence(3, 0)), 'candidate')
  assert.equal(from('candidate', evidence(19, 19)), 'candidate', 'too few trials')
  assert.equal(from('candidate', evidence(20, 20, { domains: 9 })), 'candidate', 'too few domains')
  assert.equal(from('candidate', evidence(20, 20)), 'active')
  // 20 of 60: the lower bound is .207.
  assert.equal(from('candidate', evidence(60, 20)), 'proposed')
  assert.equal(from('candidate', evidence(1_000, 100)), 'candidate')
})

test('contacts that the landing page had already do not make a pattern active', () => {
  assert.equal(from('candidate', evidence(50, 50, { newWeight: 7 })), 'proposed')
  assert.equal(from('candidate', evidence(50, 50, { newWeight: 8 })), 'active')
})

test('the way down and back: dormant below .10, retired after 90 days, active again by new data', () => {
  assert.equal(from('active', evidence(100, 20)), 'active', 'between the thresholds it stays')
  assert.equal(from('active', evidence(100, 10)), 'dormant')
  assert.equal(from('dormant', evidence(100, 10), false, 89), 'dormant')
  assert.equal(from('dormant', evidence(100, 10), false, 91), 'retired')
  assert.equal(from('retired', evidence(100, 10)), 'retired')
  assert.equal(from('retired', evidence(200, 150)), 'active')
  const decayed = evidence(100, 80, { weight: 2, hitWeight: 1.6, newWeight: 1.6 })
  assert.equal(from('active', decayed), 'dormant', 'nothing was seen of it for long')
})

test('builtin patterns stay active until data speak against them, and stay away then', () => {
  assert.equal(from('active', evidence(0, 0), true), 'active')
  assert.equal(from('active', evidence(19, 0), true), 'active')
  assert.equal(from('active', evidence(20, 0), true), 'dormant')
  assert.equal(from('dormant', evidence(5, 5), true), 'dormant')
  assert.equal(from('dormant', evidence(60, 55), true), 'active')
})

test('what a visit is expected to bring, with a link and without', () => {
  assert.equal(newShare(evidence(0, 0)), null)
  const { alpha, beta } = newPosterior(evidence(90, 45), null)
  assert.deepEqual([alpha, beta], [46, 54])
  const builtin = newPosterior(evidence(0, 0), 0.3)
  assert.equal(builtin.alpha / (builtin.alpha + builtin.beta), 0.3)
  assert.equal(blindYield(evidence(0, 0), 0.5), 0.2)
  const missing = evidence(96, 0, { blindWeight: 96, blindNewWeight: 0 })
  assert.ok(blindYield(missing, 0.5) < 0.01)
})
