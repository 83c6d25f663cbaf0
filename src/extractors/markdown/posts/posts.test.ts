// Threads as lists of posts: by the marks of schema.org, by JSON-LD, by parts that repeat; nothing else is a thread.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractHtml } from '#test/support/extract/extract-html.ts'
import { extractPage } from '#extractors/markdown/extract-page.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { findPosts, MAX_POSTS, type Posts } from './find-posts.ts'

const postsOf = (html: string, isForum = true, base = 'https://harbour.test/t/7'): Posts | null =>
  findPosts(parseHtml(html), isForum, {
    base,
    links: 'inline',
    images: 'keep',
    dataUrls: false,
    gfm: true,
    skip: () => false,
  })

test('posts that schema.org marks, the first of them in the thread itself', () => {
  const html = `<article itemscope itemtype="https://schema.org/DiscussionForumPosting">
    <h1 itemprop="headline">When is high tide?</h1>
    <div itemprop="author" itemscope itemtype="https://schema.org/Person"><a itemprop="url" href="/u/ada"><span itemprop="name">Ada</span></a></div>
    <time itemprop="datePublished" datetime="2024-05-01T10:00:00Z">1 May</time>
    <div itemprop="text"><p>Is it at <b>noon</b>?</p></div>
    <div itemprop="comment" itemscope itemtype="https://schema.org/Comment">
      <a itemprop="url" href="#p2">#2</a><span itemprop="author">Bo</span>
      <time itemprop="dateCreated" datetime="2024-05-02">yesterday</time>
      <div itemprop="text">At two.<div class="signature">Bo, sailor</div></div>
    </div></article>`
  assert.deepEqual(postsOf(html, false), {
    total: 2,
    items: [
      { author: 'Ada', publishedAt: '2024-05-01T10:00:00Z', url: null, markdown: 'Is it at **noon**?' },
      { author: 'Bo', publishedAt: '2024-05-02', url: 'https://harbour.test/t/7#p2', markdown: 'At two.' },
    ],
  })
})

const post = (id: number, name: string, time: string, text: string): string =>
  `<div class="post bg${id % 2}" id="p${id}"><dl class="profile"><dt><a href="./memberlist.php?u=${id}">${name}</a></dt>
   <dd>Joined: 4 May 2001</dd><dd>Posts: 7,912</dd></dl>
   <div class="postbody"><p class="head">by <b>${name}</b> » ${time}</p><div class="content">${text}</div>
   <div class="signature">Sail on</div></div></div>`

test('posts by their shape: parts that repeat with an author, a time and a text', () => {
  const thread =
    post(1, 'Ada', '1 May 2024', 'When is <i>high</i> tide?') + post(2, 'Bo', 'yesterday, 10:15', 'At two.')
  const later = post(3, 'Cy', '3 May 2024', 'At <a href="/three">three</a>.')
  assert.deepEqual(postsOf(`<main>${thread}${later}</main>`), {
    total: 3,
    items: [
      { author: 'Ada', publishedAt: '2024-05-01', url: null, markdown: 'When is *high* tide?' },
      { author: 'Bo', publishedAt: null, url: null, markdown: 'At two.' },
      {
        author: 'Cy',
        publishedAt: '2024-05-03',
        url: null,
        markdown: 'At [three](https://harbour.test/three).',
      },
    ],
  })
  // On a page of news they are comments, even where its address says nothing.
  const article = `<p>${'The harbour was closed on Monday, and nobody says why. '.repeat(20)}</p>`
  assert.equal(
    postsOf(`<main>${article}${thread}${later}</main>`, false, 'https://harbour.test/news/7'),
    null,
  )
})

test('a question with answers that only the JSON-LD has', () => {
  const ld = {
    '@type': 'QAPage',
    mainEntity: {
      '@type': 'Question',
      text: 'High tide?\nToday?',
      author: { '@type': 'Person', name: 'Ada' },
      dateCreated: '2024-05-01',
      suggestedAnswer: [
        { '@type': 'Answer', text: '<p>At <b>two</b>.</p>', author: [{ name: 'Bo' }], url: '/t/7#2' },
      ],
    },
  }
  const html = `<script type="application/ld+json">${JSON.stringify(ld)}</script><p>Loading</p>`
  assert.deepEqual(postsOf(html, false), {
    total: 2,
    items: [
      { author: 'Ada', publishedAt: '2024-05-01', url: null, markdown: 'High tide?  \nToday?' },
      { author: 'Bo', publishedAt: null, url: 'https://harbour.test/t/7#2', markdown: 'At **two**.' },
    ],
  })
})

