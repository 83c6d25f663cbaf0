import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { extractContext, siteOf, targetAnswer } from '#test/support/extract/extract-context.ts'
import { loadPage } from './load-page.ts'
import { loadTarget } from './load-target.ts'

const url = 'https://example.org/page'
const WORDS = `<p>${'The harbour walk is open all year. '.repeat(9)}</p>`
const SHELL = '<title>App</title><div id="root"></div><script src="/app.js"></script>'

const load = (answers: Parameters<typeof siteOf>[0], request: object = {}, options = {}) => {
  const site = siteOf(answers)
  return { asked: site.asked, page: loadPage({ url, ...request }, extractContext(site.fetch), options) }
}

test('a page comes decoded, parsed, with its base and its judgement', async () => {
  const body = Buffer.from(`<meta charset="windows-1252"><base href="/b/">caf\xe9${WORDS}`, 'latin1')
  const page = await load({ [url]: { body } }).page
  assert.match(page.html, /café/)
  assert.deepEqual(
    [page.charset, page.base, page.engine, page.statusCode, page.quality.problem],
    ['windows-1252', 'https://example.org/b/', 'http', 200, null],
  )
})

test('a page handed in is not fetched', async () => {
  const html = `<meta http-equiv="refresh" content="0; url=/next">${WORDS}`
  const page = await loadPage({ html, baseUrl: url }, extractContext())
  assert.deepEqual([page.url, page.engine, page.response, page.charset], [url, 'none', null, null])
})

test('a job whose time is nearly over asks no target, and does not blame it', async () => {
  const site = siteOf({ [url]: WORDS })
  const context = { ...extractContext(site.fetch), deadlineAt: new Date() }
  await assert.rejects(loadPage({ url, timeoutMs: 30_000 }, context), {
    code: 'extract_timeout',
    message: /before the target was asked/,
  })
  assert.deepEqual(site.asked, [])
})

test('a target is given as it is, with its kind', async () => {
  const of = async (text: string, type: string) =>
    (
      await loadTarget(
        { url },
        extractContext(async () => targetAnswer(url, text, { headers: { 'content-type': type } })),
      )
    ).kind.type
  assert.equal(await of('{"a":1}', 'text/html'), 'json')
  assert.equal(await of('<?xml version="1.0"?><rss><channel/></rss>', 'text/html'), 'xml')
  assert.equal(await of('<?xml version="1.0"?><!-- x --><html xmlns="x">', 'application/xml'), 'page')
  assert.equal(await of('<svg xmlns="x"/>', 'image/svg+xml'), 'picture')
  assert.equal(await of('openapi: 3.1.0', 'application/yaml'), 'yaml')
  assert.equal(await of('a,b\n1,2', 'text/csv'), 'csv')
  assert.equal(await of('RIFF\0\0\0\0WEBPVP8 ', 'application/octet-stream'), 'picture')
  assert.equal(await of('<div>', ''), 'page')
})

test('what is called a page and is none is refused, and a damaged character is not held against a page', async () => {
  const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7_919) % 256))
  for (const [body, detail] of [
    [bytes, /binary data, not a page/],
    [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /a picture, not a page/],
  ] as const) {
    const { page } = load({ [url]: { body, headers: { 'content-type': 'text/html' } } })
    await assert.rejects(page, { code: 'unsupported_document', message: detail })
  }
  const { page } = load({ [url]: `<h1>The\0harbour\u0001</h1>${WORDS}` })
  assert.equal((await page).quality.problem, null)
})

test('what the caller sends: headers, cookies, credentials, language', async () => {
  const { page, asked } = load(
    { [url]: WORDS },
    {
      headers: { 'X-Team': 'maps', Accept: 'text/plain' },
      cookies: [
        { name: 'a', value: '1' },
        { name: 'b', value: '2' },
      ],
      httpAuth: { username: 'ann', password: 'pässword' },
      referer: 'https://example.org/',
      locale: 'de-CH',
      robots: 'ignore',
      maxResponseBytes: 5_000,
    },
  )
  await page
  assert.equal(asked.length, 1)
  assert.deepEqual(asked[0]?.headers, {
    accept: 'text/plain',
    'accept-language': 'de-CH',
    referer: 'https://example.org/',
    'x-team': 'maps',
    cookie: 'a=1; b=2',
    authorization: `Basic ${Buffer.from('ann:pässword').toString('base64')}`,
  })
  assert.deepEqual([asked[0]?.robots, asked[0]?.maxBytes], ['ignore', 5_000])
})

