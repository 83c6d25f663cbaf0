import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { formatByName } from '#extractors/image/header/formats/format-names.ts'
import { imageFormat } from './image-format.ts'
import { readImageHeader } from './image-header.ts'

const red = (width = 40, height = 30, channels: 3 | 4 = 3): Sharp =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 10, b: 10, alpha: 0.5 } } })
const size = (bytes: Uint8Array) => {
  const header = readImageHeader(bytes)
  return header === null ? null : [header.format, header.width, header.height]
}
/** Frames of 20 by 10 pixels, each of another color. */
const moving = (frames: number): Sharp =>
  sharp(Buffer.from(Array.from({ length: 600 * frames }, (_, at) => 40 * Math.floor(at / 600))), {
    raw: { width: 20, height: 10 * frames, channels: 3, pageHeight: 10 },
  })
const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex')

test('format, size, depth and transparency of the formats that sharp writes', async () => {
  for (const format of ['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff'] as const) {
    assert.deepEqual(size(await red()[format]().toBuffer()), [format, 40, 30], format)
  }
  assert.deepEqual(size(await red().jpeg({ progressive: true }).toBuffer()), ['jpeg', 40, 30])
  assert.deepEqual(size(await red(40, 30, 4).webp({ lossless: true }).toBuffer()), ['webp', 40, 30])
  assert.deepEqual(size(await red(40, 30, 4).webp().toBuffer()), ['webp', 40, 30])
  assert.deepEqual(size(await red().tiff({ bigtiff: true }).toBuffer()), ['tiff', 40, 30])
  const deep = readImageHeader(await red(40, 30, 4).toColourspace('rgb16').png().toBuffer())
  assert.deepEqual([deep?.bitDepth, deep?.alpha, deep?.animated], [16, true, false])
  const plain = readImageHeader(await red().png().toBuffer())
  assert.deepEqual([plain?.bitDepth, plain?.alpha, plain?.pages], [8, false, 1])
})

test('frames and duration of animations', async () => {
  const gif = readImageHeader(
    await moving(3)
      .gif({ delay: [100, 200, 300] })
      .toBuffer(),
  )
  assert.deepEqual(
    [gif?.width, gif?.height, gif?.pages, gif?.animated, gif?.durationMs],
    [20, 10, 3, true, 600],
  )
  const webp = readImageHeader(
    await moving(4)
      .webp({ delay: [50, 50, 50, 50] })
      .toBuffer(),
  )
  assert.deepEqual(
    [webp?.width, webp?.height, webp?.pages, webp?.animated, webp?.durationMs],
    [20, 10, 4, true, 200],
  )
  const still = await red(8, 8).png().toBuffer()
  const control = hex('00000008 6163544c 00000005 00000000 00000000')
  const frame = hex('0000001a 6663544c 00000000 00000008 00000008 00000000 00000000 0001 000a 00 00 00000000')
  const apng = Buffer.concat([still.subarray(0, 33), control, frame, frame, still.subarray(33)])
  const header = readImageHeader(apng)
  assert.deepEqual(
    [header?.format, header?.pages, header?.animated, header?.durationMs],
    ['png', 5, true, 200],
  )
})

test('formats that only a header is read of', () => {
  const bmp = Buffer.alloc(58)
  bmp.write('BM')
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(7, 18)
  bmp.writeInt32LE(-5, 22)
  bmp.writeUInt16LE(24, 28)
  assert.deepEqual(size(bmp), ['bmp', 7, 5])
  assert.deepEqual(size(hex('38425053 0001 000000000000 0003 00000011 00000022 0008 0003')), ['psd', 34, 17])
  const jp2 = '0000000c6a5020200d0a870a 00000014 66747970 6a703220 00000000 6a703220'
  const ihdr = '0000001e 6a703268 00000016 69686472 00000050 00000064 0003 07 07 00 00'
  assert.deepEqual(size(hex(jp2 + ihdr)), ['jp2', 100, 80])
  assert.deepEqual(
    size(hex(`ff4fff51 002f 0000 00000064 00000050 00000004 00000000 ${'00'.repeat(18)} 0700`)),
    ['jp2', 96, 80],
  )
  // Not small, 9 bits for the height 300 - 1, ratio 5 (16:9).
  const bits = ['0', '00', (299).toString(2).padStart(9, '0').split('').toReversed().join(''), '101'].join('')
  const packed = [0, 8].map((at) =>
    Number.parseInt(
      bits
        .slice(at, at + 8)
        .split('')
        .toReversed()
        .join('') || '0',
      2,
    ),
  )
  assert.deepEqual(size(Buffer.from([0xff, 0x0a, ...packed, 0, 0])), ['jxl', 533, 300])
  const icon = Buffer.alloc(6 + 32 + 80)
  icon.writeUInt16LE(1, 2)
  icon.writeUInt16LE(2, 4)
  for (const [entry, side] of [16, 0].entries()) {
    icon.writeUInt8(side, 6 + 16 * entry)
    icon.writeUInt8(side, 7 + 16 * entry)
    icon.writeUInt32LE(40, 14 + 16 * entry)
    icon.writeUInt32LE(38 + 40 * entry, 18 + 16 * entry)
  }
  assert.deepEqual(size(icon), ['ico', 256, 256])
  assert.equal(readImageHeader(icon)?.pages, 2)
})

