// The opening hours parser: every rule of the grammar that makes a week, and every text that must not become one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseOpeningHours, type ParsedHours } from './parse-opening-hours.ts'

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
  ['Mo-Su 08:00-18:00; PH 12:00-14:00 off', weekOf(days('08:00-18:00', 7))],
  ['Mo-Fr 08:00-18:00; PH 10:00-12:00', weekOf(days('08:00-18:00', 5), '-', '-')],
  ['Mo-Fr,PH 08:00-18:00', weekOf(days('08:00-18:00', 5), '-', '-')],
  ['Mo off; Mo 10:00-12:00', weekOf('10:00-12:00', days('-', 6))],
  ['Mo-Su 10:00-10:00', weekOf(days('00:00-24:00', 7))],
  ['00:00-00:00', weekOf(days('00:00-24:00', 7))],
  ['10:00-36:00', weekOf(days('00:00-24:00', 7))],
  ['Mo-Fr 10:00-12:00 || Sa 10:00-12:00', weekOf(days('10:00-12:00', 6), '-')],
  ['Mo-Fr 10:00-12:00 open "by appointment"', weekOf(days('10:00-12:00', 5), '-', '-')],
  // A rule replaces the hours of its days, those after midnight of the day before as well.
  ['Mo-Fr 08:00-12:00; Mo-Th 13:30-17:00', weekOf(days('13:30-17:00', 4), '08:00-12:00', '-', '-')],
  ['Mo-Fr 08:00-12:00; 13:30-18:00', weekOf(days('08:00-12:00 13:30-18:00', 5), days('13:30-18:00', 2))],
  ['Mo-Fr 09:00-18:00; 10:00-20:00', weekOf(days('09:00-20:00', 5), days('10:00-20:00', 2))],
  ['Fr-Sa 11:00-01:00; Su 11:00-22:00', weekOf(days('-', 4), '11:00-25:00', '11:00-24:00', '11:00-22:00')],
  ['Fr-Sa 11:00-01:00, Su 11:00-22:00', weekOf(days('-', 4), days('11:00-25:00', 2), '11:00-22:00')],
]

const WORKING_WEEK = weekOf(days('09:00-17:00', 5), '-', '-')
const WEEK_AND_SATURDAY = weekOf(days('09:00-17:00', 5), '10:00-14:00', '-')

