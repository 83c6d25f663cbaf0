// Runs in the child process: encodes, shrinks and compares pictures.
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { extractError } from '#extract/errors.ts'
import { childSide } from '#extract/work.ts'
import { MAX_PIXELS } from './options.ts'
import type { PixelAnswer, PixelTask, StackTask } from './pixel-work.ts'

/** Of 0 to 9; more takes seconds for a few percent. */
const AVIF_EFFORT = 2
/** Of 255 in one channel: what antialiasing and encoders change is less. */
const VISIBLE = 32
const RED = [220, 20, 60, 255] as const

export const parse = childSide(async (task: PixelTask): Promise<PixelAnswer> => {
  sharp.cache(false)
  sharp.concurrency(1)
  try {
    if (task.kind === 'difference') {
      return await difference(task.bytes.subarray(0, task.split), task.bytes.subarray(task.split))
    }
    if (task.kind === 'stack') return await stacked(task)
    const image = open(task.bytes)
    const made =
      task.kind === 'avif'
        ? image.avif({ quality: task.quality, effort: AVIF_EFFORT })
        : image.resize({ width: task.widthPx, withoutEnlargement: true })
    const { data, info } = await made.toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height, difference: null }
  } catch (cause) {
    throw extractError('source_broken', 'A picture could not be read.', { cause })
  }
})

const open = (bytes: Uint8Array): Sharp => sharp(bytes, { limitInputPixels: MAX_PIXELS })

/** What lies outside of the picture is cut off; what no part covers is white. */
async function stacked({ parts, width, height, format, quality, bytes }: StackTask): Promise<PixelAnswer> {
  if (width * height > MAX_PIXELS) throw new Error('Together the pictures are too large.')
  const layers: OverlayOptions[] = []
  let from = 0
  for (const { top, length } of parts) {
    const part = bytes.subarray(from, from + length)
    from += length
    const { width: partWidth, height: partHeight } = await open(part).metadata()
    const [cutTop, cutBottom] = [Math.max(0, -top), Math.min(partHeight, height - top)]
    if (cutBottom <= cutTop) continue
    const area = { left: 0, top: cutTop, width: Math.min(width, partWidth), height: cutBottom - cutTop }
    layers.push({ input: await open(part).extract(area).png().toBuffer(), left: 0, top: Math.max(0, top) })
  }
  const { data } = await sharp({ create: { width, height, channels: 4, background: '#fff' } })
    .composite(layers)
    .toFormat(format, quality === undefined ? {} : { quality })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width, height, difference: null }
}

/** The new picture, pale, with what differs in red; what only one of the two covers differs. */
async function difference(before: Uint8Array, after: Uint8Array): Promise<PixelAnswer> {
  const [old, now] = await Promise.all([before, after].map(rgba))
  if (old === undefined || now === undefined) throw new Error('There are two pictures.')
  const width = Math.max(old.width, now.width)
  const height = Math.max(old.height, now.height)
  if (width * height > MAX_PIXELS) throw new Error('Together the pictures are too large.')
  const out = Buffer.alloc(width * height * 4, 255)
  let changed = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4
      if (differs(old, now, x, y)) {
        changed += 1
        out.set(RED, at)
      } else {
        const from = (y * now.width + x) * 4
        for (let channel = 0; channel < 3; channel += 1) {
          out[at + channel] = 170 + (now.data[from + channel] ?? 0) / 3
        }
      }
    }
  }
  const bytes = await sharp(out, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  const sameSize = old.width === now.width && old.height === now.height
  return { bytes, width, height, difference: { changedRatio: changed / (width * height), sameSize } }
}

interface Pixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

async function rgba(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await open(bytes)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function differs(old: Pixels, now: Pixels, x: number, y: number): boolean {
  if (x >= old.width || y >= old.height || x >= now.width || y >= now.height) return true
  const a = (y * old.width + x) * 4
  const b = (y * now.width + x) * 4
  for (let channel = 0; channel < 4; channel += 1) {
    if (Math.abs((old.data[a + channel] ?? 0) - (now.data[b + channel] ?? 0)) > VISIBLE) return true
  }
  return false
}
