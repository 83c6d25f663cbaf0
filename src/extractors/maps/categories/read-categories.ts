// Finds the categories that the words of a query name.
import { categoriesByPhrase, longestCategoryPhrase, type Category } from '#kit/categories/category-table.ts'

export interface CategoryReading {
  readonly categories: readonly Category[]
  /** The words that name no category, in their order. */
  readonly rest: readonly string[]
}

/** The longest phrases first, from the left. `tokens` are folded. */
export function readCategories(tokens: readonly string[]): CategoryReading {
  const categories = new Map<string, Category>()
  const rest: string[] = []
  for (let at = 0; at < tokens.length;) {
    const phrase = phraseAt(tokens, at)
    if (phrase === null) {
      rest.push(tokens[at] as string)
      at += 1
    } else {
      for (const category of phrase.categories) categories.set(category.id, category)
      at += phrase.length
    }
  }
  return { categories: [...categories.values()], rest }
}

function phraseAt(
  tokens: readonly string[],
  at: number,
): { readonly categories: readonly Category[]; readonly length: number } | null {
  for (let length = Math.min(longestCategoryPhrase(), tokens.length - at); length > 0; length -= 1) {
    const categories = categoriesByPhrase(tokens.slice(at, at + length).join(' '))
    if (categories.length > 0) return { categories, length }
  }
  return null
}
