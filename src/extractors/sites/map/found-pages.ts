// Collects the pages of a map: each once under its first address, with all that is known of it.
import { setImmediate } from 'node:timers/promises'
import type { SiteScope } from '#kit/site/site-scope.ts'
import { FOUND_BY, TITLE_FROM, type FoundBy, type MapLink } from '#extractors/sites/request/options.ts'

type TitleFrom = (typeof TITLE_FROM)[number]

/** A page as one list or one link names it. */
export interface Sighted {
  readonly href: string
  readonly base: string | null
  readonly title: string | null
  readonly titleFrom: TitleFrom
  readonly lastmod: string | null
  readonly by: FoundBy
}

export interface FoundPages {
  /** Yields to other work in between: a list may have fifty thousand entries. */
  add(found: readonly Sighted[]): Promise<void>
  /** In the order of their first mention. */
  links(): MapLink[]
  readonly size: number
  /** Addresses that are not of the map, by reason; each counted once as long as there is room to remember it. */
  readonly dropped: Readonly<Record<string, number>>
  /** New pages that there was no room for. */
  readonly overflow: number
}

/** Of pages and dropped addresses together, and of their characters: about 200 MB at most. */
const MAX_KNOWN = 400_000
const MAX_CHARS = 40_000_000
/** The patterns of the request may take some milliseconds for each. */
const PER_TURN = 10

interface Page {
  readonly url: string
  title: string | null
  titleFrom: TitleFrom | null
  lastmod: string | null
  /** A bit for each word of `FOUND_BY`. */
  sources: number
}

export function createFoundPages(scope: SiteScope): FoundPages {
  /** Null: known and not of the map. */
  const known = new Map<string, Page | null>()
  const pages: Page[] = []
  const dropped: Record<string, number> = {}
  let chars = 0
  let overflow = 0

  const hasRoom = (key: string): boolean => {
    chars += key.length
    return known.size < MAX_KNOWN && chars < MAX_CHARS
  }
  const addOne = ({ href, base, title, titleFrom, lastmod, by }: Sighted): void => {
    const { address, reason } = scope.verdict({ href, ...(base === null ? {} : { base }), depth: 1 })
    const seen = address === null ? undefined : known.get(address.key)
    if (seen === null) return
    if (reason !== null) {
      dropped[reason] = (dropped[reason] ?? 0) + 1
      if (address !== null && hasRoom(address.key)) known.set(address.key, null)
      return
    }
    let page = seen
    if (page === undefined) {
      if (!hasRoom(address.key)) {
        overflow += 1
        return
      }
      page = { url: address.url, title: null, titleFrom: null, lastmod: null, sources: 0 }
      known.set(address.key, page)
      pages.push(page)
    }
    page.sources |= 1 << FOUND_BY.indexOf(by)
    page.lastmod ??= lastmod
    if (title !== null && (page.titleFrom === null || rank(titleFrom) < rank(page.titleFrom))) {
      chars += title.length
      page.title = title
      page.titleFrom = titleFrom
    }
  }
  return {
    async add(found) {
      for (const [index, one] of found.entries()) {
        if (index % PER_TURN === PER_TURN - 1) await setImmediate()
        addOne(one)
      }
    },
    links: () =>
      pages.map(({ sources, ...page }) => ({
        ...page,
        sources: FOUND_BY.filter((_, bit) => (sources & (1 << bit)) !== 0),
      })),
    get size() {
      return pages.length
    },
    dropped,
    get overflow() {
      return overflow
    },
  }
}

const rank = (from: TitleFrom): number => TITLE_FROM.indexOf(from)
