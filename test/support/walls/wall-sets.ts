// The sets of walls by hand, and what the markdown extractor takes a page for.
import type { ExtractedPage } from '#extractors/markdown/extract-page.ts'
import type { Options } from '#extractors/markdown/options.ts'
import { extractHtml } from '#test/support/extract/extract-html.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import {
  ANSWERED_CAPTCHAS,
  ANSWERED_CHALLENGES,
  ANSWERED_CONSENTS,
  ANSWERED_ERRORS,
  ANSWERED_LOGINS,
  ANSWERED_PAYWALLS,
  ANSWERED_PLACEHOLDERS,
  ANSWERED_RATE_LIMITS,
  ANSWERED_REFUSALS,
  ANSWERED_SHELLS,
  ANSWERED_SOFT_404S,
} from './answered/answered-walls.ts'
import { ANSWERED_PAGES } from './answered/answered-pages.ts'
import { SMALL_SITES } from './answered/small-sites.ts'
import { BARE } from './bare-walls.ts'
import { CAPTCHAS, CHALLENGES, RATE_LIMITS, REFUSALS } from './bot-walls.ts'
import { LAST } from './last-walls.ts'
import { LATER } from './later-walls.ts'
import { LATEST } from './latest-walls.ts'
import { LOOK_ALIKES } from './look-alikes.ts'
import { CONSENTS, LOGINS, PAYWALLS, SOFT_404S } from './site-walls.ts'
import {
  SERVED_CAPTCHAS,
  SERVED_CHALLENGES,
  SERVED_RATE_LIMITS,
  SERVED_REFUSALS,
} from './served-bot-walls.ts'
import { SERVED_PAGES } from './served-pages.ts'
import {
  SERVED_CONSENTS,
  SERVED_LOGINS,
  SERVED_PAYWALLS,
  SERVED_SHELLS,
  SERVED_SOFT_404S,
} from './served-site-walls.ts'
import { WILD } from './wild-walls.ts'
import type { WallKind, WallSet } from './wall.ts'

const FIRST: WallSet = {
  challenge: CHALLENGES,
  captcha: CAPTCHAS,
  refusal: REFUSALS,
  'rate limit': RATE_LIMITS,
  login: LOGINS,
  consent: CONSENTS,
  'soft 404': SOFT_404S,
  paywall: PAYWALLS,
  page: LOOK_ALIKES,
}

/** With the markup round them that real ones have. */
const SERVED: WallSet = {
  challenge: SERVED_CHALLENGES,
  captcha: SERVED_CAPTCHAS,
  refusal: SERVED_REFUSALS,
  'rate limit': SERVED_RATE_LIMITS,
  login: SERVED_LOGINS,
  consent: SERVED_CONSENTS,
  'soft 404': SERVED_SOFT_404S,
  paywall: SERVED_PAYWALLS,
  empty: SERVED_SHELLS,
  page: SERVED_PAGES,
}

/** Answered with 200, also where a server or a registrar has no page. */
const ANSWERED: WallSet = {
  challenge: ANSWERED_CHALLENGES,
  captcha: ANSWERED_CAPTCHAS,
  refusal: ANSWERED_REFUSALS,
  'rate limit': ANSWERED_RATE_LIMITS,
  login: ANSWERED_LOGINS,
  consent: ANSWERED_CONSENTS,
  'soft 404': ANSWERED_SOFT_404S,
  paywall: ANSWERED_PAYWALLS,
  empty: ANSWERED_SHELLS,
  error: ANSWERED_ERRORS,
  placeholder: ANSWERED_PLACEHOLDERS,
  page: [...ANSWERED_PAGES, ...SMALL_SITES],
}

/** By when they were written: the rules were chosen by `first`, and mended once by each of the others. */
export const WALL_SETS: Readonly<
  Record<'first' | 'later' | 'latest' | 'served' | 'wild' | 'last' | 'bare' | 'answered', WallSet>
> = {
  first: FIRST,
  later: LATER,
  latest: LATEST,
  served: SERVED,
  wild: WILD,
  last: LAST,
  bare: BARE,
  answered: ANSWERED,
}

/** What a page with status 200 is taken for, and what it gives in these formats; null for one that is no content. */
export function judged(
  html: string,
  url: string,
  formats: NonNullable<Options['formats']>,
): { readonly verdict: WallKind; readonly data: ExtractedPage['data'] | null } {
  try {
    const { quality, data } = extractHtml(html, url, { formats })
    return { verdict: kindOf(quality.signals), data }
  } catch (error) {
    if (!(error instanceof SurveyorError)) throw error
    return { verdict: kindOfError(error), data: null }
  }
}

export const verdictOf = (html: string, url: string): WallKind => judged(html, url, ['text']).verdict

function kindOf(signals: ExtractedPage['quality']['signals']): WallKind {
  if (signals.includes('soft_404')) return 'soft 404'
  if (signals.includes('parked_domain') || signals.includes('under_construction')) return 'placeholder'
  return signals.includes('paywall_teaser') ? 'paywall' : 'page'
}

/** A refusal and a rate limit are told apart by whether a retry may help. */
function kindOfError(error: SurveyorError): WallKind {
  if (error.code === 'empty_content') return 'empty'
  if (error.code === 'target_http_error') return 'error'
  const kind = error.blockedBy?.kind
  if (kind === undefined) throw error
  return kind === 'status' ? (error.retryable ? 'rate limit' : 'refusal') : kind
}
