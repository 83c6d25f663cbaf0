import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { plainText } from '#extractors/markdown/serialize/plain-text.ts'
import { mainContent, wholePage } from './choose-content.ts'

const NO_HINTS = { title: null, description: null, url: null, ogType: null, jsonLdTypes: [] }
const HEAD =
  '<header><a href="/">Fern Tools</a><nav><a href="/a">Axes</a> <a href="/s">Saws</a></nav></header>'
const FOOT =
  '<footer><p>© 2026 Fern Tools. All rights reserved. We love letters. Write to us at any time.</p></footer>'
const textOf = (main: string, around = true): string => {
  const html = around ? `<body>${HEAD}${main}${FOOT}</body>` : main
  const { roots, skipInText, title } = mainContent(parseHtml(html), NO_HINTS)
  return plainText([...(title === null ? [] : [title]), ...roots], skipInText)
}

test('content without prose beats the footer', () => {
  const pages: Record<string, [string, RegExp[]]> = {
    product: [
      '<main><h1>Hand axe</h1><p>€ 49.90</p><dl><dt>Weight</dt><dd>900 g</dd><dt>Handle</dt><dd>Ash</dd></dl></main>',
      [/49\.90/, /900 g/],
    ],
    reference: [
      '<main><h1>split(text)</h1><pre><code>split("a b")</code></pre><table><tr><th>Name</th><th>Type</th></tr><tr><td>text</td><td>string</td></tr></table></main>',
      [/split\("a b"\)/, /string/],
    ],
    contact: ['<main><h1>Visit</h1><p>Mill Lane 4, Hay</p><p>+44 20 7946 0018</p></main>', [/7946 0018/]],
    links: [
      `<main><h1>Harbours</h1><table>${Array.from({ length: 9 }, (_, n) => `<tr><td><a href="/${n}">Harbour ${n}</a></td></tr>`).join('')}</table></main>`,
      [/Harbour 0/, /Harbour 8/],
    ],
    questions: [
      '<main><h1>Questions</h1><h2><button aria-controls="a1">Is it sharp?</button></h2><div id="a1" hidden><p>Very.</p></div></main>',
      [/Is it sharp\?/, /Very\./],
    ],
  }
  for (const [name, [main, wanted]] of Object.entries(pages)) {
    const text = textOf(main)
    for (const words of wanted) assert.match(text, words, name)
    assert.doesNotMatch(text, /rights reserved|Saws/, name)
  }
})

test('hidden text is content only where something opens it', () => {
  const prose = '<p>The harbour walk is three kilometres long and open all year, rain or shine.</p>'
  const hidden = '<p>The quay is closed while the ferry turns, for some ten minutes.</p>'
  const shown = (part: string): string => textOf(`<main><h1>Harbour</h1>${prose.repeat(40)}${part}</main>`)
  const opened: Record<string, string> = {
    details: `<details><summary>When?</summary><div hidden>${hidden}</div></details>`,
    'the head of an accordion': `<h3><button>When?</button></h3><div style="display:none">${hidden}</div>`,
    'a head that says so': `<div aria-expanded="false">When?</div><div style="display:none">${hidden}</div>`,
    'a slide': `<div class="slick-slide" aria-hidden="true">${hidden}</div>`,
  }
  for (const [name, part] of Object.entries(opened)) assert.match(shown(part), /ferry turns/, name)
  const closed: Record<string, string> = {
    alone: `<div style="display:none">${hidden}</div>`,
    'behind a heading': `<h3>When?</h3><div style="display:none">${hidden}</div>`,
    'after a button and a text of its own': `<button>When?</button><p>Often.</p><div hidden>${hidden}</div>`,
  }
  for (const [name, part] of Object.entries(closed)) {
    assert.match(shown(part), /harbour walk/, name)
    assert.doesNotMatch(shown(part), /ferry turns/, name)
  }
})

