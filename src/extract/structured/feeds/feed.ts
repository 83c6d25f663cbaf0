// What a feed says, whatever it is written in: RSS, Atom, RDF and JSON Feed come to the same shape.

export interface FeedItem {
  readonly id: string | null
  readonly title: string | null
  readonly url: string | null
  /** RFC 3339, or a bare date; null where the feed gives none that can be read. */
  readonly publishedAt: string | null
  readonly updatedAt: string | null
  readonly authors: readonly string[]
  readonly summary: string | null
  /** As the feed has it: mostly HTML. */
  readonly content: string | null
  readonly categories: readonly string[]
  readonly enclosures: readonly {
    readonly url: string
    readonly type: string | null
    readonly bytes: number | null
  }[]
  readonly image: string | null
}

export interface Feed {
  readonly format: 'rss' | 'atom' | 'rdf' | 'json'
  readonly title: string | null
  readonly description: string | null
  /** The site that the feed belongs to. */
  readonly url: string | null
  readonly language: string | null
  readonly updatedAt: string | null
  readonly items: readonly FeedItem[]
  /** True where the feed has more items than are given. */
  readonly cut: boolean
}

export const MOST_FEED_ITEMS = 2_000