test('frequent questions, comments below an article and lists of articles are no thread', () => {
  const question = (name: string): string =>
    `<div itemscope itemtype="https://schema.org/Question"><h3 itemprop="name">${name}</h3>
     <div itemscope itemtype="https://schema.org/Answer"><p itemprop="text">Yes.</p></div></div>`
  assert.equal(postsOf(question('Open?') + question('Dogs?'), false), null)
  const comment = `<div itemscope itemtype="https://schema.org/Comment"><b itemprop="author">Bo</b><p itemprop="text">Nice.</p></div>`
  assert.equal(postsOf(`<article><p>A walk.</p></article>${comment}${comment}`, false), null)
  const card = `<article class="card"><a href="/author/ada">Ada</a><time>1 May 2024</time><p>A walk along the pier.</p></article>`
  assert.equal(postsOf(card.repeat(5), false), null)
  assert.equal(postsOf('<p>Nothing.</p>'), null)
})

test('a thread that is too long says how many posts it has', () => {
  const comment = `<div itemscope itemtype="https://schema.org/DiscussionForumPosting"><b itemprop="author">Bo</b><p itemprop="text">Nice.</p></div>`
  const html = comment.repeat(MAX_POSTS + 1)
  assert.equal(postsOf(html)?.items.length, MAX_POSTS)
  const { data, warnings } = extractPage({
    html,
    url: null,
    statusCode: null,
    charset: null,
    charsetSource: null,
    frames: [],
    options: { formats: ['posts'] },
  })
  assert.equal(data.posts?.length, MAX_POSTS)
  assert.deepEqual(
    warnings.filter(({ pointer }) => pointer === '/posts').map(({ code }) => code),
    ['cut'],
  )
})

test('a thread is by who began it, on the day of the first post', () => {
  const texts = [
    'When is high tide here?',
    'At two, as every day.',
    'It depends on the moon.',
    'Thank you both.',
  ]
  const posts = texts.map((text, n) =>
    post(n + 1, n % 3 === 0 ? 'Ada' : `Sailor ${n}`, `${n + 1} May 2024`, `<p>${`${text} `.repeat(8)}</p>`),
  )
  const html = `<html lang="en"><head><title>High tide - Harbour forum</title><meta name="author" content="Harbour forum"></head>
    <body><main id="page-body"><h2 class="topic-title"><a href="./viewtopic.php?t=7">High tide</a></h2>
    ${posts.join('\n')}<a href="./posting.php?mode=reply&amp;t=7">Post Reply</a></main></body></html>`
  const { data } = extractHtml(html, 'https://harbour.test/viewtopic.php?t=7', {
    formats: ['markdown'],
    frontMatter: true,
  })
  assert.equal(data.kind?.name, 'forum')
  assert.deepEqual([data.byline, data.publishedAt], ['Ada', '2024-05-01'])
  assert.match(data.markdown ?? '', /^---\n[^]*Ada[^]*2024-05-01[^]*\n---/)
})

test('chunks of a thread say whose posts they hold, and their text stays as it is', () => {
  const long = 'The tide tables of the harbour office are printed in March and hold for the year.'
  const thread =
    post(1, 'Ada', '1 May 2024', `<p>When is <i>high</i> tide? ${long}</p><p>Thanks!</p>`) +
    post(
      2,
      'Bo',
      'yesterday, 10:15',
      `<blockquote><p>${long}</p></blockquote><p>At two, as <a href="/t">they say</a>.</p>`,
    ) +
    post(3, 'Cy', '3 May 2024', `<p>At three. ${long.toUpperCase()}</p><p>${long} ${long}</p>`)
  const html = `<title>Tides</title><main><h1>Tides in the harbour</h1>${thread}</main>`
  const chunksOf = (maxTokens: number, text = html) =>
    extractHtml(text, 'https://harbour.test/t/7', { formats: ['chunks'], chunk: { maxTokens } }).data
      .chunks ?? []
  const [ada, bo, cy] = [
    { author: 'Ada', publishedAt: '2024-05-01', url: null },
    { author: 'Bo', publishedAt: null, url: null },
    { author: 'Cy', publishedAt: '2024-05-03', url: null },
  ]
  assert.deepEqual(
    chunksOf(2_000).map(({ posts }) => posts),
    [[ada, bo, cy]],
  )
  const small = chunksOf(30)
  assert.ok(small.length > 4)
  for (const { text, posts } of small) {
    const names = posts?.map(({ author }) => author)
    if (/high\* tide|Thanks/.test(text)) assert.ok(names?.includes('Ada'), text)
    if (/they say/.test(text)) assert.ok(names?.includes('Bo'), text)
    if (/TIDE TABLES/.test(text)) assert.deepEqual(names, ['Cy'], text)
  }
  assert.deepEqual(small.at(-1)?.posts, [cy])
  assert.ok(chunksOf(50, `<main><h1>Walks</h1><p>${long}</p></main>`).every((chunk) => !('posts' in chunk)))
})
