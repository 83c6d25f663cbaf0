import assert from 'node:assert/strict'
import { test } from 'node:test'
import { iconEntries } from '#extractors/image/header/formats/bitmap-header.ts'
import { decodeBitmap, decodeIconBitmap } from './decode-bitmap.ts'

interface Shape {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly compression?: number
  /** Bytes of rows; all by default. */
  readonly rows?: number
}

/** A header of 40 bytes, a palette from black to white, and rows of which every bit is set. */
function dib({ width, height, bits, compression = 0, rows }: Shape): Buffer {
  const palette = bits > 8 ? 0 : 2 ** bits
  const rowBytes = rows ?? 4 * Math.ceil((Math.abs(width) * bits) / 32) * Math.abs(height)
  const bytes = Buffer.alloc(40 + 4 * palette + rowBytes, 255)
  bytes.fill(0, 0, 40)
  bytes.writeUInt32LE(40)
  bytes.writeInt32LE(width, 4)
  bytes.writeInt32LE(height, 8)
  bytes.writeUInt16LE(1, 12)
  bytes.writeUInt16LE(bits, 14)
  bytes.writeUInt32LE(compression, 16)
  for (let color = 0; color < palette; color += 1)
    bytes.writeUInt32LE(Math.round((255 * color) / (palette - 1)) * 0x010101, 40 + 4 * color)
  return bytes
}

function bmp(shape: Shape): Buffer {
  const head = Buffer.alloc(14)
  head.write('BM')
  head.writeUInt32LE(54 + (shape.bits > 8 ? 0 : 4 * 2 ** shape.bits), 10)
  return Buffer.concat([head, dib(shape)])
}

function icon(picture: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, picture])
}

const decodeIcon = (file: Buffer) => {
  const [entry] = iconEntries(new DataView(file.buffer, file.byteOffset, file.byteLength))
  assert.ok(entry !== undefined)
  return decodeIconBitmap(file, entry)
}

test('every depth at odd widths, from the bottom up and from the top down', () => {
  for (const bits of [1, 4, 8, 16, 24, 32]) {
    for (const height of [3, -3]) {
      const image = decodeBitmap(bmp({ width: 5, height, bits }))
      assert.deepEqual([image.width, image.height], [5, 3], `${bits} bits`)
      assert.deepEqual(
        image.rgba,
        Uint8Array.from({ length: 60 }, () => 255),
        `${bits} bits`,
      )
    }
  }
})

test('the mask of an icon hides its pixels', () => {
  const picture = dib({ width: 3, height: 4, bits: 24, rows: 24 })
  const image = decodeIcon(icon(Buffer.concat([picture, Buffer.from([0x40, 0, 0, 0, 0, 0, 0, 0])])))
  assert.deepEqual([image.width, image.height], [3, 2])
  const alpha = [...image.rgba].filter((_, at) => at % 4 === 3)
  assert.deepEqual(alpha, [255, 255, 255, 255, 0, 255])
})

test('no header makes it allocate more than the file is worth, and no damage outlasts its image', () => {
  const bombs = [
    { width: 10_000, height: 10_000, bits: 24, rows: 100 },
    { width: 10_000, height: 10_000, bits: 1, rows: 1_000 },
    { width: 2_147_483_647, height: 1, bits: 32, rows: 8 },
    { width: 5, height: 3, bits: 7 },
  ]
  for (const bomb of bombs)
    assert.throws(() => decodeBitmap(bmp(bomb)), { code: 'source_broken' }, JSON.stringify(bomb))
  const compressed = bmp({ width: 10_000, height: 10_000, bits: 8, compression: 1, rows: 100 })
  assert.throws(() => decodeBitmap(compressed), { code: 'unsupported_document' })
  const icons = [
    dib({ width: 20_000, height: 20_000, bits: 1, rows: 100 }),
    dib({ width: 20, height: 40, bits: 32, rows: 100 }),
  ]
  for (const picture of icons) assert.throws(() => decodeIcon(icon(picture)), { code: 'source_broken' })
  assert.equal(decodeBitmap(bmp({ width: 2, height: 2, bits: 24 })).rgba.length, 16)
})

test('a file that was cut or changed anywhere is an image or damaged, and nothing else', () => {
  const file = bmp({ width: 9, height: 7, bits: 4 })
  const outcome = (bytes: Buffer): string => {
    try {
      return String(decodeBitmap(bytes).rgba.length > 0)
    } catch (error) {
      return String((error as { code?: unknown }).code)
    }
  }
  const seen = new Set<string>()
  for (let length = 58; length < file.length; length += 1) seen.add(outcome(file.subarray(0, length)))
  for (let at = 14; at < 60; at += 1) {
    for (const value of [0, 1, 127, 255]) {
      const changed = Buffer.from(file)
      changed.writeUInt8(value, at)
      seen.add(outcome(changed))
    }
  }
  assert.deepEqual([...seen].toSorted(), ['source_broken', 'true', 'unsupported_document'])
})