/** As people write, who never saw the grammar. */
const SLOPPY: readonly (readonly [raw: string, week: string])[] = [
  ...[
    'Mo-fr 9-17',
    'MO-FR 9.00-17.00',
    'Mo - Fr : 9 - 17',
    'Mo–Fr 9—17',
    'Mo~Fr 9～17',
    'Mo to Fr 9 to 17',
    'Mo-Fr 9--17',
    'Mo-Fr 9h-17h',
    'Mo-Fr 09h00-17h00',
    'Mo-Fr 0900-1700',
    'Mo-Fr 09:00:00-17:00:00',
    'Mon-Fri 9am-5pm',
    'Mon-Fri: 9-5pm',
    'Monday - Friday: 9:00 a.m. - 5:00 p.m.',
    'Mo-Fr 09:00 AM-05:00 PM',
    'Mondays to Fridays, 9AM–5PM',
    'weekdays 9-17',
    '9am-5pm Monday to Friday',
    'open Mo-Fr 9-17',
    'Öffnungszeiten: Montag bis Freitag 9 bis 17 Uhr',
    'du lundi au vendredi de 9h à 17h',
    'lunedì-venerdì 9-17',
    'Lunes a Viernes de 9:00 a 17:00',
    'maandag t/m vrijdag van 9.00 tot 17.00 uur',
    'ma-vr 9-17',
    'segunda a sexta-feira 9h às 17h',
    'pn-pt 9-17',
    'pondělí-pátek 9:00-17:00',
    'ma-pe 9-17',
    'måndag-fredag 9-17',
    'пн-пт 09:00-17:00',
    'Δευτέρα-Παρασκευή 9:00-17:00',
    '月曜日〜金曜日 9時〜17時',
    '周一至周五 9:00-17:00',
    '월-금 09:00-17:00',
  ].map((raw) => [raw, WORKING_WEEK] as const),
  ...[
    'Mo-Fr 9-17; Sa 10-14',
    'Mo-Fr 9-17, Sa 10-14',
    'Mo-Fr 9-17 | Sa 10-14',
    'Mo-Fr 9-17 / Sa 10-14',
    'Mo-Fr 9-17 Sa 10-14',
    'Mo-Fr 9-17\nSa 10-14',
    'Mo-Fr 9-17 und Sa 10-14',
    'Mo-Fr 9:00-17:00,Sa:10:00-14:00,',
    'Mon-Fri 9am-5pm, Sat 10am-2pm, Sun closed',
    'Mo-Fr 9-17; Sa 10-14; So Ruhetag',
    'Mo,Di,Mi,Do,Fr 9-17; Sa 10-14; closed: So',
    'lun-ven 9-17, sab 10-14',
  ].map((raw) => [raw, WEEK_AND_SATURDAY] as const),
  ...[
    '24 hours',
    '24h',
    '24 hrs',
    '7/24',
    '24x7',
    '24 Stunden',
    '24時間',
    'Open 24 hours',
    'open 24/7',
    'nonstop',
    'daily 24 hours',
    '0-24',
    'Mo-So 0-24 h',
  ].map((raw) => [raw, weekOf(days('00:00-24:00', 7))] as const),
  ['7am-1am', weekOf(days('07:00-25:00', 7))],
  ['8:30AM-5PM', weekOf(days('08:30-17:00', 7))],
  ['noon-midnight', weekOf(days('12:00-24:00', 7))],
  ['12pm-12am', weekOf(days('12:00-24:00', 7))],
  ['Sa+So 10-18', weekOf(days('-', 5), days('10:00-18:00', 2))],
  ['土日 10時30分-18時', weekOf(days('-', 5), days('10:30-18:00', 2))],
  ['Mo/We 9-17', weekOf('09:00-17:00', '-', '09:00-17:00', days('-', 4))],
  ['Mo-Mi 08:00-12:00', weekOf(days('08:00-12:00', 3), days('-', 4))],
  // What the words beside it say: Tuesday in German, Sunday in French.
  ['Di-So 11-22', weekOf('-', days('11:00-22:00', 6))],
  ['sam-dim 11-22', weekOf(days('-', 5), days('11:00-22:00', 2))],
  ['lundi au samedi 9h-12h et 14h-18h30', weekOf(days('09:00-12:00 14:00-18:30', 6), '-')],
  ['lun-ven 9.30-13 / 15.30-19.30', weekOf(days('09:30-13:00 15:30-19:30', 5), '-', '-')],
  ['Tu-Th 11.00-23.00', weekOf('-', days('11:00-23:00', 3), '-', '-', '-')],
  ['Mo-Fr 09:00-12:00 13:00-17:00', weekOf(days('09:00-12:00 13:00-17:00', 5), '-', '-')],
  ['M-F 8am-5pm, Sat 8am-12pm', weekOf(days('08:00-17:00', 5), '08:00-12:00', '-')],
  ['L-V 9:00-14:00, 17:00-20:00', weekOf(days('09:00-14:00 17:00-20:00', 5), '-', '-')],
  ['Mo Tu We Th Fr 08:00-17:00', weekOf(days('08:00-17:00', 5), '-', '-')],
  ['Segunda a Sexta das 09:00 às 18:00', weekOf(days('09:00-18:00', 5), '-', '-')],
  ['12 noon - 10pm', weekOf(days('12:00-22:00', 7))],
  ['täglich außer Montag 10-18 Uhr', weekOf('-', days('10:00-18:00', 6))],
  ['9:00-17:00 except Sunday', weekOf(days('09:00-17:00', 6), '-')],
  ['Mo-Sa 9-18 (Sa geschlossen)', weekOf(days('09:00-18:00', 5), '-', '-')],
  ['11:00-22:00 (L.O. 21:30)', weekOf(days('11:00-22:00', 7))],
  ['Di-So 11:30-23:00, Küche bis 21:30 Uhr', weekOf('-', days('11:30-23:00', 6))],
  ['月-金 10:00-19:00 (土日祝休み)', weekOf(days('10:00-19:00', 5), '-', '-')],
  ['平日 9:00-18:00 土日祝 10:00-17:00', weekOf(days('09:00-18:00', 5), days('10:00-17:00', 2))],
  ['24小时营业', weekOf(days('00:00-24:00', 7))],
  ['จันทร์-ศุกร์ 9:00-17:00', weekOf(days('09:00-17:00', 5), '-', '-')],
  ['Senin-Jumat 08.00-16.00', weekOf(days('08:00-16:00', 5), '-', '-')],
  ['ראשון-חמישי 9:00-17:00', weekOf(days('09:00-17:00', 4), '-', '-', '09:00-17:00')],
  ['من الأحد إلى الخميس 9:00-17:00', weekOf(days('09:00-17:00', 4), '-', '-', '09:00-17:00')],
  ['her gün 09:00-22:00', weekOf(days('09:00-22:00', 7))],
  ['po-pia 8-17', weekOf(days('08:00-17:00', 5), '-', '-')],
]

for (const [raw, expected] of SLOPPY) {
  test(`"${raw.replaceAll('\n', ' ⏎ ')}" is a week, though sloppy`, () => {
    assert.equal(week(raw), expected)
  })
}

for (const [raw, expected] of READABLE) {
  test(`"${raw}" is a week`, () => {
    assert.equal(week(raw), expected)
  })
}

