import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext, ExtractResponse } from '#extract/context.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { extractContext, isolateHere, siteOf } from '#test/support/extract/extract-context.ts'
import { createMemoryArtifacts } from '#test/support/extract/memory-artifacts.ts'
import { memoryLimits } from '#test/support/maps/limits.ts'
import { create } from './extract.ts'
import { ImageData, ImageInput } from '#extractors/image/request/options.ts'

const { operations } = await create({ limits: memoryLimits() })
const PAGE = 'https://example.org/gallery/'
const WORDS = `<p>${'The gallery is open all year, rain or shine. '.repeat(6)}</p>`

/** Runs the extractor on a made-up site; the parser runs in this process. */
async function run(
  input: object,
  answers: Readonly<Record<string, string | Partial<ExtractResponse>>> = {},
  more: Partial<ExtractContext> = {},
) {
  assert.deepEqual(inputProblems(ImageInput, input), [])
  const site = siteOf(answers)
  const artifacts = createMemoryArtifacts()
  const { saveArtifact, readArtifact } = artifacts
  const context = extractContext(site.fetch, {
    isolate: isolateHere,
    saveArtifact,
    readArtifact,
    ...more,
  })
  const output = await operations['extract']?.(input, context)
  assert.ok(output !== undefined)
  assert.deepEqual(inputProblems(ImageData, output.data), [])
  return {
    ...output,
    data: output.data as ImageData,
    codes: (output.warnings ?? []).map(({ code }) => code),
    asked: site.asked,
    saved: artifacts.saved,
  }
}

/** Anything but even, so that two of these with other numbers are two pictures. */
const picture = (seed: number, width = 320, height = 240) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" width="${width}" height="${height}"><rect width="320" height="240" fill="#e8e0d0"/>` +
        Array.from({ length: 12 }, (_, n) => {
          const at = (n * 97 + seed * 131) % 320
          return `<circle cx="${at}" cy="${(at * 7 + seed * 53) % 240}" r="${20 + ((n * seed) % 30)}" fill="hsl(${(seed * 77 + n * 30) % 360} 70% ${20 + ((n * 13) % 60)}%)"/>`
        }).join('') +
        '</svg>',
    ),
  )
const image = (body: Uint8Array): Partial<ExtractResponse> => ({
  body,
  headers: { 'content-type': 'image/jpeg' },
})

test('an image URL is inspected, whatever the mode says of pages', async () => {
  const file = await picture(1).jpeg().toBuffer()
  const url = 'https://example.org/a.jpg'
  const { data, engine, response } = await run({ url }, { [url]: image(file) })
  assert.equal(data.mode, 'inspect')
  assert.equal(engine, 'http')
  assert.equal(response?.statusCode, 200)
  const [entry] = data.images
  assert.deepEqual(
    [entry?.url, entry?.foundIn, entry?.format, entry?.width, entry?.height, entry?.bytes],
    [url, ['target'], 'jpeg', 320, 240, file.length],
  )
  assert.deepEqual(entry?.metadata, { takenAt: null, exif: null, iptc: null, xmp: null })
  assert.ok(!('artifactId' in (entry ?? {})))
  assert.deepEqual(data.counts, {
    found: 1,
    filtered: 0,
    cut: 0,
    listed: 1,
    fetched: 1,
    failed: 0,
    duplicates: 0,
  })
})

test('an image is known by its content: called a page, called another format, kept as a file', async () => {
  const url = 'https://example.org/x'
  const png = await picture(1).png().toBuffer()
  const called = await run({ url }, { [url]: { body: png, headers: { 'content-type': 'text/html' } } })
  assert.equal(called.data.images[0]?.format, 'png')
  const bmp = Buffer.from(
    '424d3a0000000000000036000000280000000100000001000000010018000000000004000000000000000000000000000000000000000000ff00',
    'hex',
  )
  const unnamed = await run(
    { url },
    { [url]: { body: bmp, headers: { 'content-type': 'application/octet-stream' } } },
  )
  assert.deepEqual(
    [unnamed.data.images[0]?.format, unnamed.data.images[0]?.palette],
    ['bmp', [{ hex: '#ff0000', share: 1 }]],
  )
  const silent = await run({ url }, { [url]: { body: bmp, headers: {} } })
  assert.equal(silent.data.images[0]?.format, 'bmp')
  const artifacts = createMemoryArtifacts()
  const artifactId = artifacts.bring({ bytes: png, mediaType: 'image/png', filename: null })
  const kept = await run({ artifactId }, {}, artifacts)
  assert.deepEqual([kept.data.url, kept.engine, kept.data.images[0]?.format], [null, 'none', 'png'])
})

