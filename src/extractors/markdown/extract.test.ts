import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { ExtractResponse } from '#extract/context.ts'
import { fixtureTest } from '#test/support/extract/fixture-test.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { extractContext, isolateHere, siteOf, targetAnswer } from '#test/support/extract/extract-context.ts'
import { create } from './extract.ts'
import type { MarkdownData } from './options.ts'

const { operations } = await create()
async function run(input: object, response?: Partial<ExtractResponse> & { text?: string }) {
  const { text = '', ...rest } = response ?? {}
  const fetch = async () => targetAnswer('https://example.org/page', text, rest)
  const context = extractContext(response === undefined ? undefined : fetch, { isolate: isolateHere })
  const output = await operations['extract']?.(input, context)
  assert.ok(output !== undefined)
  return { ...output, data: output.data as MarkdownData }
}

const failsWith = (code: string, detail: RegExp) => (error: unknown) => {
  assert.ok(error instanceof SurveyorError, String(error))
  assert.equal(error.code, code)
  assert.match(error.message, detail)
  return true
}

const PROSE = 'The harbour walk is three kilometres long and open all year, rain or shine. '

await fixtureTest(new URL('fixtures', import.meta.url), async ({ files }) => {
  const { data } = await run({
    html: String(files.get('.html')),
    baseUrl: 'https://example.org/',
    formats: ['markdown', 'text', 'html'],
  })
  const { title, byline, publishedAt, markdown, text, html } = data
  return { title, byline, publishedAt, markdown: markdown?.split('\n'), text: text?.split('\n'), html }
})

