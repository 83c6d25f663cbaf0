import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { inProcess } from '#test/support/extract/extract-context.ts'
import { inspectImage } from '#extractors/image/inspect/inspect-image.ts'
import type { OutputPlan } from '#extractors/image/request/output-plan.ts'

async function make(file: Uint8Array, plan: Partial<OutputPlan> = {}) {
  const { output, facts } = await inspectImage(
    file,
    {
      hash: false,
      palette: false,
      metadata: false,
      gps: false,
      output: { transform: null, keepMetadata: false, ...plan },
    },
    inProcess,
  )
  assert.ok(output !== null)
  return { ...output, bytes: Buffer.from(output.bytes), warnings: facts.warnings.map(({ code }) => code) }
}

const TEXT = 'Ann Secret, 1 Private Road'
const EXIF = {
  IFD0: { Artist: TEXT, Make: 'Acme' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 0/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '7/1 0/1 0/1',
  },
}
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:rights>${TEXT}</dc:rights></rdf:Description></rdf:RDF></x:xmpmeta>`

/** All pixels differ, so that a rotated or re-encoded picture is not the same. */
const noise = (width = 24, height = 16, channels: 3 | 4 = 3): Sharp =>
  sharp(Buffer.from(Array.from({ length: width * height * channels }, (_, at) => (at * 7919) % 251)), {
    raw: { width, height, channels },
  })
const shown = (file: Uint8Array): Promise<Buffer> =>
  sharp(file, { autoOrient: true, animated: true }).ensureAlpha().raw().toBuffer()
const told = (orientation = 1): Sharp =>
  noise().withMetadata({ orientation }).withExifMerge(EXIF).withXmp(XMP)

test('what is kept says nothing of who, where and when, and shows the same pixels', async () => {
  for (const orientation of [1, 6]) {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const file = await told(orientation).toFormat(format, { lossless: true }).toBuffer()
      assert.ok(file.includes(TEXT), `${format} has something to lose`)
      const { bytes, ...output } = await make(file)
      const size = orientation === 1 ? [24, 16] : [16, 24]
      assert.deepEqual([output.format, output.width, output.height], [format, ...size])
      assert.equal(bytes.includes(TEXT), false, format)
      const meta = await sharp(bytes).metadata()
      assert.equal(meta.xmp, undefined, format)
      assert.equal(bytes.includes('Acme'), false, format)
      assert.deepEqual(await shown(bytes), await shown(file), `${format} ${orientation}`)
    }
  }
})

test('the color profile stays: without it the picture looks different', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const file = await noise().withIccProfile('p3')[format]().toBuffer()
    const { icc } = await sharp((await make(file)).bytes).metadata()
    assert.ok((icc?.length ?? 0) > 100, format)
  }
})

test('comments, texts and what stands behind the end of a picture go', async () => {
  const secret = Buffer.from(TEXT)
  const jpeg = await noise().jpeg({ progressive: true }).toBuffer()
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, secret.length + 2]), secret])
  const told = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), secret])
  assert.deepEqual((await make(told)).bytes, jpeg)
  const gif = await noise().gif().toBuffer()
  const extension = (label: number, data: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0x21, label, data.length]), data, Buffer.of(0)])
  const at = 13 + 3 * 2 ** ((gif.readUInt8(10) & 7) + 1)
  const withComment = Buffer.concat([gif.subarray(0, at), extension(0xfe, secret), gif.subarray(at), secret])
  assert.deepEqual((await make(withComment)).bytes, gif)
})

test('an animation keeps its frames and its rhythm', async () => {
  const frames = sharp(Buffer.from(Array.from({ length: 600 * 3 }, (_, at) => 80 * Math.floor(at / 600))), {
    raw: { width: 20, height: 30, channels: 3, pageHeight: 10 },
  })
  for (const file of [
    await frames
      .clone()
      .gif({ delay: [100, 200, 300], loop: 2 })
      .toBuffer(),
    await frames
      .clone()
      .webp({ delay: [100, 200, 300], loop: 2 })
      .toBuffer(),
  ]) {
    const { bytes } = await make(file)
    const meta = await sharp(bytes, { animated: true }).metadata()
    assert.deepEqual([meta.pages, meta.delay, meta.loop], [3, [100, 200, 300], 2])
    assert.deepEqual(await shown(bytes), await shown(file))
    const smaller = await make(file, { transform: { widthPx: 10, format: 'webp' } })
    const changed = await sharp(smaller.bytes, { animated: true }).metadata()
    assert.deepEqual([smaller.width, smaller.height, changed.pages, smaller.warnings], [10, 5, 3, []])
    assert.deepEqual((await make(file, { transform: { format: 'png' } })).warnings, ['first_page_only'])
  }
})

test('keepMetadata keeps the file as it is', async () => {
  const file = await told(6).jpeg().toBuffer()
  assert.deepEqual((await make(file, { keepMetadata: true })).bytes, file)
  const changed = await make(file, { keepMetadata: true, transform: { widthPx: 8 } })
  assert.ok(changed.bytes.includes(TEXT))
  assert.deepEqual([changed.width, changed.height], [8, 12])
})

test('a transform turns, scales, converts, and never enlarges', async () => {
  const file = await noise(60, 40, 4).png().toBuffer()
  const of = async (transform: OutputPlan['transform']) => {
    const { format, width, height, bytes } = await make(file, { transform })
    const meta = await sharp(bytes).metadata()
    assert.deepEqual([meta.width, meta.height], [width, height])
    return [format, width, height, meta.hasAlpha]
  }
  assert.deepEqual(await of({ widthPx: 30 }), ['png', 30, 20, true])
  assert.deepEqual(await of({ heightPx: 10, format: 'jpeg' }), ['jpeg', 15, 10, false])
  assert.deepEqual(await of({ widthPx: 20, heightPx: 20, fit: 'cover', format: 'webp' }), [
    'webp',
    20,
    20,
    true,
  ])
  assert.deepEqual(await of({ widthPx: 20, heightPx: 20, fit: 'contain' }), ['png', 20, 20, true])
  assert.deepEqual(await of({ widthPx: 500, heightPx: 500 }), ['png', 60, 40, true])
  assert.deepEqual(await of({ format: 'avif', quality: 40 }), ['avif', 60, 40, true])
  const turned = await make(await told(6).jpeg().toBuffer(), { transform: { format: 'png' } })
  assert.deepEqual([turned.width, turned.height], [16, 24])
  assert.equal((await sharp(turned.bytes).metadata()).exif, undefined)
})

test('a drawing is kept clean, and drawn as large as it is asked for', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><script>x()</script><rect width="10" height="10" onload="x()"/></svg>',
  )
  const kept = await make(svg, { keepMetadata: true })
  assert.deepEqual([kept.mediaType, kept.width, kept.height], ['image/svg+xml', 20, 10])
  assert.equal(
    kept.bytes.toString(),
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="10" height="10"></rect></svg>',
  )
  const drawn = await make(svg, { transform: { widthPx: 400 } })
  assert.deepEqual([drawn.format, drawn.width, drawn.height], ['png', 400, 200])
  const { channels } = await sharp(drawn.bytes).stats()
  assert.ok(Math.abs((channels[3]?.mean ?? 0) - 127.5) < 1)
})

test('a TIFF is written again without loss; what cannot be written again is refused unless it may keep its metadata', async () => {
  const tiff = await told().tiff().toBuffer()
  const made = await make(tiff)
  assert.equal(made.bytes.includes(TEXT), false)
  assert.deepEqual(await shown(made.bytes), await shown(tiff))
  const psd = Buffer.alloc(40)
  psd.write('8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x05\0\0\0\x04\0\x08\0\x03', 'latin1')
  await assert.rejects(make(psd), { code: 'unsupported_document', message: /keepMetadata/ })
  assert.deepEqual((await make(psd, { keepMetadata: true })).bytes, psd)
  await assert.rejects(make(psd, { transform: { widthPx: 1 } }), { code: 'unsupported_document' })
})

test('real files lose their metadata and nothing else', { skip: skipWithout('data/images') }, async () => {
  for (const folder of ['exiv2-valid', 'heif-avif-webp', 'pngsuite']) {
    for (const name of readdirSync(sharedPath(`data/images/${folder}`))) {
      const file = await readFile(sharedPath(`data/images/${folder}/${name}`))
      const made = await make(file).catch(() => null)
      if (made === null || made.warnings.includes('not_decodable')) continue
      const after = await sharp(made.bytes).metadata()
      assert.equal(after.xmp?.some((byte) => byte !== 0) ?? false, false, name)
      assert.equal(after.iptc, undefined, name)
      assert.ok((after.exif?.length ?? 0) <= 32 || after.exif?.every((byte) => byte === 0) === true, name)
      if (made.format !== 'tiff') assert.deepEqual(await shown(made.bytes), await shown(file), name)
    }
  }
})
