// Every picture of a page once: sightings of one address are one image, with all the places it was found in.
import { resourceTarget } from '#parsing/page/link-target.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { formatByName, MEDIA_TYPES } from '#extractors/image/header/formats/format-names.ts'
import { dataCandidates } from './data-candidates.ts'
import { elementCandidates } from './element-candidates.ts'
import { inlineDrawing, readDataUrl, type InlineImage } from './inline-image.ts'
import { pictureStem } from './role-words.ts'
import { SOURCES, type ImageCandidate, type Source } from './image-candidate.ts'

/** One image with every place that names it. */
export interface PageImage {
  /** Null for an image that the page itself holds. */
  readonly url: string | null
  readonly inline: InlineImage | null
  /** In the order of `SOURCES`. */
  readonly foundIn: readonly Source[]
  readonly alt: string | null
  readonly caption: string | null
  /** CSS pixels; the largest size it is declared with. */
  readonly width: number | null
  readonly height: number | null
  readonly fileWidth: number | null
  /** The declared type, or that of the file name; not by its content. */
  readonly mediaType: string | null
  /** Whether its file is called like the one that stands for the page: the same picture in another size. */
  readonly isOfMain: boolean
  /** In the order of the page. */
  readonly candidates: readonly ImageCandidate[]
}

/** The images of a page. */
export interface PageImages {
  /** In the order of the page, what only its data names at the end. */
  readonly images: readonly PageImage[]
  /** True when the page has more images than are inspected. */
  readonly truncated: boolean
}

/** Which kinds of images count. */
export interface PageImagesOptions {
  readonly base: string | null
  readonly includeInline: boolean
  readonly includeBackground: boolean
}

const MAX_IMAGES = 20_000
/** For all inline images of the page, decoded. */
const MAX_INLINE_BYTES = 25 * 1024 * 1024

/** Every address once, with all the places that name it; bounded in number. */
export function pageImages(document: HtmlDocument, options: PageImagesOptions): PageImages {
  const groups = new Map<
    string,
    { inline: InlineImage | null; url: string | null; candidates: ImageCandidate[] }
  >()
  let inlineBytes = 0
  let truncated = document.truncated
  for (const seen of both(document)) {
    if (!options.includeBackground && seen.sources[0] === 'css') continue
    const isInline = seen.url === null || /^\s*data:/i.test(seen.url)
    if (isInline && !options.includeInline) continue
    const inline = isInline ? inlineOf(seen) : null
    const url = isInline || seen.url === null ? null : withoutFragment(resourceTarget(seen.url, options.base))
    const key = inline === null ? url : inline.key
    if (key === null) continue
    const group = groups.get(key)
    if (group !== undefined) {
      group.candidates.push(seen)
      continue
    }
    inlineBytes += inline?.bytes ?? 0
    if (groups.size >= MAX_IMAGES || inlineBytes > MAX_INLINE_BYTES) {
      truncated = true
      break
    }
    groups.set(key, { inline, url, candidates: [seen] })
  }
  return { images: withMain([...groups.values()].map((group) => joined(group))), truncated }
}

function withMain(images: readonly Omit<PageImage, 'isOfMain'>[]): PageImage[] {
  const mains = new Set(
    images.flatMap(({ url, candidates }) =>
      candidates.some(({ means }) => means === 'main') ? (pictureStem(url) ?? []) : [],
    ),
  )
  return images.map((image) => ({ ...image, isOfMain: mains.has(pictureStem(image.url) ?? '') }))
}

function* both(document: HtmlDocument): Generator<ImageCandidate> {
  yield* elementCandidates(document)
  yield* dataCandidates(document)
}

function inlineOf(seen: ImageCandidate): InlineImage | null {
  if (seen.url !== null) return readDataUrl(seen.url)
  return seen.element === null ? null : inlineDrawing(seen.element)
}

function joined({
  url,
  inline,
  candidates,
}: {
  readonly inline: InlineImage | null
  readonly url: string | null
  readonly candidates: readonly ImageCandidate[]
}): Omit<PageImage, 'isOfMain'> {
  const first = <K extends 'alt' | 'caption' | 'mediaType'>(key: K): ImageCandidate[K] | null =>
    candidates.find((seen) => seen[key] !== null)?.[key] ?? null
  const largest = candidates.reduce((best, seen) => (area(seen) > area(best) ? seen : best))
  const sources = new Set(candidates.flatMap((seen) => seen.sources))
  const widths = candidates.flatMap(({ fileWidth }) => fileWidth ?? [])
  return {
    url,
    inline,
    foundIn: SOURCES.filter((source) => sources.has(source)),
    alt: first('alt'),
    caption: first('caption'),
    width: largest.width,
    height: largest.height,
    fileWidth: widths.length === 0 ? null : widths.reduce((max, width) => Math.max(max, width)),
    mediaType: inline?.mediaType ?? first('mediaType') ?? typeByName(url),
    candidates,
  }
}

const area = ({ width, height }: ImageCandidate): number =>
  (width ?? 0) * (height ?? width ?? 0) || (height ?? 0) ** 2

const withoutFragment = (url: string | null): string | null => url?.split('#', 1)[0] ?? null

function typeByName(url: string | null): string | null {
  const extension = /\.([a-z0-9]{2,5})(?:$|[?#])/i.exec(
    (url ?? '').replace(/^[a-z]+:\/\/[^/]*/i, '').split('?', 1)[0] ?? '',
  )?.[1]
  const format = extension === undefined ? null : formatByName(extension)
  return format === null ? null : MEDIA_TYPES[format]
}