test('headers that are not the caller’s, and headers given in two ways, are refused', async () => {
  const refused = async (request: object, pointer: string) =>
    assert.rejects(load({ [url]: WORDS }, request).page, (error: unknown) => {
      assert.equal(Object(error).code, 'validation_failed')
      assert.equal(Object(error).errors[0].pointer, pointer)
      return true
    })
  for (const name of ['Host', 'transfer-encoding', 'Connection', 'User-Agent', 'Content-Length'])
    await refused({ headers: { [name]: 'x' } }, `/headers/${name}`)
  await refused({ headers: { cookie: 'a=1' }, cookies: [{ name: 'b', value: '2' }] }, '/headers/cookie')
  await refused({ headers: { 'X-A': '1', 'x-a': '2' } }, '/headers/x-a')
})

test('a meta refresh is followed like a redirect, without credentials to another origin', async () => {
  const other = 'https://other.example/c'
  const { page, asked } = load(
    {
      [url]: {
        body: Buffer.from('<meta http-equiv=Refresh content="0;URL=\'/b\'">'),
        redirects: ['https://example.org/old'],
      },
      'https://example.org/b': `<meta http-equiv="refresh" content="3; url=${other}">`,
      [other]: WORDS,
    },
    { cookies: [{ name: 'a', value: '1' }], locale: 'de' },
  )
  const { response, url: at, base } = await page
  assert.deepEqual([at, base, response?.finalUrl, response?.url], [other, other, other, url])
  assert.deepEqual(response?.redirects, ['https://example.org/old', url, 'https://example.org/b'])
  assert.deepEqual(
    asked.map(({ headers }) => headers?.['cookie']),
    ['a=1', 'a=1', undefined],
  )
  assert.equal(asked[2]?.headers?.['accept-language'], 'de')
})

test('a page that a redirect led to on another origin gets no credentials by its refresh', async () => {
  const next = 'https://other.example/next'
  const { page, asked } = load(
    {
      [url]: {
        body: Buffer.from(`<meta http-equiv="refresh" content="0; url=${next}">`),
        finalUrl: 'https://other.example/landed',
        redirects: [url],
      },
      [next]: WORDS,
    },
    { cookies: [{ name: 'a', value: '1' }] },
  )
  await page
  assert.deepEqual(
    asked.map(({ url: at, headers }) => [at, headers?.['cookie']]),
    [
      [url, 'a=1'],
      [next, undefined],
    ],
  )
})

test('a page that stays is not left: reloads, slow refreshes, refreshes for readers without scripts', async () => {
  for (const head of [
    '<meta http-equiv="refresh" content="5">',
    '<meta http-equiv="refresh" content="0; url=#top">',
    '<meta http-equiv="refresh" content="300; url=/next">',
    '<noscript><meta http-equiv="refresh" content="0; url=/no-scripts"></noscript>',
    '<meta http-equiv="refresh" content="0; url=javascript:alert(1)">',
  ]) {
    assert.equal((await load({ [url]: `<head>${head}</head><body>${WORDS}` }).page).url, url, head)
  }
})

test('an empty page that only leads to what is not fetched says so; one with text is read', async () => {
  for (const target of ['ftp://files.test/list', 'FTP://files.test/', 'mailto:a@b.test']) {
    const head = `<head><title>Moved</title><meta http-equiv="refresh" content="0; url=${target}"></head>`
    await assert.rejects(load({ [url]: `${head}<body></body>` }).page, {
      code: 'scheme_not_allowed',
      message: /only refreshes to an address of the scheme (ftp|mailto):/i,
    })
    assert.equal((await load({ [url]: `${head}<body>${WORDS}` }).page).url, url)
  }
})

test('a refresh to what is not allowed says that the page led there', async () => {
  const html = '<meta http-equiv="refresh" content="0; url=http://10.0.0.1/">'
  const page = loadPage(
    { url },
    extractContext(async (request) => {
      if (request.url !== url)
        throw new SurveyorError('url_not_allowed', 'The URL is not allowed.', { operatorDetail: 'why' })
      return targetAnswer(url, html)
    }),
  )
  await assert.rejects(page, {
    code: 'url_not_allowed',
    message: 'The target refreshes to another page. The URL is not allowed.',
    operatorDetail: 'why',
  })
})

test('refreshes have an end', async () => {
  const fetch = async ({ url: at }: { url: string }) =>
    targetAnswer(at, `<meta http-equiv="refresh" content="0; url=${at}x">`)
  await assert.rejects(loadPage({ url }, extractContext(fetch)), { code: 'too_many_redirects' })
})

