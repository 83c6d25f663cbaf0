// Our reader of opening hours beside opening_hours.js: on the values of real extracts, and on texts by chance.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { distinctHours } from '#test/support/hours/extract-hours.ts'
import { libraryWeek, rangesOfWeek } from '#test/support/hours/library-week.ts'
import { skipWithout } from '#test/support/shared-data.ts'
import { parseOpeningHours, type ParsedHours } from './parse-opening-hours.ts'

const EXTRACTS = [
  'data/osm/planetiler-monaco-latest.osm.pbf',
  'data/osm/nominatim-apidb-liechtenstein.osm.pbf',
  'data/osm/valhalla-harrisburg.osm.pbf',
]

/** What the library takes for a week and we do not: the texts that a person would read otherwise, or in two ways. */
const REFUSED_REASONS: ReadonlySet<ParsedHours['weeklyReason']> = new Set(['ambiguous', 'no_times', 'sun'])

type Verdict = 'same' | 'more' | 'both unknown' | 'refused' | 'missed' | 'contradiction'

function verdictOn(text: string): Verdict {
  const library = libraryWeek(text)
  const { weekly, weeklyReason } = parseOpeningHours(text)
  if (weekly === null) {
    if (library?.isStable !== true) return 'both unknown'
    return REFUSED_REASONS.has(weeklyReason) ? 'refused' : 'missed'
  }
  if (library === null) return 'more'
  return JSON.stringify(library.open) === JSON.stringify(rangesOfWeek(weekly)) ? 'same' : 'contradiction'
}

test(
  'every value of three extracts that the library reads as a week is read, and never differently',
  {
    skip: EXTRACTS.map(skipWithout).find((missing) => missing !== false) ?? false,
  },
  async (t) => {
    const texts = await distinctHours(EXTRACTS)
    const verdicts = Map.groupBy(texts, verdictOn)
    const count = (verdict: Verdict) => verdicts.get(verdict)?.length ?? 0
    const read = count('same') + count('more')
    t.diagnostic(
      `${read} of ${texts.length} read (${((100 * read) / texts.length).toFixed(1)} %), ${count('more')} of them not by the library`,
    )
    assert.equal(texts.length, 196)
    assert.deepEqual(verdicts.get('contradiction') ?? [], [])
    assert.deepEqual(verdicts.get('missed') ?? [], [])
    assert.deepEqual(verdicts.get('refused'), [
      '19:00-02:00; Mo off',
      'Mon-Tue Closed; Wed-Thurs, Sun 11-8; Fri-Sat 11-9',
    ])
    assert.equal(read, 178)
  },
)

const minute = fc.constantFrom('00', '15', '30', '45', '05')
const padded = (hour: number) => String(hour).padStart(2, '0')
const hourOf = (min: number, max: number) => fc.integer({ min, max })
const time = fc.tuple(hourOf(0, 23), minute).map(([hour, rest]) => `${padded(hour)}:${rest}`)
const span = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(hourOf(5, 12), hourOf(13, 23), minute, minute)
      .map(([a, b, m, n]) => `${padded(a)}:${m}-${b}:${n}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(time, time)
      .filter(([a, b]) => a !== b)
      .map((both) => both.join('-')),
  },
  { weight: 1, arbitrary: fc.tuple(hourOf(12, 23), hourOf(24, 28)).map(([a, b]) => `${a}:00-${b}:00`) },
)
const dayCode = fc.constantFrom('Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su')
const days = fc
  .array(
    fc.oneof(
      dayCode,
      fc.tuple(dayCode, dayCode).map((both) => both.join('-')),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((list) => list.join(','))
const rule = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(days, fc.array(span, { minLength: 1, maxLength: 2 }))
      .map(([d, s]) => `${d} ${s.join(',')}`),
  },
  { weight: 1, arbitrary: span },
  { weight: 1, arbitrary: days.map((list) => `${list} off`) },
  { weight: 1, arbitrary: fc.tuple(days, span).map((both) => `${both.join(' ')} off`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'PH off',
      'PH 10:00-12:00',
      'Dec 25 off',
      'Mo-Su 00:00-24:00',
      'Dec 24 10:00-14:00',
      'SH off',
    ),
  },
)
const separator = fc.constantFrom('; ', ', ', ' || ')

test('texts in the grammar mean what they mean to the library', () => {
  const text = fc
    .tuple(rule, fc.array(fc.tuple(separator, rule), { maxLength: 3 }))
    .map(([first, others]) => first + others.flat().join(''))
  const verdicts = new Map<Verdict, number>()
  fc.assert(
    fc.property(text, (written) => {
      const verdict = verdictOn(written)
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
      assert.notEqual(verdict, 'contradiction')
      assert.notEqual(verdict, 'missed')
    }),
    { numRuns: 400, seed: 13 },
  )
  assert.ok((verdicts.get('same') ?? 0) > 200, JSON.stringify([...verdicts]))
})

const WORDS = [
  ['Mo', 'Mon', 'Monday', 'Montag', 'lundi', 'MO', 'mo.'],
  ['Fr', 'Fri', 'Friday', 'Freitag', 'vendredi', 'FR', 'fr'],
] as const
const HALVES = ['am', 'pm', ' AM', ' PM', ' a.m.', ' p.m.', ''] as const

test('sloppy texts never mean something else than to the library, which guesses more', () => {
  const verdicts = new Map<Verdict, number>()
  const half = fc.constantFrom(...HALVES)
  const rest = fc.constantFrom('', ':00', ':30', '.00', 'h')
  const any = fc.tuple(hourOf(0, 24), rest, half).map((parts) => parts.join(''))
  const dash = fc.constantFrom('-', ' - ', '–', ' to ', ' bis ', '~')
  const list = fc.oneof(
    fc.tuple(fc.constantFrom(...WORDS[0]), dash, fc.constantFrom(...WORDS[1])).map((parts) => parts.join('')),
    fc.constantFrom('', 'daily', 'täglich', 'weekdays', 'Sa+Su', 'Sa & Su', 'Sa, Su', 'Mi-Do', 'pn-pt'),
  )
  const colon = fc.constantFrom(' ', ': ', ' : ', ', ')
  const plain = fc.tuple(hourOf(6, 11), rest, dash, hourOf(13, 24), rest, fc.constantFrom('', 'h', ' Uhr'))
  const halves = fc.tuple(hourOf(1, 12), fc.constantFrom('', ':30'), half, dash, hourOf(1, 12), half)
  const hours = fc.oneof(plain, halves, fc.tuple(any, dash, any)).map((parts) => parts.join(''))
  const line = fc.tuple(list, colon, hours).map(([d, c, h]) => `${d === '' ? '' : d + c}${h}`)
  const text = fc
    .tuple(line, fc.option(fc.tuple(fc.constantFrom('; ', ', '), line)))
    .map(([first, more]) => first + (more ?? []).join(''))
  fc.assert(
    fc.property(text, (written) => {
      const verdict = verdictOn(written)
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
      assert.notEqual(verdict, 'contradiction')
    }),
    { numRuns: 600, seed: 13 },
  )
  assert.ok((verdicts.get('same') ?? 0) + (verdicts.get('more') ?? 0) > 100, JSON.stringify([...verdicts]))
})
