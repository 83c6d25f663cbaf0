// How a query was understood, in the form that answers show.
import type { Warning } from '#contract/crawl/result.ts'
import type { Understood } from '#contract/places/understood.ts'
import { categoryLabel } from '#kit/categories/category-table.ts'
import type { Understanding } from './understand-query.ts'

/** What was found out about a query beside its reading. */
export interface QueryFindings {
  readonly corrections: Understood['corrections']
  readonly suggestions: Understood['suggestions']
}

/** `language`: BCP 47, of the labels; null: English. */
export function presentUnderstanding(
  understanding: Understanding,
  { corrections, suggestions }: QueryFindings,
  language: string | null,
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
    categories: categories.map(({ id }) => ({ id, label: labelOf(id, language) })),
    qualifiers: qualifiers
      .filter(({ onlyExcludes }) => onlyExcludes !== true)
      .map(({ id, label }) => ({ id, label })),
    names: all.flatMap(({ terms }) => (terms.length === 0 ? [] : [terms.join(' ')])),
    location: area === null ? null : { text: area.text, isCertain: area.isCertain },
    corrections,
    ignored: ignored.map(({ text, reason }) => ({ text, reason })),
    suggestions,
  }
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
