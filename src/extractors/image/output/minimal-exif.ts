// The only EXIF field that a picture needs: its orientation. Without it a photograph could be shown on its side.

const ORIENTATION_TAG = 0x0112
const SHORT = 3

/** A TIFF block that holds the orientation and nothing else. */
export function minimalExif(orientation: number): Buffer {
  const block = Buffer.alloc(26)
  block.write('II*\0', 'latin1')
  block.writeUInt32LE(8, 4)
  block.writeUInt16LE(1, 8)
  block.writeUInt16LE(ORIENTATION_TAG, 10)
  block.writeUInt16LE(SHORT, 12)
  block.writeUInt32LE(1, 14)
  block.writeUInt16LE(orientation, 18)
  return block
}

export const isTurned = (orientation: number | null): orientation is number =>
  orientation !== null && orientation >= 2 && orientation <= 8
