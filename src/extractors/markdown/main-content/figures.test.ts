// The figures of an article are kept with their captions, wherever in it they stand; those that lead elsewhere are not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractHtml } from '#test/support/extract/extract-html.ts'

const paragraph = (at: number): string =>
  `<p>The crane at quay ${at} lifted its last load of timber in the spring, and the men who worked it came to watch, as they had on the day when it was built by their fathers.</p>`
const PROSE = Array.from({ length: 6 }, (_, at) => paragraph(at)).join('')

/** The Markdown of an article in whose text `figure` stands, with a standfirst above and paragraphs below. */
function written(figure: string): string {
  const { data } = extractHtml(
    `<html><head><title>The last load</title></head><body><nav><a href="/">Harbour</a> <a href="/news">News</a></nav>
      <article><h1>The last load</h1><p class="standfirst">An era of the harbour ends, after ninety-one years.</p>${figure}<div class="story">${PROSE}${figure.replaceAll('.jpg', '-2.jpg')}${PROSE}</div></article>
      <footer>Harbour office, closed on Sundays</footer></body></html>`,
    'https://harbour.test/news/last-load',
  )
  return data.markdown ?? ''
}

for (const [name, figure, caption] of [
  [
    'a short caption',
    '<figure><img src="/crane.jpg" alt="Crane"><figcaption>Photo: J. Berg</figcaption></figure>',
    'Photo: J. Berg',
  ],
  [
    'a linked picture',
    '<figure class="wp-caption"><a href="/crane.jpg"><img src="/crane.jpg" alt="Crane"></a><figcaption class="wp-caption-text">In 1932</figcaption></figure>',
    'In 1932',
  ],
  [
    'a hint how to see it larger',
    '<figure><div role="button" tabindex="0"><span class="ax">Press enter or click to view image in full size</span><picture><img src="/crane.jpg" alt="Crane"></picture></div></figure>',
    '',
  ],
] as const)
  test(`kept: ${name}`, () => {
    const markdown = written(figure)
    for (const src of ['crane.jpg', 'crane-2.jpg'])
      assert.ok(markdown.includes(`![Crane](https://harbour.test/${src})`), markdown)
    assert.equal(markdown.split(caption).length - 1, caption === '' ? markdown.length - 1 : 2)
    assert.doesNotMatch(markdown, /Press enter/)
  })

test('kept: a gallery, each picture with its caption', () => {
  const one = (name: string): string =>
    `<figure><img src="/${name}.jpg" alt="${name}"><figcaption>${name} quay</figcaption></figure>`
  const markdown = written(`<figure class="gallery">${one('North')}${one('South')}</figure>`)
  for (const name of ['North', 'South']) {
    assert.ok(markdown.includes(`![${name}](https://harbour.test/${name}-2.jpg)`), name)
    assert.ok(markdown.includes(`${name} quay`), name)
  }
})

test('not kept: cards of other pages', () => {
  const card = (name: string): string =>
    `<figure><a href="/${name}"><img src="/${name}.jpg" alt=""></a><figcaption><a href="/${name}">All about ${name}</a></figcaption></figure>`
  assert.doesNotMatch(written(`<div>${card('gulls')}${card('tides')}</div>`), /All about|gulls|tides/)
})