test('prices of a sale that are hidden from screen readers stay where a text beside them says them', () => {
  const sale = `<li><h3>Hand axe</h3><span class="price"><del aria-hidden="true"><span>€ 49.90</span></del>
    <span class="screen-reader-text">It cost € 49.90.</span> <ins aria-hidden="true"><span>€ 39.90</span></ins>
    <span class="screen-reader-text">It costs € 39.90.</span> <i aria-hidden="true">star</i></span></li>`
  const text = textOf(`<main><h1>Axes</h1><ul>${sale.repeat(12)}</ul></main>`)
  assert.match(text, /€ 49\.90\s+€ 39\.90/)
  assert.doesNotMatch(text, /It costs?|star/)
  const formula = '<p>So <span>E<span aria-hidden="true">E = 2</span></span> holds.</p>'
  assert.doesNotMatch(textOf(`<main><h1>Energy</h1>${formula}</main>`), /E = 2/)
})

test('a hidden part with the title, or with most of the main part, is shown by a script', () => {
  const prose = '<p>The harbour walk is three kilometres long and open all year, rain or shine.</p>'.repeat(
    10,
  )
  const beside = `<div><p>Elsewhere in town there is more to see than anybody has time for.</p></div>`.repeat(
    20,
  )
  const parts = [
    `<div style="display:none"><h1>Harbour walk</h1>${prose}</div>${beside}`,
    `<main><h1>Harbour walk</h1><div style="display:none">${prose}</div></main>${beside}`,
  ]
  for (const part of parts) assert.match(textOf(part), /rain or shine/)
})

test('in a forum the answers are content, also where the page describes its question', () => {
  const question = 'Which of the two ferries takes bicycles on a Sunday morning in the winter season?'
  const answer =
    'The small one does, as far as I know, and nobody asks for a ticket. I took it last week with two bicycles and a trailer, and there was room for more. Mind the ramp at low tide. '
  const post = (name: string, text: string): string =>
    `<div class="post"><div class="post-author">${name}</div><div class="post-body"><p>${text}</p></div>
    <div class="signature"><p>Sailing since 1999, and never without a good bicycle on board, as my old friends know.</p></div></div>`
  const html = `<title>Bicycles</title><body>${HEAD}<main><h1>Bicycles on ferries</h1>
    <div class="question">${post('Ada', `${question} I have to be there at nine.`)}</div>
    <div class="answers">${['Bo', 'Cy', 'Di', 'Ed', 'Fi', 'Gus'].map((name) => post(name, answer.repeat(3))).join('')}</div></main>${FOOT}</body>`
  const { roots, skipInText, found } = mainContent(parseHtml(html), {
    title: 'Bicycles on ferries',
    description: question,
    url: 'https://forum.test/forum/viewtopic.php?t=12345',
    ogType: null,
    jsonLdTypes: ['DiscussionForumPosting', 'QAPage'],
  })
  assert.equal(found?.kind?.name, 'forum')
  const text = plainText(roots, skipInText)
  assert.match(text, /bicycles on a Sunday/)
  assert.match(text, /Mind the ramp/)
  assert.doesNotMatch(text, /Sailing since/)
})

test('posts that are named as comments are content where the page has nothing else, and below an article they are not', () => {
  const posts = [
    'The handle of my axe came loose over the winter.',
    'Put it in linseed oil overnight.',
    'Or drive in a new wedge.',
  ]
    .map((text) => `<div class="comment" itemprop="comment"><p>${text} It helped me as well.</p></div>`)
    .join('')
  assert.match(
    textOf(`<div id="discussion"><h1>Loose handle</h1>${posts}</div>`),
    /winter[^]+linseed[^]+wedge/,
  )
  const article =
    '<article><h1>Handles</h1><p>A handle of ash lasts a life, if it is oiled before each winter.</p></article>'
  const below = textOf(`${article}<div id="comments">${posts}</div>`)
  assert.match(below, /lasts a life/)
  assert.doesNotMatch(below, /linseed/)
})

test('an address of a short page is content, the name of an author is not', () => {
  const page = (address: string): string =>
    `<main><h1>Contact</h1><address>${address}</address><p>We are open from nine to five on all days but Sundays.</p></main>`
  assert.match(textOf(page('Acme Ltd.<br>12 High Street<br>Hay HR3 5AA')), /12 High Street/)
  assert.doesNotMatch(textOf(page('<a rel="author" href="/ada">Ada Smith</a>')), /Ada/)
})

