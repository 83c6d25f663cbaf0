import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CdnOutcome, EvidenceKind } from '#contract/crawl/learned/cdn.ts'
import { findingsOf, withReport, type CdnRecord, type ReadReport } from './cdn-record.ts'

const DAY = 86_400_000
const NOW = 1_000 * DAY

/** A report of a provider by these kinds of evidence. */
function report(
  kinds: readonly EvidenceKind[],
  {
    outcome = 'ok',
    source = 'worker',
    at = NOW,
    name = 'cloudflare',
  }: {
    outcome?: CdnOutcome
    source?: 'worker' | 'client'
    at?: number
    name?: string
  } = {},
): ReadReport {
  const evidence = kinds.map((kind) => ({ kind, detail: kind }))
  return {
    domain: 'a.test',
    registrableDomain: 'a.test',
    found: kinds.length === 0 ? [] : [{ name, kind: name === 'datadome' ? 'bot_manager' : 'cdn', evidence }],
    isWhole: true,
    last: {
      at,
      outcome,
      source,
      statusCode: 200,
      engine: 'http',
      proxyKind: 'none',
      proxyGroup: null,
      jobId: null,
    },
  }
}
const after = (...reports: readonly ReadReport[]): CdnRecord => {
  const record = reports.reduce<CdnRecord | null>(withReport, null)
  assert.ok(record !== null)
  return record
}
const stateAfter = (...reports: readonly ReadReport[]): string => findingsOf(after(...reports), NOW).state

test('suspected by one kind, confirmed by weight or by two kinds, never by the Server header alone', () => {
  assert.equal(stateAfter(report([])), 'unknown')
  assert.equal(stateAfter(report(['header'])), 'suspected')
  assert.equal(stateAfter(report(['header']), report(['header'])), 'suspected')
  assert.equal(stateAfter(report(['range'])), 'confirmed')
  assert.equal(stateAfter(report(['header', 'server'])), 'confirmed')
  assert.equal(stateAfter(report(['header']), report(['cookie'])), 'confirmed')
  assert.equal(stateAfter(report(['server'])), 'suspected')
  assert.equal(stateAfter(report(['server', 'tls'])), 'suspected')
})

test('a client weighs less, confirms nothing by itself and takes nothing back', () => {
  const client = { source: 'client' } as const
  assert.equal(stateAfter(report(['header'], client)), 'unknown')
  assert.equal(stateAfter(report(['range', 'header', 'cookie', 'cname', 'server'], client)), 'suspected')
  const record = after(report(['header', 'cookie']), report(['header'], client))
  assert.equal(record.providers['cloudflare']?.evidence.header?.source, 'worker')
  assert.equal(
    stateAfter(...Array.from({ length: 3 }, () => report([], { ...client, outcome: 'captcha' }))),
    'unknown',
  )
})

test('walls are protection for a day, and two of them are certain', () => {
  const wall = report([], { outcome: 'challenge' })
  assert.equal(stateAfter(wall), 'suspected')
  const record = after(wall, wall)
  assert.deepEqual(findingsOf(record, NOW), { state: 'confirmed', providers: [], protection: 'challenge' })
  assert.equal(findingsOf(record, NOW + DAY).protection, 'none')
  // A client that claims many walls does not push out those that workers met.
  const flood = Array.from({ length: 20 }, () => report([], { outcome: 'blocked', source: 'client' }))
  assert.equal(findingsOf(after(wall, wall, ...flood), NOW).protection, 'challenge')
  const passive = after(report(['cookie', 'header'], { name: 'datadome' }))
  assert.equal(findingsOf(passive, NOW).protection, 'passive')
  assert.equal(findingsOf(after(report(['range'], { outcome: 'blocked' })), NOW).protection, 'hard_block')
  assert.equal(findingsOf(after(report(['range'], { outcome: 'rate_limited' })), NOW).protection, 'none')
})

test('evidence ends after seven days; three clean answers in a row clear a domain before', () => {
  const seen = report(['range'])
  assert.equal(findingsOf(after(seen), NOW + 7 * DAY).state, 'unknown')
  const clean = report([])
  assert.equal(stateAfter(seen, clean, clean), 'confirmed')
  assert.equal(stateAfter(seen, clean, clean, seen, clean), 'confirmed')
  const cleared = after(seen, clean, clean, clean)
  assert.deepEqual(findingsOf(cleared, NOW), { state: 'cleared', providers: [], protection: 'none' })
  assert.equal(findingsOf(withReport(cleared, seen), NOW).state, 'confirmed')
})

test('the history has what changed, oldest first', () => {
  const record = after(
    report(['header']),
    report(['cookie']),
    report(['cookie']),
    report(['range'], { name: 'datadome' }),
  )
  assert.deepEqual(
    record.history.map(({ state, providers, protection }) => [state, providers, protection]),
    [
      ['suspected', ['cloudflare'], 'none'],
      ['confirmed', ['cloudflare'], 'none'],
      ['confirmed', ['cloudflare', 'datadome'], 'passive'],
    ],
  )
})
