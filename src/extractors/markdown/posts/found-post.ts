// A post of a page, before its text is written.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import type { ShownName } from './post-authors.ts'
import type { Region } from './post-regions.ts'

export interface FoundPost {
  readonly author: string | null
  readonly publishedAt: string | null
  /** As the page gives it. */
  readonly href: string | null
  readonly body: HtmlElement
  /** Where other posts begin: what of them is in the body is not written. */
  readonly apart?: ReadonlySet<HtmlElement>
  /** Where it was found, and the element that names the author; not known of posts that are marked. */
  readonly region?: Region
  readonly name?: ShownName
}
