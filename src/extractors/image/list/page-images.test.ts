import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureTest } from '#test/support/extract/fixture-test.ts'
import { baseOf } from '#parsing/page/link-target.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { evidenceOf, classifyImage } from './image-role.ts'
import { pageImages, type PageImage } from './page-images.ts'

function imagesOf(
  html: string,
  options: { includeInline?: boolean; includeBackground?: boolean; url?: string | null } = {},
) {
  const document = parseHtml(html)
  const { includeInline = false, includeBackground = true, url = 'https://example.org/a/page.html' } = options
  return pageImages(document, { base: baseOf(document, url), includeInline, includeBackground })
}

const nameOf = ({ url }: PageImage): string => url?.split('/').at(-1) ?? 'inline'

await fixtureTest(new URL('../fixtures', import.meta.url), async ({ files }) => {
  const { images } = imagesOf(String(files.get('.html')), { includeInline: true })
  const named = images.filter(({ inline }) => inline?.kind !== 'data_url')
  return {
    images: named.map((image) => ({
      url: image.url,
      ...(image.inline === null ? {} : { inline: image.inline.kind }),
      foundIn: image.foundIn,
      role: classifyImage(evidenceOf(image)).role,
      ...(image.alt === null ? {} : { alt: image.alt }),
      ...(image.caption === null ? {} : { caption: image.caption }),
      declared: { width: image.width, height: image.height, mediaType: image.mediaType },
    })),
    byScore: named
      .toSorted(
        (a, b) =>
          classifyImage(evidenceOf(b)).score - classifyImage(evidenceOf(a)).score ||
          nameOf(a).localeCompare(nameOf(b)),
      )
      .slice(0, 3)
      .map((image) => nameOf(image)),
  }
})

test('images of the page itself are there where they are wanted, each once', () => {
  const dot = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  const html =
    `<img src="data:image/gif;base64,${dot}"><img src="data:image/gif;base64,${dot}">` +
    '<div style="background:url(data:image/svg+xml,%3Csvg%20width=%225%22/%3E)"></div><img src="data:text/html,x">' +
    '<svg width="8" height="8"><path d="M0 0h8"/></svg><svg width="8" height="8"><path d="M0 0h8"/></svg>'
  assert.deepEqual(imagesOf(html).images, [])
  const { images } = imagesOf(html, { includeInline: true })
  assert.deepEqual(
    images.map(({ inline, url, mediaType, candidates }) => [inline?.kind, url, mediaType, candidates.length]),
    [
      ['data_url', null, 'image/gif', 2],
      ['data_url', null, 'image/svg+xml', 1],
      ['svg', null, 'image/svg+xml', 2],
    ],
  )
  assert.equal(images[0]?.inline?.base64, dot)
  assert.equal(Buffer.from(images[1]?.inline?.base64 ?? '', 'base64').toString(), '<svg width="5"/>')
  assert.equal(imagesOf(html, { includeInline: true, includeBackground: false }).images.length, 2)
})

test('a drawing that repeats itself without end is named with its problem', () => {
  const levels = Array.from(
    { length: 8 },
    (_, n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`,
  )
  const { images } = imagesOf(`<svg><g id="a0"><path/></g>${levels.join('')}</svg><img src="a.png">`, {
    includeInline: true,
  })
  assert.equal(images[0]?.inline?.problem?.code, 'target_too_large')
  assert.equal(images[1]?.url, 'https://example.org/a/a.png')
})

test('without an address of the page, relative addresses stay as they are', () => {
  assert.deepEqual(
    imagesOf('<img src="a.png"><img src="//cdn.example/b.png">', { url: null }).images.map(({ url }) => url),
    ['a.png', '//cdn.example/b.png'],
  )
})

test('what leads nowhere is no image', () => {
  const html =
    '<img src="javascript:alert(1)"><img src="blob:x"><img src="about:blank"><img src="{{image}}" data-src="{{late}}">' +
    '<img src="ftp://example.org/a.png"><div style="background:url(javascript:x)"></div>'
  assert.deepEqual(
    imagesOf(html).images.map(({ url }) => url),
    ['https://example.org/a/%7B%7Bimage%7D%7D'],
  )
})

test('time grows with the page, not with its square', () => {
  for (const html of [
    '<picture>'.repeat(20_000) + '<img srcset="a.png 1w, b.png 2w">'.repeat(20_000),
    `<figure>${'<img src="a.png">'.repeat(100_000)}`,
    '<figure>'.repeat(50_000) + '<img src="a.png">'.repeat(50_000),
    '<a href="/">'.repeat(100_000) + '<img src="a.png">'.repeat(50_000),
    `<style>${'url('.repeat(500_000)}</style>`,
    `<style>${'url(a)'.repeat(200_000)}</style>`,
    `<div style="${'width:'.repeat(200_000)}"></div>`,
    `<img srcset="${'a.png 1w,'.repeat(100_000)}">`,
    `<img alt="${' '.repeat(1_000_000)}" src="a.png">`,
    '<svg>'.repeat(100_000),
    '<svg></svg>'.repeat(50_000),
    `<script type="application/ld+json">${'['.repeat(200_000)}</script>`,
    `<script type="application/ld+json">{"@type":"Product","image":[${'"a.png",'.repeat(50_000)}"b.png"]}</script>`,
  ]) {
    const { images } = imagesOf(html, { includeInline: true })
    for (const image of images) assert.ok(classifyImage(evidenceOf(image)).score >= 0)
  }
})

test('a page with more images than are looked for says so', () => {
  const many = Array.from({ length: 20_050 }, (_, n) => `<img src="${n}.png">`).join('')
  const { images, truncated } = imagesOf(many)
  assert.deepEqual([images.length, truncated], [20_000, true])
})
