// Waits until a part of a page has a colour: what is drawn on a canvas can only be seen.
import { setTimeout } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'

/** Of 0 to 255. */
export interface Colour {
  readonly r: number
  readonly g: number
  readonly b: number
}

/** A picture is drawn in the meantime, by software and on a machine that may be busy. */
const MAX_WAIT_MS = 180_000
/** A look is a picture, which the page draws again by the same cores as what it is waited for. */
const LOOK_AGAIN_MS = 250
/** Edges are blended with what is below. */
const NEAR = 8

/** Throws when the colour has less than `share` of the pixels, from 0 to 1, after three minutes. */
export async function untilDrawn(part: Locator, colour: Colour, share: number): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS
  for (;;) {
    const seen = await colourShare(part, colour)
    if (seen >= share) return
    if (performance.now() > until) throw new Error(`${seen} of the picture has ${JSON.stringify(colour)}`)
    await setTimeout(LOOK_AGAIN_MS)
  }
}

async function colourShare(part: Locator, { r, g, b }: Colour): Promise<number> {
  const picture = sharp(await part.screenshot())
    .removeAlpha()
    .raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    if (Math.abs(red - r) <= NEAR && Math.abs(green - g) <= NEAR && Math.abs(blue - b) <= NEAR) count += 1
  }
  return count / (info.width * info.height)
}
