// The functions that the screenshot extractor calls in a page, as their sources, and the reading of what they answer.

/** A sheet of its own is not subject to the policy of the page for inline styles. */
export const ADD_STYLES = `(css) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}`

/** Ends animations that end, and takes back endless ones. */
export const FREEZE_ANIMATIONS = `() => {
  for (const animation of document.getAnimations()) {
    try {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
      else animation.cancel()
    } catch {}
  }
}`

export const HIDE_STICKY = `() => {
  for (const element of [...document.querySelectorAll('*')].slice(0, 50000)) {
    const { position } = getComputedStyle(element)
    if (position === 'fixed' || position === 'sticky') element.style.setProperty('visibility', 'hidden', 'important')
  }
}`

export const MEASURE = `() => {
  const { documentElement: root, body } = document
  return {
    title: document.title,
    width: Math.max(root?.scrollWidth ?? innerWidth, root?.clientWidth ?? 0, body?.scrollWidth ?? 0),
    height: Math.max(root?.scrollHeight ?? innerHeight, root?.clientHeight ?? 0, body?.scrollHeight ?? 0),
    viewWidth: innerWidth,
    viewHeight: innerHeight,
    fonts: [...document.fonts].filter(({ status }) => status === 'error').map(({ family }) => family).slice(0, 50),
  }
}`

/** The place of an element on the page; null without one, and for one that is not shown. */
export const PLACE_OF = `(selector) => {
  const element = document.querySelector(selector)
  if (element === null) return null
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + scrollX, y: y + scrollY, width, height }
}`

/** Answers where the page stands then, when it has been drawn there. */
export const SCROLL_TO = `async (top) => {
  scrollTo({ top, behavior: 'instant' })
  const drawn = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, 1000))])
  return scrollY
}`

export interface PageMeasures {
  readonly title: string | null
  readonly width: number
  readonly height: number
  readonly viewWidth: number
  readonly viewHeight: number
  readonly fonts: readonly string[]
}

/** Of what a page answered, only what fits counts. */
export function readMeasures(answer: unknown): PageMeasures {
  const { title, width, height, viewWidth, viewHeight, fonts }: Record<string, unknown> = Object(answer)
  return {
    title: typeof title === 'string' && title !== '' ? title.slice(0, 1_000) : null,
    width: lengthOf(width),
    height: lengthOf(height),
    viewWidth: lengthOf(viewWidth),
    viewHeight: lengthOf(viewHeight),
    fonts: Array.isArray(fonts) ? fonts.filter((font) => typeof font === 'string') : [],
  }
}

export function readPlace(
  answer: unknown,
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null {
  if (answer === null) return null
  const { x, y, width, height }: Record<string, unknown> = Object(answer)
  return { x: lengthOf(x), y: lengthOf(y), width: lengthOf(width), height: lengthOf(height) }
}

const lengthOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
