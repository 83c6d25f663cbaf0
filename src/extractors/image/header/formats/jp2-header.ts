// The header of a JPEG 2000 image: the boxes of a file, or the bare codestream.
import type { Bytes, HeaderFields } from './header-fields.ts'
import { boxes } from './isobmff-header.ts'

const CODESTREAM = 0xff4f

export function readJp2Header(file: Bytes): HeaderFields {
  if (file.getUint16(0) === CODESTREAM) return readSize(file, 2)
  for (const box of boxes(file, 0, file.byteLength)) {
    if (box.type !== 'jp2h') continue
    for (const inner of boxes(file, box.start, box.end)) {
      if (inner.type !== 'ihdr') continue
      const bits = file.getUint8(inner.start + 10)
      return {
        height: file.getUint32(inner.start) || null,
        width: file.getUint32(inner.start + 4) || null,
        // 255: the components differ.
        bitDepth: bits === 255 ? null : (bits & 0x7f) + 1,
        pages: 1,
        animated: false,
      }
    }
  }
  return {}
}

/** The SIZ segment, which always comes first: the reference grid less its offset. */
function readSize(file: Bytes, at: number): HeaderFields {
  const [right, bottom] = [file.getUint32(at + 6), file.getUint32(at + 10)]
  const [left, top] = [file.getUint32(at + 14), file.getUint32(at + 18)]
  return {
    width: right > left ? right - left : null,
    height: bottom > top ? bottom - top : null,
    bitDepth: (file.getUint8(at + 40) & 0x7f) + 1,
    pages: 1,
    animated: false,
  }
}
