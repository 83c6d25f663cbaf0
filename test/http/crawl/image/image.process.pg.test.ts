import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { Problem } from '#contract/problem.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { ImageData } from '#extractors/image/request/options.ts'
import { imageBombs } from '#test/support/crawl/image-bombs.ts'
import { startImageCrawl } from '#test/support/crawl/start-image-crawl.ts'
import { type SiteFiles } from '#test/support/sites/respond-with.ts'

const PATH = '/api/v1/image/extract'
/** Children that decode stand back behind everything else on the machine, however busy it is. */
const timeoutMs = 300_000
type Answer = Omit<ExtractionAnswer, 'data'> & { readonly data: ImageData }

const scene = (width: number, height: number, fill = '#d02020') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 40 30"><rect width="40" height="30" fill="#eee"/><circle cx="12" cy="12" r="9" fill="${fill}"/><path d="M20 29L30 4L39 29z" fill="#205080"/></svg>`,
    ),
  )
const WORDS = `<p>${'The harbour walk is open all year, rain or shine. '.repeat(6)}</p>`
const svg = (body: string): { type: string; body: Buffer } => ({
  type: 'image/svg+xml',
  body: Buffer.from(body),
})

async function site(): Promise<SiteFiles> {
  const photo = scene(400, 300).withExif({
    IFD0: { Artist: 'Ann Secret' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '51/1 0/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '7/1 0/1 0/1',
    },
  })
  return {
    '/': `<title>Walk</title><header><a href="/"><img class="logo" src="/logo.svg" alt="Walks"></a></header><main>${WORDS}
      <figure><img src="/small.webp" srcset="/small.webp 100w, /photo.jpg 400w" alt="The harbour"><figcaption>The harbour</figcaption></figure>
      <img src="/copy.png" alt="Again"><img src="/gone.png" alt="Gone"></main><img src="/count.gif" width="1" height="1">`,
    '/photo.jpg': { type: 'image/jpeg', body: await photo.jpeg().toBuffer() },
    '/copy.png': { type: 'image/png', body: await scene(200, 150).png().toBuffer() },
    '/logo.svg': svg(
      '<svg width="90" height="30" onload="x()"><script>x()</script><rect width="90" height="30" fill="#123456"/></svg>',
    ),
  }
}

test('a page of pictures: listed by GET, looked at and kept by POST', async (t) => {
  const { crawl, site: web } = await startImageCrawl(t, await site())
  const query = new URLSearchParams({
    url: `${web.origin}/`,
    minWidthPx: '100',
    formats: 'jpeg,png,svg',
    maxImages: '9',
    timeoutMs: String(timeoutMs),
  })
  const listed = await crawl.call<Answer>('GET', `${PATH}?${query.toString()}`)
  assert.equal(listed.status, 200, listed.text)
  assert.deepEqual(
    listed.json.data.images.map(({ url, role, foundIn }) => [url?.slice(web.origin.length), role, foundIn]),
    [
      ['/logo.svg', 'logo', ['img']],
      ['/photo.jpg', 'content', ['img', 'srcset']],
      ['/copy.png', 'content', ['img']],
      ['/gone.png', 'content', ['img']],
    ],
  )
  assert.deepEqual(
    web.asked.filter((path) => path !== '/robots.txt'),
    ['/'],
  )

  const kept = await crawl.call<Answer>('POST', PATH, {
    body: { url: `${web.origin}/`, mode: 'download', maxAgeMs: 0, timeoutMs },
  })
  assert.equal(kept.status, 200, kept.text)
  const { images, counts } = kept.json.data
  assert.deepEqual(counts, { found: 5, filtered: 0, cut: 0, listed: 5, fetched: 3, failed: 1, duplicates: 1 })
  const photo = images.find(({ format }) => format === 'jpeg')
  const copy = images.find(({ format }) => format === 'png')
  assert.deepEqual([photo?.width, photo?.caption, photo?.role], [400, 'The harbour', 'content'])
  assert.equal(images[copy?.duplicateOf ?? -1], photo)
  assert.equal(images.find(({ url }) => url?.endsWith('gone.png'))?.error?.code, 'target_http_error')
  assert.ok(!web.asked.includes('/count.gif') && !web.asked.includes('/small.webp'))
  assert.equal(kept.json.artifacts.length, 3)
  assert.deepEqual(
    new Set(kept.json.artifacts.map(({ id }) => id)),
    new Set(images.flatMap(({ artifactId }) => artifactId ?? [])),
  )

  const bytesOf = async (id: string | null | undefined) => {
    const { href = '' } = kept.json.artifacts.find((artifact) => artifact.id === id) ?? {}
    const response = await fetch(new URL(href, crawl.url))
    return { type: response.headers.get('content-type'), body: Buffer.from(await response.arrayBuffer()) }
  }
  const picture = await bytesOf(photo?.artifactId)
  assert.equal(picture.type, 'image/jpeg')
  assert.equal(picture.body.includes('Ann Secret'), false)
  assert.equal((await sharp(picture.body).metadata()).exif, undefined)
  const drawing = await bytesOf(images.find(({ format }) => format === 'svg')?.artifactId)
  assert.match(drawing.body.toString(), /^<svg [^>]*><rect [^>]*><\/rect><\/svg>$/)
})

test('one picture: inspected, told of its place only on demand, changed', async (t) => {
  const { crawl, site: web } = await startImageCrawl(t, await site())
  const url = `${web.origin}/photo.jpg`
  const seen = await crawl.call<Answer>(
    'GET',
    `${PATH}?url=${encodeURIComponent(url)}&timeoutMs=${timeoutMs}`,
  )
  assert.equal(seen.json.data.images[0]?.metadata?.exif?.['Artist'], 'Ann Secret')
  assert.doesNotMatch(seen.text, /gps|latitude/i)
  const placed = await crawl.call<Answer>('POST', PATH, { body: { url, gps: true, timeoutMs } })
  assert.deepEqual(placed.json.data.images[0]?.metadata?.gps, { lat: 51, lng: 7, altitudeM: null })
  const changed = await crawl.call<Answer>('POST', PATH, {
    body: { url, mode: 'download', transform: { widthPx: 40, format: 'png' }, timeoutMs },
  })
  const [artifact] = changed.json.artifacts
  assert.deepEqual([artifact?.mediaType, artifact?.width, artifact?.height], ['image/png', 40, 30])
})

test('bombs end in a named error or a bounded answer, and the worker goes on', async (t) => {
  const bombs = await imageBombs()
  const { crawl, site: web } = await startImageCrawl(
    t,
    Object.fromEntries(bombs.map(({ path, file }) => [path, file])),
  )
  const ask = async (path: string) => {
    const { status, json } = await crawl.call<Answer & Problem>('POST', PATH, {
      body: { url: web.origin + path, timeoutMs },
    })
    return status === 200 ? Number(json.data.images[0]?.width) : json.code
  }
  const ends = await Promise.all(bombs.map(async ({ path }) => [path, await ask(path)]))
  assert.deepEqual(Object.fromEntries(ends), Object.fromEntries(bombs.map(({ path, end }) => [path, end])))
  assert.equal(
    web.asked.some((path) => path.startsWith('/secret')),
    false,
  )
  assert.equal(await ask('/good.png'), 8)
})
