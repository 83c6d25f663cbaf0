// The header of a Photoshop document.
import type { Bytes, HeaderFields } from './header-fields.ts'

export function readPsdHeader(file: Bytes): HeaderFields {
  return {
    height: file.getUint32(14) || null,
    width: file.getUint32(18) || null,
    bitDepth: file.getUint16(22),
    pages: 1,
    animated: false,
  }
}
