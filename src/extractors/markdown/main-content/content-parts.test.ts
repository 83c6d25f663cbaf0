// Threads and references as their engines write them: short posts, short entries, and what stands around them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractHtml } from '#test/support/extract/extract-html.ts'

function markdownOf(html: string, url: string | null): string {
  const { data } = extractHtml(html, url)
  return data.markdown ?? ''
}

const PROSE = [
  'The first measurement was taken in spring, and it showed little change against the year before.',
  'When the pressure falls below that limit the valve closes, and the pump waits for the controller.',
  'Most people never need this, but those who do will find it behind the second tab of the settings.',
  'It was built by a small team over two winters, and volunteers have kept it running ever since.',
  'We tried it in rain and snow for six weeks, and found no rust on any of the screws in the frame.',
  'A longer cable helps only where the source is strong enough to feed it without too much of a loss.',
]
const paragraphs = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `<p>${PROSE[at % 6]} ${PROSE[(at + 2) % 6]} ${PROSE[(at + 3) % 6]}</p>`,
  ).join('')

const post = (id: number, name: string, body: string): string =>
  `<div id="p${id}" class="post has-profile"><div class="inner">
    <dl class="postprofile"><dt><a href="./memberlist.php?mode=viewprofile&u=${id}" class="username">${name}</a></dt>
      <dd class="profile-posts"><strong>Posts:</strong> 88</dd><dd class="profile-joined"><strong>Joined:</strong> Sun Feb 02, 2020 1:11 pm</dd></dl>
    <div class="postbody"><h3><a href="#p${id}">Re: Serial port hangs</a></h3>
      <p class="author">by <strong><a href="./memberlist.php?u=${id}" class="username">${name}</a></strong> » <time datetime="2026-02-0${id}T09:00:00Z">Feb 0${id}, 2026</time></p>
      <div class="content">${body}</div><div class="signature">Linux user since 1996</div></div>
    <div class="back2top"><a href="#top">Top</a></div></div></div>`

const board = (posts: string): string =>
  `<!doctype html><html><head><title>Serial port hangs - Serial Forums</title></head><body id="phpbb" class="section-viewtopic"><div id="wrap">
    <div id="page-header"><h1>Serial Forums</h1><ul class="nav-main"><li><a href="/faq">FAQ</a></li><li><a href="/login">Login</a></li></ul></div>
    <div id="page-body" role="main"><h2 class="topic-title"><a href="./viewtopic.php?t=9">Serial port hangs</a></h2>
      <div class="action-bar"><a href="./posting.php" class="button">Post Reply</a></div>${posts}
      <div class="online-list"><h3>Who is online</h3><p>Users browsing this forum: No registered users and 2 guests</p></div></div>
    <div id="page-footer"><div class="copyright">Powered by phpBB Forum Software</div></div></div></body></html>`

const thread = (question: string): string =>
  board(
    post(1, 'kjell', `After suspend the port blocks forever on read.${question}`) +
      post(
        2,
        'sato',
        'Set <b>autosuspend</b> to off:<div class="codebox"><p>Code: <a href="#">Select all</a></p><pre><code>echo on &gt; power/control</code></pre></div>',
      ) +
      post(3, 'kjell', 'Works, thank you.'),
  )

for (const [name, question] of [
  ['a short thread', ''],
  ['a long question with short answers', paragraphs(8)],
] as const)
  test(`${name}: every post whole, and nothing that stands around them`, () => {
    const markdown = markdownOf(thread(question), 'https://serial.test/viewtopic.php?t=9')
    assert.match(
      markdown,
      /blocks forever[^]*\*\*autosuspend\*\* to off:\n\n```\necho on > power\/control\n```[^]*Works, thank you\./,
    )
    assert.doesNotMatch(
      markdown,
      /Joined|Posts:|since 1996|Post Reply|Who is online|Powered by|Select all|FAQ/,
    )
  })

