// Weighs what speaks for each kind of wall: one kind of evidence is never enough, and a page with much else is none.
import type { PageSignals } from './page-signals.ts'
import { ERROR_WORDS, PARKED_WORDS, QUEUE_WORDS, UNFINISHED_WORDS } from './server-words.ts'
import { kindByStems, teaserAtEnd } from './wall-stems.ts'
import {
  asksOf,
  CAPTCHA_WORDS,
  CHALLENGE_WORDS,
  CONSENT_WORDS,
  EXPLAINS_STATUS,
  explainsConsent,
  LOGIN_WORDS,
  MISSING_WORDS,
  PAYWALL_WORDS,
  RATE_WORDS,
  REFUSAL_WORDS,
  type WallWords,
} from './wall-words.ts'

export type WallKind = 'challenge' | 'captcha' | 'refusal' | 'rateLimit' | 'queue' | 'login' | 'consent'
/**
 * What a page is beside content and walls: a missing page that answers 200, the teaser of a paid article, the error of a server,
 * what a server or a registrar shows where there is no site, a site that is not there yet.
 */
export type PageKind = WallKind | 'missing' | 'paywall' | 'error' | 'parked' | 'unfinished'

export interface FoundWall {
  readonly kind: PageKind
  /** The vendor of the wall, where a mark shows it. */
  readonly provider: string | null
}

/** The text of a wall fits in this many characters (without blanks). */
const MAX_WALL_TEXT = 1_300
const SHORT_TEXT = 350
const NO_TEXT = 30
/** Behind the name of an error stands that of a server or a number, and hardly more. */
const ONLY_NAMED = 30
const MAX_TEASER_TEXT = 5_000
/** `contentChars` counts blanks, the signals do not. */
const WITHOUT_BLANKS = 0.8
/** With more text than this beside its form, a login is one part of a page unless its words say more. */
const MAX_BESIDE_LOGIN = 80
const FEW_LINKS = 6
const MANY_LINKS = 40

/** Points that a kind needs: words that other pages use too need more beside them. */
const NEEDED: Readonly<Record<PageKind, number>> = {
  challenge: 3,
  captcha: 4,
  refusal: 4,
  rateLimit: 4,
  queue: 5,
  login: 3,
  consent: 4,
  missing: 4,
  paywall: 3,
  error: 4,
  parked: 4,
  unfinished: 4,
}

/**
 * The kind with the highest number of points over what it needs; null for a page like any other. `contentChars` is what an extractor
 * found on it.
 */
export function wallOf(signals: PageSignals, contentChars: number, status: number): FoundWall | null {
  const own = Math.min(signals.textChars, contentChars)
  let best: FoundWall | null = null
  let highest = 0
  for (const [kind, provider, points] of pointsOf(signals, own, contentChars, status)) {
    const over = points - NEEDED[kind] + 1
    if (over > highest) {
      highest = over
      best = { kind, provider }
    }
  }
  if (best !== null) return best
  const kind = kindByStems(signals)
  return kind === null ? null : { kind, provider: signals.challenge ?? signals.protection }
}

type Points = readonly [PageKind, string | null, number]

