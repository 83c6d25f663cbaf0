// The pages that the pages of one step are compared with by name: those that they name as the ones that count, and those that
// name them.
import { mayBeCopies } from '#kit/site/page-sketch.ts'
import type { Queryable } from '#platform/db/database.ts'
import { textsOf, type PageText } from '#crawl/sites/store/page-rows.ts'

/** It grows with the pages of the step. */
export interface PageTexts {
  /** The page that this one names as the one that counts, where that one has a result and the texts agree. */
  originalOf(page: PageText): PageText | null
  /** Pages with a result that name this one, and whose texts agree. */
  copiesOf(page: PageText): PageText[]
  /** The page has a result. */
  add(page: PageText): void
  /** It has none any more. */
  remove(key: string): void
}

/** `keys` are those of the pages of the step, and those that they may be asked for by. */
export async function openPageTexts(
  tx: Queryable,
  crawl: string,
  keys: readonly string[],
): Promise<PageTexts> {
  const pages = new Map((await textsOf(tx, crawl, [...new Set(keys)])).map((page) => [page.key, page]))
  return {
    originalOf(page) {
      const original = page.canonical === null ? undefined : pages.get(page.canonical)
      return original !== undefined && mayBeCopies(page, original) ? original : null
    },
    copiesOf: (page) =>
      [...pages.values()].filter(
        (other) => other.canonical === page.key && other.key !== page.key && mayBeCopies(other, page),
      ),
    add: (page) => void pages.set(page.key, page),
    remove: (key) => void pages.delete(key),
  }
}
