// Which parts of a page become pictures: one region, cut into tiles that a browser can draw, within a bound of pixels.
import type { PageClip } from '#extract/browser/visit.ts'
import { MAX_PIXELS, MAX_SIDE_PX } from './options.ts'

export interface ChosenTiles {
  /** From the top, in CSS pixels. */
  readonly tiles: readonly PageClip[]
  /** The region after the bounds. */
  readonly region: PageClip
  /** Whether a part of the requested region is missing. */
  readonly isCut: boolean
}

/** `scale`: pixels for each CSS pixel. `maxHeightPx` is in pixels of the picture, as are the bounds. */
export function chooseTiles(wanted: PageClip, scale: number, maxHeightPx: number): ChosenTiles {
  const x = Math.floor(wanted.x)
  const y = Math.floor(wanted.y)
  const right = Math.ceil(wanted.x + wanted.width)
  const bottom = Math.ceil(wanted.y + wanted.height)
  const width = Math.min(right - x, Math.floor(MAX_SIDE_PX / scale))
  const maxHeight = Math.floor(MAX_PIXELS / (scale * scale * width))
  const height = Math.min(bottom - y, maxHeight)
  const step = Math.max(1, Math.floor(Math.min(maxHeightPx, MAX_SIDE_PX) / scale))
  const tiles = Array.from({ length: Math.ceil(height / step) }, (_, at) => ({
    x,
    y: y + at * step,
    width,
    height: Math.min(step, height - at * step),
  }))
  return {
    tiles,
    region: { x, y, width, height },
    isCut: width < right - x || height < bottom - y,
  }
}
