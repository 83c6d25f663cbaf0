import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { inProcess } from '#test/support/extract/extract-context.ts'
import { hashBits, hashDistance } from '#extractors/image/pixels/difference-hash.ts'
import { readIptc } from '#extractors/image/metadata/read-iptc.ts'
import { inspectImage, type Wants } from './inspect-image.ts'

/** What a child does is done in this process; children are tested in test/http/crawl/image. */
const ALL: Wants = { hash: true, palette: true, metadata: true, gps: false, output: null }
const inspect = async (file: Uint8Array, wants: Partial<Wants> = {}) =>
  (await inspectImage(file, { ...ALL, ...wants }, inProcess)).facts

/** Bits that two hashes are apart. */
const apart = (a: unknown, b: unknown): number => hashDistance(hashBits(String(a)), hashBits(String(b)))

/** A picture with some life in it: a red disc and a blue bar on a light ground. */
const scene = (width = 320, height = 200): Sharp =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 320 200">
        <rect width="320" height="200" fill="#f0f0e8"/><rect y="150" width="320" height="50" fill="#1040a0"/>
        <circle cx="90" cy="80" r="60" fill="#d02020"/><path d="M200 20l90 100-140-30z" fill="#208040"/></svg>`,
    ),
  )

test('what a photograph is, by content and metadata', async () => {
  const file = await scene()
    .withExif({ IFD0: { Make: 'Acme', Copyright: 'Ann' }, IFD2: { DateTimeOriginal: '2024:05:06 07:08:09' } })
    .withIccProfile('p3')
    .jpeg({ quality: 90 })
    .toBuffer()
  const { sha256, dhash, thumbhash, palette, metadata, ...facts } = await inspect(file)
  assert.deepEqual(facts, {
    format: 'jpeg',
    mediaType: 'image/jpeg',
    width: 320,
    height: 200,
    bytes: file.length,
    pages: 1,
    animated: false,
    durationMs: null,
    orientation: 1,
    alpha: false,
    colorSpace: 'srgb',
    bitDepth: 8,
    iccProfile: facts.iccProfile,
    warnings: [],
  })
  assert.match(String(facts.iccProfile), /P3/)
  assert.match(sha256, /^[0-9a-f]{64}$/)
  assert.match(String(dhash), /^[0-9a-f]{16}$/)
  assert.equal(Buffer.from(String(thumbhash), 'base64').length > 5, true)
  assert.ok(palette !== undefined && palette !== null && palette.length >= 4)
  assert.ok(palette.every(({ hex }) => /^#[0-9a-f]{6}$/.test(hex)))
  assert.equal(metadata?.takenAt, '2024-05-06T07:08:09')
  assert.equal(metadata?.exif?.['Make'], 'Acme')
  assert.ok(!('gps' in (metadata ?? {})))
})

test('time, camera and place come from XMP where EXIF has none', async () => {
  const packet = (attributes: string) =>
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" ${attributes}/></rdf:RDF></x:xmpmeta>`
  const edited = await scene()
    .withXmp(
      packet(
        'tiff:Make="Acme" exif:DateTimeOriginal="2024-05-06T07:08:09+02:00" exif:GPSLatitude="51,30.5N" exif:GPSLongitude="0,7,30W" exif:GPSAltitude="250/10" exif:GPSAltitudeRef="1"',
      ),
    )
    .jpeg()
    .toBuffer()
  const { metadata } = await inspect(edited, { gps: true })
  assert.equal(metadata?.takenAt, '2024-05-06T07:08:09+02:00')
  assert.deepEqual(metadata?.exif, { Make: 'Acme' })
  assert.deepEqual(metadata?.gps, { lat: 51 + 30.5 / 60, lng: -0.125, altitudeM: -25 })
  const wrong = await scene()
    .withXmp(
      packet('exif:GPSLatitude="91,0.0N" exif:GPSLongitude="0,7,30W" photoshop:DateCreated="2024-05-06"'),
    )
    .jpeg()
    .toBuffer()
  const other = (await inspect(wrong, { gps: true })).metadata
  assert.deepEqual([other?.takenAt, other?.exif, other?.gps], [null, null, null])
})

