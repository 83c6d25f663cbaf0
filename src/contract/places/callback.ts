// Where places takes the reports of crawl.

/** The path that crawl reports to. */
export const CALLBACK_PATH = '/api/enrich/webhook'

/** The whole address, from the origin by which crawl reaches places. */
export function callbackUrl(placesOrigin: string): string {
  return new URL(CALLBACK_PATH, placesOrigin).href
}
