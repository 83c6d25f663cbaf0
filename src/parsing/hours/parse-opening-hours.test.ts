// The opening hours parser: every rule of the grammar that makes a week, and every text that must not become one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseOpeningHours } from './parse-opening-hours.ts'

/** `08:00-12:00 13:00-17:00` per day, Monday first, `-` for closed; null where there is no week. */
function week(raw: string): string | null {
  const { weekly } = parseOpeningHours(raw)
  const time = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const day = (intervals: NonNullable<typeof weekly>[number]) =>
    intervals.map((i) => `${time(i.opensMinute)}-${time(i.closesMinute)}`).join(' ') || '-'
  return weekly === null ? null : weekly.map(day).join(' | ')
}

const days = (hours: string, count: number) => Array.from({ length: count }, () => hours)
const weekOf = (...parts: (string | string[])[]) => parts.flat().join(' | ')

const READABLE: readonly (readonly [raw: string, week: string])[] = [
  ['24/7', weekOf(days('00:00-24:00', 7))],
  ['08:00-18:00', weekOf(days('08:00-18:00', 7))],
  ['Mo-Fr 08:00-18:00', weekOf(days('08:00-18:00', 5), '-', '-')],
  ['Mo-Fr 8:00-18:00', weekOf(days('08:00-18:00', 5), '-', '-')],
  ['mo-fr 08:00-18:00', weekOf(days('08:00-18:00', 5), '-', '-')],
  ['Mo – Fr 08:00–18:00', weekOf(days('08:00-18:00', 5), '-', '-')],
  ['Mo-Fr: 08:00-18:00', weekOf(days('08:00-18:00', 5), '-', '-')],
  ['Monday-Friday 08:00-18:00', weekOf(days('08:00-18:00', 5), '-', '-')],
  ['Mon-Thurs, Sun 08:00-18:00', weekOf(days('08:00-18:00', 4), '-', '-', '08:00-18:00')],
  ['Mo,We 09:00-10:00', weekOf('09:00-10:00', '-', '09:00-10:00', '-', '-', '-', '-')],
  ['Mo-Tu, Fr 09:00-18:00', weekOf(days('09:00-18:00', 2), '-', '-', '09:00-18:00', '-', '-')],
  ['Sa-Tu 09:00-10:00', weekOf(days('09:00-10:00', 2), '-', '-', '-', days('09:00-10:00', 2))],
  ['Mo-Fr 08:00-12:00,13:00-17:00', weekOf(days('08:00-12:00 13:00-17:00', 5), '-', '-')],
  ['Mo-Fr 08:00-12:00, 13:00-17:00', weekOf(days('08:00-12:00 13:00-17:00', 5), '-', '-')],
  ['Mo-Fr 08:00-17:00; Sa 09:00-12:00', weekOf(days('08:00-17:00', 5), '09:00-12:00', '-')],
  ['Mo-Fr 08:00-17:00, Sa 09:00-12:00', weekOf(days('08:00-17:00', 5), '09:00-12:00', '-')],
  ['Mo-Fr 08:00-17:00;', weekOf(days('08:00-17:00', 5), '-', '-')],
  ['Mo-Su 08:00-18:00; Su off', weekOf(days('08:00-18:00', 6), '-')],
  ['Mo-Su 08:00-18:00; Su closed', weekOf(days('08:00-18:00', 6), '-')],
  ['Su off; Mo-Sa 08:00-18:00', weekOf(days('08:00-18:00', 6), '-')],
  ['off; Su 10:00-12:00', weekOf(days('-', 6), '10:00-12:00')],
  ['off', weekOf(days('-', 7))],
  [
    'Tu-Su 10:00-17:00; Th 10:00-20:00',
    weekOf('-', '10:00-17:00', '10:00-17:00', '10:00-20:00', days('10:00-17:00', 3)),
  ],
  [
    'Sa,Su 12:00-13:45, Th-Mo 19:30-21:45',
    weekOf('19:30-21:45', '-', '-', days('19:30-21:45', 2), days('12:00-13:45 19:30-21:45', 2)),
  ],
  ['Mo-Fr 10:00-14:00, 12:00-18:00', weekOf(days('10:00-18:00', 5), '-', '-')],
  [
    'Mo-Su 08:00-18:00; We 12:00-14:00 off',
    weekOf(days('08:00-18:00', 2), '08:00-12:00 14:00-18:00', days('08:00-18:00', 4)),
  ],
  ['Fr,Sa 18:00-02:00', weekOf(days('-', 4), days('18:00-26:00', 2), '-')],
  ['Mo-Su 22:00-26:00', weekOf(days('22:00-26:00', 7))],
  ['Mo 00:00-24:00', weekOf('00:00-24:00', days('-', 6))],
  ['Mo-Su 11:00-00:00', weekOf(days('11:00-24:00', 7))],
  ['Mo-Fr open', weekOf(days('00:00-24:00', 5), '-', '-')],
  ['Mo-Su,PH 09:00-17:00', weekOf(days('09:00-17:00', 7))],
  ['24/7; Su off', weekOf(days('00:00-24:00', 6), '-')],
  // Hours after midnight also apply on a closed day, because they belong to the evening before.
  ['19:00-02:00; Mo off', weekOf('-', days('19:00-26:00', 6))],
]

