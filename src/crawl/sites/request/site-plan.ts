// The plan of a crawl: its input with the patterns compiled, made once for each run of its job.
import type { AddressOptions } from '#kit/site/page-address.ts'
import { createSiteScope, type SiteScope } from '#kit/site/site-scope.ts'
import type { TrapBounds } from '#kit/site/trap-shapes.ts'
import type { SiteInput } from './site-job.ts'

export interface SitePlan {
  readonly input: SiteInput
  readonly scope: SiteScope
  readonly address: AddressOptions
  readonly bounds: TrapBounds
  /** Most addresses that get a row: what is found beyond that could never be fetched. */
  readonly maxFound: number
}

const FOUND_PER_PAGE = 20
const MIN_FOUND = 10_000

/** Throws a PatternError. */
export function sitePlan(input: SiteInput): SitePlan {
  const address = { ignoreQuery: input.ignoreQuery, similar: input.similarUrls }
  const { urls, scope, include, exclude, maxDepth, pagesPerPattern, pagesPerQuery, pagesPerCalendar } = input
  return {
    input,
    scope: createSiteScope({ urls, scope, include, exclude, maxDepth, ...address }),
    address,
    bounds: { pagesPerPattern, pagesPerQuery, pagesPerCalendar },
    maxFound: MIN_FOUND + FOUND_PER_PAGE * input.maxPages,
  }
}