test('IPTC gives the time where neither EXIF nor XMP does', () => {
  const dataset = (number: number, text: string): Buffer =>
    Buffer.concat([Buffer.from([0x1c, 2, number, 0, text.length]), Buffer.from(text)])
  const block = (...sets: Buffer[]): Buffer => Buffer.concat(sets)
  assert.equal(
    readIptc(block(dataset(55, '20240506'), dataset(60, '070809+0200'))).takenAt,
    '2024-05-06T07:08:09+02:00',
  )
  assert.equal(readIptc(block(dataset(55, '20240506'))).takenAt, null)
  assert.equal(readIptc(block(dataset(55, '20241306'), dataset(60, '070809'))).takenAt, null)
})

test('the colors and their shares are those of the picture', async () => {
  const { palette } = await inspect(await scene().png().toBuffer())
  const shares = Object.fromEntries((palette ?? []).map(({ hex, share }) => [hex, share]))
  const near = (hex: string, share: number): void => {
    const at = (color: string, i: number): number => Number.parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16)
    const found = Object.keys(shares).find((one) =>
      [0, 1, 2].every((i) => Math.abs(at(one, i) - at(hex, i)) < 16),
    )
    assert.ok(found !== undefined, `${hex} in ${JSON.stringify(shares)}`)
    assert.ok(Math.abs((shares[found] ?? 0) - share) < 0.04, `${hex} ${shares[found]}`)
  }
  near('#1040a0', 0.25)
  near('#d02020', 0.177)
  near('#f0f0e8', 0.47)
  near('#208040', 0.1)
  const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  assert.deepEqual((await inspect(clear)).palette, [])
})

test('the hash stays near over size, format and quality, and is far for another picture', async () => {
  const of = async (image: Sharp): Promise<string> => String((await inspect(await image.toBuffer())).dhash)
  const original = await of(scene().png())
  for (const copy of [
    scene(1_280, 800).webp({ quality: 60 }),
    scene().resize(100).jpeg({ quality: 40 }),
    scene().avif({ quality: 40, effort: 0 }),
    scene().png({ palette: true, colours: 16 }),
  ])
    assert.ok(apart(original, await of(copy)) <= 4)
  assert.ok(apart(original, await of(scene().flop().png())) > 15)
  assert.ok(apart(original, await of(scene().rotate(180).png())) > 15)
})

test('EXIF turns the picture: its size, hash and placeholder are as it is shown', async () => {
  const upright = await inspect(await scene().rotate(90).png().toBuffer())
  const turned = await inspect(
    await scene().withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer(),
  )
  assert.deepEqual([turned.width, turned.height, turned.orientation], [200, 320, 6])
  assert.ok(apart(turned.dhash, upright.dhash) <= 4)
})

test('the place is told to those who ask for it, and to nobody else', async () => {
  const file = await scene()
    .withExif({
      IFD0: { Make: 'Acme' },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '33/1 51/1 30/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '151/1 12/1 0/1',
      },
    })
    .jpeg()
    .toBuffer()
  const asked = await inspect(file, { gps: true })
  assert.equal(asked.metadata?.gps?.lat.toFixed(4), '-33.8583')
  assert.equal(asked.metadata?.gps?.lng.toFixed(4), '151.2000')
  const silent = await inspect(file)
  assert.equal(silent.metadata?.exif?.['Make'], 'Acme')
  assert.doesNotMatch(JSON.stringify(silent), /gps|latitude|151/i)
  const none = await inspect(await scene().jpeg().toBuffer(), { gps: true })
  assert.equal(none.metadata?.gps, null)
})

