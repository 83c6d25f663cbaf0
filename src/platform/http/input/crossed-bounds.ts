// Filters that contradict each other: between their bounds lies nothing, whatever is stored.
import type { FieldProblem } from '#contract/problem.ts'

/**
 * A problem for each pair of numbers or times whose lower bound is above the upper one. `pointerStart`: `?` for values of
 * the query, `/` for those of a body.
 */
export function crossedBounds<T extends object>(
  values: T,
  pairs: readonly (readonly [lower: keyof T & string, upper: keyof T & string])[],
  pointerStart: '?' | '/' = '?',
): FieldProblem[] {
  return pairs.flatMap(([lower, upper]) => {
    const [from, to] = [ordinal(values[lower]), ordinal(values[upper])]
    if (from === null || to === null || from <= to) return []
    const detail = `${lower} lies above ${upper}: nothing is between them.`
    return [{ pointer: `${pointerStart}${lower}`, code: 'out_of_range', detail }]
  })
}

function ordinal(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? Date.parse(value) : null
}
