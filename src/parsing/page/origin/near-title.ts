// The days and the authors that a page shows: beside its title, at the end of its text, in the foot of the page.
import type { DateRole } from '#parsing/dates/date-words.ts'
import { hasDigit, type DayStyle } from '#parsing/dates/find-days.ts'
import { announcesAuthor, creditsIn, isOnlyNames, namesAt } from './credits.ts'
import { lettersOf } from './given-text.ts'
import { datesOfLine, type LineDate } from './line-dates.ts'
import { AUTHOR_LINK, MAX_LINE_CHARS, namesOfPart, type PageLine } from './page-lines.ts'

/** Shorter headings are names of sites and sections, if they are not the title that the head gives. */
const MIN_TITLE_CHARS = 8
/** Lines of text around the title in which a day without words is that of publication. */
const LINES_BEFORE = 3
const LINES_AFTER = 8
/** Near the title of an article. */
const MAX_BARE_DAYS = 2
/** A day without words in a longer piece of a line is one that the text speaks of. */
const MAX_PIECE_CHARS = 45
const MIN_TEXT_CHARS = 150
/** The line of the day below a name. */
const MAX_BARE_CHARS = 80
/** Lines below the title in which a name without words is that of the author, if a day stands below it. */
const LINES_TO_NAME = 3
/** Lines at the end of the text in which its author is named. */
const LINES_AT_END = 6

/** What a page shows of itself; days are RFC 3339 or bare, null is what is not there. */
export interface Shown {
  readonly publishedAt: string | null
  /** The first that calls itself an update. */
  readonly modifiedAt: string | null
  readonly authors: readonly string[]
}

/** `title` is that of the head; without `bareDays` a day counts only where words say what it is. */
export function readShown(
  lines: readonly PageLine[],
  title: string | null,
  style: DayStyle,
  bareDays: boolean,
): Shown {
  const at = titleLine(lines, title)
  const near = at === null ? [] : linesAround(lines, at)
  const text = near.find((index) => index > (at ?? 0) && isText(lines[index])) ?? lines.length
  const datesAt = createDateReader(lines, style)
  const days = near.flatMap((index) => daysOf(datesAt(index), index < text))
  return {
    publishedAt:
      namedDay(days, 'published') ??
      (bareDays ? bareDay(days) : null) ??
      onlyDay(lines, datesAt, 'published'),
    modifiedAt: namedDay(days, 'updated') ?? onlyDay(lines, datesAt, 'updated'),
    authors: authorsNear(lines, near, style) ?? authorsAtEnd(lines, at ?? 0, style) ?? [],
  }
}

/** The heading that shows the title, else the first `h1` that is long enough to be one. */
function titleLine(lines: readonly PageLine[], title: string | null): number | null {
  const wanted = lettersOf(title ?? '')
  if (wanted !== '') {
    const same = lines.findIndex(({ heading, text }) => heading > 0 && lettersOf(text) === wanted)
    if (same >= 0) return same
  }
  const first = lines.findIndex(({ heading, text }) => heading === 1 && text.length > MIN_TITLE_CHARS)
  return first < 0 ? null : first
}

/** Lines of the site's head count where the title stands in it, and so does any part that is called by a wrong name. */
function linesAround(lines: readonly PageLine[], title: number): number[] {
  const of = lines[title]?.place
  const counts = (index: number): boolean => {
    const place = lines[index]?.place
    return place === 'content' || place === of
  }
  const before: number[] = []
  for (let i = title - 1; i >= 0 && before.length < LINES_BEFORE; i -= 1) if (counts(i)) before.unshift(i)
  const after: number[] = []
  let isInText = false
  for (let i = title + 1; i < lines.length && after.length < LINES_AFTER; i += 1) {
    const line = lines[i]
    // A heading below the text begins a part of it, or another list.
    if (line === undefined || (isInText && line.heading > 0 && line.heading <= 3)) break
    if (isText(line)) isInText = true
    if (counts(i)) after.push(i)
  }
  return [title, ...after, ...before]
}

/** Longer lines are running text. */
const isText = (line: PageLine | undefined): boolean => (line?.text.length ?? 0) > MIN_TEXT_CHARS

interface ShownDay {
  readonly value: string
  readonly role: DateRole | null
  readonly isShort: boolean
  readonly isAboveText: boolean
}

/** The dates of a line by its place; each line is read once. */
type DatesAt = (index: number) => readonly LineDate[]

function createDateReader(lines: readonly PageLine[], style: DayStyle): DatesAt {
  const read: (readonly LineDate[] | undefined)[] = []
  return (index) => {
    const line = lines[index]
    return (read[index] ??= line === undefined ? [] : datesOfLine(line, lines[index - 1] ?? null, style))
  }
}

