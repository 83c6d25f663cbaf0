// The content of a feed in one shape for RSS, Atom, RDF and JSON Feed.

/** One entry; null for what the feed does not say. */
export interface FeedItem {
  readonly id: string | null
  readonly title: string | null
  readonly url: string | null
  /** RFC 3339, or a bare date; null when the feed gives no readable one. */
  readonly publishedAt: string | null
  readonly updatedAt: string | null
  readonly authors: readonly string[]
  readonly summary: string | null
  /** As in the feed: mostly HTML. */
  readonly content: string | null
  readonly categories: readonly string[]
  readonly enclosures: readonly {
    readonly url: string
    readonly type: string | null
    readonly bytes: number | null
  }[]
  readonly image: string | null
}

/** A feed of any format; addresses are absolute where its own address is known. */
export interface Feed {
  readonly format: 'rss' | 'atom' | 'rdf' | 'json'
  readonly title: string | null
  readonly description: string | null
  /** The site that the feed belongs to. */
  readonly url: string | null
  readonly language: string | null
  readonly updatedAt: string | null
  readonly items: readonly FeedItem[]
  /** True when the feed has more items than are returned. */
  readonly cut: boolean
}

/** Further items are left out, which is said. */
export const MAX_FEED_ITEMS = 2_000
