// Visits the pages of a site that promise contacts, until there is enough or no more may be asked for.
import type { WorkerPatterns } from '#contract/crawl/discovery/pattern.ts'
import type { LinkedTemplates } from '#contract/crawl/discovery/signal.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { extractError, checkStatus } from '#extract/errors.ts'
import type { OpenPage } from '#extract/page/load-page.ts'
import { openPage } from '#extractors/contact/request/open-website.ts'
import type { ContactData, ContactInput } from '#extractors/contact/request/options.ts'
import type { MergedFindings } from '#extractors/contact/reading/merge-findings.ts'
import type { PageFindings } from '#extractors/contact/reading/read-page.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import type { SiteLink } from '#extractors/contact/links/site-links.ts'
import { seededRandom } from '#kit/chance/seeded-random.ts'
import { linkedRequest } from '#extract/page/target-headers.ts'
import { createPageChooser, pageKey, type ChosenPage } from './page-chooser.ts'
import { createPatternTable } from './pattern-table.ts'
import { linkedTemplates, linkSignals, pageSignal, type SignalledPage } from './visit-signals.ts'

export type VisitedPage = ContactData['pagesVisited'][number]

/** A site whose first page is read. */
export interface Site {
  /** The address that the caller named. */
  readonly from: string
  readonly firstUrl: string
  readonly domain: string
  readonly links: readonly SiteLink[]
  /** Of the first page; null: it does not say. */
  readonly language: string | null
  /** Null: crawl could not be asked. */
  readonly patterns: WorkerPatterns | null
  readonly endsAtMs: number
  /** Of the first page. */
  readonly findings: PageFindings['findings']
}

/** The pages after the first one, and why there were no more. */
export interface Visit {
  readonly pages: readonly VisitedPage[]
  readonly stopReason: ContactData['stopReason']
  /** Of documents among the pages, each with the pointer of its page. */
  readonly warnings: readonly Warning[]
}

/** After one of these the site would refuse the other pages too. */
const REFUSALS: ReadonlySet<string> = new Set(['target_blocked', 'target_captcha', 'rate_limited'])
const TOO_MANY_REQUESTS = 429
/** Less is not enough for a page. */
const MIN_PAGE_MS = 250
const PRIVATE_OPTIONS = ['headers', 'cookies', 'httpAuth', 'sessionId'] as const
const DEFAULTS = { maxPages: 5, maxDepth: 2, strategy: 'both' } as const

/** A page that cannot be read is listed with its error. Throws the reason of the signal of the job. */
export async function visitSite(
  site: Site,
  input: ContactInput,
  context: ExtractContext,
  read: (page: OpenPage) => Promise<PageFindings>,
  merged: MergedFindings,
): Promise<Visit> {
  const { maxPages, maxDepth, strategy } = { ...DEFAULTS, ...input }
  const { firstUrl, language } = site
  const table = createPatternTable(site.patterns, language)
  // The same site explores the same link as long as the same is known of its links: a visit can be repeated.
  const random = seededRandom(site.domain)
  const chooser = createPageChooser({ firstUrl, maxDepth, strategy, table, random })
  chooser.visit(site.from)
  chooser.visit(firstUrl)
  chooser.add(site.links, 0)
  // What a site shows to one caller alone is not for others to learn of.
  const isPublic = PRIVATE_OPTIONS.every((name) => input[name] === undefined)
  const report = (
    page: SignalledPage,
    findings: PageFindings['findings'],
    linked: LinkedTemplates | null = null,
  ): void => {
    const made = isPublic ? pageSignal(page, language, findings, linked) : null
    if (made !== null) context.report('signals', made)
  }
  const first = { url: firstUrl, status: null, error: null, chosenBy: 'given', linkText: null } as const
  report({ ...first, found: countsOf(merged), newlyFound: {} }, site.findings, linkedTemplates(site.links))
  if (isPublic)
    for (const signal of linkSignals(site.links, language, table)) context.report('signals', signal)
  const pages: VisitedPage[] = []
  const warnings: Warning[] = []
  const ended = (stopReason: Visit['stopReason']): Visit => ({ pages, stopReason, warnings })
  for (;;) {
    if (merged.isSatisfied()) return ended('satisfied')
    const next = chooser.next()
    if (next === null) return ended('exhausted')
    if (pages.length + 1 >= maxPages || site.endsAtMs - performance.now() < MIN_PAGE_MS)
      return ended('budget')
    context.progress({ done: pages.length + 1, total: null, message: next.url })
    const page: VisitedPage = {
      url: next.url,
      status: null,
      error: null,
      chosenBy: next.chosenBy,
      patternId: next.patternId,
      linkText: next.text === '' ? null : next.text,
      found: {},
      new: 0,
    }
    const before = countsOf(merged)
    let findings: PageFindings['findings'] = []
    try {
      const { page: opened, warnings: readWarnings } = await openPage(
        linkedRequest(input, site.from, next.url, site.endsAtMs),
        context,
      )
      Object.assign(page, { url: opened.url ?? next.url, status: opened.statusCode })
      checkRedirect(opened, site, next, chooser.visit)
      const readPage = await read(opened)
      // Such pages repeat the frame of the site, and some invent contacts of their own.
      checkStatus(opened.statusCode)
      Object.assign(page, merged.add(page.url, readPage))
      // The first page is in front of these.
      const pointer = `/pagesVisited/${pages.length + 1}`
      warnings.push(...readWarnings.map((warning) => ({ ...warning, pointer })))
      findings = readPage.findings
      chooser.add(readPage.links, next.depth)
    } catch (error) {
      if (context.signal.aborted || !(error instanceof SurveyorError)) throw error
      page.error = error.code
    }
    pages.push(page)
    // The address that was chosen is what is learned of, wherever it led.
    report({ ...page, url: next.url, newlyFound: countsOf(merged, before) }, findings)
    if (page.status === TOO_MANY_REQUESTS || REFUSALS.has(page.error ?? '')) return ended('blocked')
  }
}

/** Throws `not_found` for a redirect to what is not a new page of the site. */
function checkRedirect(
  { url }: OpenPage,
  { domain }: Site,
  next: ChosenPage,
  visit: (url: string) => boolean,
): void {
  if (url === null || pageKey(url) === pageKey(next.url)) return
  if (registrableDomain(url) !== domain) throw extractError('not_found', 'The link leads to another site.')
  if (!visit(url)) throw extractError('not_found', 'The link leads to a page that was visited already.')
}

/** How many values each field has, beyond those of `before`. */
function countsOf(
  merged: MergedFindings,
  before: Readonly<Record<string, number>> = {},
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(merged.all()).map(([field, values]) => [field, values.length - (before[field] ?? 0)]),
  )
}
