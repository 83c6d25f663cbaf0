// Pictures and prints of an open page, through the session that emulates its screen.
import type { CDPSession } from 'playwright-core'
import type { BrowserPage, PageClip, PictureOptions, PrintOptions } from '#extract/browser/visit.ts'

/** What Chromium draws at once, and how much of it is one picture. */
const MAX_SIDE_PX = 16_384
const MAX_PIXELS = 50_000_000
const A4_INCHES = { paperWidth: 8.27, paperHeight: 11.69 }

/** The files that a page can be made into. */
export interface PageFiles extends Pick<BrowserPage, 'picture' | 'print'> {
  /** What is visible, or the whole page; cut where it is larger than a picture can be. */
  shot(
    fullPage: boolean,
  ): Promise<{ readonly bytes: Uint8Array; readonly width: number; readonly height: number }>
  shotOf(
    clip: PageClip,
  ): Promise<{ readonly bytes: Uint8Array; readonly width: number; readonly height: number }>
  /** On A4, with backgrounds. */
  printed(): Promise<Uint8Array>
}

/** As the Emulation domain of the Chrome DevTools protocol takes it. */
export interface PageScreen {
  readonly width: number
  readonly height: number
  /** Pixels for each CSS pixel. */
  readonly deviceScaleFactor: number
  readonly mobile: boolean
}

export function pageFiles(session: CDPSession, screen: PageScreen): PageFiles {
  const scale = screen.deviceScaleFactor
  let emulating: Promise<unknown> | null = null
  // Pictures follow what their own session emulates; Playwright has told it to the session of its own. A page that is
  // printed needs it for no picture, and it cost more than ten milliseconds of each (docs/decisions.md).
  const emulateScreen = async (): Promise<void> => {
    await (emulating ??= session.send('Emulation.setDeviceMetricsOverride', screen))
  }
  const picture = async ({ format, quality, clip }: PictureOptions): Promise<Uint8Array> => {
    await emulateScreen()
    const { data } = await session.send('Page.captureScreenshot', {
      format,
      ...(quality === undefined ? {} : { quality }),
      ...(clip === undefined ? {} : { clip: { ...clip, scale: 1 }, captureBeyondViewport: true }),
      optimizeForSpeed: true,
    })
    return Buffer.from(data, 'base64')
  }
  const print = async (options: Partial<PrintOptions>): Promise<Uint8Array> => {
    const { data } = await session.send('Page.printToPDF', { ...options, transferMode: 'ReturnAsBase64' })
    return Buffer.from(data, 'base64')
  }
  const shotOf: PageFiles['shotOf'] = async (clip) => {
    const cut = withinLimits(clip, scale)
    const bytes = await picture({ format: 'png', clip: cut })
    return { bytes, width: Math.round(cut.width * scale), height: Math.round(cut.height * scale) }
  }
  return {
    picture,
    print,
    shotOf,
    async shot(fullPage) {
      await emulateScreen()
      const { cssContentSize, cssLayoutViewport: view } = await session.send('Page.getLayoutMetrics')
      return shotOf(
        fullPage
          ? { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height }
          : { x: view.pageX, y: view.pageY, width: view.clientWidth, height: view.clientHeight },
      )
    },
    printed: async () => print({ ...A4_INCHES, printBackground: true }),
  }
}

function withinLimits({ x, y, width, height }: PageClip, scale: number): PageClip {
  const cutWidth = Math.max(1, Math.min(width, MAX_SIDE_PX / scale))
  const maxHeight = Math.min(MAX_SIDE_PX / scale, MAX_PIXELS / (cutWidth * scale * scale))
  return { x, y, width: cutWidth, height: Math.max(1, Math.min(height, maxHeight)) }
}