test('an AVIF that is turned by its container is as wide as it is shown', async () => {
  const flat = await red(40, 30).avif().toBuffer()
  assert.deepEqual(size(flat), ['avif', 40, 30])
  const heic = Buffer.from(flat)
  heic.write('heic', 8, 'latin1')
  for (let at = 16; at < heic.readUInt32BE(0); at += 4) heic.write('mif1', at, 'latin1')
  assert.deepEqual(size(heic), ['heic', 40, 30])
})

test('the size of a drawing', () => {
  const svg = (attributes: string, before = ''): unknown =>
    size(Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><path d="M0 0"/></svg>`))
  assert.deepEqual(svg('width="12" height="8px"'), ['svg', 12, 8])
  assert.deepEqual(svg('width="1in" height="2.54cm"'), ['svg', 96, 96])
  assert.deepEqual(svg('viewBox="0 0 20 10"'), ['svg', 20, 10])
  assert.deepEqual(svg('viewBox="0,0,20,10" width="40"'), ['svg', 40, 20])
  assert.deepEqual(svg('width="100%" height="100%"'), ['svg', null, null])
  assert.deepEqual(svg('width="5" height="0"'), ['svg', 5, null])
  const prolog = '\ufeff<?xml version="1.0"?>\n<!-- a > b --><!DOCTYPE svg [ <!ENTITY a "<b>"> ]>\n'
  assert.deepEqual(svg('width="3" height="4"', prolog), ['svg', 3, 4])
  assert.deepEqual(size(Buffer.from('<html><svg width="3" height="4"></svg>')), null)
  assert.deepEqual(size(Buffer.from('<svg:svg width="3" height="4"/>')), ['svg', 3, 4])
  assert.deepEqual(size(Buffer.from('\ufeff<svg width="3" height="4"/>', 'utf16le')), ['svg', 3, 4])
})

test('a file that is no image has no header, whatever its name', () => {
  for (const text of [
    '',
    'GIF',
    '<html>',
    '<!doctype html><p>',
    '%PDF-1.7',
    '{}',
    '\u0000\u0000\u0000\u0018ftypisom',
  ])
    assert.equal(imageFormat(Buffer.from(text, 'latin1')), null, text)
  assert.equal(formatByName('JPG'), 'jpeg')
  assert.equal(formatByName('svg+xml'), 'svg')
  assert.equal(formatByName('constructor'), null)
})

test('a file that was cut anywhere has a header or none, and nothing else happens', async () => {
  const whole = [
    await red().jpeg().toBuffer(),
    await red().png().toBuffer(),
    await moving(2).gif().toBuffer(),
    await moving(2).webp().toBuffer(),
    await red().avif().toBuffer(),
    await red(5, 5).tiff().toBuffer(),
  ]
  for (const file of whole) {
    for (let length = 0; length < Math.min(file.length, 600); length += 1) {
      const header = readImageHeader(file.subarray(0, length))
      assert.ok(header === null || header.width === null || header.width > 0)
    }
  }
})

test('time grows with the file, not with its square: megabytes of the smallest parts', () => {
  const filled = (head: Buffer, part: Buffer): Buffer => {
    const file = Buffer.alloc(2_000_000)
    head.copy(file)
    for (let at = head.length; at + part.length <= file.length; at += part.length) part.copy(file, at)
    return file
  }
  const none = Buffer.from([0])
  const png = hex('89504e470d0a1a0a 0000000d 49484452 00000001 00000001 08 02 00 00 00 00000000')
  assert.equal(readImageHeader(filled(png, hex('00000000 74455874 00000000')))?.width, 1)
  assert.equal(readImageHeader(filled(hex('ffd8ff'), Buffer.from([0xff])))?.width, null)
  assert.equal(readImageHeader(filled(hex('ffd8ff'), none))?.width, null)
  const gif = Buffer.concat([Buffer.from('GIF89a'), hex('0100 0100 00 00 00 21fe')])
  assert.equal(readImageHeader(filled(gif, hex('0100')))?.width, 1)
  const webp = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP')])
  assert.equal(readImageHeader(filled(webp, Buffer.from('JUNK\0\0\0\0')))?.width, null)
  const avif = Buffer.from('\0\0\0\x10ftypavif\0\0\0\0', 'latin1')
  assert.equal(readImageHeader(filled(avif, Buffer.from('\0\0\0\x08free', 'latin1')))?.width, null)
  assert.equal(imageFormat(Buffer.concat([Buffer.from('<!--'), filled(none, none)])), null)
  assert.equal(imageFormat(filled(Buffer.from('<!doctype'), Buffer.from(']'))), null)
})