test('an article under longer navigation is found, and its comments are not', () => {
  const links = Array.from({ length: 60 }, (_, n) => `<li><a href="/${n}">Section ${n}</a></li>`).join('')
  const prose = Array.from(
    { length: 12 },
    (_, n) =>
      `<p>On day ${n} the ferry left the quay at six, and nobody who had come to see it was sorry, because the sea was calm.</p>`,
  ).join('')
  const html = `<body><nav><ul>${links}</ul></nav><article><h1>Ferry</h1>${prose}</article>
    <div id="comments"><h2>Comments</h2><p>I was there and it was cold.</p></div>${FOOT}</body>`
  const { roots, skipInText, found, visibleChars } = mainContent(parseHtml(html), NO_HINTS)
  const text = plainText(roots, skipInText)
  for (let n = 0; n < 12; n += 1) assert.match(text, new RegExp(`On day ${n} the ferry`))
  assert.doesNotMatch(text, /Section 5|it was cold|rights reserved/)
  assert.ok(found !== null && visibleChars > 1_000)
  const { share, byReason } = found.removed
  assert.ok(share > 0 && share < 1)
  assert.ok((byReason.navigation ?? 0) > 0 && (byReason.footer ?? 0) > 0)
  const parts = Object.values(byReason).reduce((sum, part) => sum + part, 0)
  assert.ok(Math.abs(parts - share) < 0.01, `${parts} of ${share}`)
  const trace = found.trace()
  assert.ok(trace.some((line) => /^\+ \d\.\d\d .*\| On day 0/.test(line)))
  assert.ok(trace.some((line) => /^- \d\.\d\d .*\(footer\).*rights reserved/.test(line)))
})

const PROSE =
  '<p>The harbour walk is three kilometres long and open all year, rain or shine, for all who like to walk.</p>'

test('what a class calls a caption is one beside a picture, and text where most of the content is called so', () => {
  const card = (n: number): string =>
    `<div class="card"><img src="/${n}.png"><div class="caption"><h3>Hand axe ${n}</h3><p>Forged in ${1900 + n} of one piece of steel.</p></div></div>`
  const cards = `<main><h1>Axes</h1>${Array.from({ length: 12 }, (_, n) => card(n)).join('')}</main>`
  assert.match(textOf(cards), /Hand axe 3[^]*Forged in 1903/)
  const picture = '<div><img src="/ferry.png"><p class="wp-caption">The ferry at the quay</p></div>'
  const article = textOf(`<main><h1>Harbour</h1>${PROSE.repeat(20)}${picture}${PROSE.repeat(20)}</main>`)
  assert.match(article, /rain or shine/)
  assert.doesNotMatch(article, /ferry at the quay/)
  const figure = '<figure><img src="/ferry.png"><figcaption>The ferry at the quay</figcaption></figure>'
  assert.doesNotMatch(textOf(`<main><h1>Harbour</h1><p>Open.</p>${figure}</main>`), /ferry at the quay/)
})

test('a heading without text is left out, and a list of such headings is content', () => {
  const item = (name: string): string => `<li><h4><a href="/${name}">${name} of the valley</a></h4></li>`
  const shown = (part: string): string => textOf(`<main><h1>Harbour</h1>${PROSE.repeat(20)}${part}</main>`)
  const listed = shown(`<ul>${['Mill', 'Quay', 'Ford', 'Pier'].map(item).join('')}</ul>${PROSE.repeat(20)}`)
  for (const name of ['Mill', 'Quay', 'Ford', 'Pier'])
    assert.match(listed, new RegExp(`${name} of the valley`))
  const alone = shown(`<h2>Letters to us</h2><h2>Ferries</h2>${PROSE.repeat(20)}`)
  assert.match(alone, /Ferries/)
  assert.doesNotMatch(alone, /Letters to us/)
})

