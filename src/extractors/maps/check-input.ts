// The checks of a request before a worker gets it: unknown categories, and a search that its provider has no words for.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { requestedCategories } from '#extractors/maps/query/requested-categories.ts'

/** `input` has passed the schema of its operation. Throws `validation_failed`. */
export async function checkInput(input: unknown): Promise<void> {
  const { provider, categories, query } = fieldsOf(input)
  if (Array.isArray(categories)) requestedCategories(categories)
  const hasCategories = Array.isArray(categories) && categories.length > 0
  if (provider !== 'google' || typeof query !== 'string' || query.trim() !== '*' || hasCategories) return
  const detail = 'The provider "google" searches by words: `*` needs `categories` beside it.'
  throw new SurveyorError('validation_failed', detail, {
    errors: [{ pointer: '/query', code: 'needs_words', detail: 'needs words, or categories beside `*`' }],
  })
}
