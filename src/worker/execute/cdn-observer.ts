// What the fetches of one job show of CDNs and bot walls: for the field `cdn` of its result, and reported where crawl learns by it.
import type { CdnOfResult, CdnOutcome, CdnReport } from '#contract/crawl/learned/cdn.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { EngineStrategy } from '#contract/worker.ts'
import type { ExtractorOutput } from '#extract/context.ts'
import { createWeightedLru } from '#kit/weighted-lru.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import { answerEvidence } from '#parsing/cdn/answer-evidence.ts'
import { cdnOf, findProviders } from '#parsing/cdn/classify-cdn.ts'

type Engine = NonNullable<CdnReport['engine']>

/** One answer of the target, as an engine got it. */
export interface SeenAnswer {
  readonly engine: Engine
  readonly url: string
  readonly finalUrl: string
  readonly status: number
  /** Lower-case names; null where the engine does not tell them. */
  readonly headers: Readonly<Record<string, string>> | null
  readonly remoteAddress: string | null
  /** A kept copy says nothing of now. */
  readonly isKept: boolean
}

/** Watches the fetches of one job. Functions and no getters, as in FetchRecorder. */
export interface CdnObserver {
  saw(answer: SeenAnswer): void
  /** One engine does the work: its answers and its end belong together, and are reported where that is worth it. */
  attempt(work: () => Promise<ExtractorOutput>): Promise<ExtractorOutput>
  /** The extractor reports by itself. */
  silence(): void
  /** By the latest attempt that had an answer. */
  cdn(): CdnOfResult | null
}

/** What this process has reported lately, so that a domain that stays as it is costs crawl nothing. */
export interface CdnMemory {
  /** Whether a domain that shows these providers is worth a report. */
  isNews(domain: string, providers: readonly string[]): boolean
}

const AGAIN_AFTER_MS = 600_000
const MAX_REMEMBERED = 20_000

/** Of one process. */
export function createCdnMemory(): CdnMemory {
  const reported = createWeightedLru<{ readonly providers: string; readonly atMs: number }>(MAX_REMEMBERED)
  return {
    isNews(domain, providers) {
      const names = providers.toSorted().join()
      const before = reported.get(domain) ?? null
      if (before === null ? names === '' : before.providers === names && isYoung(before.atMs)) return false
      reported.set(domain, { providers: names, atMs: performance.now() }, 1)
      return true
    },
  }
}

const isYoung = (atMs: number): boolean => performance.now() - atMs < AGAIN_AFTER_MS

/** `strategy`: crawl knows something of the domain, so how the job ends is always worth a report. */
export function createCdnObserver(deps: {
  readonly report: (kind: 'cdn', entry: CdnReport) => void
  readonly memory: CdnMemory
  readonly strategy: EngineStrategy | undefined
  /** The kind of proxy that fetches of this job use; by default none. */
  readonly proxyKind?: () => NonNullable<CdnReport['proxyKind']>
}): CdnObserver {
  const { report, memory, strategy, proxyKind = () => 'none' as const } = deps
  let answers: SeenAnswer[] = []
  let cdn: CdnOfResult | null = null
  let hasReported = false
  let isSilent = false

  const ended = (outcome: CdnOutcome | null, provider: string | null, at: string): void => {
    const last = answers.at(-1)
    if (last === undefined) return
    const seen = { ...evidenceOf(answers), ...(provider === null ? {} : { bodyMarkers: [provider] }) }
    cdn = cdnOf(seen)
    if (outcome === null || last.isKept || isSilent) return
    const names = findProviders(seen).flatMap(({ name, kind }) => (kind === 'cloud' ? [] : [name]))
    const domain = registrableDomain(last.finalUrl)
    if (domain === null) return
    const isNews = last.headers !== null && memory.isNews(URL.parse(last.finalUrl)?.host ?? domain, names)
    // After a wall, the engine that passes it is worth as much.
    if (outcome === 'ok' && strategy === undefined && !isNews && !hasReported) return
    hasReported = true
    const rest = {
      observedAt: at,
      statusCode: last.status,
      outcome: last.status === 429 && outcome === 'blocked' ? ('rate_limited' as const) : outcome,
      engine: last.engine,
      proxyKind: proxyKind(),
    }
    report('cdn', { url: hostOf(last.finalUrl), ...seen, ...rest })
    // The job was claimed for the address that it asked for first.
    const [first] = answers
    if (first !== undefined && registrableDomain(first.url) !== domain && outcome !== 'ok')
      report('cdn', { url: hostOf(first.url), ...rest })
  }

  return {
    saw: (answer) => void answers.push(answer),
    silence: () => void (isSilent = true),
    async attempt(work) {
      answers = []
      const at = (): string => new Date().toISOString()
      try {
        const output = await work()
        ended('ok', null, at())
        return output
      } catch (error) {
        const wall = error instanceof SurveyorError ? error.blockedBy : undefined
        ended(wall === undefined ? null : OUTCOMES[wall.kind], wall?.provider ?? null, at())
        throw error
      }
    },
    cdn: () => cdn,
  }
}

/** A consent wall is of the site itself, and says nothing of the way to it. */
const OUTCOMES: Readonly<Record<NonNullable<SurveyorError['blockedBy']>['kind'], CdnOutcome | null>> = {
  challenge: 'challenge',
  captcha: 'captcha',
  login: 'login',
  consent: null,
  status: 'blocked',
}

/** Without path and query, which are nobody's business. */
const hostOf = (url: string): string => URL.parse(url)?.origin ?? url

/** Of the answers of the host that answered last. */
function evidenceOf(answers: readonly SeenAnswer[]): Pick<CdnReport, 'headers' | 'cookieNames' | 'ips'> {
  const host = URL.parse(answers.at(-1)?.finalUrl ?? '')?.host
  const own = answers.filter(({ finalUrl }) => URL.parse(finalUrl)?.host === host)
  const told = own.flatMap(({ headers }) => (headers === null ? [] : [answerEvidence(headers)]))
  // Of a header that came more than once, the first.
  const headers = Object.fromEntries(told.toReversed().flatMap((one) => Object.entries(one.headers)))
  const ips = [...new Set(own.flatMap(({ remoteAddress }) => remoteAddress ?? []))].slice(0, 4)
  const cookieNames = [...new Set(told.flatMap((one) => one.cookieNames))]
  return {
    ...(told.length === 0 ? {} : { headers }),
    ...(cookieNames.length === 0 ? {} : { cookieNames }),
    ...(ips.length === 0 ? {} : { ips }),
  }
}
