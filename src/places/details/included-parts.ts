// What a search may include: contacts of any place, details and reviews only of a map that has them.
import type { CreateSearchBody } from '#contract/places/search.ts'
import { PLACE_PARTS, type MapsResolveOutput } from '#contract/places/maps.ts'
import type { Provider, ReviewProvider } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'

/** The parts of a search that are looked up place by place. */
export type IncludedPart = (typeof PLACE_PARTS)[number]

/** In the order of `PLACE_PARTS`. */
export function includedParts({ include = [] }: Pick<CreateSearchBody, 'include'>): IncludedPart[] {
  return PLACE_PARTS.filter((part) => include.includes(part))
}

/** The only map with more than its search answers hold. */
const PROVIDER_WITH_PARTS = 'google'

/** What there is of a place beside what a search answers. `openReviews`: the operator names a server of open reviews. */
export function offeredParts(provider: Provider, openReviews: boolean): readonly IncludedPart[] {
  if (provider === PROVIDER_WITH_PARTS) return PLACE_PARTS
  return openReviews ? ['reviews'] : []
}

/** Who the reviews of the places of a map are from. */
export function reviewsFrom(provider: Provider): ReviewProvider {
  return provider === PROVIDER_WITH_PARTS ? provider : 'mangrove'
}

/** Throws `validation_failed` for a part that the provider does not have. */
export function checkParts(
  request: Pick<CreateSearchBody, 'include'>,
  { provider, parts = [] }: Pick<MapsResolveOutput, 'provider' | 'parts'>,
): void {
  const missing = includedParts(request).filter((part) => !parts.includes(part))
  if (missing.length === 0) return
  const detail = `The map provider "${provider}" has no ${missing.join(' and ')} beside what a search of it answers.`
  throw new SurveyorError('validation_failed', detail, {
    errors: [{ pointer: '/include', code: 'not_offered', detail }],
  })
}
