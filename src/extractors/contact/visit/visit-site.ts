// Visits the pages of a site that its links promise contacts on, until there is enough or no more may be asked for.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { extractError, statusError } from '#extract/errors.ts'
import { followRefreshes, type OpenPage } from '#extract/page/load-page.ts'
import { loadTarget } from '#extract/page/load-target.ts'
import type { ContactData, ContactInput } from '#extractors/contact/request/options.ts'
import type { MergedFindings } from '#extractors/contact/reading/merge-findings.ts'
import type { PageFindings } from '#extractors/contact/reading/read-page.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import type { ContactLink } from '#extractors/contact/links/contact-links.ts'
import { linkedRequest } from './linked-request.ts'
import { createVisitQueue, pageKey, type NextPage } from './visit-queue.ts'

export type VisitedPage = ContactData['pagesVisited'][number]

/** A site whose first page is read. */
export interface Site {
  /** The address that the caller named. */
  readonly from: string
  readonly firstUrl: string
  readonly domain: string
  readonly links: readonly ContactLink[]
  readonly endsAtMs: number
}

/** The pages after the first one, and why there were no more. */
export interface Visit {
  readonly pages: readonly VisitedPage[]
  readonly stopReason: ContactData['stopReason']
}

/** After one of these the site would refuse the other pages too. */
const REFUSALS: ReadonlySet<string> = new Set(['target_blocked', 'target_captcha', 'rate_limited'])
const TOO_MANY_REQUESTS = 429
/** Less is not enough for a page. */
const MIN_PAGE_MS = 250
const DEFAULTS = { maxPages: 5, maxDepth: 2 }

/** A page that cannot be read is listed with its error. Throws the reason of the signal of the job. */
export async function visitSite(
  site: Site,
  input: ContactInput,
  context: ExtractContext,
  read: (page: OpenPage) => Promise<PageFindings>,
  merged: MergedFindings,
): Promise<Visit> {
  const { maxPages, maxDepth } = { ...DEFAULTS, ...input }
  const queue = createVisitQueue(maxDepth)
  queue.visit(site.from)
  queue.visit(site.firstUrl)
  queue.add(site.links, 0)
  const pages: VisitedPage[] = []
  const ended = (stopReason: Visit['stopReason']): Visit => ({ pages, stopReason })
  for (;;) {
    if (merged.isSatisfied()) return ended('satisfied')
    const next = queue.next()
    if (next === null) return ended('exhausted')
    if (pages.length + 1 >= maxPages || site.endsAtMs - performance.now() < MIN_PAGE_MS)
      return ended('budget')
    context.progress({ done: pages.length + 1, total: null, message: next.url })
    const page: VisitedPage = {
      url: next.url,
      status: null,
      error: null,
      chosenBy: 'link',
      linkText: next.text === '' ? null : next.text,
      found: {},
      new: 0,
    }
    try {
      const opened = await open(next, site, input, context)
      Object.assign(page, { url: opened.url ?? next.url, status: opened.statusCode })
      checkRedirect(opened, site, next, queue.visit)
      const findings = await read(opened)
      // Such pages repeat the frame of the site, and some invent contacts of their own.
      if (opened.statusCode !== null && opened.statusCode >= 400) throw statusError(opened.statusCode)
      Object.assign(page, merged.add(page.url, findings))
      queue.add(findings.links, next.depth)
    } catch (error) {
      if (context.signal.aborted || !(error instanceof SurveyorError)) throw error
      page.error = error.code
    }
    pages.push(page)
    if (page.status === TOO_MANY_REQUESTS || REFUSALS.has(page.error ?? '')) return ended('blocked')
  }
}

async function open(
  { url }: NextPage,
  { from, endsAtMs }: Site,
  input: ContactInput,
  context: ExtractContext,
): Promise<OpenPage> {
  const request = linkedRequest(input, from, url, endsAtMs)
  return followRefreshes(await loadTarget(request, context), request, context, {})
}

/** Throws `not_found` for a redirect to what is not a new page of the site. */
function checkRedirect(
  { url }: OpenPage,
  { domain }: Site,
  next: NextPage,
  visit: (url: string) => boolean,
): void {
  if (url === null || pageKey(url) === pageKey(next.url)) return
  if (registrableDomain(url) !== domain) throw extractError('not_found', 'The link leads to another site.')
  if (!visit(url)) throw extractError('not_found', 'The link leads to a page that was visited already.')
}