test('what is wrong with the target is an error with a code', async () => {
  const url = 'https://example.org/x'
  const of = (body: Uint8Array | string, more: Partial<ExtractResponse> = {}) =>
    run({ url }, { [url]: { headers: { 'content-type': 'image/png' }, ...more, body: Buffer.from(body) } })
  const png = await picture(1).png().toBuffer()
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(1_000_000, 16)
  await assert.rejects(of(bomb), { code: 'target_too_large' })
  await assert.rejects(of(png.subarray(0, 50)), { code: 'source_broken' })
  await assert.rejects(of('nothing known'), { code: 'unsupported_document' })
  await assert.rejects(of(png, { status: 404 }), { code: 'target_http_error' })
  await assert.rejects(of('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }), {
    code: 'unsupported_document',
  })
})

test('list names the images of a page and fetches none of them', async () => {
  const html =
    '<meta property="og:image" content="/share.jpg"><main>' +
    `<figure><img src="a.jpg" alt="A" width="640" height="480"><figcaption>The first</figcaption></figure>${WORDS}` +
    '<img src="https://stats.example/1.gif" width="1" height="1"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></main>'
  const { data, asked, codes } = await run({ url: PAGE }, { [PAGE]: html })
  assert.equal(asked.length, 1)
  assert.deepEqual(codes, [])
  assert.deepEqual(
    data.images.map(({ url, role, foundIn, alt, caption }) => [url, role, foundIn, alt, caption]),
    [
      ['https://example.org/gallery/a.jpg', 'content', ['img'], 'A', 'The first'],
      ['https://stats.example/1.gif', 'tracking', ['img'], null, null],
      ['https://example.org/share.jpg', 'hero', ['open_graph'], null, null],
    ],
  )
  assert.ok(
    data.images.every((entry) => !('format' in entry) && !('error' in entry) && !('duplicateOf' in entry)),
  )
  const given = await run({ html, baseUrl: PAGE, includeInline: true })
  assert.deepEqual([given.engine, given.data.url, given.data.counts.found], ['none', PAGE, 4])
  const inline = given.data.images.find((entry) => entry.inline === 'data_url')
  assert.deepEqual([inline?.url, inline?.bytes, inline?.declared.mediaType], [null, 14, 'image/gif'])
})

test('filters and the most images: what was left out is counted and said', async () => {
  const html =
    `${WORDS}<img src="s.png" width="20" height="20"><img src="m.jpg" width="300" height="200"><img src="u.webp">` +
    '<img srcset="w.jpg 900w"><main><img src="l.jpg" width="800" height="600" alt="The whole of it"></main>'
  const names = (data: ImageData) => data.images.map(({ url }) => url?.split('/').at(-1))
  const of = async (options: object) => run({ html, baseUrl: PAGE, ...options })
  const wide = await of({ minWidthPx: 301 })
  assert.deepEqual(names(wide.data), ['u.webp', 'w.jpg', 'l.jpg'])
  assert.deepEqual([wide.data.counts.filtered, wide.codes], [2, []])
  assert.deepEqual(names((await of({ minHeightPx: 250 })).data), ['u.webp', 'w.jpg', 'l.jpg'])
  assert.deepEqual(names((await of({ formats: ['webp', 'png'] })).data), ['s.png', 'u.webp'])
  const cut = await of({ maxImages: 2 })
  assert.deepEqual(names(cut.data), ['m.jpg', 'l.jpg'])
  assert.deepEqual([cut.data.counts.cut, cut.codes], [3, ['images_cut']])
})