for (const [raw, expected] of READABLE) {
  test(`"${raw}" is a week`, () => {
    assert.equal(week(raw), expected)
  })
}

const UNREADABLE: readonly (readonly [raw: string, why: string])[] = [
  ['', 'nothing is said'],
  ['Mo-Fr', 'no hours'],
  ['Su off', 'only what is closed'],
  ['PH off', 'only what is closed'],
  ['Mo-Fr 18:00+', 'open end'],
  ['Mo-Fr 18:00-22:00+', 'open end'],
  ['sunrise-sunset', 'the sun'],
  ['Mo-Fr 08:00-sunset', 'the sun'],
  ['Apr-Oct', 'a season'],
  ['Apr-Oct 09:00-18:00', 'a season'],
  ['10:00-18:00; Jul-Aug 10:00-19:00', 'a season'],
  ['2021 Apr 01-02 08:00-18:30', 'dates'],
  ['week 1-10 Mo 10:00-12:00', 'weeks'],
  ['Mo[1] 10:00-12:00', 'the first Monday'],
  ['Mo-Fr 08:00-18:00; PH 10:00-12:00', 'other hours on holidays'],
  ['Mo-Fr,PH 08:00-18:00', 'hours on holidays that a week does not have every day'],
  ['Mo-Fr 10:00-12:00 "by appointment"', 'a condition'],
  ['"by appointment"', 'a condition'],
  ['Mo-Fr 10:00-12:00 unknown', 'unknown'],
  ['Mo-Fr 10:00-12:00 || "by appointment"', 'a fallback'],
  ['Mo-Fr 08:00-12:00; 13:30-18:00', 'the second rule would undo the first'],
  ['Mo-Fr 08:00-12:00; Mo-Th 13:30-17:00', 'the second rule would undo most of the first'],
  ['Mo-Fr 09:00-18:00; 10:00-20:00', 'the second rule undoes the first'],
  ['Mo off; Mo 10:00-12:00', 'a contradiction'],
  ['Mo-Su 20:00-26:00; We 01:00-02:00 off', 'which night is meant'],
  ['Mo-Su 10:00-10:00', 'no length'],
  ['10:00-36:00', 'longer than a day'],
  ['Mo-Fr 25:00-26:00', 'no such time'],
  ['Mo-Fr 10:60-12:00', 'no such time'],
  ['Mo-Fr 08:00-12:00 Sa 10:00-12:00', 'no separator'],
  ['Mo,,Tu 10:00-12:00', 'an empty entry'],
  ['Mo-Fr 10:00', 'a point in time'],
  ['Mo-Fr 10:00-12:00/30', 'an interval'],
  ['Mo-Fr 9-17', 'no minutes'],
  ['Mo-Mi 08:00-12:00', 'Mi is no English weekday'],
  ['Tu-Th 11.00-23.00', 'dots may part dates'],
  ['Mo-Fr 09:00 AM-05:00 PM', 'not in the grammar'],
  ['+423 233 44 22', 'a phone number'],
  ['<b>Mo-Fr 10:00-12:00</b>', 'markup'],
  ['Mo-Fr 10:00-12:00; nonsense', 'one part is not readable'],
  ['x'.repeat(5_000), 'too long'],
]

