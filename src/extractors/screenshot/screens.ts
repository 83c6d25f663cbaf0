// A whole page as a person sees it, screen after screen, so that what stays in place is in each of them.
import type { BrowserPage, PageClip } from '#extract/browser/visit.ts'
import type { PictureScope } from './extra-files.ts'
import { SCROLL_TO, type PageMeasures } from './page-scripts.ts'
import { pixelWork } from './pixel-work.ts'

/** What was visible when the page was scrolled. */
export interface Screen {
  /** CSS pixels from the top of the page. */
  readonly top: number
  readonly png: Uint8Array
}

/** How the pictures are encoded. */
export interface Encoding {
  readonly format: 'png' | 'jpeg' | 'webp'
  readonly quality?: number
}

/** The screens that show a region from its top to its end; the last one may overlap the one before. */
export async function takeScreens(
  page: BrowserPage,
  { viewHeight }: PageMeasures,
  { height }: PageClip,
): Promise<Screen[]> {
  const screens: Screen[] = []
  for (let wanted = 0; wanted < height; wanted += Math.max(1, viewHeight)) {
    const top = Number(await page.call(SCROLL_TO, wanted))
    const isBeforeWanted = screens.length > 0 && top <= (screens.at(-1)?.top ?? 0)
    // The page is shorter than it was, or scrolls in an element of its own.
    if (!Number.isFinite(top) || isBeforeWanted) break
    screens.push({ top, png: await page.picture({ format: 'png' }) })
  }
  return screens
}

/** The screens one below the other, as one picture for each tile. */
export async function stackScreens(
  screens: readonly Screen[],
  tiles: readonly PageClip[],
  scale: number,
  encoding: Encoding,
  scope: PictureScope,
): Promise<Uint8Array[]> {
  const pixels = (length: number): number => Math.round(length * scale)
  const pictures: Uint8Array[] = []
  for (const { y, width, height } of tiles) {
    const { bytes } = await pixelWork.run(
      {
        kind: 'stack',
        parts: screens.map(({ top, png }) => ({ top: pixels(top - y), length: png.length })),
        width: pixels(width),
        height: pixels(height),
        ...encoding,
        bytes: Buffer.concat(screens.map(({ png }) => png)),
      },
      scope,
    )
    pictures.push(bytes)
  }
  return pictures
}
