// A search of several providers as it is asked of each of them.
import type { CreateSearchBody } from '#contract/places/search.ts'
import { PLACE_PARTS } from '#contract/places/maps.ts'
import { offeredParts } from '#places/details/included-parts.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { RepeatedSearch } from '#places/schedules/model/schedule-rows.ts'

/**
 * One request for each of `providers`, in their order; empty for a search of one provider. `openReviews`: the operator names
 * a server of open reviews.
 */
export function sourceRequests(
  { providers = [], include, reviews, ...rest }: RepeatedSearch,
  openReviews: boolean,
): RepeatedSearch[] {
  return providers.map((provider) => {
    const offered = offeredParts(provider, openReviews)
    const isOffered = (part: string) =>
      offered.some((own) => own === part) || !PLACE_PARTS.some((own) => own === part)
    const parts = include?.filter(isOffered) ?? []
    return {
      ...rest,
      provider,
      ...(parts.length === 0 ? {} : { include: parts }),
      ...(reviews === undefined || !parts.includes('reviews') ? {} : { reviews }),
    }
  })
}

/** The body as each provider gets it, or as it is. Throws `validation_failed` for both `provider` and `providers`. */
export function requestsOf(body: CreateSearchBody, openReviews: boolean): CreateSearchBody[] {
  if (body.providers === undefined) return [body]
  if (body.provider !== undefined) {
    throw new SurveyorError('validation_failed', '`provider` names one, and `providers` several.', {
      errors: [{ pointer: '/providers', code: 'one_of', detail: 'only one of `provider` and `providers`' }],
    })
  }
  const requests = sourceRequests(body, openReviews)
  const kept = new Set(requests.flatMap(({ include = [] }) => include))
  const missing = body.include?.filter((part) => !kept.has(part)) ?? []
  if (missing.length > 0) {
    const detail = `None of these providers has ${missing.join(' and ')} beside what a search of it answers.`
    throw new SurveyorError('validation_failed', detail, {
      errors: [{ pointer: '/include', code: 'not_offered', detail }],
    })
  }
  return requests
}
