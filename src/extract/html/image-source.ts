// Which picture an `img` means: pages load late and hide the address in many places.
import { attribute, elementsOf, type HtmlElement } from './html-node.ts'
import { resourceTarget } from './link-target.ts'

export interface ImageSource {
  readonly src: string
  readonly alt: string | null
  /** As declared, in CSS pixels. */
  readonly width: number | null
  readonly height: number | null
}

/** Where lazy loaders keep the address until the picture comes into view, best first. */
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
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset', 'srcset']
/** Wider is for retina wallpapers; the widest at or below this is the picture a reader wants. */
const WIDE_ENOUGH = 2_000
/** Counters of visits are this small. */
const PIXEL = 2

/** The picture of an `img` (or `amp-img`), or null: no address, an inline one, a counter of visits. */
export function imageSource(element: HtmlElement, base: string | null): ImageSource | null {
  const width = length(attribute(element, 'width'))
  const height = length(attribute(element, 'height'))
  if ((width !== null && width <= PIXEL) || (height !== null && height <= PIXEL)) return null
  const alt = attribute(element, 'alt')
  for (const candidate of candidates(element)) {
    const src = resourceTarget(candidate, base)
    if (src !== null)
      return {
        src,
        alt: alt === null || alt.trim() === '' ? null : alt.replace(/\s+/g, ' ').trim(),
        width,
        height,
      }
  }
  return null
}

function* candidates(element: HtmlElement): Generator<string> {
  for (const name of LAZY) {
    const value = attribute(element, name)
    if (value !== null && /[./]/.test(value) && !value.startsWith('{')) yield value
  }
  const src = attribute(element, 'src')
  const sets = [...LAZY_SETS.map((name) => attribute(element, name)), ...pictureSets(element)]
  // A placeholder is inline, or it stands beside a set that only a script would have needed.
  if (src !== null && !/^data:/i.test(src.trim())) yield src
  for (const set of sets) {
    const best = set === null ? null : bestOfSet(set)
    if (best !== null) yield best
  }
}

/** The sets of the `picture` round an `img`. */
function pictureSets(element: HtmlElement): (string | null)[] {
  const parent = element.parent
  if (parent === null || parent.name !== 'picture') return []
  const sets: (string | null)[] = []
  for (const source of elementsOf(parent)) {
    if (source.name === 'source') sets.push(attribute(source, 'data-srcset'), attribute(source, 'srcset'))
  }
  return sets
}

/** The widest picture of a `srcset` up to `WIDE_ENOUGH`. Addresses may hold commas: an entry ends at a comma and white space. */
export function bestOfSet(set: string): string | null {
  let best: string | null = null
  let bestSize = -1
  for (const entry of set.slice(0, 20_000).split(/,\s+|\s,|,(?=https?:|\/)/)) {
    const [url = '', descriptor = '1x'] = entry.trim().split(/\s+/)
    if (url === '' || /^data:/i.test(url)) continue
    const size = Number.parseFloat(descriptor) * (descriptor.endsWith('x') ? 1_000 : 1)
    const worth = size > WIDE_ENOUGH ? 1 / size : size
    if (worth > bestSize) [best, bestSize] = [url, worth]
  }
  return best
}

/** `640`, `640px`; percentages and words are not lengths. */
function length(value: string | null): number | null {
  const digits = /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/.exec(value ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}
