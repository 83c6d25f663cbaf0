// Finds the pictures that open a page but stand outside of its text: the one it is shared with, its first figure, its slider.
import {
  attribute,
  closest,
  elementsOf,
  lineText,
  type HtmlElement,
  type HtmlNode,
} from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { imageSource } from '#parsing/page/image-source.ts'
import { linkTarget } from '#parsing/page/link-target.ts'
import { pictureName } from '#parsing/page/picture-name.ts'
import type { Content } from '#extractors/markdown/main-content/choose-content.ts'
import { imagesOf } from './page-links.ts'

/** What the page says of itself. */
export interface LeadHints {
  readonly base: string | null
  /** The picture that the page is shared with. */
  readonly image: string | null
}

/** A slider with more is a catalogue. */
const MAX_SLIDES = 20
/** Captions are longer than a name and shorter than a text. */
const MAX_CAPTION_CHARS = 300
/** Smaller ones are signs, in CSS pixels. */
const MIN_LENGTH = 120
/** A picture that opens a text is at least this wide, in CSS pixels. */
const MIN_WIDTH = 400
/** A slider is a box of pictures, not a part of the page. */
const MAX_BOXES = 8
const MAX_SLIDER_CHARS = 400
/** Only the first pictures of a page can open it. */
const MAX_FIRST = 50
/** Kinds of page with a thing of their own; the pictures of the others belong to their entries. */
const SINGLE = new Set(['article', 'product', 'documentation', 'service'])
const NO_PICTURE =
  /(?:^|[^a-z])(?:logos?|icons?|sprite|avatar|gravatar|placeholder|blank|spacer|pixel|badge|favicon|emoji|flag|ads?|advert|sponsor)(?:$|[^a-z])|\.svg(?:$|\?)/i
const SLIDER =
  /(?:^|[^a-z])(?:gallery|slider|slideshow|slides|carousel|swiper|slick|splide|flexslider|flickity|owl|glide)(?:$|[^a-z])/i

/**
 * The content with these pictures above its text, each in a `figure` with its caption. As it is where the text has the
 * picture already, and where nothing says that a picture is one of the page: signs, advertisements and pictures that lead
 * to other pages are none.
 */
export function withLeadPictures(document: HtmlDocument, content: Content, hints: LeadHints): Content {
  const { found } = content
  if (found === null || content.method !== 'core') return content
  const written = new Set(
    imagesOf(content.roots, content.skip, hints.base, false).map(({ src }) => nameOf(src)),
  )
  const lead = leadPicture(document, content, found, hints, written)
  if (lead === null) return content
  const pictures = [lead, ...slidesBeside(lead, hints.base, written)]
  const figures = pictures.map(figureOf)
  const given = new Set<HtmlNode>(figures.flatMap((figure) => [figure, ...figure.children]))
  return {
    ...content,
    roots: [...figures, ...content.roots],
    skip: (element) => !given.has(element) && content.skip(element),
    skipInText: (element) => !given.has(element) && content.skipInText(element),
  }
}

const nameOf = (src: string): string => pictureName(src) ?? src

/** The picture that the page is shared with, else the first large one between the title and the text. */
function leadPicture(
  { all }: HtmlDocument,
  { title }: Content,
  { kind, lines, isAround }: NonNullable<Content['found']>,
  { base, image }: LeadHints,
  written: ReadonlySet<string>,
): HtmlElement | null {
  const shared = image === null || NO_PICTURE.test(image) ? null : nameOf(image)
  if (shared !== null && written.has(shared)) return null
  let first: HtmlElement | null = null
  let seen = 0
  for (const element of all) {
    const { order } = element
    if (order > lines.last) break
    const src = sourceOf(element, base)
    if (src === null) continue
    const opens = title !== null && order > title.order && order < lines.first && seen < MAX_FIRST
    if (opens) seen += 1
    const isShared = nameOf(src) === shared
    if (!isShared && (!opens || first !== null || !isWide(element))) continue
    if (isAround(element) || leadsAway(element, src, base)) continue
    if (isShared) return element
    // The first is what the text opens with already.
    if (written.has(nameOf(src))) return null
    first = element
  }
  return kind !== null && SINGLE.has(kind.name) ? first : null
}

