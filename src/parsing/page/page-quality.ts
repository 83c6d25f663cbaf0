// Classifies a page: a bot wall, a captcha, a login, a consent wall and an empty shell are not the requested content.
import type { ErrorCode } from '#contract/error-codes.ts'
import type { BlockedBy } from '#contract/problem.ts'
import { isRetryableStatus } from '#contract/crawl/target-status.ts'
import type { PageSignals } from '#parsing/page/walls/page-signals.ts'
import { LOADING } from '#parsing/page/walls/wall-words.ts'
import { wallOf, type FoundWall, type PageKind, type WallKind } from '#parsing/page/walls/weigh-evidence.ts'

/** A word for each thing that makes a page doubtful. */
export type QualitySignal =
  | 'challenge_suspected'
  | 'captcha'
  | 'login_wall'
  | 'consent_wall'
  | 'soft_404'
  | 'paywall_teaser'
  | 'parked_domain'
  | 'under_construction'
  | 'js_shell'
  | 'empty_main'
  | 'http_error'
  | 'truncated'

/** Why a page is not what was asked for. */
export interface PageProblem {
  readonly code: ErrorCode
  readonly detail: string
  /** The page may be available a little later. */
  readonly retryable: boolean
  /** The kind of wall, if it is one. */
  readonly blockedBy?: BlockedBy
}

/** How much a page can be trusted to be the requested content. */
export interface PageQuality {
  /** 0 to 1; below 0.2 the page is an error. */
  readonly score: number
  readonly signals: readonly QualitySignal[]
  /** The error to throw instead of using the page; null when there is content. */
  readonly problem: PageProblem | null
}

/** What the classification goes by. */
export interface PageEvidence {
  /** The result of `readPageSignals`. */
  readonly pageSignals: PageSignals
  /** Characters of visible text. */
  readonly visibleChars: number
  /** Characters of the content that was found. */
  readonly contentChars: number
  /** Null for a submitted page. */
  readonly statusCode: number | null
  /** Its scripts have run in a browser, so that a page with little text has no more. Absent: they have not. */
  readonly isRendered?: boolean
}

/** With a status that refuses, a page with more text than this is still shown for what it says. */
const LITTLE_TEXT = 1_500
const SHELL_TEXT = 200
/** With a heading and as much text a short page is no shell: a spinner says less. */
const SHOWN_TEXT = 50

export const NEEDS_BROWSER = 'it needs a browser (`engine`).'

/** No Content, Reset Content, Not Modified (RFC 9110). */
export const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

interface WallAnswer {
  readonly signal: QualitySignal
  readonly code: ErrorCode
  readonly detail: string
  readonly kind: BlockedBy['kind']
}

/** Waiting helps. */
const PASSING: ReadonlySet<PageKind> = new Set(['rateLimit', 'queue'])

const WALLS: Readonly<Record<WallKind, WallAnswer>> = {
  challenge: {
    signal: 'challenge_suspected',
    code: 'target_blocked',
    detail: 'The target answers with a bot check instead of the page.',
    kind: 'challenge',
  },
  captcha: {
    signal: 'captcha',
    code: 'target_captcha',
    detail: 'The target asks for a captcha instead of showing the page.',
    kind: 'captcha',
  },
  refusal: {
    signal: 'challenge_suspected',
    code: 'target_blocked',
    detail: 'The target refuses this request with a page that says so.',
    kind: 'status',
  },
  rateLimit: {
    signal: 'challenge_suspected',
    code: 'target_blocked',
    detail: 'The target answers that it had too many requests.',
    kind: 'status',
  },
  queue: {
    signal: 'challenge_suspected',
    code: 'target_blocked',
    detail: 'The target lets its visitors wait in a queue instead of showing the page.',
    kind: 'status',
  },
  login: {
    signal: 'login_wall',
    code: 'login_required',
    detail: 'The target asks for a login instead of showing the page.',
    kind: 'login',
  },
  consent: {
    signal: 'consent_wall',
    code: 'target_blocked',
    detail: 'The target shows a consent wall instead of the page.',
    kind: 'consent',
  },
}

/**
 * A wall and the error of a server are errors, whatever the status; a missing page that answers 200, the teaser of a paid article
 * and what stands where there is no site are signals.
 */
