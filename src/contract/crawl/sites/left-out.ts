// Reasons of what a crawl of a site left out.

/** Links that do not belong to the crawl by what was asked for: nothing is missing without them. */
export const NOT_OF_CRAWL: ReadonlySet<string> = new Set([
  'host',
  'path',
  'scheme',
  'invalid',
  'include',
  'exclude',
  'file_type',
  'nofollow',
  'noindex',
  // The page without the session is taken.
  'session',
])
