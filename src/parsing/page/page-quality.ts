// Classifies a page: a bot wall, a captcha, a login, a consent wall and an empty shell are not the requested content.
import type { ErrorCode } from '#contract/error-codes.ts'
import type { BlockedBy } from '#contract/problem.ts'
import { isRetryableStatus } from '#contract/crawl/target-status.ts'
import { attribute } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'

/** A word for each thing that makes a page doubtful. */
export type QualitySignal =
  | 'challenge_suspected'
  | 'captcha'
  | 'login_wall'
  | 'consent_wall'
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
}

/**
 * A wall has little text. A page with more text than this may mention a wall, or contain a form, and still be a page.
 */
const LITTLE_TEXT = 1_500
const SHELL_TEXT = 200

export const NEEDS_BROWSER = 'it needs a browser, and none can be used yet (browser_unavailable).'

/** Scripts and ids that occur only on the challenge pages of common bot walls, by vendor. */
const CHALLENGES = {
  cloudflare: /_cf_chl_opt|cf-browser-verification|cf-challenge/,
  aws_waf: /window\.gokuProps/,
  imperva: /_Incapsula_Resource/,
  perimeterx: /px-captcha/,
  datadome: /geo\.captcha-delivery\.com|ddcaptcha/,
  akamai: /\/_sec\/cp_challenge/,
  kasada: /kpsdk/,
  ddos_guard: /__ddg[0-9a-z]*_/,
  sucuri: /sucuri_cloudproxy_js/,
}
/** Matches any of them: almost no page has one, so one test is usually enough. */
const CHALLENGE = anyOf(CHALLENGES)
/** Captcha widgets, which normal pages also contain, beside a form. */
const CAPTCHAS = {
  recaptcha: /(?:^|[\s/_.-])(?:g-recaptcha|recaptcha)/i,
  hcaptcha: /(?:^|[\s/_.-])(?:h-captcha|hcaptcha)/i,
  cloudflare: /(?:^|[\s/_.-])cf-turnstile/i,
  datadome: /(?:^|[\s/_.-])captcha-delivery/i,
  arkose: /(?:^|[\s/_.-])(?:arkoselabs|funcaptcha)/i,
}
const CAPTCHA = anyOf(CAPTCHAS)
const CONSENT = /(?:^|[\s_-])(?:consent|gdpr|cmp|cookiewall|privacy-?wall)(?:$|[\s_-])/i
/** The elements in which common frameworks render a page by script. */
const SHELL_ROOT = /^(?:root|app|__next|__nuxt|main-app|react-root|svelte|q-app|___gatsby)$|-root$/i

/** The signals of walls, logins and shells in a page. */
export interface PageSignals {
  /** The vendor of its bot check or captcha; null for none. */
  readonly challenge: string | null
  readonly captcha: string | null
  readonly password: boolean
  readonly consent: boolean
  readonly shell: boolean
  readonly scripts: number
  readonly pictures: number
  /** The page has more elements than were read. */
  readonly truncated: boolean
}

