// Which images of a page are listed: those that pass the filters, and of too many the best.
import { formatByName } from '#extractors/image/header/formats/format-names.ts'
import {
  evidenceOf,
  classifyImage,
  type Evidence,
  type ImageRole,
} from '#extractors/image/list/image-role.ts'
import type { PageImage } from '#extractors/image/list/page-images.ts'
import { DEFAULT_MAX_IMAGES, type FileFacts, type ImageInput } from '#extractors/image/request/options.ts'

/** Without the places where it was found, which hold on to the page. */
export type FoundImage = Omit<PageImage, 'candidates'>

/** An image with what speaks for it. */
export interface ChosenImage {
  readonly image: FoundImage
  readonly evidence: Evidence
  readonly classified: ImageRole
}

/** The chosen images, and how many were left out for which reason. */
export interface Choice {
  /** In the order of the page. */
  readonly chosen: readonly ChosenImage[]
  readonly filtered: number
  readonly cut: number
}

/** The options that leave images out. */
export type Filters = Pick<ImageInput, 'minWidthPx' | 'minHeightPx' | 'minBytes' | 'formats' | 'maxImages'>

/** `asDeclared`: filter by what the page declares, for images that are not fetched. */
export function chooseImages(images: readonly PageImage[], filters: Filters, asDeclared: boolean): Choice {
  const passing = images
    .filter((image) => !asDeclared || passesAsDeclared(image, filters))
    .map(({ candidates, ...image }): ChosenImage => {
      const evidence = evidenceOf({ ...image, candidates })
      return { image, evidence, classified: classifyImage(evidence) }
    })
  const max = filters.maxImages ?? DEFAULT_MAX_IMAGES
  const kept = new Set(passing.toSorted((a, b) => b.classified.score - a.classified.score).slice(0, max))
  return {
    chosen: passing.filter((one) => kept.has(one)),
    filtered: images.length - passing.length,
    cut: passing.length - kept.size,
  }
}

/** By what the page declares; an unknown property passes. */
export function passesAsDeclared(image: FoundImage, filters: Filters): boolean {
  const format = formatByName(image.mediaType?.replace(/^image\//, '') ?? '')
  return (
    atLeast(image.fileWidth ?? image.width, filters.minWidthPx) &&
    atLeast(image.height, filters.minHeightPx) &&
    atLeast(image.inline?.bytes ?? null, filters.minBytes) &&
    (format === null || (filters.formats?.includes(format) ?? true))
  )
}

/** For a fetched file. */
export function passes(facts: FileFacts, filters: Filters): boolean {
  return (
    atLeast(facts.width, filters.minWidthPx) &&
    atLeast(facts.height, filters.minHeightPx) &&
    atLeast(facts.bytes, filters.minBytes) &&
    (filters.formats?.includes(facts.format) ?? true)
  )
}

const atLeast = (value: number | null, min: number | undefined): boolean =>
  value === null || min === undefined || value >= min
