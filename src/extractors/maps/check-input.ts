// The checks of a request before a worker gets it: unknown categories, and a provider that is not built.
import type { Provider } from '#contract/place.ts'
import { notBuilt } from './default-provider.ts'
import { requestedCategories } from './providers/osm-file/search/place-categories.ts'

/** `input` has passed the schema of its operation. Throws `validation_failed` or `not_built_yet`. */
export async function checkInput(input: unknown): Promise<void> {
  const { provider, categories } = input as {
    readonly provider?: Provider
    readonly categories?: readonly string[]
  }
  if (provider === 'google') throw notBuilt(provider)
  if (categories !== undefined) requestedCategories(categories)
}
