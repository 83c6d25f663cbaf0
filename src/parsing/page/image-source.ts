// The image that an `img` refers to: pages with lazy loading hide the address in many places.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import { resourceTarget } from './link-target.ts'

/** The image as its element declares it; null for what it does not say. */
export interface ImageSource {
  readonly src: string
  readonly alt: string | null
  /** As declared, in CSS pixels. */
  readonly width: number | null
  readonly height: number | null
}

/** Attributes in which lazy loaders keep the address until the image is visible, best first. */
const LAZY = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-url',
  'data-hi-res-src',
  'data-full-src',
  'data-original-src',
  'data-image',
]
/** Attributes in which galleries keep the large copy of what they show. */
const LARGE = [
  'data-large_image',
  'data-large',
  'data-large-src',
  'data-image-large-src',
  'data-full-size-image-url',
  'data-zoom-image',
  'data-zoom-src',
  'data-src-retina',
]
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset', 'srcset']
/** Wider images are for retina wallpapers; the widest at or below this is the one a reader wants. */
export const WIDE_ENOUGH = 2_000
/** An unclosed picture contains half a page, and each image in it reads its sources. */
const MAX_NAMES_IN_PICTURE = 100
/** Tracking pixels are this small. */
const PIXEL = 2

/** Images that a page may contain inline; an `img` shows no other kind of `data:` address. */
const INLINE_PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i

/**
 * The image of an `img` (or `amp-img`); null without an address, for a tracking pixel, and for an inline one. With
 * `inline`, an image whose bytes are in the page counts too when there is no other address: mostly it is a placeholder.
 */
export function imageSource(element: HtmlElement, base: string | null, inline = false): ImageSource | null {
  const width = declaredLength(attribute(element, 'width'))
  const height = declaredLength(attribute(element, 'height'))
  if ((width !== null && width <= PIXEL) || (height !== null && height <= PIXEL)) return null
  const given = attribute(element, 'alt')
  const alt = given === null || given.trim() === '' ? null : given.replace(/\s+/g, ' ').trim()
  for (const candidate of candidates(element)) {
    const src = resourceTarget(candidate, base)
    if (src !== null) return { src, alt, width, height }
  }
  const own = inline ? (attribute(element, 'src') ?? '').replace(/\s+/g, '') : ''
  return INLINE_PICTURE.test(own) ? { src: own, alt, width, height } : null
}

function* candidates(element: HtmlElement): Generator<string> {
  yield* lazySources(element)
  const src = attribute(element, 'src')
  // A placeholder is inline, or occurs beside a set that only a script would have needed.
  if (src !== null && !/^data:/i.test(src.trim())) yield src
  for (const set of [...ownSets(element), ...pictureSets(element)]) {
    const best = bestOfSet(set)
    if (best !== null) yield best
  }
}

/** The addresses that lazy loaders would put into `src`, best first. */
export const lazySources = (element: HtmlElement): string[] => addressesIn(element, LAZY)

/** The address of a larger copy, for a reader who wants the picture itself; null without one. */
export const largeSource = (element: HtmlElement): string | null => addressesIn(element, LARGE)[0] ?? null

function addressesIn(element: HtmlElement, names: readonly string[]): string[] {
  return names
    .map((name) => attribute(element, name) ?? '')
    .filter((value) => /[./]/.test(value) && !value.startsWith('{'))
}

/** The `srcset` of an `img`, and the attributes of lazy loaders for it. */
export function ownSets(element: HtmlElement): string[] {
  return LAZY_SETS.map((name) => attribute(element, name)).filter((set) => set !== null)
}

/** The sets of the `picture` round an `img`. */
function pictureSets(element: HtmlElement): string[] {
  return pictureSources(element)
    .flatMap((source) => [attribute(source, 'data-srcset'), attribute(source, 'srcset')])
    .filter((set) => set !== null)
}

/** The `source` elements of the `picture` round an `img`. */
export function pictureSources({ parent }: HtmlElement): HtmlElement[] {
  if (parent === null || parent.name !== 'picture') return []
  return parent.children
    .slice(0, MAX_NAMES_IN_PICTURE)
    .filter((child): child is HtmlElement => child.kind === 'element' && child.name === 'source')
}

/** The widest image of a `srcset` up to `WIDE_ENOUGH`. */
export function bestOfSet(set: string): string | null {
  let best: string | null = null
  let bestSize = -1
  for (const [url, descriptor] of entriesOf(set.slice(0, 20_000))) {
    if (/^data:/i.test(url)) continue
    const size = Number.parseFloat(descriptor) * (descriptor.endsWith('x') ? 1_000 : 1)
    const worth = size > WIDE_ENOUGH ? 1 / size : size
    if (worth > bestSize) [best, bestSize] = [url, worth]
  }
  return best
}

/**
 * Addresses with their descriptors, as HTML reads them: an address ends at white space, a comma within it belongs to it. Beyond
 * HTML, an address ends where the next one begins: `https://a.example/1.jpg,https://a.example/2.jpg 2x`.
 */
function* entriesOf(set: string): Generator<readonly [url: string, descriptor: string]> {
  const address = /[\s,]*([^\s,]\S*)/y
  for (let at = 0; at < set.length;) {
    address.lastIndex = at
    const found = address.exec(set)?.[1]
    if (found === undefined) return
    at = address.lastIndex
    const comma = found.endsWith(',') ? at : set.indexOf(',', at)
    const end = comma < 0 ? set.length : comma
    const descriptor = set.slice(at, end).trim().split(/\s/, 1)[0] ?? ''
    const urls = found.split(/,(?=https?:|$)/).filter((url) => url !== '')
    for (const url of urls) yield [url, (url === urls.at(-1) && descriptor) || '1x']
    at = end
  }
}

/** `640`, `640px`; percentages and words are not lengths. */
export function declaredLength(value: string | null): number | null {
  const digits = /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/.exec(value ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}
