// How a query was understood, in a few lines for the terminal.
import type { Search } from '#contract/places/search.ts'

/** Empty where there is nothing to say: the query was `*`, or nobody knows. */
export function understoodLines({ understood }: Pick<Search, 'understood'>): string[] {
  if (understood === null || understood.kind === 'all') return []
  const { categories, qualifiers, names, location, corrections, ignored, suggestions } = understood
  const kinds = categories.map(({ label }) => label).join(' or ')
  const named = names.map((name) => `"${name}"`).join(', ')
  const parts = [kinds, ...qualifiers.map(({ label }) => label), named === '' ? '' : `named ${named}`]
  const where = location === null ? '' : ` in ${location.text}`
  const read = parts.filter((part) => part !== '').join(', ')
  return [
    ...(read === '' ? [] : [`looked for: ${read}${where}`]),
    ...corrections.map(({ from, to }) => `"${from}" was read as "${to}"`),
    ...(ignored.length === 0 ? [] : [`without effect: ${ignored.map(({ text }) => `"${text}"`).join(', ')}`]),
    ...suggestions.map(
      ({ query, count }) => `try "${query}"${count === null ? '' : `, which finds ${count}`}`,
    ),
  ]
}