/** Pure: the same evidence gives the same answer. */
export function classifyPage(page: PageEvidence): PageQuality {
  const { pageSignals } = page
  const signals: QualitySignal[] = []
  const little = page.visibleChars < LITTLE_TEXT
  const status = page.statusCode ?? 200
  if (pageSignals.truncated) signals.push('truncated')
  if (status >= 400) signals.push('http_error')
  const stop = (
    signal: QualitySignal,
    code: ErrorCode,
    detail: string,
    kind?: BlockedBy['kind'],
    provider: string | null = null,
    retryable = false,
  ): PageQuality => ({
    score: 0.1,
    signals: [...signals, signal],
    problem: { code, detail, retryable, ...(kind === undefined ? {} : { blockedBy: { provider, kind } }) },
  })
  if (little && pageSignals.challenge !== null) {
    return stop(
      'challenge_suspected',
      'target_blocked',
      'The target answers with a bot check instead of the page.',
      'challenge',
      pageSignals.challenge,
    )
  }
  if (little && pageSignals.captcha !== null && (status >= 400 || page.contentChars < SHELL_TEXT)) {
    return stop(
      'captcha',
      'target_captcha',
      'The target asks for a captcha instead of showing the page.',
      'captcha',
      pageSignals.captcha,
    )
  }
  if (status === 401 || status === 407)
    return stop('login_wall', 'login_required', `The target answers ${status}: it asks for a login.`, 'login')
  if (status === 429 || (little && (status === 403 || status === 451))) {
    return stop(
      'challenge_suspected',
      'target_blocked',
      `The target refuses this request with the status ${status}.`,
      'status',
      null,
      isRetryableStatus(status),
    )
  }
  if (status >= 500) {
    const detail = `The target answers with the status ${status}.`
    return stop('http_error', 'target_http_error', detail, undefined, null, isRetryableStatus(status))
  }
  if (pageSignals.password && page.visibleChars < LITTLE_TEXT / 2 && page.contentChars < SHELL_TEXT) {
    return stop('login_wall', 'login_required', 'The target shows a login form instead of the page.', 'login')
  }
  if (little && pageSignals.consent && page.contentChars < SHELL_TEXT) {
    return stop(
      'consent_wall',
      'target_blocked',
      'The target shows a consent wall instead of the page.',
      'consent',
    )
  }
  if (page.visibleChars === 0 && pageSignals.pictures === 0) {
    return pageSignals.scripts > 0
      ? stop(
          'js_shell',
          'empty_content',
          `The page is an empty shell that scripts would fill; ${NEEDS_BROWSER}`,
        )
      : stop('empty_main', 'empty_content', 'The page holds no text and no pictures.')
  }
  if (
    page.statusCode !== null &&
    pageSignals.shell &&
    pageSignals.scripts > 0 &&
    page.visibleChars < SHELL_TEXT
  ) {
    return stop('js_shell', 'empty_content', `The page is a shell that scripts would fill; ${NEEDS_BROWSER}`)
  }
  if (page.contentChars < SHELL_TEXT && page.visibleChars > 5 * SHELL_TEXT) signals.push('empty_main')
  if (pageSignals.captcha !== null && little) signals.push('captcha')
  if (pageSignals.password && little) signals.push('login_wall')
  return { score: scoreOf(page, signals), signals, problem: null }
}

/** A full article without signals scores 1; each signal and very short content reduce it. */
function scoreOf(page: PageEvidence, signals: readonly QualitySignal[]): number {
  const length = page.contentChars >= 500 ? 1 : 0.6 + (0.4 * page.contentChars) / 500
  return Math.max(0.2, Math.round(100 * (length - 0.2 * signals.length)) / 100)
}

/** Reads all elements once; `classifyPage` may then be called several times with the result. */
export function readPageSignals({ all, truncated }: HtmlDocument): PageSignals {
  const pageSignals: { -readonly [Trace in keyof PageSignals]: PageSignals[Trace] } = {
    truncated,
    challenge: null,
    captcha: null,
    password: false,
    consent: false,
    shell: false,
    scripts: 0,
    pictures: 0,
  }
  for (const element of all) {
    if (element.name === 'script') {
      pageSignals.scripts += 1
      const source = element.children.map((child) => (child.kind === 'text' ? child.text : '')).join('')
      pageSignals.challenge ??= whose(CHALLENGE, CHALLENGES, source.slice(0, 20_000))
    }
    if (element.name === 'img' || element.name === 'video' || element.name === 'picture')
      pageSignals.pictures += 1
    if (element.name === 'input' && /^password$/i.test(attribute(element, 'type') ?? ''))
      pageSignals.password = true
    const { attributes } = element
    for (let i = 0; i < attributes.length; i += 2) {
      const key = attributes[i]
      if (key !== 'id' && key !== 'class' && key !== 'src' && key !== 'action') continue
      const value = (attributes[i + 1] ?? '').slice(0, 1_000)
      pageSignals.challenge ??= whose(CHALLENGE, CHALLENGES, value)
      pageSignals.captcha ??= whose(CAPTCHA, CAPTCHAS, value)
      if (key === 'id' && SHELL_ROOT.test(value)) pageSignals.shell = true
      if ((key === 'id' || key === 'class') && CONSENT.test(value)) pageSignals.consent = true
    }
  }
  return pageSignals
}

function anyOf(patterns: Readonly<Record<string, RegExp>>): RegExp {
  const all = Object.values(patterns)
  return new RegExp(all.map(({ source }) => source).join('|'), all[0]?.flags ?? '')
}

/** The name of the first pattern that matches; null for none. */
function whose(any: RegExp, patterns: Readonly<Record<string, RegExp>>, text: string): string | null {
  if (!any.test(text)) return null
  return Object.entries(patterns).find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