/** The address of a picture that can be one of the page; null for signs. */
function sourceOf(element: HtmlElement, base: string | null): string | null {
  if (element.name !== 'img' && element.name !== 'amp-img') return null
  const image = imageSource(element, base)
  if (image === null || (image.width ?? MIN_LENGTH) < MIN_LENGTH || (image.height ?? MIN_LENGTH) < MIN_LENGTH)
    return null
  const file = image.src.slice(image.src.lastIndexOf('/') + 1)
  return NO_PICTURE.test(`${file} ${attribute(element, 'class') ?? ''} ${image.alt ?? ''}`) ? null : image.src
}

const isFigure = ({ name }: HtmlElement): boolean => name === 'figure'

/** By its declared width or its sets; a figure is made for it. */
function isWide(element: HtmlElement): boolean {
  if (closest(element.parent, isFigure, 4) !== null || sliderRound(element) !== null) return true
  const declared = Number.parseInt(attribute(element, 'width') ?? '', 10)
  const set = attribute(element, 'srcset') ?? attribute(element, 'data-srcset') ?? ''
  return declared >= MIN_WIDTH || /\s(?:[5-9]\d\d|[1-9]\d{3})w/.test(set.slice(0, 20_000))
}

/** A picture in a link is one of the page that it leads to, unless that is the picture itself or the same page. */
function leadsAway(element: HtmlElement, src: string, base: string | null): boolean {
  const anchor = closest(element.parent, ({ name }) => name === 'a')
  const href = anchor === null ? null : attribute(anchor, 'href')
  if (href === null || href.startsWith('#')) return false
  const target = linkTarget(href, base)
  if (target === null || /\.(?:jpe?g|png|webp|avif|gif)(?:$|\?)/i.test(target)) return false
  return nameOf(target) !== nameOf(src) && withoutHash(target) !== withoutHash(base ?? '')
}

const withoutHash = (url: string): string => url.split('#', 1)[0] ?? ''

/** The other pictures of the slider that a picture stands in, each once. */
function slidesBeside(lead: HtmlElement, base: string | null, written: ReadonlySet<string>): HtmlElement[] {
  const slider = sliderRound(lead)
  if (slider === null) return []
  const known = new Set([...written, nameOf(imageSource(lead, base)?.src ?? '')])
  const slides: HtmlElement[] = []
  for (const element of elementsOf(slider)) {
    const src = sourceOf(element, base)
    if (src !== null && !known.has(nameOf(src)) && !leadsAway(element, src, base)) {
      known.add(nameOf(src))
      slides.push(element)
    }
  }
  return slides.length < MAX_SLIDES ? slides : []
}

/** The outermost box with such a name that holds little text. */
function sliderRound(element: HtmlElement): HtmlElement | null {
  let slider: HtmlElement | null = null
  let box = element.parent
  for (let boxes = 0; box !== null && boxes < MAX_BOXES; boxes += 1) {
    if (SLIDER.test(`${attribute(box, 'class') ?? ''} ${attribute(box, 'id') ?? ''}`.slice(0, 300))) {
      if (lineText(box, MAX_SLIDER_CHARS * 3).length > MAX_SLIDER_CHARS) break
      slider = box
    }
    box = box.parent
  }
  return slider
}

/** A figure of its own: where the picture stands, it is left out. */
function figureOf(picture: HtmlElement): HtmlElement {
  const figure: HtmlElement = { ...picture, name: 'figure', attributes: [], children: [] }
  figure.children.push({ ...picture })
  const text = captionOf(picture)
  if (text !== '') {
    const caption: HtmlElement = { ...figure, name: 'figcaption', parent: figure, children: [] }
    caption.children.push({ kind: 'text', text, parent: caption })
    figure.children.push(caption)
  }
  return figure
}

function captionOf(picture: HtmlElement): string {
  const figure = closest(picture.parent, isFigure, MAX_BOXES + 1)
  const caption = figure?.children.find((child) => child.kind === 'element' && child.name === 'figcaption')
  const text = caption === undefined ? '' : lineText(caption, MAX_CAPTION_CHARS + 1)
  return text.length > MAX_CAPTION_CHARS ? '' : text
}
