// Scrolls through a page, so that it loads what it loads late.
import type { BrowserPage } from './visit.ts'

/** A page that grows as it is scrolled is followed for so many screens. */
const SCROLLING = { maxSteps: 60, stepMs: 60 }

/** Down to the end in steps of a screen, until nothing grows any more, then back to the top. */
const SCROLL_THROUGH = `async ({ maxSteps, stepMs }) => {
  const root = document.scrollingElement ?? document.documentElement
  for (let step = 1; step <= maxSteps; step += 1) {
    const top = step * innerHeight
    scrollTo({ top, behavior: 'instant' })
    await new Promise((resolve) => setTimeout(resolve, stepMs))
    if (top + innerHeight >= (root?.scrollHeight ?? 0)) break
  }
  const pictures = [...document.images].filter((image) => !image.complete)
  const loaded = pictures.map((image) => new Promise((resolve) => {
    image.addEventListener('load', resolve)
    image.addEventListener('error', resolve)
  }))
  await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, 3000))])
  scrollTo({ top: 0, behavior: 'instant' })
}`

/** Ends at the top of the page again, when the pictures that began to load are there, or after 3 s. */
export async function scrollThrough(page: BrowserPage): Promise<void> {
  await page.call(SCROLL_THROUGH, SCROLLING)
}
