// The pages that a request names.
import { extractError } from '#extract/errors.ts'

const MAX_PAGE = 50_000

/** `1-3,9` as 1, 2, 3, 9; null where none are named. Throws `validation_failed`. */
export function pagesOf(ranges: string | undefined): number[] | null {
  if (ranges === undefined) return null
  const pages = new Set<number>()
  for (const range of ranges.split(',')) {
    const [first = 0, last = first] = range.split('-').map(Number)
    if (first < 1 || last < first || last > MAX_PAGE) {
      throw extractError('validation_failed', `\`pages\` has the range ${range}, which names no pages.`, {
        errors: [
          { pointer: '/pages', code: 'range', detail: `${range} is no range of pages from 1 to ${MAX_PAGE}` },
        ],
      })
    }
    for (let page = first; page <= last; page += 1) pages.add(page)
  }
  return [...pages]
}