test('the answers of a thread are no comments of its question', () => {
  const comment = (id: number, name: string, text: string, type: string): string =>
    `<div itemprop="${id === 1 ? '' : 'comment'}" itemscope itemtype="https://schema.org/${type}" class="topic-body crawler-post">
      <span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">${name}</span></span>
      <time itemprop="datePublished" datetime="2026-03-0${id}T10:00:00Z">March ${id}</time><div class="post" itemprop="text"><p>${text}</p></div><div itemprop="interactionStatistic"><span class="post-likes">2 Likes</span></div></div>`
  const html = `<html><head><title>Backup fails - support</title><meta name="generator" content="Discourse 3.4.0"></head><body class="crawler"><header><a href="/">Meta</a></header>
    <div id="main-outlet" role="main"><h1><a href="/t/backup-fails/12">Backup fails</a></h1>
    ${comment(1, 'ola', 'Since the update my backups stop at 5 GB.', 'DiscussionForumPosting')}${comment(2, 'robin', 'You need multipart uploads.', 'Comment')}${comment(3, 'ola', 'That did it, thanks.', 'Comment')}
    <div class="more-topics__list"><h3>Related topics</h3><table><tr><td><a href="/t/restore/9">Restore takes a day</a></td><td>5</td></tr></table></div></div></body></html>`
  const markdown = markdownOf(html, 'https://meta.test/t/backup-fails/12')
  assert.match(markdown, /stop at 5 GB\.[^]*You need multipart uploads\.[^]*That did it, thanks\./)
  assert.doesNotMatch(markdown, /Related topics|Restore takes/)
})

