// The pages of a site that are still to be visited: the most promising first, each once.
import { normalUrl } from '#kit/url/normal-url.ts'
import type { ContactLink } from '#extractors/contact/links/contact-links.ts'

/** A link and how many links it is from the first page. */
export interface NextPage extends ContactLink {
  readonly depth: number
}

/** Addresses that are known already are not taken a second time. */
export interface VisitQueue {
  /** Also for the address that a page was redirected to. False where it was known. */
  visit(url: string): boolean
  /** The links of a page at `depth`. */
  add(links: readonly ContactLink[], depth: number): void
  next(): NextPage | null
}

/** Equal for addresses that are one page on nearly every site: with both schemes, with and without a slash at the end. */
export const pageKey = (url: string): string =>
  (normalUrl(url) ?? url).replace(/^http:/, 'https:').replace(/\/$/, '')

export function createVisitQueue(maxDepth: number): VisitQueue {
  const known = new Set<string>()
  const waiting: NextPage[] = []
  const visit = (url: string): boolean => {
    const key = pageKey(url)
    if (known.has(key)) return false
    known.add(key)
    return true
  }
  return {
    visit,
    add(links, depth) {
      if (depth >= maxDepth) return
      for (const link of links) if (!known.has(pageKey(link.url))) waiting.push({ ...link, depth: depth + 1 })
      waiting.sort((a, b) => b.weight - a.weight || a.depth - b.depth)
    },
    next() {
      for (;;) {
        const page = waiting.shift()
        if (page === undefined) return null
        if (visit(page.url)) return page
      }
    },
  }
}