test('captions of the press and properties of XMP', async () => {
  const packet =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description xmp:Rating="4" photoshop:Credit="Agency" ' +
    'Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia">' +
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Harbour &amp; sea</rdf:li></rdf:Alt></dc:title>' +
    '<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Bo</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>'
  const { metadata } = await inspect(await scene().withXmp(packet).jpeg().toBuffer())
  assert.deepEqual(metadata?.xmp, {
    title: 'Harbour & sea',
    description: null,
    creators: ['Ann', 'Bo'],
    rights: null,
    webStatement: null,
    credit: 'Agency',
    subjects: [],
    createdAt: null,
    rating: 4,
    tool: null,
    digitalSourceType: 'trainedAlgorithmicMedia',
  })
  const dataset = (number: number, text: string): Buffer => {
    const value = Buffer.from(text)
    return Buffer.concat([Buffer.from([0x1c, 2, number, value.length >> 8, value.length & 255]), value])
  }
  const iim = Buffer.concat([
    dataset(5, 'Title'),
    dataset(25, 'one'),
    dataset(25, 'zwö'),
    dataset(55, '20240506'),
  ])
  const resource = Buffer.concat([
    Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0', 'latin1'),
    Buffer.from([iim.length]),
    iim,
  ])
  const segment = Buffer.concat([Buffer.from([0xff, 0xed, 0, resource.length + 2]), resource])
  const plain = await scene().jpeg().toBuffer()
  const captioned = await inspect(Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)]))
  assert.equal(captioned.metadata?.iptc?.title, 'Title')
  assert.equal(captioned.metadata?.iptc?.createdAt, '2024-05-06')
  assert.deepEqual(captioned.metadata?.iptc?.keywords, ['one', 'zwö'])
})

test('a drawing is cleaned, then drawn', async () => {
  const svg = (inner: string): Buffer =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">${inner}</svg>`)
  const facts = await inspect(svg('<script>x()</script><rect width="30" height="20" fill="#00f"/>'))
  assert.deepEqual(
    [facts.format, facts.width, facts.height, facts.alpha, facts.colorSpace],
    ['svg', 30, 20, true, null],
  )
  assert.deepEqual(facts.palette, [{ hex: '#0000ff', share: 1 }])
  assert.deepEqual(facts.warnings, [{ code: 'svg_cleaned', detail: 'Left out of the drawing: script.' }])
  const vast = await inspect(
    Buffer.from('<svg width="90000" height="90000"><rect width="90000" height="90000"/></svg>'),
  )
  assert.deepEqual([vast.width, vast.palette], [90_000, [{ hex: '#000000', share: 1 }]])
  assert.equal((await inspect(Buffer.from('<svg><rect width="9" height="9"/></svg>'))).width, null)
})

/** A bitmap of 2 by 2: red, green over blue, white. */
function bitmap(bits: 8 | 16 | 24 | 32, icon = false): Buffer {
  const colors = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ] as const
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40)
  header.writeInt32LE(2, 4)
  header.writeInt32LE(icon ? 4 : 2, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(bits, 14)
  const palette = bits === 8 ? Buffer.from(colors.flatMap(([r, g, b]) => [b, g, r, 0])) : Buffer.alloc(0)
  if (bits === 8) header.writeUInt32LE(4, 32)
  const pixel = (n: number): number[] => {
    const [r, g, b] = colors[n] as readonly [number, number, number]
    if (bits === 8) return [n]
    const packed = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3)
    return bits === 16 ? [packed & 255, packed >> 8] : bits === 24 ? [b, g, r] : [b, g, r, 255]
  }
  const row = (numbers: number[]): Buffer => {
    const bytes = numbers.flatMap((n) => pixel(n))
    return Buffer.from([...bytes, ...Array.from({ length: (4 - (bytes.length % 4)) % 4 }, () => 0)])
  }
  // Rows run from the bottom to the top.
  return Buffer.concat([header, palette, row([2, 3]), row([0, 1])])
}