test('nothing of a poisoned page survives that could run', async () => {
  const html = await readFile(new URL('fixtures/poisoned.html', import.meta.url), 'utf8')
  const formats = ['markdown', 'html', 'text', 'links', 'images', 'chunks']
  const { data } = await run({ html, baseUrl: 'https://example.org/', formats })
  assert.deepEqual(data.links, [])
  assert.deepEqual(
    data.images?.map(({ src }) => src),
    ['https://example.org/x'],
  )
  assert.doesNotMatch(
    String(data.html),
    /<(?:script|style|iframe|object|form|input|svg)|\son\w+=|(?:java|vb)script:|hidden|secret/i,
  )
  assert.doesNotMatch(String(data.markdown), /(?<!!\[)\]\(|(?<!\\)<script|hidden|secret/i)
})

test('the forms that were asked for are in the answer and no others', async () => {
  const html = `<article><h1>Walk</h1><p>${PROSE.repeat(4)}<a href="/map">Map</a> <img src="/a.jpg" alt="A"></p></article>`
  const { data } = await run({
    html,
    baseUrl: 'https://example.org/x',
    formats: ['links', 'images', 'rawHtml'],
  })
  assert.deepEqual(data.links, [{ href: 'https://example.org/map', text: 'Map', rel: [], internal: true }])
  assert.deepEqual(data.images, [{ src: 'https://example.org/a.jpg', alt: 'A', width: null, height: null }])
  assert.equal(data.rawHtml, html)
  assert.ok(!('markdown' in data) && !('text' in data) && !('metadata' in data))
})

test('links: reference, summary, text, none', async () => {
  const html = `<p>${PROSE}<a href="https://a.example/">one</a> and <a href="https://b.example/">two</a> and <a href="https://a.example/">one again</a>.</p>`
  const markdown = async (links: string) => (await run({ html, links })).data.markdown
  assert.match(
    String(await markdown('reference')),
    /\[one\]\[1\] and \[two\]\[2\] and \[one again\]\[1\]\.\n\n\[1\]: <https:\/\/a\.example\/>\n\[2\]:/,
  )
  assert.match(
    String(await markdown('summary')),
    /one and two and one again\.\n\n- \[one\]\(https:\/\/a\.example\/\)\n- \[two\]/,
  )
  assert.match(String(await markdown('text')), /one and two and one again\.$/)
  assert.doesNotMatch(String(await markdown('none')), /one|two/)
})

test('selectors choose and leave out; a bad one is named', async () => {
  const html = '<div><p class="a" id="first">First words.</p><p class="b">Second <i>words</i>.</p></div>'
  const chosen = await run({ html, mainContent: 'selector', include: ['.b'], exclude: ['i'] })
  assert.equal(chosen.data.markdown, 'Second .')
  assert.equal(chosen.data.mainContent.method, 'selector')
  await assert.rejects(
    run({ html, mainContent: 'selector', include: ['p:has(i)'] }),
    failsWith('validation_failed', /:has/),
  )
  await assert.rejects(
    run({ html, mainContent: 'selector', include: ['.c'] }),
    failsWith(
      'validation_failed',
      /No element of the page matches `include` \(\.c\)\. It has #first\. `mainContent: auto`/,
    ),
  )
  await assert.rejects(run({ html, include: ['.c'] }), failsWith('validation_failed', /selector/))
  await assert.rejects(run({ html, mainContent: 'selector' }), failsWith('validation_failed', /include/))
})

test('a page of cards that are links is content without its navigation', async () => {
  const card = (n: number) =>
    `<div><h3><a href="/${n}">Walk number ${n} along the old harbour</a></h3><span>${n} km</span></div>`
  const cards = Array.from({ length: 40 }, (_, n) => card(n)).join('')
  const { data, warnings } = await run({ html: `<nav><a href="/">Home</a></nav><main>${cards}</main>` })
  assert.equal(data.mainContent.method, 'core')
  assert.deepEqual(warnings, [])
  for (let n = 0; n < 40; n += 1) assert.match(String(data.markdown), new RegExp(`Walk number ${n} `))
  assert.doesNotMatch(String(data.markdown), /Home/)
})

test('the kind, what was removed and the trace: for main content alone, the trace where it is asked for', async () => {
  const html = `<nav><a href="/">Home</a></nav><main><h1>Walk</h1><p>${PROSE.repeat(30)}</p></main><footer>Town</footer>`
  const { data } = await run({ html, debug: true })
  assert.ok(data.kind === null || (data.kind !== undefined && data.kind.confidence >= 0.5))
  assert.ok(data.removed !== undefined && data.removed.share > 0 && data.removed.share < 0.1)
  assert.ok((data.removed.byReason['navigation'] ?? 0) > 0)
  assert.match(data.trace?.join('\n') ?? '', /^\+ .* \| The harbour walk/m)
  assert.match(data.trace?.join('\n') ?? '', /^- .* \(footer\) \| Town$/m)
  assert.equal((await run({ html })).data.trace, undefined)
  const { data: whole } = await run({ html, mainContent: 'full', debug: true })
  assert.deepEqual([whole.kind, whole.removed, whole.trace], [undefined, undefined, undefined])
  assert.match(String(whole.markdown), /Home[\s\S]*The harbour walk[\s\S]*Town/)
})

test('maxChars cuts at a line end and says so', async () => {
  const html = `<article>${`<p>${PROSE}</p>`.repeat(9)}</article>`
  const { data, warnings } = await run({ html, maxChars: 200 })
  assert.equal(data.markdown, [PROSE.trim(), PROSE.trim()].join('\n\n'))
  assert.deepEqual(warnings, [{ code: 'cut', detail: 'Cut to 200 of 691 characters.', pointer: '/markdown' }])
})

test('walls, logins, shells and documents are errors', async () => {
  const of = (text: string, more: Partial<ExtractResponse> = {}) =>
    run({ url: 'https://example.org/page' }, { text, ...more })
  await assert.rejects(
    of('<title>One moment</title><script>window._cf_chl_opt={}</script><p>Checking.</p>', { status: 403 }),
    failsWith('target_blocked', /bot check/),
  )
  await assert.rejects(
    of('<div class="g-recaptcha"></div><p>Are you human?</p>'),
    failsWith('target_captcha', /captcha/),
  )
  await assert.rejects(
    of('<form><input name="u"><input type="password"></form><p>Sign in</p>'),
    failsWith('login_required', /login/),
  )
  await assert.rejects(of('<p>Go away</p>', { status: 401 }), failsWith('login_required', /401/))
  await assert.rejects(of('<p>Broken</p>', { status: 500 }), failsWith('target_http_error', /500/))
  await assert.rejects(
    of('<div id="cookie-consent"><p>We value your privacy.</p></div>'),
    failsWith('target_blocked', /consent/),
  )
  await assert.rejects(
    of('<div id="root"></div><script src="/app.js"></script>'),
    failsWith('empty_content', /browser/),
  )
  await assert.rejects(of('%PDF-1.7 …'), failsWith('unsupported_document', /PDF.*docling/))
  await assert.rejects(
    of('{"a":1}', { headers: { 'content-type': 'application/json' } }),
    failsWith('unsupported_document', /json extractor/),
  )
  await assert.rejects(run({ html: '<div></div>' }), failsWith('empty_content', /no text/))
})

test('a page with much text may mention a captcha and keep a login form', async () => {
  const text = `<form><input type="password"><div class="g-recaptcha"></div></form><article><p>${PROSE.repeat(40)}</p></article>`
  const { data, quality, response } = await run({ url: 'https://example.org/page' }, { text })
  assert.match(String(data.markdown), /^The harbour walk/)
  assert.deepEqual(quality, { score: 1, signals: [] })
  assert.equal(response?.statusCode, 200)
})

test('a missing page is given with a warning', async () => {
  const { warnings, quality } = await run(
    { url: 'https://example.org/page' },
    { text: `<p>${PROSE.repeat(9)}</p>`, status: 404 },
  )
  assert.deepEqual(
    warnings?.map(({ code }) => code),
    ['http_status'],
  )
  assert.deepEqual(quality?.signals, ['http_error'])
})

test('bytes are read in the encoding of the page', async () => {
  const body = Buffer.from('<meta charset="windows-1252"><p>caf\xe9 am See</p>', 'latin1')
  assert.equal((await run({ url: 'https://example.org/page' }, { body })).data.markdown, 'café am See')
})

test('time grows with the page, not with its square: a million elements of the worst kinds', async () => {
  for (const html of [
    '<div>'.repeat(1_000_000),
    '<b>'.repeat(3e5) + '</i>'.repeat(3e5),
    '<span>a</span>'.repeat(3e5),
    '<table><tr><td rowspan=9999 colspan=999>'.repeat(3e4),
    '['.repeat(1e6),
  ]) {
    const { data } = await run({ html: `${html}x`, formats: ['markdown', 'text', 'html', 'chunks'] })
    assert.ok(String(data.text).length > 0)
  }
})

test('headings underlined, tables and deletions without GitHub’s marks', async () => {
  const html = `<article><h1>Walk</h1><p>${PROSE.repeat(3)}<del>Closed.</del></p><h2>Times</h2><h3>Winter</h3>
    <pre># not a heading</pre><table><tr><th>Day</th><th>Hour</th></tr><tr><td>Mon</td><td>9</td></tr></table></article>`
  const { data } = await run({ html, headingStyle: 'setext', gfm: false, formats: ['markdown', 'chunks'] })
  const markdown = String(data.markdown)
  assert.match(markdown, /^Walk\n====\n\nThe harbour/)
  assert.match(markdown, /\n\nTimes\n-----\n\n### Winter\n\n```\n# not a heading\n```\n/)
  assert.match(markdown, /<del>Closed\.<\/del>/)
  assert.match(markdown, /\n\n<table>.*<td>Mon<\/td><td>9<\/td><\/tr>.*<\/table>$/)
  assert.deepEqual(
    data.chunks?.map(({ heading, text }) => [heading, text.split('\n', 2)]),
    [
      [['Walk'], ['Walk', '====']],
      [
        ['Walk', 'Times'],
        ['Times', '-----'],
      ],
      [
        ['Walk', 'Times', 'Winter'],
        ['### Winter', ''],
      ],
    ],
  )
})

test('a heading below code in a list is underlined', async () => {
  const html =
    '<ul><li><pre>ebb</pre></li></ul><h2>Tides</h2><p>They rise.</p><ul><li><pre>flow</pre></li></ul>'
  const { data } = await run({ html, mainContent: 'full', headingStyle: 'setext' })
  assert.match(String(data.markdown), /^- ```\n {2}ebb\n {2}```\n\nTides\n-----\n\nThey rise\./)
})

test('the caption of a table is there once, above a table of Markdown and in one of HTML', async () => {
  const table = '<table><caption>Tides of May</caption><tr><th>Day<th>Hour<tr><td>1<td>6:00</table>'
  for (const gfm of [true, false]) {
    const { data } = await run({ html: `<article><p>${PROSE.repeat(3)}</p>${table}</article>`, gfm })
    assert.deepEqual(data.markdown?.match(/.*Tides of May.*/g)?.length, 1, data.markdown ?? '')
  }
})

test('pictures in the page itself are kept where they are asked for, and nothing else that is inline', async () => {
  const html = `<p>${PROSE}</p><p><img alt="dot" src="data:image/png;base64,
    iVBORw0KGgo="><img src="data:text/html,<script>1</script>"><img src="data:image/gif;base64,R0lG" data-src="/real.jpg"></p>`
  const base = { html, baseUrl: 'https://example.org/', formats: ['markdown', 'html', 'images'] }
  const { data: dropped } = await run(base)
  assert.doesNotMatch(JSON.stringify(dropped), /data:/)
  const { data } = await run({ ...base, dataUrls: 'keep' })
  assert.match(String(data.markdown), /!\[dot\]\(data:image\/png;base64,iVBORw0KGgo=\)/)
  assert.match(String(data.html), /<img src="data:image\/png;base64,iVBORw0KGgo=" alt="dot">/)
  assert.deepEqual(
    data.images?.map(({ src }) => src),
    ['data:image/png;base64,iVBORw0KGgo=', 'https://example.org/real.jpg'],
  )
})

test('declarative shadow roots are shown as a browser shows them', async () => {
  const html = `<main><h1>Walk</h1><walk-card>
    <template shadowrootmode="open"><h2><slot name="title">No title</slot></h2><p>${PROSE.repeat(3)}</p><slot></slot><slot></slot></template>
    <span slot="title">Harbour</span><p>Light ${PROSE}</p><i slot="nowhere">Unseen.</i></walk-card></main>`
  const { data } = await run({ html, mainContent: 'full' })
  assert.match(String(data.markdown), /## Harbour\n\nThe harbour walk[^\n]*\n\nLight The harbour/)
  assert.doesNotMatch(String(data.markdown), /Unseen|No title/)
  assert.equal(String(data.markdown).match(/Light/g)?.length, 1)
  const { data: closed } = await run({ html, mainContent: 'full', shadowDom: false })
  assert.match(String(closed.markdown), /Unseen/)
  assert.doesNotMatch(String(closed.markdown), /walk is three[^\n]*\n\nLight/)
})

test('frames are read in their place: inline ones, fetched ones, and what cannot be read is a warning', async () => {
  const page = 'https://example.org/a/page'
  const site = siteOf({
    [page]: `<article><p>${PROSE.repeat(3)}</p><iframe srcdoc="<p>Inline words. <a href=b>b</a></p>"></iframe>
      <iframe src="/frame"></iframe><iframe src="https://other.example/gone"></iframe><iframe src="/pixel" width="1" height="1"></iframe></article>`,
    'https://example.org/frame': '<base href="/deep/"><body><p>Framed words. <a href="x">x</a></p>',
    'https://other.example/gone': { status: 404 },
  })
  const input = { url: page, frames: true, mainContent: 'full', cookies: [{ name: 'a', value: '1' }] }
  const output = await operations['extract']?.(input, extractContext(site.fetch))
  assert.ok(output !== undefined)
  const { markdown } = output.data as MarkdownData
  assert.match(String(markdown), /Inline words\. \[b\]\(https:\/\/example\.org\/a\/b\)/)
  assert.match(String(markdown), /Framed words\. \[x\]\(https:\/\/example\.org\/deep\/x\)/)
  assert.deepEqual(
    output.warnings?.map(({ code }) => code),
    ['frame_unread'],
  )
  assert.deepEqual(
    site.asked.map(({ url, headers }) => [new URL(url).pathname, headers?.['cookie']]),
    [
      ['/a/page', 'a=1'],
      ['/frame', 'a=1'],
      ['/gone', undefined],
    ],
  )
})

test('a page of nothing but frames is read through them', async () => {
  const url = 'https://example.org/'
  const site = siteOf({
    [url]: '<frameset cols="20%,80%"><frame src="menu.html"><frame src="main.html"></frameset>',
    [`${url}menu.html`]: '<body><a href="x">Menu</a></body>',
    [`${url}main.html`]: `<body><h1>Walk</h1><p>${PROSE.repeat(9)}</p></body>`,
  })
  const read = async (frames: boolean) => operations['extract']?.({ url, frames }, extractContext(site.fetch))
  await assert.rejects(read(false), failsWith('empty_content', /no text .* `frames: true` reads them/))
  const output = await read(true)
  assert.match(String(Object(output?.data).markdown), /^# Walk\n\nThe harbour/)
})

test('a large page is written by a child process, which gets no credentials and is ended with the job', async () => {
  const url = 'https://example.org/'
  const page = `<article><h1>Walk</h1>${`<p>${PROSE}</p>`.repeat(8_000)}</article>`
  const site = siteOf({ [url]: page })
  const asked: { input: string; totalMs: number | undefined }[] = []
  const context = extractContext(site.fetch, {
    isolate: async (parser, input, bounds) => {
      asked.push({ input: Buffer.from(input.make()).toString(), totalMs: bounds?.totalMs })
      return isolateHere(parser, input, bounds)
    },
  })
  const input = {
    url,
    maxChars: 500,
    timeoutMs: 20_000,
    cookies: [{ name: 'sid', value: 's3cr3t' }],
    headers: { 'x-key': 's3cr3t' },
  }
  const output = await operations['extract']?.(input, context)
  assert.ok(output !== undefined)
  assert.match(String((output.data as MarkdownData).markdown), /^# Walk\n\nThe harbour walk/)
  assert.deepEqual(
    output.warnings?.map(({ code }) => code),
    ['cut'],
  )
  assert.equal(asked.length, 1)
  assert.doesNotMatch(asked[0]?.input ?? '', /s3cr3t/)
  assert.ok((asked[0]?.totalMs ?? Infinity) <= 20_000)
  // A problem that the child finds with the page is an error of the job.
  const wall = siteOf({
    [url]: `<script>window._cf_chl_opt={}</script><!--${' '.repeat(600_000)}-->Checking.`,
  })
  await assert.rejects(
    async () => operations['extract']?.({ url }, extractContext(wall.fetch, { isolate: isolateHere })),
    failsWith('target_blocked', /bot check/),
  )
})