function pointsOf(signals: PageSignals, own: number, contentChars: number, status: number): Points[] {
  const points: Points[] = []
  const { challenge, protection, captcha } = signals
  const paywall = own > MAX_TEASER_TEXT ? 0 : inText(PAYWALL_WORDS, signals)
  const ends = own > MAX_TEASER_TEXT ? 0 : teaserAtEnd(signals)
  if (paywall > 0 || ends === 3) {
    const named = 2 * inTitles(PAYWALL_WORDS, signals.headings)
    points.push([
      'paywall',
      null,
      paywall + signals.paywall + named + Math.max(ends - (paywall > 0 ? 1 : 0), 0),
    ])
  }
  const named = (words: WallWords): number =>
    2 * inTitles(words, signals.titles) + inTitles(words, signals.headings)
  if (own > MAX_WALL_TEXT) {
    // The default page of a server tells at length how to replace it.
    const stands = inText(PARKED_WORDS, signals)
    if (own <= MAX_TEASER_TEXT && stands > 0 && inTitles(PARKED_WORDS, signals.titles) > 0)
      points.push(['parked', null, stands + named(PARKED_WORDS)])
    return points
  }

  const bare = signals.links <= FEW_LINKS ? 1 : signals.links > MANY_LINKS ? -1 : 0
  const short = own < SHORT_TEXT ? 1 : 0
  const empty = own < NO_TEXT && bare > 0 ? 1 : 0
  const around = bare + (status >= 400 ? 1 : 0)
  const said = (words: WallWords): number => named(words) + inText(words, signals)
  /** On a page of a site a title alone, or a sentence alone, may be what the page is about. */
  const isTopic = (words: WallWords): boolean =>
    bare <= 0 && (named(words) === 0 || inText(words, signals) === 0)
  const explains = EXPLAINS_STATUS.test(signals.text)

  const marked = challenge !== null ? 2 + Math.max(bare, 0) : protection !== null ? 1 + empty : 0
  const checks = said(CHALLENGE_WORDS)
  if (marked > 0 || (checks > 0 && !isTopic(CHALLENGE_WORDS)))
    points.push([
      'challenge',
      challenge ?? protection,
      checks + marked + around + short * Math.min(1, checks),
    ])
  const asks = said(CAPTCHA_WORDS)
  if (captcha !== null || (asks > 0 && (challenge !== null || !isTopic(CAPTCHA_WORDS)))) {
    const shown = captcha === null ? 0 : 2
    points.push([
      'captcha',
      captcha ?? challenge,
      asks + shown + (challenge === null ? 0 : 2) + around + short,
    ])
  }
  // A rate limit comes first: it says why the page is refused.
  const limits = explains ? 0 : said(RATE_WORDS)
  if (limits > 0) points.push(['rateLimit', null, limits + around + short])
  const refuses = explains ? 0 : said(REFUSAL_WORDS)
  if (refuses > 0) points.push(['refusal', null, refuses + around + short])
  const explainsItself = asksOf(signals)
  const waits = said(QUEUE_WORDS)
  if (waits > 0 && !explainsItself && !isTopic(QUEUE_WORDS))
    points.push(['queue', null, waits + around + short])
  /** A name alone is what a page is about, unless nothing else is there; on a page of a site more than a few words are. */
  const isOwn = (words: WallWords, hasLinks = false): boolean =>
    (inText(words, signals) > 0 || signals.textChars - namedChars(words, signals) < ONLY_NAMED) &&
    !explainsItself &&
    (bare > 0 || (short > 0 && (hasLinks || !isTopic(words))))
  if (!explains && isOwn(ERROR_WORDS)) points.push(['error', null, said(ERROR_WORDS) + bare + short])
  const parked = signals.parked ? 2 : 0
  // Lists of searches are all that some have beside the words.
  if (!signals.password && (parked > 0 || isOwn(PARKED_WORDS, true)))
    points.push(['parked', null, said(PARKED_WORDS) + parked + Math.max(bare, 0) + short])
  if (!signals.password && isOwn(UNFINISHED_WORDS))
    points.push(['unfinished', null, said(UNFINISHED_WORDS) + bare + short])
  const form = signals.password ? 2 : signals.identifier ? 1 : 0
  const login = said(LOGIN_WORDS)
  // By all the text that is shown: what an extractor finds beside a form in a header may well be little.
  const besideForm = login === 0 && (signals.besideLogin ?? 0) > MAX_BESIDE_LOGIN
  const formAlone = besideForm ? -1 : signals.textChars < SHORT_TEXT ? 1 : 0
  if (login + form > 0 && signals.textChars <= MAX_WALL_TEXT)
    points.push(['login', null, login + form + bare + formAlone])
  const beside = Math.max(signals.textChars, contentChars * WITHOUT_BLANKS - signals.consentChars)
  const share = signals.consentChars / (signals.consentChars + beside + 1)
  const box = share > 0.9 && beside < NO_TEXT ? 2 : share > 0.7 ? 1 : 0
  const consent = said(CONSENT_WORDS)
  if (consent + box > 0 && !explainsConsent(signals.titles, signals.headings))
    points.push(['consent', null, consent + box + around + short])
  const missing =
    2 * inTitles(MISSING_WORDS, signals.titles) +
    2 * inTitles(MISSING_WORDS, signals.headings) +
    inText(MISSING_WORDS, signals)
  if (missing > 0 && !explains) points.push(['missing', null, missing + short])
  return points
}

const inTitles = ({ titles }: WallWords, lines: readonly string[]): number =>
  lines.some((line) => titles.test(line)) ? 1 : 0

/** Characters of the longest line that names it, without blanks. */
const namedChars = ({ titles }: WallWords, signals: PageSignals): number =>
  Math.max(
    0,
    ...[...signals.titles, ...signals.headings]
      .filter((line) => titles.test(line))
      .map((line) => line.replaceAll(' ', '').length),
  )

/** Two points for the first sentence, one for a second of another group or for what stands beside it. */
function inText({ texts, beside }: WallWords, { text }: PageSignals): number {
  const groups = texts.filter((sentence) => sentence.test(text)).length
  if (groups === 0) return 0
  return groups > 1 || beside?.test(text) === true ? 3 : 2
}