for (const [raw, why] of UNREADABLE) {
  test(`"${raw.slice(0, 60)}" is no week: ${why}`, () => {
    assert.equal(week(raw), null)
  })
}

const CLOSED: readonly (readonly [raw: string, closed: readonly string[], hasWeek: boolean])[] = [
  ['Mo-Fr 08:00-18:00; PH off', ['PH'], true],
  ['Mo-Sa 11:30-14:00; Su, PH off', ['PH'], true],
  ['PH,SH off; Mo-Fr 10:00-12:00', ['PH', 'SH'], true],
  ['Mo-Su 10:00-18:00; Dec 25 off', ['Dec 25'], true],
  ['Mo-Su 10:00-18:00; Dec 24-26,31 off', ['Dec 24-26', 'Dec 31'], true],
  ['Mo-Su 10:00-18:00; Nov 19,Dec 25 off', ['Nov 19', 'Dec 25'], true],
  ['Mo-Su 10:00-18:00; Dec 24-Jan 2 off', ['Dec 24-Jan 02'], true],
  ['Mo-Su 10:00-18:00; Jul-Aug off', ['Jul-Aug'], true],
  ['Mo-Su 10:00-18:00; 2021 Dec 25 off', ['2021 Dec 25'], true],
  ['Mo-Su 10:00-18:00; Mo[1] off', ['Mo[1]'], true],
  ['Mo-Su 10:00-18:00; Mo[1,3] off', ['Mo[1,3]'], true],
  ['Mo-Su 10:00-18:00; easter off', ['easter'], true],
  ['Mo-Su 10:00-18:00; PH -1 day off', ['PH -1 day'], true],
  ['Mo-Su 10:00-18:00; PH off "Feiertage"', ['PH'], true],
  ['Mo-Su 10:00-18:00; PH 12:00-14:00 off', [], false],
  ['Oct-Mar 10:00-18:00; Dec 25 off', ['Dec 25'], false],
  ['Dec 45 off; Mo-Su 10:00-18:00', [], false],
  ['PH off', ['PH'], false],
]

for (const [raw, closed, hasWeek] of CLOSED) {
  test(`"${raw}" is closed on ${closed.join(', ') || 'no day that it names'}`, () => {
    const parsed = parseOpeningHours(raw)
    assert.deepEqual(parsed.closedDays, closed)
    assert.equal(parsed.weekly !== null, hasWeek)
  })
}

test('whatever the text, a week has seven days of sorted intervals that do not overlap', () => {
  const piece = fc.constantFrom(
    'Mo',
    'Fr',
    'Su',
    'PH',
    '-',
    ',',
    ';',
    ' ',
    '08:00',
    '12:00',
    '17:30',
    '02:00',
    'off',
    '24/7',
    'Dec',
    '25',
    ':',
    '[1]',
    '+',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      const { weekly } = parseOpeningHours(pieces.join(''))
      if (weekly === null) return
      assert.equal(weekly.length, 7)
      for (const intervals of weekly) {
        let end = -1
        for (const { opensMinute, closesMinute } of intervals) {
          assert.ok(
            opensMinute > end && opensMinute < 1_440 && closesMinute > opensMinute && closesMinute <= 2_880,
          )
          end = closesMinute
        }
      }
    }),
    { numRuns: 3_000 },
  )
})
