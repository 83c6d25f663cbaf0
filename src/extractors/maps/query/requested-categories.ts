// Reads the categories that a request names.
import { SurveyorError } from '#contract/surveyor-error.ts'
import {
  categoriesByPhrase,
  categoryById,
  closestCategoryWord,
  type Category,
} from '#kit/categories/category-table.ts'
import { searchFold } from '#kit/text/search-text.ts'

/** Reads the `categories` of a request: ids or words. Throws `validation_failed` for one that is neither. */
export function requestedCategories(texts: readonly string[]): Category[] {
  return texts.flatMap((text, i) => {
    const byId = categoryById(text.trim())
    const found = byId === null ? categoriesByPhrase(searchFold(text)) : [byId]
    if (found.length > 0) return found
    const meant = closestCategoryWord(searchFold(text))
    const hint = meant === null ? '' : `; did you mean '${meant}'?`
    throw new SurveyorError('validation_failed', `"${text}" is no category${hint}`, {
      errors: [{ pointer: `/categories/${i}`, code: 'unknown_category', detail: `is no category${hint}` }],
    })
  })
}