test('what customers say of a product is no content, and a page of another kind keeps its reviews', () => {
  const review = (name: string): string =>
    `<div class="review"><h4>${name}</h4><p>I split birch with it all winter, and it never once got stuck. The parcel came late, but they answered the phone.</p></div>`
  const reviews = ['Ada', 'Bo', 'Cy', 'Di', 'Ed'].map(review).join('')
  const shop = `<p class="price">€ 49.90</p>
    <form><select name="handle"><option>Ash</option></select><button>Add to cart</button></form>`
  const page = (
    name: string,
    sold: string,
  ): string => `<title>Hand axe</title><body>${HEAD}<main class="${name}"><h1>Hand axe</h1>${sold}
    <div class="${name}-description"><p>${'The head is forged of one piece of steel, and the handle is of ash from our own wood. '.repeat(12)}</p></div>
    <dl><dt>Weight</dt><dd>900 g</dd><dt>Handle</dt><dd>Ash, 60 cm</dd></dl>
    <section class="reviews"><h2>Customer reviews</h2>${reviews}</section></main>${FOOT}</body>`
  const read = (url: string, type: string, html: string) => {
    const hints = {
      title: 'Hand axe',
      description: null,
      url,
      ogType: type.toLowerCase(),
      jsonLdTypes: [type],
    }
    const { roots, skipInText, found } = mainContent(parseHtml(html), hints)
    return { kind: found?.kind?.name, text: plainText(roots, skipInText) }
  }
  const product = read('https://shop.test/products/hand-axe', 'Product', page('product', shop))
  assert.equal(product.kind, 'product')
  assert.match(product.text, /one piece of steel/)
  assert.doesNotMatch(product.text, /split birch|Customer reviews/)
  const article = read('https://news.test/2026/05/hand-axe', 'NewsArticle', page('story', ''))
  assert.equal(article.kind, 'article')
  assert.match(article.text, /split birch/)
})

test('on a page of cards a heading by itself is one', () => {
  const card = (name: string, about: string, wide = ''): string =>
    `<li class="product"><h3${wide}><a href="/products/${name}">${name} axe</a></h3>${about}</li>`
  const about =
    '<a href="/p"><img src="/axe.png" alt=""></a><p>Forged of one piece of steel in our yard.</p><span class="price">€ 49.90</span>'
  const cards = Array.from({ length: 36 }, (_, n) => card(`Valley${n}`, about)).join('')
  const html = `<title>Axes</title><body>${HEAD}<main><h1>Axes</h1><div class="sort">36 products</div>
    <ul class="products grid">${card('Felling', '', ' class="wide"')}${cards}</ul></main>${FOOT}</body>`
  const { roots, skipInText } = mainContent(parseHtml(html), {
    title: 'Axes',
    description: null,
    url: 'https://shop.test/collections/axes',
    ogType: 'website',
    jsonLdTypes: [],
  })
  assert.match(plainText(roots, skipInText), /Felling axe[^]*Valley0 axe/)
})

test('the whole page has all that a reader sees, words on buttons and captions too, and nothing hidden', () => {
  const words = [
    'nav',
    'aside',
    'form',
    'footer',
    'header',
    'button',
    'label',
    'figcaption',
    'td',
    'dt',
    'summary',
  ]
  const shown = words.map((name) => `<${name}>seen ${name}</${name}>`).join('')
  const document = parseHtml(
    `<body><table><tr><td>cell</td></tr></table>${shown}<p hidden>never a</p><div style="display: none">never b</div><dialog>never c</dialog><dialog open>seen dialog</dialog></body>`,
  )
  const { roots, skipInText } = wholePage(document)
  const text = plainText(roots, skipInText, true)
  for (const name of [...words, 'dialog']) assert.match(text, new RegExp(`seen ${name}`))
  assert.doesNotMatch(text, /never/)
})

test('a page without a block, or with text in its root alone, is content', () => {
  for (const html of ['just words', '<b>just</b> words', '<span>just words</span>'])
    assert.equal(textOf(html, false), 'just words')
  assert.equal(textOf('', false), '')
})
