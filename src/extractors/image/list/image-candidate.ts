// One place of a page where a picture is named, and what that place says of it.
import type { HtmlElement } from '#parsing/html/html-node.ts'

/** Where on a page an image was named. */
export const SOURCES = [
  'img',
  'srcset',
  'picture',
  'css',
  'lazy',
  'noscript',
  'inline_svg',
  'svg_image',
  'open_graph',
  'twitter',
  'json_ld',
  'microdata',
  'icon',
  'apple_touch_icon',
  'preload',
  'video_poster',
  'input',
  'object',
] as const
/** One of `SOURCES`. */
export type Source = (typeof SOURCES)[number]

/** Null in any field: the place does not say. */
export interface ImageCandidate {
  /** Absolute if the page's own address is known; a `data:` address as written; null for a drawing in the page. */
  readonly url: string | null
  readonly sources: readonly Source[]
  /** Its element; null for an image found only in data of the page. */
  readonly element: HtmlElement | null
  readonly alt: string | null
  /** True when the page declares an empty alternative text: `alt=""`. */
  readonly silent: boolean
  readonly caption: string | null
  /** CSS pixels, as declared. */
  readonly width: number | null
  readonly height: number | null
  /** How wide the file itself is, where a set of sizes says so. */
  readonly fileWidth: number | null
  readonly mediaType: string | null
  /** Its meaning in the data of the page. */
  readonly means: 'logo' | 'main' | null
}

const NOTHING: Omit<ImageCandidate, 'url' | 'sources'> = {
  element: null,
  alt: null,
  silent: false,
  caption: null,
  width: null,
  height: null,
  fileWidth: null,
  mediaType: null,
  means: null,
}

export function imageCandidate(
  url: string | null,
  sources: readonly Source[],
  more: Partial<Omit<ImageCandidate, 'url' | 'sources'>> = {},
): ImageCandidate {
  return { url, sources, ...NOTHING, ...more }
}

/** Text of a page on one line, cut to the length of a caption; null without text. */
export function shortText(value: string | null | undefined): string | null {
  const text = (value ?? '').slice(0, 4_000).replace(/\s+/g, ' ').trim()
  return text === '' ? null : text.slice(0, 1_000).toWellFormed()
}
