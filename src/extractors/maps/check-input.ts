// The checks of a request before a worker gets it: unknown categories, and a provider that is not built.
import { fieldsOf } from '#kit/unknown-values.ts'
import { notBuilt } from './providers/map-provider.ts'
import { requestedCategories } from '#extractors/maps/query/requested-categories.ts'

/** `input` has passed the schema of its operation. Throws `validation_failed` or `not_built_yet`. */
export async function checkInput(input: unknown): Promise<void> {
  const { provider, categories } = fieldsOf(input)
  if (provider === 'google') throw notBuilt(provider)
  if (Array.isArray(categories)) requestedCategories(categories)
}
