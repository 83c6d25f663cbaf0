// The pictures that the elements of a page show: images in all their lazy forms, posters, objects, drawings, backgrounds.
import { attribute, elementsOf, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import {
  bestOfSet,
  declaredLength,
  largeSource,
  lazySources,
  ownSets,
  pictureSources,
  WIDE_ENOUGH,
} from '#parsing/page/image-source.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { cssPixels, viewBox } from '#extractors/image/header/formats/svg-header.ts'
import { svgText } from '#extractors/image/svg/sanitize-svg.ts'
import { shortText, imageCandidate, type ImageCandidate, type Source } from './image-candidate.ts'

const MAX_CHARS = 2_000_000
const MAX_ADDRESSES = 2_000
const ADDRESS =
  /url\(\s{0,9}(?:"([^"\n]{1,200000})"|'([^'\n]{1,200000})'|((?:\\.|[^"'()\s\\]){1,200000}))\s{0,9}\)/gi
const NO_PICTURE = /\.(?:woff2?|ttf|otf|eot|css)(?:$|[?#])|^data:(?!image\/)|^#/i

/** Attributes in which scripts find a lazily loaded background. */
const LAZY_BACKGROUNDS = ['data-bg', 'data-background', 'data-background-image', 'data-bg-src', 'data-bgset']
const LINK_LEVELS = 3
const IMAGE_FILE = /\.(?:jpe?g|png|webp|avif|gif)(?:$|[?#])/i
/** A file as wide as this needs no larger copy. */
const LARGE_WIDTH = 1_200
const IMAGES = new Set(['img', 'amp-img', 'amp-anim'])

/** In the order of the page, with addresses as written. */
export function* elementCandidates({ all }: HtmlDocument): Generator<ImageCandidate> {
  // The end of a drawing, by order: elements inside belong to it.
  let drawnUntil = -1
  const captions: Captions = new Map()
  for (const element of all) {
    const { name } = element
    if (IMAGES.has(name)) yield* imageCandidates(element, captions)
    else if (name === 'style') {
      for (const url of cssAddresses(textOf(element))) yield imageCandidate(url, ['css'], { element })
    } else if (name === 'svg' && element.order > drawnUntil) {
      yield drawing(element)
      drawnUntil = lastOrder(element)
    } else yield* embedded(element)
    if (name !== 'style') yield* backgrounds(element)
  }
}

/** The best of an image's addresses: the widest of its sets that is not too wide, else the late one, else `src`. */
function* imageCandidates(element: HtmlElement, captions: Captions): Generator<ImageCandidate> {
  const sources: Source[] = ['img']
  const own = ownSets(element).map((set) => candidateOf(set, 'srcset', null, false))
  const best = [...pictureCandidates(element), ...own]
    .filter((candidate) => candidate !== null)
    .toSorted((a, b) => Number(a.narrow) - Number(b.narrow) || (b.width ?? 0) - (a.width ?? 0))[0]
  const lazy = lazySources(element)
  if (lazy.length > 0 || ownSets(element).some((set) => set !== attribute(element, 'srcset')))
    sources.push('lazy')
  const larger = (best?.width ?? 0) >= LARGE_WIDTH ? null : largerCopy(element)
  if (larger === null && best !== undefined) sources.push(best.source)
  const url = larger?.url ?? best?.url ?? lazy[0] ?? attribute(element, 'src')
  if (url === null || url.trim() === '') return
  const alt = attribute(element, 'alt')
  if (hasAncestor(element, 'noscript')) sources.push('noscript')
  if ((attribute(element, 'itemprop') ?? '').split(/\s+/).includes('image')) sources.push('microdata')
  yield imageCandidate(url, sources, {
    element,
    alt: shortText(alt ?? attribute(element, 'aria-label') ?? attribute(element, 'title')),
    silent: alt !== null && alt.trim() === '',
    caption: captionOf(element, captions),
    ...sizeOf(element),
    fileWidth: larger === null ? (best?.width ?? null) : larger.width,
    mediaType: larger === null ? (best?.mediaType ?? null) : null,
  })
}

/** What a gallery shows at a click: the copy that an attribute names, or the file linked to where its width is told. */
function largerCopy(element: HtmlElement): { readonly url: string; readonly width: number | null } | null {
  const large = largeSource(element)
  if (large !== null) return { url: large, width: null }
  const link = ancestor(element, ({ name }) => name === 'a', LINK_LEVELS)
  const href = link === null ? null : attribute(link, 'href')
  if (link === null || href === null || !IMAGE_FILE.test(href)) return null
  const told = [
    ...['data-width', 'data-pswp-width', 'data-size'].map((key) => attribute(link, key)),
    attribute(element, 'data-original-width'),
  ]
  const width = Number(
    told.map((value) => /^\d{3,5}/.exec(value ?? '')?.[0]).find((one) => one !== undefined) ?? 0,
  )
  return width > 0 && width <= WIDE_ENOUGH ? { url: href, width } : null
}

interface Candidate {
  readonly url: string
  readonly source: 'srcset' | 'picture'
  readonly width: number | null
  readonly mediaType: string | null
  /** Meant for small screens only. */
  readonly narrow: boolean
}

function pictureCandidates(element: HtmlElement): (Candidate | null)[] {
  return pictureSources(element).flatMap((source) => {
    const type = attribute(source, 'type')
    const mediaType = type !== null && /^image\//i.test(type) ? type.toLowerCase() : null
    const narrow = /max-width/i.test((attribute(source, 'media') ?? '').slice(0, 500))
    return [attribute(source, 'data-srcset'), attribute(source, 'srcset')].map((set) =>
      set === null ? null : candidateOf(set, 'picture', mediaType, narrow),
    )
  })
}

function candidateOf(
  set: string,
  source: Candidate['source'],
  mediaType: string | null,
  narrow: boolean,
): Candidate | null {
  const url = bestOfSet(set)
  return url === null ? null : { url, source, mediaType, narrow, width: widthInSet(set, url) }
}

function* embedded(element: HtmlElement): Generator<ImageCandidate> {
  const size = sizeOf(element)
  switch (element.name) {
    case 'video':
      for (const key of ['poster', 'data-poster']) {
        const poster = attribute(element, key)
        if (poster !== null) yield imageCandidate(poster, ['video_poster'], { element, ...size })
      }
      return
    case 'amp-video': {
      const poster = attribute(element, 'poster')
      if (poster !== null) yield imageCandidate(poster, ['video_poster'], { element, ...size })
      return
    }
    case 'input': {
      const src = /^image$/i.test(attribute(element, 'type') ?? '') ? attribute(element, 'src') : null
      if (src !== null)
        yield imageCandidate(src, ['input'], { element, alt: shortText(attribute(element, 'alt')), ...size })
      return
    }
    case 'object':
    case 'embed': {
      const type = attribute(element, 'type') ?? ''
      const data = attribute(element, element.name === 'object' ? 'data' : 'src')
      if (data !== null && /^image\//i.test(type))
        yield imageCandidate(data, ['object'], { element, mediaType: type, ...size })
      return
    }
    case 'image': {
      const href = attribute(element, 'href') ?? attribute(element, 'xlink:href')
      if (href !== null) yield imageCandidate(href, ['svg_image'], { element, ...size })
    }
  }
}

function* backgrounds(element: HtmlElement): Generator<ImageCandidate> {
  const style = attribute(element, 'style')
  if (style !== null && /url\(/i.test(style)) {
    for (const url of cssAddresses(style))
      yield imageCandidate(url, ['css'], { element, ...styledSize(style) })
  }
  const own = /^(?:body|table|td|th|tr)$/.test(element.name) ? attribute(element, 'background') : null
  if (own !== null) yield imageCandidate(own, ['css'], { element })
  for (const key of LAZY_BACKGROUNDS) {
    const value = attribute(element, key)
    if (value === null || !/[./]/.test(value) || value.startsWith('{')) continue
    const inside = cssAddresses(value)
    for (const url of inside.length > 0 ? inside : [bestOfSet(value) ?? value])
      yield imageCandidate(url, ['css', 'lazy'], { element })
  }
}

function drawing(element: HtmlElement): ImageCandidate {
  const [, , boxWidth = null, boxHeight = null] = viewBox(attribute(element, 'viewbox')) ?? []
  return imageCandidate(null, ['inline_svg'], {
    element,
    alt: shortText(attribute(element, 'aria-label') ?? svgText(element)),
    silent: attribute(element, 'aria-hidden') === 'true',
    width: cssPixels(attribute(element, 'width')) ?? boxWidth,
    height: cssPixels(attribute(element, 'height')) ?? boxHeight,
    mediaType: 'image/svg+xml',
  })
}

function sizeOf(element: HtmlElement): { width: number | null; height: number | null } {
  const styled = styledSize(attribute(element, 'style') ?? '')
  return {
    width: declaredLength(attribute(element, 'width')) ?? styled.width,
    height: declaredLength(attribute(element, 'height')) ?? styled.height,
  }
}

function styledSize(style: string): { width: number | null; height: number | null } {
  const of = (name: string): number | null => {
    const match = new RegExp(`(?:^|;)\\s{0,9}${name}\\s{0,9}:\\s{0,9}([\\d.]{1,9}px)`, 'i').exec(
      style.slice(0, 5_000),
    )
    return declaredLength(match?.[1] ?? null)
  }
  return { width: of('width'), height: of('height') }
}

/** `640` of `a.jpg 640w`. */
function widthInSet(set: string, url: string): number | null {
  const at = set.indexOf(url)
  const digits = /^\s{1,20}(\d{1,5})w/.exec(set.slice(at + url.length, at + url.length + 40))?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Captions of figures that were searched already: an unclosed figure contains many images. */
type Captions = Map<HtmlElement, string | null>

/** The caption of the nearest figure round it. */
function captionOf(element: HtmlElement, captions: Captions): string | null {
  const figure = ancestor(element, (one) => one.name === 'figure')
  if (figure === null) return null
  const known = captions.get(figure)
  if (known !== undefined) return known
  let caption: string | null = null
  for (const inner of elementsOf(figure)) {
    if (inner.name !== 'figcaption') continue
    caption = shortText(lineText(inner, 4_000))
    break
  }
  captions.set(figure, caption)
  return caption
}

const MAX_LEVELS = 12

function ancestor(
  element: HtmlElement,
  matches: (one: HtmlElement) => boolean,
  levels = MAX_LEVELS,
): HtmlElement | null {
  let at = element.parent
  for (let level = 0; at !== null && level < levels; level += 1, at = at.parent) if (matches(at)) return at
  return null
}

const hasAncestor = (element: HtmlElement, name: string): boolean =>
  ancestor(element, (one) => one.name === name) !== null

/** The last element inside, which is the last child's last child's …: a drawing is not walked for it. */
function lastOrder(element: HtmlElement): number {
  let last = element
  for (;;) {
    const child = last.children.findLast((node) => node.kind === 'element')
    if (child === undefined) return last.order
    last = child
  }
}

const textOf = (element: HtmlElement): string =>
  element.children.map((child) => (child.kind === 'text' ? child.text : '')).join('')

/** Each once, in their order, as written. */
function cssAddresses(css: string): string[] {
  const found = new Set<string>()
  const text = css.slice(0, MAX_CHARS)
  for (const [, double, single, bare] of text.matchAll(ADDRESS)) {
    // Simple escapes only stand before characters that need none.
    const address = (double ?? single ?? bare ?? '').trim().replace(/\\([^0-9a-f\n])/gi, '$1')
    if (address !== '' && !NO_PICTURE.test(address)) found.add(address)
    if (found.size === MAX_ADDRESSES) break
  }
  return [...found]
}