const UNREADABLE: readonly (readonly [raw: string, reason: ParsedHours['weeklyReason']])[] = [
  ['', 'no_times'],
  ['Mo-Fr', 'no_times'],
  ['Su off', 'no_times'],
  ['PH off', 'no_times'],
  ['Mo-Fr 18:00+', 'open_end'],
  ['Mo-Fr 18:00-22:00+', 'open_end'],
  ['sunrise-sunset', 'sun'],
  ['Mo-Fr 08:00-sunset', 'sun'],
  ['Apr-Oct', 'seasonal'],
  ['Apr-Oct 09:00-18:00', 'seasonal'],
  ['10:00-18:00; Jul-Aug 10:00-19:00', 'seasonal'],
  ['10:00-18:00; Jul-Aug off', 'seasonal'],
  ['10:00-18:00; Oct 17-Mar 25 off', 'seasonal'],
  ['May 01-Oct 31: Su 10:00-17:00', 'seasonal'],
  ['2021 Apr 01-02 08:00-18:30', 'no_times'],
  ['week 1-10 Mo 10:00-12:00', 'weeks'],
  ['Mo[1] 10:00-12:00', 'nth_weekday'],
  ['10:00-12:00; Mo[1,3] off', 'nth_weekday'],
  ['Mo-Fr 10:00-12:00 "by appointment"', 'conditional'],
  ['"by appointment"', 'conditional'],
  ['Mo-Fr nach Vereinbarung', 'conditional'],
  ['Mo-Fr 10:00-12:00 unknown', 'conditional'],
  ['Mo-Fr 10:00-12:00 || "by appointment"', 'conditional'],
  ['19:00-02:00; Mo off', 'ambiguous'],
  ['Mo-Su 20:00-26:00; We 01:00-02:00 off', 'ambiguous'],
  ['Mo-Fr 9-17 Sa closed', 'ambiguous'],
  ['Mo-Fr 9-5', 'ambiguous'],
  ['1-5pm', 'ambiguous'],
  ['9am-5', 'ambiguous'],
  ['Mo-Fr 8-12, 1-5', 'ambiguous'],
  ['6-midnight', 'ambiguous'],
  ['Di 9-17', 'ambiguous'],
  ['Mo-Fr 25:00-26:00', 'not_hours'],
  ['Mo-Fr 10:60-12:00', 'not_hours'],
  ['Mo,,Tu 10:00-12:00', 'no_times'],
  ['Mo-Fr 10:00', 'not_hours'],
  ['Mo-Fr 10:00-12:00/30', 'not_hours'],
  ['01.04.-31.10.', 'not_hours'],
  ['01.04-12.10', 'not_hours'],
  ['2020-2025', 'not_hours'],
  ['+423 233 44 22', 'not_hours'],
  ['yes', 'not_hours'],
  ['<b>Mo-Fr 10:00-12:00</b>', 'not_hours'],
  ['Mo-Fr 10:00-12:00; nonsense', 'not_hours'],
  ['x'.repeat(5_000), 'too_long'],
  ['Mo-Fr (10-12) 14-16', 'no_times'],
  ['Mo-Fr 9-17 except', 'not_hours'],
  ['Mo except Mo 9-17', 'not_hours'],
  ['9-17 (9-13)', 'not_hours'],
]

for (const [raw, reason] of UNREADABLE) {
  test(`"${raw.slice(0, 60)}" is no week: ${reason}`, () => {
    assert.equal(week(raw), null)
    assert.equal(parseOpeningHours(raw).weeklyReason, reason)
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
  ['Mo-Su 10:00-18:00; 2021 Dec 25 off', ['2021 Dec 25'], true],
  ['Mo-Su 10:00-18:00; easter off', ['easter'], true],
  ['Mo-Su 10:00-18:00; PH -1 day off', ['PH -1 day'], true],
  ['Mo-Su 10:00-18:00; PH off "Feiertage"', ['PH'], true],
  ['Mo-Su 10:00-18:00; PH 12:00-14:00 off', [], true],
  ['Mo-Fr 9-17; Feiertage geschlossen', ['PH'], true],
  ['lun-ven 9-17; jours fériés fermé', ['PH'], true],
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

test('holidays and dates with other hours are kept as text', () => {
  const { otherDays, closedDays } = parseOpeningHours(
    'Mo-Fr,PH 08:00-18:00; Dec 24,31 8:00-12:00, 13-14; PH 12-13 off; Jan 1 off',
  )
  assert.deepEqual(otherDays, [
    'PH 08:00-18:00',
    'Dec 24,Dec 31 08:00-12:00,13:00-14:00',
    'PH 12:00-13:00 off',
  ])
  assert.deepEqual(closedDays, ['Jan 01'])
  assert.deepEqual(Object.keys(parseOpeningHours('Mo-Fr 08:00-18:00')), ['weekly', 'closedDays'])
})

test('hours that a later rule replaces, though it leaves them alone, are named', () => {
  const lunch = parseOpeningHours('Mo-Fr 11:30-14:00; Mo-Sa 18:00-23:00').overridden
  const noon = [{ opensMinute: 690, closesMinute: 840 }]
  assert.deepEqual(lunch, [noon, noon, noon, noon, noon, [], []])
  const night = parseOpeningHours('Fr-Sa 11:00-01:00; Su 11:00-22:00').overridden
  assert.deepEqual(night, [[], [], [], [], [], [], [{ opensMinute: 0, closesMinute: 60 }]])
  // A long Thursday is meant to replace the short one.
  assert.equal(parseOpeningHours('Tu-Su 10:00-17:00; Th 10:00-20:00').overridden, undefined)
})

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
