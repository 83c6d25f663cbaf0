// Chooses the next page of a site: the most promising link or pattern, and once a link of which little is known.
import type { VisitReason } from '#contract/crawl/discovery/signal.ts'
import { betaSample } from '#kit/chance/beta-distribution.ts'
import { normalUrl } from '#kit/url/normal-url.ts'
import { localePrefix, pathTemplate } from '#kit/url/path-template.ts'
import type { SiteLink } from '#extractors/contact/links/site-links.ts'
import type { PatternTable } from './pattern-table.ts'

/** A page to visit, and why. */
export interface ChosenPage {
  readonly url: string
  /** Of the link; empty without one. */
  readonly text: string
  /** How many links it is from the first page. */
  readonly depth: number
  readonly chosenBy: Exclude<VisitReason, 'given'>
  readonly patternId: string | null
}

/** Addresses that are known already are not chosen a second time. */
export interface PageChooser {
  /** Also for the address that a page was redirected to. False where it was known. */
  visit(url: string): boolean
  /** The links of a page at `depth`. */
  add(links: readonly SiteLink[], depth: number): void
  next(): ChosenPage | null
}

/** `links`: by the words of links alone. `patterns`: by patterns alone. */
export type Strategy = 'links' | 'patterns' | 'both'

/** How much a link is worth whose words promise contacts; they were weighed from 1 to 10. */
const YIELD_PER_WEIGHT = 0.035
/** A page is not asked for without a link where it brings less. */
const MIN_BLIND_YIELD = 0.15
/** A first page with fewer pages linked is likely a shell of scripts: what most sites have is asked for. */
const MIN_LINKS = 3
const MIN_SHELL_YIELD = 0.08
const MAX_BLIND = 3
/** A link whose words promise contacts, but which was tried elsewhere and brings less, is left. */
const MIN_YIELD = 0.02

interface Ranked extends ChosenPage {
  readonly expectedYield: number
}

/** Equal for addresses that are one page on nearly every site: with both schemes, with and without a slash at the end. */
export const pageKey = (url: string): string =>
  (normalUrl(url) ?? url).replace(/^http:/, 'https:').replace(/\/$/, '')

/** `random` decides which link is explored. `firstUrl` is the first page of the site. */
export function createPageChooser(options: {
  readonly firstUrl: string
  readonly maxDepth: number
  readonly strategy: Strategy
  readonly table: PatternTable
  readonly random: () => number
}): PageChooser {
  const { firstUrl, maxDepth, strategy, table, random } = options
  const known = new Set<string>()
  const ranked: Ranked[] = []
  const unknown = new Map<string, Ranked>()
  /** Where a site has such a page or was asked for it, it is not asked for without a link. */
  const templates = new Set<string>()
  let blindLeft = strategy === 'links' || maxDepth === 0 ? 0 : MAX_BLIND
  let explorationsLeft = strategy === 'links' ? 0 : 1

  let isShell = false

  const visit = (url: string): boolean => {
    const key = pageKey(url)
    if (known.has(key)) return false
    known.add(key)
    unknown.delete(key)
    return true
  }

  function rank(link: SiteLink, depth: number): void {
    const { url, text, weight } = link
    const page = { url, text, depth, patternId: null }
    const byWords = YIELD_PER_WEIGHT * weight
    if (strategy === 'links') {
      if (weight > 0) ranked.push({ ...page, chosenBy: 'link', expectedYield: byWords })
      return
    }
    const template = pathTemplate(url)
    if (template !== null) templates.add(template)
    if (table.isSkipped(url, text)) return
    const found = table.of(url, text)
    const expectedYield = found?.expectedYield ?? byWords
    if (found !== null && found.patternId !== null) ranked.push({ ...page, ...found, chosenBy: 'pattern' })
    else if (strategy === 'both' && weight > 0 && expectedYield >= MIN_YIELD)
      ranked.push({ ...page, expectedYield, chosenBy: 'link' })
    else {
      if (!known.has(pageKey(url)))
        unknown.set(pageKey(url), { ...page, expectedYield: 0, chosenBy: 'exploration' })
    }
  }

  /** The most promising pattern that nothing linked so far, where it promises more than the best link. */
  function nextBlind(best: number): ChosenPage | null {
    const least = isShell ? MIN_SHELL_YIELD : MIN_BLIND_YIELD
    const page = table.blind.find(({ template }) => !templates.has(template))
    if (page === undefined || blindLeft === 0 || page.expectedYield < Math.max(least, best)) return null
    templates.add(page.template)
    blindLeft -= 1
    const url = new URL(localePrefix(firstUrl) + page.template, firstUrl).href
    return { url, text: '', depth: 1, chosenBy: 'blind', patternId: page.patternId }
  }

  /** Thompson sampling: a link is explored as likely as it is the best of them. */
  function nextExploration(): ChosenPage | null {
    if (explorationsLeft === 0) return null
    explorationsLeft -= 1
    let best: ChosenPage | null = null
    let highest = -1
    for (const page of unknown.values()) {
      const drawn = betaSample(table.beliefOf(page.url, page.text), random)
      if (drawn > highest) [best, highest] = [page, drawn]
    }
    return best
  }

  return {
    visit,
    add(links, depth) {
      if (depth >= maxDepth) return
      if (depth === 0) isShell = links.length < MIN_LINKS
      for (const link of links) if (!known.has(pageKey(link.url))) rank(link, depth + 1)
      ranked.sort((a, b) => b.expectedYield - a.expectedYield || a.depth - b.depth)
    },
    next() {
      for (;;) {
        const page = nextBlind(ranked[0]?.expectedYield ?? 0) ?? ranked.shift() ?? nextExploration()
        if (page === null) return null
        if (visit(page.url)) return page
      }
    },
  }
}