test('inspect looks at each image: a failing one is an entry, a copy is marked, a counter is left alone', async () => {
  const large = await picture(3, 640, 480).jpeg().toBuffer()
  const png = await picture(5).png().toBuffer()
  const html =
    `<main>${WORDS}<img src="thumb.webp" alt="A"><img src="large.jpg" alt="B"><img src="other.png" alt="C"><img src="gone.png">` +
    '<img src="page.png"><img src="broken.png"><img src="bomb.png"><img src="blocked.png"><img src="t.gif" width="1" height="1"></main>'
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(500_000, 20)
  const at = (name: string): string => `${PAGE}${name}`
  const answers = {
    [PAGE]: html,
    [at('thumb.webp')]: image(await picture(3, 160, 120).webp().toBuffer()),
    [at('large.jpg')]: image(large),
    [at('other.png')]: image(png),
    [at('gone.png')]: { status: 404, body: Buffer.from('gone') },
    [at('page.png')]: '<!doctype html><title>Not here</title>',
    [at('broken.png')]: image(png.subarray(0, 60)),
    [at('bomb.png')]: image(bomb),
  }
  const site = siteOf(answers)
  const { data, codes } = await run({ url: PAGE, mode: 'inspect' }, answers, {
    async fetch(request) {
      if (request.url === at('blocked.png'))
        throw new SurveyorError('url_not_allowed', 'The URL is not allowed.')
      return site.fetch(request)
    },
  })
  assert.deepEqual(
    data.images.map(({ url, format, width, duplicateOf, error }) => [
      url?.slice(PAGE.length),
      format,
      width,
      duplicateOf,
      error?.code,
    ]),
    [
      ['thumb.webp', 'webp', 160, 1, undefined],
      ['large.jpg', 'jpeg', 640, null, undefined],
      ['other.png', 'png', 320, null, undefined],
      ['gone.png', undefined, undefined, undefined, 'target_http_error'],
      ['page.png', undefined, undefined, undefined, 'unsupported_document'],
      ['broken.png', undefined, undefined, undefined, 'source_broken'],
      ['bomb.png', undefined, undefined, undefined, 'target_too_large'],
      ['blocked.png', undefined, undefined, undefined, 'url_not_allowed'],
      ['t.gif', undefined, undefined, undefined, undefined],
    ],
  )
  assert.deepEqual(data.counts, {
    found: 9,
    filtered: 0,
    cut: 0,
    listed: 9,
    fetched: 3,
    failed: 5,
    duplicates: 1,
  })
  assert.deepEqual(codes, [])
  const first = site.asked.find(({ url }) => url === at('large.jpg'))
  assert.equal(first?.headers?.['referer'], PAGE)
  assert.match(String(first?.headers?.['accept']), /^image\//)
  assert.ok(!('metadata' in (data.images[1] ?? {})))
})

test('filters go by the files where they were fetched', async () => {
  const html = `<main>${WORDS}<img src="a.jpg" width="900" height="900"><img src="b.jpg" width="10" height="10"></main>`
  const { data, saved } = await run(
    { url: PAGE, mode: 'download', minWidthPx: 200, formats: ['png'] },
    {
      [PAGE]: html,
      [`${PAGE}a.jpg`]: image(await picture(1, 100, 75).png().toBuffer()),
      [`${PAGE}b.jpg`]: image(await picture(2, 400, 300).png().toBuffer()),
    },
  )
  assert.deepEqual(
    data.images.map(({ url, role }) => [url, role]),
    [[`${PAGE}b.jpg`, 'content']],
  )
  assert.deepEqual([data.counts.filtered, saved.length], [1, 1])
})

test('download keeps each image without its metadata, changed where that was asked for', async () => {
  const photo = await picture(1)
    .withExif({ IFD0: { Artist: 'Ann Secret' } })
    .jpeg()
    .toBuffer()
  const answers = {
    [PAGE]: `<main>${WORDS}<img src="a%20b.jpg"><img src="draw.svg"><img src="no.png"></main>`,
    [`${PAGE}a%20b.jpg`]: image(photo),
    [`${PAGE}draw.svg`]: image(
      Buffer.from('<svg width="9" height="9" onload="x()"><rect width="9" height="9"/></svg>'),
    ),
    [`${PAGE}no.png`]: { status: 500, body: Buffer.from('') },
  }
  const { data, saved } = await run({ url: PAGE, mode: 'download' }, answers)
  assert.deepEqual(
    saved.map(({ kind, mediaType, width, height, filename }) => [kind, mediaType, width, height, filename]),
    [
      ['image', 'image/jpeg', 320, 240, 'a-20b.jpg'],
      ['image', 'image/svg+xml', 9, 9, 'draw.svg'],
    ].toSorted((a, b) => (saved[0]?.mediaType === a[1] ? -1 : b[1] === saved[0]?.mediaType ? 1 : 0)),
  )
  assert.deepEqual(
    data.images
      .map(({ artifactId }) => artifactId ?? null)
      .slice(0, 2)
      .toSorted(),
    saved.map(({ link }) => link.id).toSorted(),
  )
  assert.equal(data.images[2]?.error?.code, 'target_http_error')
  assert.ok(saved.every(({ bytes }) => !/Ann Secret|onload/.test(Buffer.from(bytes).toString('latin1'))))
  const url = 'https://example.org/p.jpg'
  const changed = await run(
    { url, mode: 'download', transform: { widthPx: 80, format: 'webp' } },
    { [url]: image(photo) },
  )
  assert.deepEqual(
    changed.saved.map(({ mediaType, width, height, filename }) => [mediaType, width, height, filename]),
    [['image/webp', 80, 60, 'p.webp']],
  )
  assert.equal(changed.data.images[0]?.artifactId, changed.saved[0]?.link.id)
  assert.equal(changed.data.images[0]?.width, 320)
  const whole = await run({ url, mode: 'download', keepMetadata: true }, { [url]: image(photo) })
  assert.deepEqual(Buffer.from(whole.saved[0]?.bytes ?? []), photo)
})

test('images of the page itself are looked at as well', async () => {
  const dot = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  const html = `${WORDS}<img src="data:image/gif;base64,${dot}" width="300" height="300"><svg width="90" height="90"><rect width="9" height="9"/></svg>`
  const { data } = await run({ html, mode: 'inspect', includeInline: true })
  assert.deepEqual(
    data.images.map(({ url, inline, format, width }) => [url, inline, format, width]),
    [
      [null, 'data_url', 'gif', 1],
      [null, 'svg', 'svg', 90],
    ],
  )
  const relative = await run({ html: `${WORDS}<img src="a.png">`, mode: 'inspect' })
  assert.equal(relative.data.images[0]?.error?.code, 'url_not_allowed')
})

test('where the time ends, what was looked at by then is answered', async () => {
  const file = await picture(1).jpeg().toBuffer()
  const html = `<main>${WORDS}${Array.from({ length: 12 }, (_, n) => `<img src="${n}.jpg">`).join('')}</main>`
  let fetched = 0
  const { data, codes } = await run(
    { url: PAGE, mode: 'inspect' },
    { [PAGE]: html },
    {
      // Four are let through; then the clock of the job is found to have ended.
      deadlineAt: new Date(Date.now() + 60_000),
      async fetch({ url, deadlineMs }) {
        if (url === PAGE) return siteOf({ [PAGE]: html }).fetch({ url, maxBytes: 1, deadlineMs })
        fetched += 1
        if (fetched > 4) throw new SurveyorError('extract_timeout', 'The time ended.')
        return siteOf({ [url]: image(file) }).fetch({ url, maxBytes: 1, deadlineMs })
      },
    },
  )
  assert.deepEqual([data.counts.fetched, data.counts.failed, codes], [4, 8, ['images_unfinished']])
  const late = await run(
    { url: PAGE, mode: 'inspect', timeoutMs: 2_000 },
    { [PAGE]: html },
    {
      deadlineAt: new Date(Date.now() + 300),
      async fetch({ url, deadlineMs }) {
        // The page takes what is left without the 100 ms for the answer.
        await sleep(250)
        return siteOf({ [PAGE]: html }).fetch({ url, maxBytes: 1, deadlineMs })
      },
    },
  )
  assert.deepEqual([late.data.counts.fetched, late.data.counts.failed], [0, 12])
  assert.equal(late.data.images[0]?.error?.code, 'extract_timeout')
})

test('one job fetches no more than its share', async () => {
  const heavy = Buffer.concat([await picture(1).png().toBuffer(), Buffer.alloc(24 * 1024 * 1024)])
  const html = `<main>${WORDS}${Array.from({ length: 10 }, (_, n) => `<img src="${n}.png">`).join('')}</main>`
  const { data } = await run(
    { url: PAGE, mode: 'inspect' },
    { [PAGE]: html },
    {
      fetch: async ({ url, ...rest }) =>
        siteOf({ [url]: url === PAGE ? html : image(heavy) }).fetch({ url, ...rest }),
      isolate: isolateHere,
    },
  )
  assert.deepEqual([data.counts.fetched, data.counts.failed], [8, 2])
  assert.ok(data.images.filter(({ error }) => error?.code === 'target_too_large').length === 2)
})

test('a job that is stopped stops, and what ends the job as a whole ends it', async () => {
  const html = `<main>${WORDS}<img src="a.jpg"></main>`
  const stop = new AbortController()
  const stopped = run(
    { url: PAGE, mode: 'inspect' },
    {},
    {
      signal: stop.signal,
      async fetch({ url, ...rest }) {
        if (url === PAGE) return siteOf({ [PAGE]: html }).fetch({ url, ...rest })
        stop.abort(new SurveyorError('job_ended', 'The job was cancelled.'))
        throw new SurveyorError('target_connect_error', 'Gone.')
      },
    },
  )
  await assert.rejects(stopped, { code: 'job_ended' })
  const answers = { [PAGE]: html, [`${PAGE}a.jpg`]: image(await picture(1).jpeg().toBuffer()) }
  const full = run({ url: PAGE, mode: 'download' }, answers, {
    saveArtifact: async () => {
      throw new SurveyorError('storage_unavailable', 'The store is full.')
    },
  })
  await assert.rejects(full, { code: 'storage_unavailable' })
})

test('after an image that ends the job no further one is fetched', async () => {
  const html = `<main>${WORDS}${Array.from({ length: 12 }, (_, n) => `<img src="${n}.jpg">`).join('')}</main>`
  let fetched = 0
  const failed = run(
    { url: PAGE, mode: 'inspect' },
    {},
    {
      async fetch({ url, ...rest }) {
        if (url === PAGE) return siteOf({ [PAGE]: html }).fetch({ url, ...rest })
        fetched += 1
        if (fetched === 1) throw new SurveyorError('storage_unavailable', 'The store is full.')
        throw new SurveyorError('target_connect_error', 'Gone.')
      },
    },
  )
  await assert.rejects(failed, { code: 'storage_unavailable' })
  await sleep(20)
  assert.ok(fetched <= 4, `${fetched} were fetched`)
})

test('options that do not go together are refused by name', async () => {
  const refused = (input: object) => run({ url: PAGE, ...input })
  await assert.rejects(refused({ transform: { widthPx: 5 } }), {
    code: 'validation_failed',
    message: /transform/,
  })
  await assert.rejects(refused({ keepMetadata: true, mode: 'inspect' }), {
    code: 'validation_failed',
    message: /keepMetadata/,
  })
  await assert.rejects(refused({ gps: true, readMetadata: false }), {
    code: 'validation_failed',
    message: /gps/,
  })
  for (const [input, pointer] of [
    [{ transform: {} }, '/transform'],
    [{ transform: { widthPx: 100_000 } }, '/transform/widthPx'],
    [{ maxImages: 2_001 }, '/maxImages'],
    [{ formats: ['exe'] }, '/formats/0'],
    [{ mode: 'steal' }, '/mode'],
  ] as const)
    assert.equal(inputProblems(ImageInput, { url: PAGE, ...input })[0]?.pointer, pointer)
})
