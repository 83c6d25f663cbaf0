// A product page that a script would fill gives what it stores for programs, and says so; any other page is as it shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage, type ExtractedPage } from './extract-page.ts'
import type { Options } from './options.ts'

const LAMP = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Storm lamp',
  description:
    '<p>Burns in <b>any</b> wind &amp; rain.</p><script>steal()</script><p hidden>Secret</p><a href="javascript:steal()">Try</a>',
  brand: { name: 'Hay <Forge>' },
  offers: { price: '19.90', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
}

function extracted(body: string, stored: readonly object[] = [LAMP], options: Options = {}): ExtractedPage {
  const blocks = stored.map(
    (value) =>
      `<script type="application/ld+json">${JSON.stringify(value).replaceAll('</', '<\\/')}</script>`,
  )
  return extractPage({
    html: `<html><head><title>Storm lamp</title>${blocks.join('')}</head><body><main>${body}</main></body></html>`,
    url: 'https://harbour.test/lamp',
    statusCode: null,
    charset: null,
    charsetSource: null,
    frames: [],
    options: { formats: ['markdown', 'text', 'html'], ...options },
  })
}
const codesOf = ({ warnings }: ExtractedPage): string[] => warnings.map(({ code }) => code)
const FROM_JSON_LD = 'content_from_json_ld'

test('description, price and properties stand below what the page shows', () => {
  const page = extracted('<h1>Storm lamp</h1><p>Free delivery in the whole harbour.</p>')
  assert.equal(
    page.data.markdown,
    '# Storm lamp\n\nFree delivery in the whole harbour.\n\nBurns in **any** wind & rain.\n\nTry\n\n- **Price:** 19.90 EUR, in stock\n- **Brand:** Hay \\<Forge>',
  )
  assert.equal(/steal|Secret/.test(`${page.data.text} ${page.data.html}`), false)
  assert.match(page.data.text ?? '', /Burns in any wind & rain/)
  assert.ok(codesOf(page).includes(FROM_JSON_LD))
  assert.ok(page.data.mainContent.ratio <= 1)
})

test('what is shown is not said again', () => {
  const page = extracted('<h1>Storm lamp</h1><p>Only 19.90 EUR, in stock.</p>')
  assert.deepEqual((page.data.markdown ?? '').match(/Burns|19\.90|Brand|Storm lamp/g), [
    'Storm lamp',
    '19.90',
    'Burns',
    'Brand',
  ])
})

const AS_SHOWN: readonly [name: string, page: () => ExtractedPage][] = [
  [
    'a page with a text of its own',
    () =>
      extracted(
        `<h1>Storm lamp</h1>${'<p>We have made lamps for the boats of this coast since the last keeper left the tower.</p>'.repeat(15)}`,
      ),
  ],
  [
    'a page with the description',
    () => extracted('<h1>Storm lamp</h1><p>Burns in any wind and rain. Try.</p>'),
  ],
  [
    'a list of products',
    () => extracted('<h1>Lamps</h1><p>Two lamps.</p>', [LAMP, { ...LAMP, name: 'Deck lamp' }]),
  ],
  [
    'all that a reader sees',
    () => extracted('<h1>Storm lamp</h1><p>Soon.</p>', [LAMP], { mainContent: 'full' }),
  ],
  [
    'a selector',
    () => extracted('<h1>Storm lamp</h1><p>Soon.</p>', [LAMP], { mainContent: 'selector', include: ['p'] }),
  ],
]
for (const [name, page] of AS_SHOWN)
  test(`as it shows: ${name}`, () => {
    const answer = page()
    assert.equal(codesOf(answer).includes(FROM_JSON_LD), false)
    assert.equal(answer.data.markdown?.includes('19.90'), false)
  })