export function classifyPage(page: PageEvidence): PageQuality {
  const { pageSignals } = page
  const signals: QualitySignal[] = []
  const status = page.statusCode ?? 200
  if (pageSignals.truncated) signals.push('truncated')
  // A part of a page that nobody asked for in parts, and a redirect that leads nowhere, are not what was asked for either.
  if (status === 206 || status >= 300) signals.push('http_error')
  const stop = (signal: QualitySignal, problem: PageProblem): PageQuality => ({
    score: 0.1,
    signals: [...signals, signal],
    problem,
  })
  const found = wallOf(pageSignals, page.contentChars, status)
  if (found !== null && isWall(found)) {
    const { signal, code, detail, kind } = WALLS[found.kind]
    return stop(signal, {
      code,
      detail,
      retryable: PASSING.has(found.kind) || (kind === 'status' && isRetryableStatus(status)),
      blockedBy: { provider: found.provider, kind },
    })
  }
  const refused = refusedBy(status, page.visibleChars < LITTLE_TEXT)
  if (refused !== null) return stop(refused.signal, refused.problem)
  // With a status from 400 to 499 the words are those of the page that came with it, which has its warning.
  if (found?.kind === 'error' && status < 400) {
    const detail =
      'The target answers with the error of a server instead of the page, though its status says otherwise.'
    return stop('http_error', { code: 'target_http_error', detail, retryable: true })
  }
  const shell = emptyShell(page)
  if (shell !== null) return stop(shell.signal, shell.problem)
  if (page.contentChars < SHELL_TEXT && page.visibleChars > 5 * SHELL_TEXT) signals.push('empty_main')
  // With a status of 400 and above nothing is soft about it.
  if (found?.kind === 'missing' && status < 400) signals.push('soft_404')
  if (found?.kind === 'paywall') signals.push('paywall_teaser')
  if (found?.kind === 'parked') signals.push('parked_domain')
  if (found?.kind === 'unfinished') signals.push('under_construction')
  return { score: scoreOf(page, signals), signals, problem: null }
}

const isWall = (found: FoundWall): found is FoundWall & { readonly kind: WallKind } => found.kind in WALLS

interface Stop {
  readonly signal: QualitySignal
  readonly problem: PageProblem
}

/** What the status alone says. */
function refusedBy(status: number, little: boolean): Stop | null {
  const retryable = isRetryableStatus(status)
  if (status === 401 || status === 407) {
    const detail = `The target answers ${status}: it asks for a login.`
    return {
      signal: 'login_wall',
      problem: {
        code: 'login_required',
        detail,
        retryable: false,
        blockedBy: { provider: null, kind: 'login' },
      },
    }
  }
  if (status === 429 || (little && (status === 403 || status === 451))) {
    const detail = `The target refuses this request with the status ${status}.`
    return {
      signal: 'challenge_suspected',
      problem: { code: 'target_blocked', detail, retryable, blockedBy: { provider: null, kind: 'status' } },
    }
  }
  if (status >= 500) {
    const detail = `The target answers with the status ${status}.`
    return { signal: 'http_error', problem: { code: 'target_http_error', detail, retryable } }
  }
  return null
}

/** A page without anything to read, unless it has its text in `noscript`. */
function emptyShell({
  pageSignals,
  visibleChars,
  statusCode,
  isRendered = false,
}: PageEvidence): Stop | null {
  const { scripts, pictures, shell, noscriptChars, headings, text } = pageSignals
  if (noscriptChars >= LITTLE_TEXT) return null
  const empty = (signal: QualitySignal, detail: string): Stop => ({
    signal,
    problem: { code: 'empty_content', detail, retryable: false },
  })
  if (visibleChars === 0 && pictures === 0) {
    if (statusCode !== null && WITHOUT_BODY.has(statusCode))
      return empty('empty_main', `The target answers with the status ${statusCode}, which has no page.`)
    return scripts > 0 && !isRendered
      ? empty('js_shell', `The page is an empty shell that scripts would fill; ${NEEDS_BROWSER}`)
      : empty('empty_main', 'The page holds no text and no pictures.')
  }
  const waits = scripts > 0 && LOADING.test(text)
  const shows = headings.length > 0 && visibleChars >= SHOWN_TEXT
  if (
    !isRendered &&
    statusCode !== null &&
    (waits || (shell && scripts > 0 && visibleChars < SHELL_TEXT && !shows))
  )
    return empty('js_shell', `The page is a shell that scripts would fill; ${NEEDS_BROWSER}`)
  return null
}

/** A full article without signals scores 1; each signal and very short content reduce it. */
function scoreOf(page: PageEvidence, signals: readonly QualitySignal[]): number {
  const length = page.contentChars >= 500 ? 1 : 0.6 + (0.4 * page.contentChars) / 500
  return Math.max(0.2, Math.round(100 * (length - 0.2 * signals.length)) / 100)
}