function daysOf(dates: readonly LineDate[], isAboveText: boolean): ShownDay[] {
  return dates.map(({ value, role, pieceChars }) => ({
    value,
    role,
    isShort: pieceChars <= MAX_PIECE_CHARS,
    isAboveText,
  }))
}

/** The first above the text, or the only one near the title. */
function namedDay(days: readonly ShownDay[], wanted: DateRole): string | null {
  const named = days.filter(({ role }) => role === wanted)
  const above = named.find(({ isAboveText }) => isAboveText)
  if (above !== undefined) return above.value
  return new Set(named.map(({ value }) => value)).size === 1 ? (named[0]?.value ?? null) : null
}

/** The first day that nothing is said of; several in lines of their own are those of a list. */
function bareDay(days: readonly ShownDay[]): string | null {
  const bare = days.filter(({ role, isShort }) => role === null && isShort)
  return new Set(bare.map(({ value }) => value)).size > MAX_BARE_DAYS ? null : (bare[0]?.value ?? null)
}

/** Away from the title words have to say what a day is, and several days are those of other things. */
function onlyDay(
  lines: readonly PageLine[],
  datesAt: DatesAt,
  wanted: 'published' | 'updated',
): string | null {
  const found = new Set<string>()
  for (const [index, line] of lines.entries()) {
    if (line.place === 'beside' || (wanted === 'published' && line.place !== 'content')) continue
    if (!hasDigit(line.text)) continue
    for (const { role, value } of datesAt(index)) if (role === wanted) found.add(value)
    if (found.size > 1) return null
  }
  return [...found][0] ?? null
}

function authorsNear(
  lines: readonly PageLine[],
  near: readonly number[],
  style: DayStyle,
): readonly string[] | null {
  for (const index of near) {
    const line = lines[index]
    if (line === undefined || line.heading === 1 || line.text.length >= MAX_LINE_CHARS) continue
    const names = creditsOfLine(lines, index)
    if (names.length > 0) return names
  }
  for (const index of near) {
    const names = linkedAuthors(lines[index])
    if (names.length > 0) return names
  }
  // `Ada Lovelace` above `4 May 2026`.
  for (const index of near.slice(1, 1 + LINES_TO_NAME)) {
    const line = lines[index]
    const next = lines[index + 1]
    if (line === undefined || next === undefined || line.heading > 0 || !near.includes(index + 1)) continue
    if (
      isOnlyNames(line.text) &&
      next.text.length <= MAX_BARE_CHARS &&
      datesOfLine(next, null, style).length > 0
    )
      return namesAt(line.text, false)
  }
  return null
}

/** Links to pages about authors, with nothing but names on them. */
function linkedAuthors(line: PageLine | undefined): string[] {
  const names = (line?.parts ?? []).flatMap((part) => {
    const text = line?.text.slice(part.start, part.end) ?? ''
    return namesOfPart(part).includes(AUTHOR_LINK) && isOnlyNames(text) ? namesAt(text, false) : []
  })
  return [...new Set(names)]
}

function creditsOfLine(lines: readonly PageLine[], index: number): readonly string[] {
  const text = lines[index]?.text ?? ''
  const before = lines[index - 1]?.text ?? ''
  if (announcesAuthor(before)) {
    const names = namesAt(text, true)
    if (names.length > 0) return names
  }
  return creditsIn(text)
}

/** Writes buttons and headings with capital letters, as names are. */
const TITLE_CASE = /^en\b/i
const MARKED = new Set(['b', 'strong', 'i', 'em'])

function authorsAtEnd(lines: readonly PageLine[], title: number, style: DayStyle): readonly string[] | null {
  const content: number[] = []
  for (let i = lines.length - 1; i > title && content.length < LINES_AT_END; i -= 1)
    if (lines[i]?.place === 'content') content.push(i)
  for (const index of content) {
    if ((lines[index]?.text.length ?? MAX_LINE_CHARS) >= MAX_LINE_CHARS) continue
    const names = creditsOfLine(lines, index)
    if (names.length > 0) return names
  }
  if (TITLE_CASE.test(style.language ?? 'en')) return null
  // A name alone in bold or italics, right below the text.
  const last = content.find((index) => (lines[index - 1]?.text.length ?? 0) > MIN_TEXT_CHARS)
  const line = lines[last ?? -1]
  const isMarked = line?.parts.every(({ element }) => MARKED.has(element.name)) ?? false
  return line !== undefined && isMarked && isOnlyNames(line.text) ? namesAt(line.text, false) : null
}
