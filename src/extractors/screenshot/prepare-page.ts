// Makes a page ready for its picture, and finds the part of it that is asked for.
import { scrollThrough } from '#extract/browser/scroll-through.ts'
import type { BrowserPage, PageClip } from '#extract/browser/visit.ts'
import { extractError, noMatchError } from '#extract/errors.ts'
import type { ScreenshotInput } from './options.ts'
import {
  ADD_STYLES,
  FREEZE_ANIMATIONS,
  HIDE_STICKY,
  MEASURE,
  PLACE_OF,
  readMeasures,
  readPlace,
  type PageMeasures,
} from './page-scripts.ts'

const STILL = '*,*::before,*::after{transition:none!important;caret-color:transparent!important}'

/** Scrolls, styles and freezes the page as requested, and measures it after that. */
export async function preparePage(page: BrowserPage, request: ScreenshotInput): Promise<PageMeasures> {
  const { fullPage = false, scroll = fullPage, freezeAnimations = true, hide = [], css = '' } = request
  if (scroll) await scrollThrough(page)
  // One rule for each selector: one that is not valid leaves the others.
  const hidden = hide.map((selector) => `${selector}{display:none!important}`).join('\n')
  const styles = [css, hidden, freezeAnimations ? STILL : ''].filter((text) => text !== '').join('\n')
  if (styles !== '') await page.call(ADD_STYLES, styles)
  if (request.stickyHeaders === 'hide') await page.call(HIDE_STICKY)
  if (freezeAnimations) await page.call(FREEZE_ANIMATIONS)
  if (request.omitBackground === true) await page.omitBackground()
  return readMeasures(await page.call(MEASURE))
}

/** The part of the page that is asked for. Throws `validation_failed`, also without the element. */
export async function regionOf(
  page: BrowserPage,
  request: ScreenshotInput,
  measures: PageMeasures,
): Promise<PageClip> {
  const { width, height, viewWidth, viewHeight } = measures
  const { selector, clip, fullPage } = request
  if (selector !== undefined) return elementRegion(page, selector)
  if (clip !== undefined) return insidePage(clip, measures)
  return fullPage === true
    ? { x: 0, y: 0, width: Math.max(1, width), height: Math.max(1, height) }
    : { x: 0, y: 0, width: Math.max(1, viewWidth), height: Math.max(1, viewHeight) }
}

async function elementRegion(page: BrowserPage, selector: string): Promise<PageClip> {
  let answer: unknown
  try {
    answer = await page.call(PLACE_OF, selector)
  } catch (cause) {
    if (!(cause instanceof Error) || !/SyntaxError/.test(cause.message)) throw cause
    throw extractError('validation_failed', 'The selector is not valid CSS.', {
      cause,
      errors: [{ pointer: '/selector', code: 'selector', detail: 'is not valid CSS' }],
    })
  }
  const place = readPlace(answer)
  if (place !== null && place.width >= 1 && place.height >= 1) return place
  const detail =
    place === null
      ? `No element of the page fits \`selector\` (${selector}). One that scripts add later is waited for with \`waitFor.selector\`.`
      : `The first element that fits \`selector\` (${selector}) is not shown: it has no size. \`waitFor\` or \`actions\` may open it.`
  throw noMatchError('/selector', detail)
}

function insidePage(clip: PageClip, { width, height }: PageMeasures): PageClip {
  const inside = {
    ...clip,
    width: Math.min(clip.width, width - clip.x),
    height: Math.min(clip.height, height - clip.y),
  }
  if (inside.width >= 1 && inside.height >= 1) return inside
  throw extractError(
    'validation_failed',
    `\`clip\` lies outside of the page, which has ${width} by ${height} pixels.`,
    {
      errors: [{ pointer: '/clip', code: 'outside', detail: 'lies outside of the page' }],
    },
  )
}
