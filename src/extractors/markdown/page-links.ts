// Lists the links and pictures of content, each address once.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
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
  for (const element of contentElements(roots, skip)) {
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
  for (const element of contentElements(roots, (each) => each.name !== 'noscript' && skip(each))) {
    const image =
      element.name === 'img' || element.name === 'amp-img' ? imageSource(element, base, dataUrls) : null
    if (image !== null && !images.has(image.src) && images.size < MAX_LINKS) images.set(image.src, image)
  }
  return [...images.values()]
}

function* contentElements(
  roots: readonly HtmlElement[],
  skip: (element: HtmlElement) => boolean,
): Generator<HtmlElement> {
  const stack = [...roots].toReversed()
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    yield element
    for (let i = element.children.length - 1; i >= 0; i -= 1) {
      const child = element.children[i]
      if (child !== undefined && child.kind === 'element' && !skip(child)) stack.push(child)
    }
  }
}
