// The links of a page that lead to contacts of the same site, the most promising first.
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import { normalUrl } from '#kit/url/normal-url.ts'
import { attribute, lineText } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { resourceTarget } from '#parsing/page/link-target.ts'
import { dashed, LINK_KINDS } from './contact-words.ts'

export interface ContactLink {
  /** In normal form, without a fragment. */
  readonly url: string
  readonly text: string
  /** Higher is more promising. */
  readonly weight: number
}

/** A longer text is a headline that happens to have the word. */
const MAX_WORD_CHARS = 45
const MAX_LINKS = 50
const FILE = /\.(?:pdf|docx?|xlsx?|zip|jpe?g|png|gif|webp|svg|mp[34]|ics|vcf|xml|json|css|js)$/i

/** `base` resolves the addresses; only links of the domain `siteDomain` are answered, each address once. */
export function contactLinks(
  { all }: HtmlDocument,
  base: string | null,
  siteDomain: string | null,
): ContactLink[] {
  if (base === null || siteDomain === null) return []
  const found = new Map<string, ContactLink>()
  for (const element of all) {
    if (element.name !== 'a' && element.name !== 'area') continue
    const target = resourceTarget(attribute(element, 'href') ?? '', base)
    const url = target === null ? null : normalUrl(target)
    if (url === null) continue
    const text =
      lineText(element, 100) || (attribute(element, 'aria-label') ?? attribute(element, 'title') ?? '')
    const weight = weightOf(text.slice(0, 100), url)
    if (weight === 0 || weight <= (found.get(url)?.weight ?? 0)) continue
    if (registrableDomain(url) === siteDomain) found.set(url, { url, text: text.slice(0, 100), weight })
  }
  // Sorting keeps the order of the page among equals.
  return [...found.values()].toSorted((a, b) => b.weight - a.weight).slice(0, MAX_LINKS)
}

/** 0 for a link that says nothing of contacts; above that by what it says, and more where text and path say it. */
function weightOf(text: string, url: string): number {
  const { pathname } = new URL(url)
  if (FILE.test(pathname)) return 0
  const segments = decoded(pathname)
    .split('/')
    .filter((segment) => segment !== '')
  const last = (segments.at(-1) ?? '').replace(/\.(?:html?|php|aspx?|jsp)$/i, '')
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

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
