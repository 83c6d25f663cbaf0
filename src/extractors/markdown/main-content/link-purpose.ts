// Tells links that lead to other pages of the same site by their headlines from links that belong to a text.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import type { PageView } from './page-view.ts'

/** Headlines are longer than the names and labels that texts link. */
const HEADLINE_CHARS = 25

/** The last two labels of a host: precise enough to distinguish a site's own pages from others. */
export function siteOf(url: string): string | null {
  const host = /^(?:https?:)?\/\/(?:[^/@?#]*@)?([^/:?#]+)/i.exec(url.trim())?.[1]
  return host === undefined ? null : host.toLowerCase().split('.').slice(-2).join('.')
}

/** True where a link stays on the site and does not only jump within the page. */
function staysOnSite(href: string, site: string | null): boolean {
  const to = siteOf(href)
  if (to === null) return !/^(#|[a-z][a-z0-9+.-]*:)/i.test(href.trim())
  return to === site
}

/** A line that consists only of headlines of other pages of the site. */
export function isTeaserLine(view: PageView, element: HtmlElement, site: string | null): boolean {
  const at = element.order
  const text = view.text[at] as number
  const links = view.links[at] as number
  const anchors = view.anchors[at] as number
  if (anchors === 0 || links < text * 0.8 || links < HEADLINE_CHARS * anchors) return false
  return linksOf(element).every((link) => staysOnSite(attribute(link, 'href') ?? '', site))
}

function linksOf(element: HtmlElement): HtmlElement[] {
  if (element.name === 'a') return [element]
  return element.children.flatMap((child) => (child.kind === 'element' ? linksOf(child) : []))
}
