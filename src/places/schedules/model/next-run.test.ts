import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSchedule, missedRuns, nextRun, type Recurrence } from './next-run.ts'

const at = (text: string) => new Date(text)
const cron = (pattern: string, timezone = 'UTC'): Recurrence => ({ cron: pattern, everyMs: null, timezone })
const every = (everyMs: number): Recurrence => ({ cron: null, everyMs, timezone: 'UTC' })

test('a pattern is meant in its time zone, over the changes of its clock', () => {
  const cases: [pattern: string, timezone: string, after: string, next: string][] = [
    ['0 6 * * 1', 'UTC', '2026-11-23T05:59:00Z', '2026-11-23T06:00:00.000Z'],
    ['0 6 * * 1', 'UTC', '2026-11-23T06:00:00Z', '2026-11-30T06:00:00.000Z'],
    ['0 6 * * *', 'Europe/Monaco', '2026-03-28T12:00:00Z', '2026-03-29T04:00:00.000Z'],
    ['0 6 * * *', 'Europe/Monaco', '2026-03-27T12:00:00Z', '2026-03-28T05:00:00.000Z'],
    // The hour from 2 to 3 is not there: once, when it would end. The next night as ever.
    ['30 2 * * *', 'Europe/Vaduz', '2026-03-28T01:30:00Z', '2026-03-29T01:00:00.000Z'],
    ['30 2 * * *', 'Europe/Vaduz', '2026-03-29T01:00:00Z', '2026-03-30T00:30:00.000Z'],
    // It is there twice: once, the first time. What has no hour runs in both.
    ['30 2 * * *', 'Europe/Vaduz', '2026-10-24T00:30:00Z', '2026-10-25T00:30:00.000Z'],
    ['30 2 * * *', 'Europe/Vaduz', '2026-10-25T00:30:05Z', '2026-10-26T01:30:00.000Z'],
    ['30 2,14 * * *', 'Europe/Vaduz', '2026-10-25T00:30:00Z', '2026-10-25T13:30:00.000Z'],
    ['0 1-3 * * *', 'Europe/Vaduz', '2026-10-25T00:00:00Z', '2026-10-25T02:00:00.000Z'],
    ['0 1-3 * * *', 'Europe/Vaduz', '2026-10-24T23:00:00Z', '2026-10-25T00:00:00.000Z'],
    ['*/30 2 * * *', 'Europe/Vaduz', '2026-10-25T00:30:00Z', '2026-10-26T01:00:00.000Z'],
    ['45 1,2 * * *', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z', '2026-04-04T16:15:00.000Z'],
    ['0,30 0 * * *', 'America/Havana', '2026-11-01T04:30:00Z', '2026-11-02T05:00:00.000Z'],
    ['0 */2 * * *', 'Europe/Vaduz', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00.000Z'],
    ['@hourly', 'Europe/Vaduz', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00.000Z'],
    ['30 * * * *', 'Europe/Vaduz', '2026-10-25T00:30:05Z', '2026-10-25T01:30:00.000Z'],
    ['30 9 1 * *', 'Asia/Tokyo', '2026-11-23T00:00:00Z', '2026-12-01T00:30:00.000Z'],
  ]
  for (const [pattern, timezone, after, next] of cases) {
    assert.equal(
      nextRun(cron(pattern, timezone), at(after), at(after))?.toISOString(),
      next,
      `${pattern} ${timezone}`,
    )
  }
})

test('an interval keeps its rhythm, and what was missed is not made up for', () => {
  const hour = every(3_600_000)
  const last = at('2026-11-23T00:00:00Z')
  assert.equal(nextRun(hour, last, at('2026-11-23T00:00:01Z'))?.toISOString(), '2026-11-23T01:00:00.000Z')
  assert.equal(nextRun(hour, last, at('2026-11-23T09:30:00Z'))?.toISOString(), '2026-11-23T10:00:00.000Z')
  assert.equal(nextRun(hour, last, at('2026-11-22T23:00:00Z'))?.toISOString(), '2026-11-23T01:00:00.000Z')
  assert.equal(missedRuns(hour, last, at('2026-11-23T09:30:00Z'), 1_000), 9)
  assert.equal(missedRuns(hour, last, at('2027-11-23T09:30:00Z'), 1_000), 1_000)
  assert.equal(
    missedRuns(cron('0 6 * * *'), at('2026-11-20T06:00:00Z'), at('2026-11-23T07:00:00Z'), 1_000),
    3,
  )
  assert.equal(missedRuns(cron('* * * * *'), at('2020-11-20T06:00:00Z'), at('2026-11-23T07:00:00Z'), 50), 50)
})

test('a schedule that could never run is refused, with where it is wrong', () => {
  const now = at('2026-11-23T00:00:00Z')
  const cases: [schedule: Parameters<typeof checkSchedule>[0], pointer: string][] = [
    [{}, '/schedule'],
    [{ cron: '0 6 * * 1', everyMs: 60_000 }, '/schedule'],
    [{ cron: 'every day' }, '/schedule/cron'],
    [{ cron: '0 0 6 * * 1' }, '/schedule/cron'],
    [{ cron: '61 6 * * 1' }, '/schedule/cron'],
    [{ cron: '0 0 30 2 *' }, '/schedule/cron'],
    [{ cron: '0 6 * * 1', timezone: 'Mars/Olympus' }, '/schedule/timezone'],
    [{ everyMs: 60_000, timezone: '' }, '/schedule/timezone'],
  ]
  for (const [schedule, pointer] of cases) {
    assert.deepEqual(
      checkSchedule(schedule, now).map((problem) => problem.pointer),
      [pointer],
      JSON.stringify(schedule),
    )
  }
  for (const schedule of [
    { cron: '*/5 8-18 * * MON-FRI' },
    { everyMs: 60_000 },
    { cron: '@daily', timezone: 'Asia/Tokyo' },
  ]) {
    assert.deepEqual(checkSchedule(schedule, now), [])
  }
})

test('a pattern with five parts is told that one of them is wrong, another that it has not five', () => {
  const detailOf = (pattern: string) =>
    checkSchedule({ cron: pattern }, at('2026-11-23T00:00:00Z'))[0]?.detail ?? ''
  for (const pattern of ['61 6 * * 1', '0 6 * 13 *', 'a 6 * * 1', '*/0 * * * *'])
    assert.match(detailOf(pattern), /^A part .*minute \(0-59\)/, pattern)
  for (const pattern of ['every day', '0 0 6 * * 1'])
    assert.match(detailOf(pattern), /has five parts/, pattern)
})