test('bitmaps and icons are decoded too', async () => {
  for (const bits of [8, 16, 24, 32] as const) {
    const dib = bitmap(bits)
    const head = Buffer.alloc(14)
    head.write('BM')
    head.writeUInt32LE(14 + 40 + (bits === 8 ? 16 : 0), 10)
    const facts = await inspect(Buffer.concat([head, dib]))
    assert.deepEqual([facts.format, facts.width, facts.height], ['bmp', 2, 2], String(bits))
    assert.deepEqual(
      facts.palette?.map(({ hex }) => hex).toSorted(),
      ['#0000ff', '#00ff00', '#ff0000', '#ffffff'],
      String(bits),
    )
  }
  const icon = (entries: readonly [number, Buffer][]): Buffer => {
    const head = Buffer.alloc(6 + 16 * entries.length)
    head.writeUInt16LE(1, 2)
    head.writeUInt16LE(entries.length, 4)
    let at = head.length
    for (const [n, [side, file]] of entries.entries()) {
      head.writeUInt8(side, 6 + 16 * n)
      head.writeUInt8(side, 7 + 16 * n)
      head.writeUInt32LE(file.length, 14 + 16 * n)
      head.writeUInt32LE(at, 18 + 16 * n)
      at += file.length
    }
    return Buffer.concat([head, ...entries.map(([, file]) => file)])
  }
  // The mask hides the lower left, which is the first bit of the first row.
  const masked = Buffer.concat([bitmap(24, true), Buffer.from([0x80, 0, 0, 0, 0, 0, 0, 0])])
  const small = await inspect(icon([[2, masked]]))
  assert.deepEqual([small.format, small.width, small.height, small.pages], ['ico', 2, 2, 1])
  assert.deepEqual(small.palette?.map(({ hex }) => hex).toSorted(), ['#00ff00', '#ff0000', '#ffffff'])
  const large = await inspect(
    icon([
      [2, masked],
      [64, await scene(64, 64).png().toBuffer()],
    ]),
  )
  assert.deepEqual([large.width, large.pages, large.palette?.[0]?.hex.slice(0, 3)], [64, 2, '#f0'])
})

test('what can be named but not decoded is a partial answer', async () => {
  const heic = await scene().avif({ effort: 0 }).toBuffer()
  for (let at = 8; at < heic.readUInt32BE(0); at += at === 8 ? 8 : 4) heic.write('heic', at, 'latin1')
  const facts = await inspect(heic)
  assert.deepEqual([facts.format, facts.width, facts.height], ['heic', 320, 200])
  assert.deepEqual([facts.dhash, facts.thumbhash, facts.palette], [null, null, null])
  assert.deepEqual(
    facts.warnings.map(({ code }) => code),
    ['not_decodable'],
  )
})

test('a damaged image is shown as far as it goes, and says so', async () => {
  const file = await scene().jpeg().toBuffer()
  const cut = await inspect(file.subarray(0, Math.floor(file.length * 0.8)))
  assert.deepEqual([cut.width, cut.warnings.map(({ code }) => code)], [320, ['image_damaged']])
  assert.match(String(cut.dhash), /^[0-9a-f]{16}$/)
})

test('refusals have codes, and bombs are refused by their headers', async () => {
  const png = await scene().png().toBuffer()
  const huge = Buffer.from(png)
  huge.writeUInt32BE(16_000, 16)
  huge.writeUInt32BE(16_000, 20)
  const isolate = () => assert.fail('this must not be decoded')
  const refused = (file: Uint8Array) => inspectImage(file, ALL, { context: { isolate }, endsAtMs: Infinity })
  await assert.rejects(refused(huge), { code: 'target_too_large', message: /16000 by 16000/ })
  await assert.rejects(refused(Buffer.alloc(0)), { code: 'empty_content' })
  await assert.rejects(refused(Buffer.from('<!doctype html><title>No</title>')), {
    code: 'unsupported_document',
    message: /page/,
  })
  await assert.rejects(refused(png.subarray(0, 20)), { code: 'source_broken' })
  await assert.rejects(refused(Buffer.alloc(26 * 1024 * 1024, png)), { code: 'target_too_large' })
  await assert.rejects(inspect(png.subarray(0, 60)), { code: 'source_broken' })
  await assert.rejects(inspect(Buffer.concat([png.subarray(0, 40), Buffer.alloc(500, 7)])), {
    code: 'source_broken',
  })
})
