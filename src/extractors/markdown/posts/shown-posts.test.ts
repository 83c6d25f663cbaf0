// Posts that nothing marks, in the shapes that forums have: rows, terms, replies in replies; and what is no thread.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { findPosts } from './find-posts.ts'

type Given = readonly (readonly [
  author: string | null,
  day: string | null,
  url: string | null,
  markdown: string,
])[]

function postsOf(html: string, isForum = true, path = 't/7'): Given | null {
  const found = findPosts(parseHtml(`<html lang="en"><body>${html}</body></html>`), isForum, {
    base: `https://harbour.test/${path}`,
    links: 'inline',
    images: 'keep',
    dataUrls: false,
    gfm: true,
    skip: () => false,
  })
  return (
    found?.items.map(({ author, publishedAt, url, markdown }) => [author, publishedAt, url, markdown]) ?? null
  )
}

const at = (path: string): string => `https://harbour.test/${path}`

test('terms and meanings without any class, on a page that looks like nothing', () => {
  const post = (n: number, name: string, day: number, text: string): string =>
    `<dt>${n}: <b>${name}</b>: 2024/05/0${day} 11:42<dd>${text}<br><br>`
  const html = `<dl>${post(1, 'Ada', 1, 'When is high tide?')}${post(2, 'Bo', 2, 'At two.')}${post(3, 'Ada', 3, 'Thanks!')}</dl><textarea></textarea>`
  assert.deepEqual(postsOf(html, false, 'board/read.cgi/7'), [
    ['Ada', '2024-05-01', null, 'When is high tide?'],
    ['Bo', '2024-05-02', null, 'At two.'],
    ['Ada', '2024-05-03', null, 'Thanks!'],
  ])
})

test('posts in two rows each, with the address behind a sign', () => {
  const post = (n: number, name: string, text: string): string =>
    `<tr><td><span class="name"><a name="p${n}0"></a><b>${name}</b></span></td><td><a href="view.php?p=${n}0#p${n}0"><img src="i.gif" alt=""></a>Posted: Mon May 0${n}, 2024 9:17</td></tr>
     <tr><td>Joined: 03 Feb 2004</td><td><div class="postbody">${text}</div></td></tr>`
  assert.deepEqual(
    postsOf(`<table>${post(1, 'Ada', 'When is high tide?')}${post(2, 'Bo', 'At two.')}</table>`),
    [
      ['Ada', '2024-05-01', at('t/view.php?p=10#p10'), 'When is high tide?'],
      ['Bo', '2024-05-02', at('t/view.php?p=20#p20'), 'At two.'],
    ],
  )
})

test('replies in replies are posts of their own, and the first post stands in another frame', () => {
  const reply = (n: number, name: string, text: string, inner = ''): string =>
    `<div class="comment"><p class="tagline"><a class="author" href="/user/${name}">${name}</a> <time datetime="2024-05-0${n}T10:00:00Z">a day ago</time></p>
     <div class="md"><p>${text}</p></div><ul><li><a class="bylink" href="/c/${n}">permalink</a></li></ul>${inner}</div>`
  const html = `<div id="top"><p>submitted <time datetime="2024-05-01T10:00:00Z">3 days ago</time> by <a class="author" href="/user/Ada">Ada</a></p><div class="md"><p>When is high tide?</p></div></div>
    <div id="area">${reply(2, 'Bo', 'At two.', `<div class="child">${reply(3, 'Cy', 'No, at three.')}</div>`)}${reply(4, 'Di', 'It varies.')}</div>`
  assert.deepEqual(postsOf(html), [
    ['Ada', '2024-05-01T10:00:00Z', null, 'When is high tide?'],
    ['Bo', '2024-05-02T10:00:00Z', at('c/2'), 'At two.'],
    ['Cy', '2024-05-03T10:00:00Z', at('c/3'), 'No, at three.'],
    ['Di', '2024-05-04T10:00:00Z', at('c/4'), 'It varies.'],
  ])
})

const page = (bodies: readonly string[], element = 'div'): string =>
  bodies
    .map(
      (body, n) =>
        `<div class="post"><a class="username" href="/u/${n}">Sailor ${n}</a> <a href="#p${n}">#${n + 1}</a> <span class="date">${n + 1} May 2024</span><${element} class="post-content">${body}</${element}></div>`,
    )
    .join('')
