// The work of contact enrichment on one page that is there: any process can do it.
import type { Warning } from '#contract/crawl/result.ts'
import { PARKED, pageEvidence, type OpenPage } from '#extract/page/load-page.ts'
import { childSide, defineWork } from '#extract/work.ts'
import { readContacts } from '#extractors/contact/evidence/read-contacts.ts'
import { pageLanguage, siteLinks, type SiteLink } from '#extractors/contact/links/site-links.ts'
import { parseHtml, type HtmlDocument } from '#parsing/html/parse-html.ts'
import { findingsOf, type Finding } from './findings.ts'

/** A page with what is known of its site. */
export interface PageTask extends Pick<
  OpenPage,
  'html' | 'url' | 'statusCode' | 'charset' | 'charsetSource' | 'engine'
> {
  /** Where it is parsed already; a child parses the page itself. */
  readonly tree?: () => HtmlDocument
  readonly siteDomain: string | null
  readonly country: string | null
  readonly includePersonal: boolean
  /** What the caller calls the business. */
  readonly name: string | null
}

export interface PageFindings {
  /** Whether a placeholder stands where a website is not. */
  readonly isParked: boolean
  /** Whether the page names the business; null where that was not asked. */
  readonly isNamed: boolean | null
  readonly findings: readonly Finding[]
  /** Whether the page has more than is read of it. */
  readonly isCut: boolean
  readonly links: readonly SiteLink[]
  /** Null where the page does not say. */
  readonly language: string | null
  readonly quality: { readonly score: number; readonly signals: readonly string[] }
  readonly warnings: readonly Warning[]
}

/** As for Markdown: larger pages of strangers could hold up the other jobs of this process. */
const MAX_CHARS_HERE = 500_000

/** Throws as `pageEvidence`: a wall is no page. */
export const readPage = defineWork<PageTask, PageFindings>({
  module: new URL('./read-page.ts', import.meta.url),
  child: 'large',
  sizeOf: ({ html }) => html.length,
  maxSizeHere: MAX_CHARS_HERE,
  run: read,
})

function read({ siteDomain, country, includePersonal, name, tree, ...page }: PageTask): PageFindings {
  const { document, base, quality, warnings } = pageEvidence(
    { ...page, tree: tree ?? (() => parseHtml(page.html)) },
    // Addresses may stand in the scripts and attributes of a shell.
    { shell: 'warning' },
  )
  // The contacts of a placeholder are those of others.
  const isParked = quality.signals.includes('parked_domain')
  const contacts = readContacts(document, { url: page.url, siteDomain, country, name, isParked })
  return {
    isParked: contacts.isParked,
    isNamed: contacts.isNamed,
    findings: findingsOf(contacts, includePersonal),
    isCut: contacts.isCut,
    links: siteLinks(document, base, siteDomain),
    language: pageLanguage(document),
    quality: { score: quality.score, signals: quality.signals },
    warnings: contacts.isParked && !isParked ? [...warnings, PARKED] : warnings,
  }
}

export const parse = childSide(read)
