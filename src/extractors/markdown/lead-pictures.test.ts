// The pictures that open a page are kept; signs, advertisements and pictures of other pages are not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from './extract-page.ts'
import type { Options } from './options.ts'

const PROSE =
  '<p>The crane at the north quay lifted its last load of timber in the spring, and the men who worked it came to watch, as they had on the day when it was built by their fathers.</p>'.repeat(
    12,
  )
const SHARED = '<meta property="og:image" content="https://harbour.test/up/old-crane-1200x630.jpg">'
const ARTICLE = '<meta property="og:type" content="article">'

/** What stands in one box with the opening picture on most sites, so that the box is no content. */
const MENU = `<ul class="menu">${['Tides', 'Berths', 'Pilots', 'Weather', 'Fees', 'Office', 'Ships', 'Locks'].map((name) => `<li><a href="/${name}">${name} of the harbour</a></li>`).join('')}</ul>`

interface Written {
  readonly markdown: string
  readonly html: string
  readonly text: string
  readonly images: readonly string[]
}

/** A page whose text is in `article`, below its title and `above`. */
function written(above: string, options: Options = {}, head = SHARED, below = ''): Written {
  const { data } = extractPage({
    html: `<html><head><title>The last load</title>${ARTICLE}${head}</head><body><nav><a href="/">Harbour</a> <a href="/news">News</a></nav>
      <div class="top">${MENU}<h1>The last load</h1>${above}</div><article class="entry-content">${PROSE}${below}</article>
      <footer>Harbour office, closed on Sundays</footer></body></html>`,
    url: 'https://harbour.test/news/last-load',
    statusCode: 200,
    charset: null,
    charsetSource: null,
    frames: [],
    options: { formats: ['markdown', 'html', 'text', 'images'], ...options },
  })
  return {
    markdown: data.markdown ?? '',
    html: data.html ?? '',
    text: data.text ?? '',
    images: (data.images ?? []).map(({ src }) => src),
  }
}
const picturesOf = ({ markdown }: Written): string[] =>
  [...markdown.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map((found) => found[1] ?? '')

test('the shared picture stands below the title with its caption, once', () => {
  const page = written(
    '<div class="hero"><figure><img src="data:image/gif;base64,R0" data-src="/up/old-crane-800x420.jpg" alt="The crane"><figcaption>The crane in 1932</figcaption></figure></div>',
  )
  assert.ok(
    page.markdown.startsWith(
      '# The last load\n\n![The crane](https://harbour.test/up/old-crane-800x420.jpg)\n\nThe crane in 1932\n\nThe crane at the north quay',
    ),
    page.markdown.slice(0, 300),
  )
  assert.deepEqual(page.images, ['https://harbour.test/up/old-crane-800x420.jpg'])
  assert.equal(page.html.split('<img').length, 2)
  assert.equal(page.text.includes('1932'), false)
})

test('a picture that the text has is not written above it', () => {
  const page = written(
    '<div><img src="/up/old-crane-300x200.jpg" width="800"></div>',
    {},
    SHARED,
    '<p>It was blue: <img src="/up/old-crane.jpg"></p><p>Now it is red, and the quay belongs to the gulls and to those who feed them.</p>',
  )
  assert.deepEqual(picturesOf(page), ['https://harbour.test/up/old-crane.jpg'])
})

test('without a shared picture the first figure of an article counts', () => {
  const figure =
    '<div><figure><picture><source srcset="/quay-400.webp 400w, /quay-north-900.webp 900w"><img alt="Quay"></picture></figure></div>'
  assert.deepEqual(picturesOf(written(figure, {}, '')), ['https://harbour.test/quay-north-900.webp'])
})

test('all pictures of a slider are kept, each once', () => {
  const slide = (src: string, hidden = ''): string => `<div class="slide"${hidden}><img src="${src}"></div>`
  const slider = `<div class="swiper">${slide('/up/old-crane.jpg')}${slide('/up/the-quay.jpg', ' aria-hidden="true"')}${slide('/up/the-quay-150x150.jpg')}${slide('/up/gull-icon.png')}${slide('/up/the-gulls.jpg')}</div>`
  assert.deepEqual(picturesOf(written(slider)), [
    'https://harbour.test/up/old-crane.jpg',
    'https://harbour.test/up/the-quay.jpg',
    'https://harbour.test/up/the-gulls.jpg',
  ])
})

const NONE: readonly [name: string, above: string, head?: string][] = [
  ['a logo', '<div><img src="/harbour-logo.png" width="600"></div>', ''],
  ['an icon by its size', '<figure><img src="/up/old-crane.jpg" width="32" height="32"></figure>'],
  [
    'a shared logo',
    '<div><img src="/site-logo.png" width="600"></div>',
    '<meta property="og:image" content="/site-logo.png">',
  ],
  ['an advertisement', '<div class="ad-slot"><img src="/buy-timber-now.jpg" width="970"></div>', ''],
  [
    'a picture of another page',
    '<div><a href="/news/other"><img src="/up/other-ship.jpg" width="900"></a></div>',
    '',
  ],
  ['a shared picture of another page', '<aside><img src="/up/old-crane.jpg" width="900"></aside>'],
  ['a hidden one', '<div style="display:none"><img src="/up/old-crane.jpg" width="900"></div>'],
  ['a small one without a figure', '<div><img src="/up/some-knot.jpg"></div>', ''],
]
for (const [name, above, head] of NONE)
  test(`not kept: ${name}`, () => assert.deepEqual(picturesOf(written(above, {}, head)), []))

test('what is excluded is no opening picture', () => {
  const above = '<div class="hero"><img src="/up/old-crane.jpg" width="900"></div>'
  assert.equal(picturesOf(written(above)).length, 1)
  assert.deepEqual(picturesOf(written(above, { exclude: ['.hero'] })), [])
  assert.deepEqual(picturesOf(written(above, { images: 'drop' })), [])
})