test('an empty shell is an error, or a page with a warning for who reads its scripts', async () => {
  await assert.rejects(load({ [url]: SHELL }).page, { code: 'empty_content', message: /needs a browser/ })
  const page = await load({ [url]: SHELL }, {}, { shell: 'warning' }).page
  assert.deepEqual(
    page.warnings.map(({ code }) => code),
    ['browser_needed'],
  )
  assert.deepEqual(page.quality.signals, ['js_shell'])
})

test('a page with nothing on it is told to who reads scripts, and an answer without a page is an error for all', async () => {
  const page = await load({ [url]: '<title>Soon</title>' }, {}, { shell: 'warning' }).page
  assert.deepEqual(page.warnings, [
    { code: 'empty_content', detail: 'The page holds no text and no pictures.' },
  ])
  for (const status of [204, 205, 304]) {
    const answer = { body: Buffer.alloc(0), status }
    await assert.rejects(load({ [url]: answer }, {}, { shell: 'warning' }).page, { code: 'empty_content' })
  }
})

test('a wall stays an error for who reads scripts', async () => {
  const wall = { body: Buffer.from('<script>window._cf_chl_opt={}</script>Checking.'), status: 403 }
  await assert.rejects(load({ [url]: wall }, {}, { shell: 'warning' }).page, {
    code: 'target_blocked',
    blockedBy: { provider: 'cloudflare', kind: 'challenge' },
  })
})

test('the error of a server and a queue are errors whatever the status, which may pass; a page of a missing one is data', async () => {
  const gateway =
    '<title>502 Bad Gateway</title><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center>'
  const queue = '<title>Waiting Room</title><h1>You are now in line</h1><p>Do not close this page.</p>'
  const asked = async (body: string, status = 200) =>
    await load({ [url]: { body: Buffer.from(body), status } }).page
  await assert.rejects(asked(gateway), { code: 'target_http_error', retryable: true })
  await assert.rejects(asked(queue), {
    code: 'target_blocked',
    retryable: true,
    blockedBy: { provider: null, kind: 'status' },
  })
  assert.deepEqual((await asked(gateway, 404)).quality.signals, ['http_error'])
})

test('a page that says that it is missing is soft only without the status of one', async () => {
  const missing = Buffer.from('<title>Page not found</title><h1>404</h1><p>This page could not be found.</p>')
  for (const [status, codes] of [
    [200, ['soft_404']],
    [404, ['http_status']],
    [410, ['http_status']],
  ] as const) {
    const { warnings, quality } = await load({ [url]: { body: missing, status } }).page
    assert.deepEqual(
      warnings.map(({ code }) => code),
      codes,
    )
    assert.deepEqual(quality.signals, [status === 200 ? 'soft_404' : 'http_error'])
  }
})

test('a placeholder of a server and a site that is not built yet are told', async () => {
  const warned = async (body: string) => (await load({ [url]: body }).page).warnings.map(({ code }) => code)
  const parked =
    '<title>Account Suspended</title><h1>Account Suspended</h1><p>Contact your hosting provider.</p>'
  const unfinished =
    '<title>Under construction</title><h1>Under construction</h1><p>Our site is under construction.</p>'
  assert.deepEqual(await warned(parked), ['parked_domain'])
  assert.deepEqual(await warned(unfinished), ['under_construction'])
})

test('failOnStatus names the statuses that are no answer', async () => {
  const missing = { body: Buffer.from(WORDS), status: 404 }
  for (const failOnStatus of [['4xx'], [404], [500, 404]])
    await assert.rejects(load({ [url]: missing }, { failOnStatus }).page, { code: 'target_http_error' })
  for (const failOnStatus of [['5xx'], [403], []])
    assert.equal((await load({ [url]: missing }, { failOnStatus }).page).warnings[0]?.code, 'http_status')
})

test('a part that nobody asked for and a redirect to nowhere are told, and an answer without a page says its status', async () => {
  for (const status of [206, 300, 302]) {
    const { warnings } = await load({ [url]: { body: Buffer.from(WORDS), status } }).page
    assert.match(warnings.find(({ code }) => code === 'http_status')?.detail ?? '', new RegExp(`${status}`))
  }
  for (const status of [204, 205, 304])
    await assert.rejects(load({ [url]: { body: Buffer.alloc(0), status } }).page, {
      code: 'empty_content',
      message: `The target answers with the status ${status}, which has no page.`,
    })
})
