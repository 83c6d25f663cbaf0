// The work of the screenshot extractor: prepares the page, takes the pictures, keeps them as files.
import type { ExtractionResult, Warning } from '#contract/crawl/result.ts'
import { fontWarnings, missingScripts } from '#extract/browser/missing-fonts.ts'
import type { BrowserPage, PageClip } from '#extract/browser/visit.ts'
import type { ExtractContext, ExtractorInstance, ExtractorOutput } from '#extract/context.ts'
import { checkFailOnStatus } from '#extract/page/load-target.ts'
import { endsAtMsOf, openInBrowser } from '#extract/page/open-in-browser.ts'
import { renderedQuality } from '#extract/page/rendered-quality.ts'
import { itemAt } from '#kit/item-at.ts'
import { chooseTiles, type ChosenTiles } from './choose-tiles.ts'
import { comparisonOf, thumbnailOf, type PictureScope } from './extra-files.ts'
import { fileEnding, MAX_SIDE_PX, MEDIA_TYPES, type ScreenshotData, type ScreenshotInput } from './options.ts'
import type { PageMeasures } from './page-scripts.ts'
import { pixelWork } from './pixel-work.ts'
import { preparePage, regionOf } from './prepare-page.ts'
import { stackScreens, takeScreens, type Encoding, type Screen } from './screens.ts'

const DEFAULT_QUALITY = 80

export async function create(): Promise<ExtractorInstance> {
  return { operations: { extract } }
}

async function extract(input: unknown, context: ExtractContext): Promise<ExtractorOutput> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker has checked it against the schema
  const request = input as ScreenshotInput
  const scope = { context, endsAtMs: endsAtMsOf(request, context) }
  const { page, measures, scripts, chosen, screens, quality, warnings, ...taken } = await openInBrowser(
    request,
    context,
    scope.endsAtMs,
    async (opened) => takePictures(opened, request),
  )
  const scale = scaleOf(request)
  const pictures =
    screens === null
      ? taken.pictures
      : await stackScreens(screens, chosen.tiles, scale, encodingOf(request), scope)
  const files = await encoded(pictures, request, scope)
  const tiles = await saveTiles(files, chosen.tiles, request, scope)
  const data: ScreenshotData = {
    title: measures.title,
    format: request.format ?? 'png',
    width: Math.round(chosen.region.width * scale),
    height: Math.round(chosen.region.height * scale),
    pageWidthPx: Math.round(measures.width),
    pageHeightPx: Math.round(measures.height),
    tiles,
    ...(await thumbnailOf(request, pictures, scope)),
    ...(await comparisonOf(request, files, scope)),
    fonts: { missing: [...measures.fonts], missingScripts: [...scripts] },
    consoleErrors: [...page.consoleErrors],
    failedRequests: page.failedRequests.map((failed) => ({ ...failed })),
  }
  return {
    data,
    engine: 'browser',
    warnings,
    quality,
    ...(page.response === null ? {} : { response: page.response }),
  }
}

interface Taken {
  readonly page: BrowserPage
  readonly measures: PageMeasures
  /** That the browser has no font for. */
  readonly scripts: readonly string[]
  readonly chosen: ChosenTiles
  /** One for each tile, as the browser made them. */
  readonly pictures: readonly Uint8Array[]
  /** What the pictures are made of, where the browser made none of a tile; else null. */
  readonly screens: readonly Screen[] | null
  readonly quality: NonNullable<ExtractionResult['quality']>
  readonly warnings: readonly Warning[]
}

async function takePictures(page: BrowserPage, request: ScreenshotInput): Promise<Taken> {
  if (page.response !== null) checkFailOnStatus(page.response.statusCode, request)
  // The page is classified while the browser draws it; its source was asked for first.
  const classifying = renderedQuality(page)
  const drawing = drawn(page, request)
  drawing.catch(() => undefined)
  const { quality, warnings } = await classifying
  const { measures, scripts, chosen, pictures, screens } = await drawing
  const { width, height } = chosen.region
  const unused = {
    code: 'option_unused',
    detail: '`quality` had no effect: a png loses nothing.',
    pointer: '/quality',
  }
  const cut = {
    code: 'picture_cut',
    detail: `The picture ends after ${width} by ${height} CSS pixels: more is above the limit of a job.`,
  }
  return {
    page,
    measures,
    scripts,
    chosen,
    pictures,
    screens,
    quality,
    warnings: [
      ...warnings,
      ...(chosen.isCut ? [cut] : []),
      ...fontWarnings(scripts),
      ...(qualityOf(request) !== DEFAULT_QUALITY && (request.format ?? 'png') === 'png' ? [unused] : []),
    ],
  }
}

async function drawn(
  page: BrowserPage,
  request: ScreenshotInput,
): Promise<Pick<Taken, 'measures' | 'scripts' | 'chosen' | 'pictures' | 'screens'>> {
  const measures = await preparePage(page, request)
  const scripts = await missingScripts(page)
  const region = await regionOf(page, request, measures)
  const chosen = chooseTiles(region, scaleOf(request), request.maxHeightPx ?? MAX_SIDE_PX)
  if (request.stickyHeaders === 'keep') {
    return {
      measures,
      scripts,
      chosen,
      pictures: [],
      screens: await takeScreens(page, measures, chosen.region),
    }
  }
  const pictures: Uint8Array[] = []
  for (const clip of chosen.tiles) pictures.push(await page.picture({ ...encodingOf(request), clip }))
  return { measures, scripts, chosen, pictures, screens: null }
}

const scaleOf = ({ viewport }: ScreenshotInput): number => viewport?.scale ?? 1
const qualityOf = ({ quality = DEFAULT_QUALITY }: ScreenshotInput): number => quality

/** What the browser is asked for: AVIF is made of a PNG. */
function encodingOf(request: ScreenshotInput): Encoding {
  const { format = 'png' } = request
  return format === 'png' || format === 'avif' ? { format: 'png' } : { format, quality: qualityOf(request) }
}

/** The pictures in the requested format. */
async function encoded(
  pictures: readonly Uint8Array[],
  request: ScreenshotInput,
  scope: PictureScope,
): Promise<readonly Uint8Array[]> {
  if (request.format !== 'avif') return pictures
  const files: Uint8Array[] = []
  for (const bytes of pictures) {
    files.push((await pixelWork.run({ kind: 'avif', quality: qualityOf(request), bytes }, scope)).bytes)
  }
  return files
}

/** The ids of the files, from the top. */
async function saveTiles(
  files: readonly Uint8Array[],
  clips: readonly PageClip[],
  request: ScreenshotInput,
  { context }: PictureScope,
): Promise<string[]> {
  const { format = 'png' } = request
  const isOne = files.length === 1
  const scale = scaleOf(request)
  return Promise.all(
    clips.map(async ({ width, height }, at) => {
      const { id } = await context.saveArtifact({
        kind: isOne ? 'screenshot' : 'tile',
        mediaType: MEDIA_TYPES[format],
        bytes: itemAt(files, at),
        width: Math.round(width * scale),
        height: Math.round(height * scale),
        filename: `screenshot${isOne ? '' : `-${at + 1}`}.${fileEnding(format)}`,
      })
      return id
    }),
  )
}