test('the entries of a reference stay below a long introduction, with their examples', () => {
  const entry = (name: string): string =>
    `<details class="toggle method-toggle" open><summary><section id="method.${name}" class="method"><a class="src rightside" href="../src/lib.rs.html">Source</a><h4 class="code-header">pub fn <a href="#method.${name}" class="fn">${name}</a>(&amp;mut self, item: T) -&gt; Option&lt;T&gt;</h4></section></summary>
      <div class="docblock"><p>Does the ${name} of a ring.</p><h5 id="panics-${name}"><a class="doc-anchor" href="#panics-${name}">§</a>Panics</h5><p>If the slot of ${name} is borrowed.</p>
      <h5 id="ex-${name}"><a class="doc-anchor" href="#ex-${name}">§</a>Examples</h5><div class="example-wrap"><pre class="rust"><code>ring.${name}(1);</code></pre></div></div></details>`
  const names = ['push', 'pop', 'peek', 'clear', 'len', 'drain', 'extend', 'retain', 'rotate', 'split']
  const html = `<!doctype html><html lang="en"><head><meta name="generator" content="rustdoc"><title>Ring in ringo - Rust</title></head><body class="rustdoc struct">
    <nav class="sidebar"><h2><a href="../ringo/index.html">ringo</a></h2><ul class="block method">${names.map((name) => `<li><a href="#method.${name}">${name}</a></li>`).join('')}</ul></nav>
    <main><section id="main-content" class="content"><div class="main-heading"><h1>Struct <span class="struct">Ring</span></h1></div>
    <pre class="rust item-decl"><code>pub struct Ring&lt;T&gt; { /* private fields */ }</code></pre>
    <details class="toggle top-doc" open><summary class="hideme"><span>Expand description</span></summary><div class="docblock"><p>A ring buffer that overwrites its oldest element.</p>${paragraphs(6)}</div></details>
    <h2 id="implementations" class="section-header">Implementations<a href="#implementations" class="anchor">§</a></h2>
    <details class="toggle implementors-toggle" open><summary><section id="impl-Ring" class="impl"><a href="#impl-Ring" class="anchor">§</a><h3 class="code-header">impl&lt;T&gt; Ring&lt;T&gt;</h3></section></summary><div class="impl-items">${names.map(entry).join('')}</div></details></section></main></body></html>`
  const markdown = markdownOf(html, 'https://docs.test/ringo/struct.Ring.html')
  for (const name of names) {
    assert.ok(markdown.includes(`Does the ${name} of a ring.`), name)
    assert.ok(markdown.includes(`##### Panics\n\nIf the slot of ${name} is borrowed.`), name)
    assert.ok(markdown.includes(`##### Examples\n\n\`\`\`\nring.${name}(1);\n\`\`\``), name)
  }
  assert.match(markdown, /\n#### pub fn \[?push/)
  assert.doesNotMatch(markdown, /§/)
})

test('of a small page the footer is no content by whatever name, nor is a heading beside a date left out', () => {
  const release = (name: string, text: string): string =>
    `<section class="release"><div class="release__meta"><h2>${name}</h2><time>January 4</time></div><p>${text}</p></section>`
  const question =
    '<div class="tab-title" role="button" aria-controls="t1" aria-expanded="false"><a class="accordion-title">Can I cancel?</a></div><div id="t1"><p>Yes, at the end of any month.</p></div>'
  const prose = `<p>${PROSE[0]} ${PROSE[1]}</p><p>${PROSE[3]} ${PROSE[4]}</p>`
  const html = `<body><div class="page"><h1>Changelog</h1>${prose}${release('v2.4', 'Starts faster, and shows a dark theme at night.')}${release('v2.3', 'Filters can be saved, and lists have keys.')}${question}</div>
    <div data-part="footer" class="location-foot"><p>© 2026 FitBox OG, Graz. All rights reserved.</p><a href="/imprint">Imprint</a></div></body>`
  const markdown = markdownOf(html, 'https://fit.test/changelog')
  assert.match(markdown, /## v2\.4[^]*Starts faster[^]*## v2\.3[^]*Can I cancel\?[^]*any month/)
  assert.doesNotMatch(markdown, /FitBox|Imprint/)
})

test('a menu is navigation where it leads elsewhere, and content where it says what there is to eat', () => {
  const dish = (name: string, price: number): string =>
    `<div class="menu-item"><span class="menu-item-name">${name}</span> <span class="menu-item-price">€${price}</span></div>`
  const dishes = ['Leek soup', 'Skate wing', 'Rhubarb fool'].map((name, at) => dish(name, 7 + at)).join('')
  const html = `<body><div class="menu"><a href="/">Home</a> <a href="/book">Book</a></div><h1>Dinner</h1><p>${PROSE[0]}</p>
    <section class="menu">${dishes}</section><footer><p>The Salt Pan, Whitstable</p></footer></body>`
  for (const markdown of [markdownOf(html, 'https://salt.test/dinner'), markdownOf(html, null)]) {
    for (const name of ['Leek soup', 'Skate wing', 'Rhubarb fool']) assert.ok(markdown.includes(name), name)
    assert.doesNotMatch(markdown, /Home|Book|Salt Pan/)
  }
})

test('a button of a small page is no content, unless it opens an answer', () => {
  const html = `<body><main><h1>Retries</h1><div class="toc"><button type="button">On this page</button></div><p>A task that throws is retried.</p>
    <h2><button aria-expanded="false" aria-controls="a1">More about it</button></h2><div id="a1" hidden><p>Five times.</p></div><div><button>How often?</button></div></main></body>`
  const markdown = markdownOf(html, 'https://docs.test/retries')
  assert.match(markdown, /is retried\.\n\n## More about it\n\nFive times\.\n\nHow often\?/)
  assert.doesNotMatch(markdown, /On this page/)
})

test('of a small page what is very likely is content, by whatever name', () => {
  const html = `<title>Winter on the quay</title><body><main><article><h1>Winter on the quay</h1>
    <p>${PROSE[0]} ${PROSE[2]}</p><p class="discussion-text">${PROSE[3]} ${PROSE[4]}</p><p>${PROSE[5]} ${PROSE[1]}</p></article>
    <div class="discussion-text"><a href="/shop">Buy a print</a></div></main></body>`
  const markdown = markdownOf(html, 'https://news.test/2026/winter-on-the-quay')
  assert.ok(markdown.includes('It was built by a small team'))
  assert.ok(!markdown.includes('Buy a print'))
})

test('a page does not change all at once where it becomes a small one', () => {
  const teaser = (name: string, at: number): string =>
    `<article class="teaser"><a href="/n/${at}"><h3>${name}</h3></a><p class="summary">${PROSE[at % 6]} ${PROSE[(at + 1) % 6]}</p></article>`
  const names = [
    'Quay reopens',
    'Mill sold again',
    'Market moves indoors',
    'Ferry repaired',
    'Choir turns fifty',
  ]
  const front = (note: string): string =>
    markdownOf(
      `<!doctype html><html><head><title>The Skerry Post</title></head><body><header><a href="/">The Skerry Post</a><nav><ul><li><a href="/news">News</a></li><li><a href="/sport">Sport</a></li></ul></nav></header>
      <main><section class="lead"><article><a href="/1"><h2>Lighthouse gets new keepers</h2></a><p>${PROSE[0]} ${PROSE[1]}</p></article></section><section class="grid"><h2>Latest</h2>${names.map(teaser).join('')}</section></main>
      <footer><p>© The Skerry Post ${note}</p></footer></body></html>`,
      'https://skerry.test/',
    )
  const small = front('')
  const large = front('and all of its writers, printers and readers of the last hundred years.'.repeat(3))
  for (const name of names) assert.equal(small.includes(name), large.includes(name), name)
  assert.doesNotMatch(small + large, /©/)
})
