// The header of a PNG, and how many frames an animated one has.
import { fourCode, type Bytes, type HeaderFields } from './header-fields.ts'

const [IHDR, ACTL, FCTL, TRNS, IEND] = ['IHDR', 'acTL', 'fcTL', 'tRNS', 'IEND'].map(fourCode)

const GRAY_ALPHA = 4
const RGB_ALPHA = 6

export function readPngHeader(file: Bytes): HeaderFields {
  if (file.getUint32(12) !== IHDR) return {}
  const colorType = file.getUint8(25)
  const { frames, durationMs, transparent } = readChunks(file)
  return {
    width: file.getUint32(16) || null,
    height: file.getUint32(20) || null,
    bitDepth: file.getUint8(24),
    alpha: colorType === GRAY_ALPHA || colorType === RGB_ALPHA || transparent,
    pages: frames ?? 1,
    animated: (frames ?? 1) > 1,
    durationMs: (frames ?? 1) > 1 ? durationMs : null,
  }
}

function readChunks(file: Bytes): { frames: number | null; durationMs: number; transparent: boolean } {
  let frames: number | null = null
  let durationMs = 0
  let transparent = false
  // A file that was cut still has the chunks before the cut.
  for (let at = 8; at + 12 <= file.byteLength; at += 12 + file.getUint32(at)) {
    const name = file.getUint32(at + 4)
    if (name === ACTL) frames = file.getUint32(at + 8)
    else if (name === TRNS) transparent = true
    else if (name === FCTL && at + 34 <= file.byteLength) {
      // A denominator of 0 means hundredths of a second.
      durationMs += (1_000 * file.getUint16(at + 28)) / (file.getUint16(at + 30) || 100)
    } else if (name === IEND) break
  }
  return { frames, durationMs: Math.round(durationMs), transparent }
}
