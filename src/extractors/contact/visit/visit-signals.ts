// The signals of a visit: what each page brought, and links of which nothing is known yet.
import type { LinkedTemplates, Signal, VisitReason } from '#contract/crawl/discovery/signal.ts'
import { uuidV7 } from '#kit/ids.ts'
import { anchorTemplate, pathTemplate } from '#kit/url/path-template.ts'
import type { SiteLink } from '#extractors/contact/links/site-links.ts'
import type { PageFindings } from '#extractors/contact/reading/read-page.ts'
import type { PatternTable } from './pattern-table.ts'

/** A page that was asked for. */
export interface SignalledPage {
  readonly url: string | null
  readonly status: number | null
  /** The code of why it was not read. */
  readonly error: string | null
  readonly chosenBy: VisitReason
  readonly linkText: string | null
  /** Values by field. */
  readonly found: Readonly<Record<string, number>>
  /** Of these, the ones that no page before had. */
  readonly newlyFound: Readonly<Record<string, number>>
}

/** What a site is visited for: hours and forms alone are no contact. */
const CONTACTS = ['emails', 'phones', 'socials', 'addresses', 'people'] as const
const MISSING: ReadonlySet<number> = new Set([404, 410])
const MAX_VALUES = 20
const MAX_COUNT = 10_000
const MAX_VALUE_CHARS = { emails: 320, phones: 40 } as const
const MAX_SEEN_LINKS = 20
const MAX_SEEN_SEGMENTS = 2
/** A page with fewer is likely a shell of scripts. */
const MIN_LINKED = 3
const MAX_LINKED = 100
const MAX_LINKED_CHARS = 200

const isShort = (template: string): boolean =>
  template.length <= MAX_LINKED_CHARS && template.split('/').length - 1 <= MAX_SEEN_SEGMENTS

/** Null for a page that says nothing about its site: robots.txt forbids it, or it has no address. */
export function pageSignal(
  page: SignalledPage,
  language: string | null,
  findings: PageFindings['findings'],
  linked: LinkedTemplates | null = null,
): Signal | null {
  const { url, chosenBy, linkText } = page
  if (url === null || page.error === 'robots_disallowed') return null
  const found = contactsOf(page.found)
  const values = {
    emails: valuesOf(findings, 'emails', 'value'),
    phones: valuesOf(findings, 'phones', 'e164'),
  }
  return {
    signalId: uuidV7(),
    type: typeOf(page, Object.keys(found).length > 0),
    url,
    anchorText: linkText?.slice(0, 300) ?? null,
    language,
    chosenBy,
    ...(linked === null ? {} : { linked }),
    found,
    newlyFound: contactsOf(page.newlyFound),
    values,
    observedAt: new Date().toISOString(),
  }
}

/**
 * The templates of what a first page links; null where it links too little to say that something is missing, or more
 * than is told.
 */
export function linkedTemplates(links: readonly SiteLink[]): LinkedTemplates | null {
  const paths = new Set<string>()
  const anchors = new Set<string>()
  for (const { url, text } of links) {
    const [path, anchor] = [pathTemplate(url), anchorTemplate(text)]
    if (path !== null && isShort(path)) paths.add(path)
    if (anchor !== null) anchors.add(anchor)
  }
  const isCut = Math.max(paths.size, anchors.size) > MAX_LINKED
  return isCut || paths.size < MIN_LINKED ? null : { paths: [...paths], anchors: [...anchors] }
}

/** Short links of the first page that nothing is known of: what several sites have may become a candidate. */
export function linkSignals(
  links: readonly SiteLink[],
  language: string | null,
  table: Pick<PatternTable, 'of'>,
): Signal[] {
  const observedAt = new Date().toISOString()
  const seen = new Set<string>()
  return links
    .filter(({ url, text }) => {
      const template = pathTemplate(url)
      const name = template ?? ''
      if (template === null || template === '/' || seen.has(name)) return false
      if (!isShort(template) || anchorTemplate(text) === null) return false
      if (table.of(url, text) !== null) return false
      seen.add(name)
      return true
    })
    .slice(0, MAX_SEEN_LINKS)
    .map(({ url, text }) => ({
      signalId: uuidV7(),
      type: 'link_seen',
      url,
      anchorText: text,
      language,
      observedAt,
    }))
}

function typeOf({ status, error }: SignalledPage, hasContacts: boolean): Signal['type'] {
  // Many sites lead to their first page in the place of one that they do not have.
  if ((status !== null && MISSING.has(status)) || error === 'not_found') return 'page_missing'
  if (error !== null) return 'page_error'
  return hasContacts ? 'contact_found' : 'contact_empty'
}

const contactsOf = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    CONTACTS.flatMap((field) => {
      const count = counts[field] ?? 0
      return count > 0 ? [[field, Math.min(count, MAX_COUNT)]] : []
    }),
  )

const valuesOf = (
  findings: PageFindings['findings'],
  of: keyof typeof MAX_VALUE_CHARS,
  name: string,
): string[] =>
  findings
    .flatMap(({ field, value }) => {
      const text = value[name]
      return field === of && typeof text === 'string' && text.length <= MAX_VALUE_CHARS[of] ? [text] : []
    })
    .slice(0, MAX_VALUES)
