// How a query was understood, in the form that answers show.
import type { Warning } from '#contract/crawl/result.ts'
import type { Understood } from '#contract/places/understood.ts'
import { categoryLabel } from '#kit/categories/category-table.ts'
import type { Correction } from './correct-spelling.ts'
import type { Understanding } from './understand-query.ts'

/** A query as it was read, and the words of it that were read as others. */
interface ReadQuery {
  readonly understanding: Understanding
  readonly corrections: readonly Correction[]
}

/** `language`: BCP 47, of the labels; absent: English. */
export function presentUnderstanding(
  { understanding, corrections }: ReadQuery,
  language: string | null | undefined,
  suggestions: Understood['suggestions'] = [],
): Understood {
  const { kind, area } = understanding
  const all = [understanding, ...understanding.or]
  const [categories, qualifiers] = [
    all.flatMap((one) => one.categories),
    all.flatMap((one) => one.qualifiers),
  ]
  const ignored = all.flatMap((one) => one.ignored)
  return {
    kind,
    categories: categories.map(({ id }) => ({ id, label: labelOf(id, language ?? null) })),
    qualifiers: qualifiers
      .filter(({ onlyExcludes }) => onlyExcludes !== true)
      .map(({ id, label }) => ({ id, label })),
    names: all.flatMap(({ terms }) => (terms.length === 0 ? [] : [terms.join(' ')])),
    location: area === null ? null : { text: area.text, isCertain: area.isCertain },
    corrections: [...corrections],
    ignored: ignored.map(({ text, reason }) => ({ text, reason })),
    suggestions,
  }
}

/** The same in fewer words, for who only asks what was searched for. */
export function interpretationOf({ kind, categories, terms }: Understanding) {
  return { kind, categories: categories.map(({ id }) => id), terms: [...terms] }
}

/** What the caller has to know: words that were changed, and those that had no effect although they were meant to. */
export function understandingWarnings({ corrections, ignored }: Understood): Warning[] {
  return [
    ...corrections.map(({ from, to }) => ({
      code: 'query_corrected',
      detail: `"${from}" was read as "${to}".`,
    })),
    ...ignored
      .filter(({ reason }) => reason === 'time' || reason === 'not_recorded')
      .map(({ text, reason }) => ({
        code: 'query_words_ignored',
        detail:
          reason === 'time'
            ? `"${text}" was not asked for: a search stores places whatever the time is; their opening hours are in the answer.`
            : `"${text}" was not asked for: the map does not say it of such places.`,
      })),
  ]
}

function labelOf(id: string, language: string | null): string {
  return id
    .split('+')
    .map((part) => categoryLabel(part, language))
    .join(', ')
}
