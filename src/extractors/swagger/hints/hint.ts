// A trace that leads, or may lead, to a description.

/** How a description was found, as the answer names it. */
export const FOUND_BY = [
  'body',
  'link',
  'swagger_ui',
  'redoc',
  'scalar',
  'rapidoc',
  'stoplight',
  'embedded',
  'script',
  'page_link',
  'page',
  'api_catalog',
  'probe',
] as const
/** The kind of hint that led there. `page`: a page or script that was read on the way. */
export type FoundBy = (typeof FOUND_BY)[number]

/** An address that may lead on, or a description that stands in the page itself. */
export type Hint =
  | {
      /** `index`: a list of descriptions; `script`: one that may name them; `page`: documentation to look into. */
      readonly role: 'spec' | 'index' | 'script' | 'page'
      /** Absolute. */
      readonly url: string
      readonly foundBy: FoundBy
      /** Its name there. */
      readonly name: string | null
    }
  | {
      readonly role: 'text'
      /** A description that stands in the page itself. */
      readonly text: string
      readonly foundBy: FoundBy
      readonly name: string | null
    }

/** What came of one address; `not_tried` where the bounds of the job were reached before it. */
export const ATTEMPT_OUTCOMES = [
  'description',
  'index',
  'looked_into',
  'nothing',
  'unreadable',
  'http_error',
  'failed',
  'not_tried',
] as const
/** One of `ATTEMPT_OUTCOMES`. */
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

/** One address, and what came of it. */
export interface Attempt {
  readonly url: string
  readonly foundBy: FoundBy
  readonly outcome: AttemptOutcome
  readonly statusCode: number | null
  readonly detail: string | null
}
