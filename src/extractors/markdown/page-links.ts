// Lists the links and pictures of content, each address once.
import { attribute, elementsOf, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { imageSource, type ImageSource } from '#parsing/page/image-source.ts'
import { linkTarget } from '#parsing/page/link-target.ts'

export interface PageLink {
  readonly href: string
  readonly text: string
  readonly rel: readonly string[]
  /** Whether it stays on the host of the page; null where the page's address is not known. */
  readonly internal: boolean | null
}

const MAX_LINKS = 10_000

export function linksOf(
  roots: readonly HtmlElement[],
  skip: (element: HtmlElement) => boolean,
  base: string | null,
): PageLink[] {
  const links = new Map<string, PageLink>()
  const host = base === null ? null : (URL.parse(base)?.host ?? null)
  for (const element of roots.values().flatMap((root) => elementsOf(root, skip))) {
    const href = element.name === 'a' || element.name === 'area' ? attribute(element, 'href') : null
    const target = href === null || href.trim().startsWith('#') ? null : linkTarget(href, base)
    if (target === null || links.size >= MAX_LINKS) continue
    const text = lineText(element, 500)
    const known = links.get(target)
    if (known !== undefined && (known.text !== '' || text === '')) continue
    links.set(target, {
      href: target,
      text,
      rel: (attribute(element, 'rel') ?? '')
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== ''),
      internal: host === null ? null : URL.parse(target)?.host === host,
    })
  }
  return [...links.values()]
}

export function imagesOf(
  roots: readonly HtmlElement[],
  skip: (element: HtmlElement) => boolean,
  base: string | null,
  dataUrls: boolean,
): ImageSource[] {
  const images = new Map<string, ImageSource>()
  const isUnread = (element: HtmlElement): boolean => element.name !== 'noscript' && skip(element)
  for (const element of roots.values().flatMap((root) => elementsOf(root, isUnread))) {
    const image =
      element.name === 'img' || element.name === 'amp-img' ? imageSource(element, base, dataUrls) : null
    if (image !== null && !images.has(image.src) && images.size < MAX_LINKS) images.set(image.src, image)
  }
  return [...images.values()]
}
