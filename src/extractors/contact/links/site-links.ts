// The links of a page to pages of the same site, those first whose words promise contacts.
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import { dashed } from '#kit/text/dashed.ts'
import { normalUrl } from '#kit/url/normal-url.ts'
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import { attribute, lineText } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { resourceTarget } from '#parsing/page/link-target.ts'
import { LINK_KINDS } from './contact-words.ts'

/** A link with what its words promise. */
export interface SiteLink {
  /** In normal form, without a fragment. */
  readonly url: string
  readonly text: string
  /** Higher is more promising; 0 where neither text nor path says anything of contacts. */
  readonly weight: number
}

/** A longer text is a headline that happens to have the word. */
const MAX_WORD_CHARS = 45
const MAX_LINKS = 200
/** Of a page that a stranger made. */
const MAX_ELEMENTS = 5_000
/** Only where its words promise contacts: it takes longer to read than a page. */
const DOCUMENT = /\.(?:pdf|docx|odt)$/i
const FILE = /\.(?:doc|xlsx?|zip|jpe?g|png|gif|webp|svg|mp[34]|ics|vcf|xml|json|css|js)$/i

/** The language that a page says it is in: `de`; null where it says none. */
export function pageLanguage({ all }: HtmlDocument): string | null {
  const html = all.find(({ name }) => name === 'html')
  const tag = html === undefined ? null : (attribute(html, 'lang') ?? attribute(html, 'xml:lang'))
  return /^[a-z]{2,3}(?![a-z])/.exec(tag?.trim().toLowerCase() ?? '')?.[0] ?? null
}

/** `base` resolves the addresses; only links of the domain `siteDomain` are answered, each address once. */
export function siteLinks({ all }: HtmlDocument, base: string | null, siteDomain: string | null): SiteLink[] {
  if (base === null || siteDomain === null) return []
  const found = new Map<string, SiteLink>()
  let elements = 0
  for (const element of all) {
    if (element.name !== 'a' && element.name !== 'area') continue
    elements += 1
    if (elements > MAX_ELEMENTS) break
    const target = resourceTarget(attribute(element, 'href') ?? '', base)
    const url = target === null ? null : normalUrl(target)
    if (url === null || FILE.test(new URL(url).pathname)) continue
    const text =
      lineText(element, 100) || (attribute(element, 'aria-label') ?? attribute(element, 'title') ?? '')
    const weight = weightOf(text.slice(0, 100), url)
    if (weight === 0 && DOCUMENT.test(new URL(url).pathname)) continue
    const known = found.get(url)
    if (known !== undefined && weight <= known.weight) continue
    if (registrableDomain(url) === siteDomain) found.set(url, { url, text: text.slice(0, 100), weight })
  }
  // Sorting keeps the order of the page among equals.
  return [...found.values()].toSorted((a, b) => b.weight - a.weight).slice(0, MAX_LINKS)
}

/** 0 for a link that says nothing of contacts; above that by what it says, and more where text and path say it. */
function weightOf(text: string, url: string): number {
  const { pathname } = new URL(url)
  const segments = percentDecoded(pathname)
    .split('/')
    .filter((segment) => segment !== '')
  const last = (segments.at(-1) ?? '').replace(/\.(?:html?|php|aspx?|jsp|pdf|docx|odt)$/i, '')
  const [byText, byPath] = [kindWeight(text), kindWeight(last)]
  const weight = Math.max(byText, byPath)
  if (weight === 0) return 0
  return weight + (Math.min(byText, byPath) > 0 ? 0.5 : 0) - Math.min(0.4, segments.length / 10)
}

function kindWeight(text: string): number {
  const slug = dashed(text.slice(0, 200))
  if (slug === '' || slug.length > MAX_WORD_CHARS) return 0
  return LINK_KINDS.find(({ words }) => words.some((word) => `-${slug}-`.includes(word)))?.weight ?? 0
}
