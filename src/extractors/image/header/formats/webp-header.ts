// The header of a WebP: lossy, lossless or extended, with its frames.
import { fourCode, type Bytes, type HeaderFields } from './header-fields.ts'

const [EXTENDED, LOSSY, LOSSLESS, FRAME] = ['VP8X', 'VP8 ', 'VP8L', 'ANMF'].map(fourCode)

const HAS_ALPHA = 0x10
const HAS_ANIMATION = 0x02

export function readWebpHeader(file: Bytes): HeaderFields {
  let size: HeaderFields = {}
  let canvas: HeaderFields | null = null
  let frames = 0
  let durationMs = 0
  for (let at = 12; at + 8 <= file.byteLength;) {
    const name = file.getUint32(at)
    const length = file.getUint32(at + 4, true)
    const data = at + 8
    if (name === EXTENDED && canvas === null) canvas = readExtended(file, data)
    else if (name === LOSSY || name === LOSSLESS) {
      size = name === LOSSLESS ? readLossless(file, data) : readLossy(file, data)
      break
    } else if (name === FRAME) {
      frames += 1
      durationMs += uint24(file, data + 12)
    }
    at = data + length + (length & 1)
  }
  const animated = canvas?.animated === true
  return {
    bitDepth: 8,
    alpha: false,
    ...size,
    ...canvas,
    animated: animated && frames !== 1,
    pages: animated ? frames || null : 1,
    durationMs: animated ? durationMs : null,
  }
}

function readExtended(file: Bytes, at: number): HeaderFields {
  const flags = file.getUint8(at)
  return {
    width: 1 + uint24(file, at + 4),
    height: 1 + uint24(file, at + 7),
    alpha: (flags & HAS_ALPHA) !== 0,
    animated: (flags & HAS_ANIMATION) !== 0,
  }
}

/** RFC 6386 9.1: three bytes of frame tag, the start code, then 14 bits each with a scale above them. */
function readLossy(file: Bytes, at: number): HeaderFields {
  if (uint24(file, at + 3) !== 0x2a019d) return {}
  return {
    width: file.getUint16(at + 6, true) & 0x3fff || null,
    height: file.getUint16(at + 8, true) & 0x3fff || null,
  }
}

function readLossless(file: Bytes, at: number): HeaderFields {
  if (file.getUint8(at) !== 0x2f) return {}
  const bits = file.getUint32(at + 1, true)
  return {
    width: 1 + (bits & 0x3fff),
    height: 1 + ((bits >>> 14) & 0x3fff),
    alpha: ((bits >>> 28) & 1) === 1,
  }
}

const uint24 = (file: Bytes, at: number): number => file.getUint16(at, true) | (file.getUint8(at + 2) << 16)