const texts = (html: string): readonly string[] => postsOf(html)?.map(([, , , markdown]) => markdown) ?? []

test('a quotation is one with the words that say whose it is; a body that is a blockquote is none', () => {
  const quoted = '<p>Ada wrote:</p><blockquote>At two.</blockquote><p>Are you sure?</p>'
  const boxed = '<div class="quoteheader">Quote from: Ada</div><div class="quote">At two.</div>Sure.'
  assert.deepEqual(texts(page([quoted, boxed])), [
    '> Ada wrote:\n>\n> At two.\n\nAre you sure?',
    '> Quote from: Ada\n>\n> At two.\n\nSure.',
  ])
  assert.deepEqual(texts(page(['At two.', 'At three.'], 'blockquote')), ['At two.', 'At three.'])
})

test('notes of edits, buttons and signatures are left out, what an author says of an edit stays', () => {
  const noted = 'At two.<div>Last edited by Ada on 3 May 2024</div><a href="#">Expand</a>'
  const own = '<p>Edited to add: it was windy.</p><div class="signature">Sail on</div>'
  assert.deepEqual(texts(page([noted, own])), ['At two.', 'Edited to add: it was windy.'])
})

test('a sentence that begins like a note of an edit stays, and so does what follows a line of the author', () => {
  const edited = '<p>Edited by Ada Smith, this atlas of the coast is still the best.</p>'
  const drawn = 'Two harbours:<br>____________<br>North and south.'
  const signed = 'At two.<br>_________________<br>Sail on'
  assert.deepEqual(
    texts(page([edited, drawn, signed])).map((text) => /atlas|North|Sail/.exec(text)?.[0] ?? null),
    ['atlas', 'North', null],
  )
})

test('a post that is a picture, and one that is a sign', () => {
  assert.deepEqual(texts(page(['<img src="/tide.png" alt="">', '👍', 'At two.'])), [
    '![](https://harbour.test/tide.png)',
    '👍',
    'At two.',
  ])
})

test('no thread: topics, news, an article with comments, reviews, frequent questions', () => {
  const rows = (n: number, row: (n: number) => string): string =>
    Array.from({ length: n }, (_, i) => row(i + 1)).join('')
  const author = (n: number): string =>
    `<a class="author" href="/u/${n}">Sailor ${n}</a> <time datetime="2024-05-0${n}">${n} May</time>`
  const topics = rows(
    5,
    (n) =>
      `<li class="row"><h3><a href="/t/${n}">Where is pier ${n}?</a></h3>${author(n)}<p>3 replies</p></li>`,
  )
  assert.equal(postsOf(`<ul>${topics}</ul>`), null)
  const board = rows(
    5,
    (n) =>
      `<li class="row"><div><a href="/f/${n}">Harbour ${n}</a><br>All about it</div><div>${author(n)}</div></li>`,
  )
  assert.equal(postsOf(`<ul>${board}</ul>`), null)
  const comment = (n: number): string =>
    `<li class="comment">${author(n)}<div class="comment-text">I was there, number ${n}.</div><a href="#reply">Reply</a></li>`
  const article = `<article>${author(9)}<div class="entry-content">${'<p>A walk along the pier in the rain, with a dog and two umbrellas, and some words about it that are many.</p>'.repeat(9)}</div></article>`
  assert.equal(
    postsOf(
      `${article}<ol class="comments">${rows(4, comment)}</ol><textarea></textarea>`,
      false,
      'walks/pier',
    ),
    null,
  )
  const review = (n: number): string =>
    `<div class="review">${author(n)}<span class="rating">★★★</span><p class="review-body">It kept me dry, more or less.</p><a href="#reply">Reply</a></div>`
  assert.equal(postsOf(`<p>A coat.</p>${rows(4, review)}`, false, 'coats/3'), null)
  const question = (n: number): string =>
    `<div class="item"><h3>Open in ${2020 + n}?</h3><p><b>Yes ${n}</b>, since 4 May 202${n}, and on most days of the week.</p></div>`
  assert.equal(postsOf(rows(4, question), false, 'help'), null)
})
