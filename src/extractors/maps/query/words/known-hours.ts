// What opening hours say of conditions that hold every week: `open on sundays`, `24h`. Nothing here reads a clock.
import { searchFold } from '#kit/text/search-text.ts'
import { remembered } from '#kit/remembered.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { parseOpeningHours, type ParsedHours } from '#parsing/hours/parse-opening-hours.ts'

/** Chains write the same hours on all of their places. */
const weeklyOf = remembered((raw) => parseOpeningHours(raw).weekly)

/** The week of a place, Monday first; null where its tags do not say one. */
function weekOf({ opening_hours: raw }: Tags): ParsedHours['weekly'] {
  return raw === undefined ? null : weeklyOf(raw)
}

const MINUTES_A_DAY = 1_440

/** Whether a place never closes; null: not known. */
export function isAlwaysOpen(tags: Tags): boolean | null {
  return (
    weekOf(tags)?.every((day) =>
      day.some(({ opensMinute, closesMinute }) => opensMinute === 0 && closesMinute >= MINUTES_A_DAY),
    ) ?? null
  )
}

const LANGUAGES =
  'en de fr es it pt nl pl sv da nb fi cs sk hu hr sr sl bg ro el ru uk tr ar fa he hi th ja zh ko id vi ca eu et lv lt'
/** What people say beside the names that CLDR has: 礼拜天, `sáb`. */
const OTHER_NAMES: Readonly<Record<string, number>> = {
  星期天: 6,
  礼拜天: 6,
  礼拜日: 6,
  週日: 6,
  周末: 6,
  sonnabend: 5,
}
/** A Monday. */
const FIRST_DAY = Date.UTC(2024, 0, 1)
/** `niedziela` is `niedzielę` in another case, `domingo` is `domingos`. */
const MIN_STEM_CHARS = 5
const SPACED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u

const LETTERS = /^\p{L}{2,}/u

let days: ReadonlyMap<string, number> | undefined

/** How the name of each day begins, folded, in any case and number. */
function dayStems(): ReadonlyMap<string, number> {
  if (days !== undefined) return days
  const stems = new Map(Object.entries(OTHER_NAMES))
  for (const day of [0, 1, 2, 3, 4, 5, 6]) {
    const at = new Date(FIRST_DAY + day * 86_400_000)
    for (const language of LANGUAGES.split(' ')) {
      for (const weekday of ['long', 'short'] as const) {
        const name = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(at)
        const [word = ''] = searchFold(name)
          .split(' ')
          .slice(language === 'vi' ? -1 : 0)
        // Of alphabets a short form is another word as well, and `Th 6` is a number.
        if (!LETTERS.test(word) || (weekday === 'short' && SPACED.test(word))) continue
        stems.set(word, day)
        if (SPACED.test(word) && word.length > MIN_STEM_CHARS) stems.set(word.slice(0, -1), day)
        // 日曜日 is 日曜 as well.
        if (language === 'ja' && word.endsWith('曜日')) stems.set(word.slice(0, -1), day)
      }
    }
  }
  return (days = stems)
}

/** The day that a folded phrase for a time names, Monday is 0; null for none, and for more than one. */
export function dayNamed(phrase: string): number | null {
  const named = new Set<number>()
  for (const word of phrase.split(' ')) {
    const [best = ''] = [...dayStems().keys()]
      .filter((stem) => (SPACED.test(word) ? word.startsWith(stem) && stem.length >= 4 : word.includes(stem)))
      .toSorted((a, b) => b.length - a.length)
    const day = dayStems().get(best)
    if (day !== undefined) named.add(day)
  }
  const [only] = named
  return named.size === 1 ? (only ?? null) : null
}

/** Whether a place is open at any time of a day, Monday is 0; null: not known. */
export function isOpenOn(tags: Tags, day: number): boolean | null {
  const hours = weekOf(tags)?.[day]
  return hours === undefined ? null : hours.length > 0
}

/**
 * Whether a place is open at a minute on any day of the week, counted from its midnight; behind the last one of a day it is in the night.
 * Null: not known.
 */
export function isEverOpenAt(tags: Tags, minute: number): boolean | null {
  const isIn = (at: number) => (day: NonNullable<ParsedHours['weekly']>[number]) =>
    day.some(({ opensMinute, closesMinute }) => opensMinute <= at && at < closesMinute)
  const week = weekOf(tags)
  if (week === null) return null
  return week.some(isIn(minute)) || (minute >= MINUTES_A_DAY && week.some(isIn(minute - MINUTES_A_DAY)))
}
