import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredSignal } from '#crawl/discovery/signals/signal-store.ts'
import { trialsOf, voteAfter, type Trial, type Vote } from './trials.ts'

const DAY_MS = 86_400_000
const stored = (over: Partial<StoredSignal> = {}): StoredSignal => ({
  seq: '1',
  isTrusted: true,
  type: 'contact_found',
  url: 'https://a.example/kontakt',
  host: 'a.example',
  domain: 'a.example',
  template: '/kontakt',
  anchor: 'kontakt',
  language: 'de',
  chosenBy: 'link',
  linked: null,
  fields: ['emails'],
  isNew: true,
  contacts: [],
  observedAt: new Date(0),
  ...over,
})
const trial = (days: number, over: Partial<StoredSignal> = {}): Trial => {
  const [made] = trialsOf(stored({ observedAt: new Date(days * DAY_MS), ...over }), false, 0.3)
  assert.ok(made !== undefined)
  return made
}

test('a signal is a trial of its path and of the words of its link', () => {
  const made = trialsOf(stored(), false, 0.3)
  assert.deepEqual(
    made.map(({ kind, template, outcome, isNew, weight }) => [kind, template, outcome, isNew, weight]),
    [
      ['path', '/kontakt', 'hit', true, 1],
      ['anchor', 'kontakt', 'hit', true, 1],
    ],
  )
  assert.deepEqual(
    (['contact_empty', 'page_missing', 'feedback_good', 'feedback_bad', 'link_seen'] as const).map(
      (type) => trial(0, { type }).outcome,
    ),
    ['empty', 'missing', 'hit', 'empty', null],
  )
  assert.equal(trial(0, { isTrusted: false }).weight, 0.3)
})

test('no trial: first pages, failures of the site, contacts of an agency', () => {
  assert.deepEqual(trialsOf(stored({ chosenBy: 'given' }), false, 0.3), [])
  assert.deepEqual(trialsOf(stored({ template: '/' }), false, 0.3), [])
  assert.deepEqual(trialsOf(stored({ type: 'page_error' }), false, 0.3), [])
  const [shared] = trialsOf(stored(), true, 0.3)
  assert.deepEqual([shared?.outcome, shared?.isNew, shared?.fields], ['empty', false, []])
})

test('one trial in 30 days; the newest is the vote, in whatever order they come', () => {
  const first = voteAfter(undefined, trial(100), 30)
  assert.ok(first !== null)
  assert.equal(first.trials, 1)
  assert.equal(voteAfter(first, trial(129, { type: 'page_missing' }), 30), null)
  const later = voteAfter(first, trial(131, { type: 'page_missing' }), 30)
  assert.deepEqual([later?.trials, later?.outcome], [2, 'missing'])
  const earlier = voteAfter(first, trial(60, { type: 'page_missing' }), 30)
  assert.deepEqual([earlier?.trials, earlier?.outcome], [2, 'hit'])
})

test('a seen link waits for its first trial', () => {
  const seen = voteAfter(undefined, trial(0, { type: 'link_seen' }), 30)
  assert.ok(seen !== null)
  assert.deepEqual([seen.trials, seen.outcome], [0, null])
  assert.equal(voteAfter(seen, trial(90, { type: 'link_seen' }), 30), null)
  assert.deepEqual(voteAfter(seen, trial(1), 30)?.trials, 1)
})

test('what a worker saw counts in the place of what a client said', () => {
  const client: Vote | null = voteAfter(undefined, trial(0, { isTrusted: false }), 30)
  assert.ok(client !== null)
  const worker = voteAfter(client, trial(1, { type: 'contact_empty' }), 30)
  assert.ok(worker !== null)
  assert.deepEqual([worker.trials, worker.outcome, worker.weight], [1, 'empty', 1])
  assert.equal(voteAfter(worker, trial(90, { isTrusted: false }), 30), null)
})
