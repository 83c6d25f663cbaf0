// The headers of formats that nothing here decodes: only their size, read by image-size.
import { imageSize } from 'image-size'
import type { Bytes, HeaderFields } from './header-fields.ts'

/** A JPEG 2000 codestream without a file around it. */
const CODESTREAM = 0xff4f

/** JPEG 2000, JPEG XL and Photoshop documents; empty where the file ends before its size, or never says it. */
export function readSizeOnly(file: Bytes): HeaderFields {
  try {
    const { width, height } = imageSize(new Uint8Array(file.buffer, file.byteOffset, file.byteLength))
    // Of a bare codestream image-size gives the reference grid: the image lies in it at an offset.
    const [left, top] = file.getUint16(0) === CODESTREAM ? [file.getUint32(16), file.getUint32(20)] : [0, 0]
    return {
      width: width > left ? width - left : null,
      height: height > top ? height - top : null,
      pages: 1,
      animated: false,
    }
  } catch {
    return {}
  }
}
