import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserPage, BrowserVisit } from '#extract/browser/visit.ts'
import type { ExtractContext } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { extractContext, siteOf } from '#test/support/extract/extract-context.ts'
import { loadTarget } from './load-target.ts'
import { usesBrowser } from './open-in-browser.ts'
import type { PageRequest } from './page-request.ts'

const url = 'https://shop.test/page'

/** A browser that shows `html` for every visit, with the visits that were asked for. */
function browserOf(
  contentType: string,
  html = '<p>rendered',
): { readonly visits: BrowserVisit[]; readonly context: ExtractContext } {
  const visits: BrowserVisit[] = []
  const browse: ExtractContext['browse'] = async (visit, use) => {
    visits.push(visit)
    const page: BrowserPage = {
      response:
        visit.html === undefined
          ? {
              url: visit.url,
              finalUrl: `${visit.url}#x`,
              statusCode: 200,
              contentType,
              bytes: 9,
              redirects: [],
            }
          : null,
      url: `${visit.url}#x`,
      headers: {},
      warnings: [],
      consoleErrors: [],
      failedRequests: [],
      captured: async () => ({ responses: [], isCut: false }),
      html: async () => html,
      call: async () => null,
      picture: async () => new Uint8Array(),
      print: async () => new Uint8Array(),
      omitBackground: async () => undefined,
    }
    return use(page)
  }
  const site = siteOf({
    [url]: { headers: { 'content-type': 'application/json' }, body: Buffer.from('{"a":1}') },
  })
  return { visits, context: extractContext(site.fetch, { browse }) }
}

test('a rendered page is what the browser shows; its visit has what the caller asked for', async () => {
  const { visits, context } = browserOf('text/html')
  const request: PageRequest = {
    url,
    engine: 'browser',
    locale: 'de',
    headers: { 'X-Own': '1' },
    referer: 'https://a.test/',
    cookies: [{ name: 'c', value: 'v' }],
    httpAuth: { username: 'u', password: 'p' },
    waitFor: { state: 'load' },
  }
  const target = await loadTarget(request, context)
  assert.deepEqual(
    [target.html, target.engine, target.url, target.statusCode],
    ['<p>rendered', 'browser', `${url}#x`, 200],
  )
  const [visit] = visits
  // What a field of the visit says is not a header as well.
  assert.deepEqual(visit?.headers, { 'x-own': '1', referer: 'https://a.test/' })
  assert.deepEqual(visit.cookies, [{ name: 'c', value: 'v' }])
  assert.deepEqual([visit.httpAuth, visit.locale, visit.waitFor], [request.httpAuth, 'de', { state: 'load' }])
})

test('a submitted page is shown under its base, or under a name that is nowhere', async () => {
  const { visits, context } = browserOf('text/html')
  const target = await loadTarget({ html: '<p>given', engine: 'browser' }, context)
  assert.deepEqual([target.url, target.response], [null, null])
  await loadTarget({ html: '<p>given', baseUrl: 'https://b.test/', engine: 'browser' }, context)
  assert.deepEqual(
    visits.map(({ url: shown, html, robots }) => [shown, html, robots]),
    [
      ['http://page.invalid/', '<p>given', 'ignore'],
      ['https://b.test/', '<p>given', 'ignore'],
    ],
  )
})

test('what is no page is fetched without a browser, also what a browser would download', async () => {
  const { context } = browserOf('application/json')
  const target = await loadTarget({ url, engine: 'browser' }, context)
  assert.deepEqual([target.engine, target.kind.type], ['http', 'json'])
  const downloads = {
    ...context,
    browse: async (): Promise<never> => {
      throw extractError('unsupported_document', 'a file')
    },
  }
  assert.equal((await loadTarget({ url, engine: 'browser' }, downloads)).engine, 'http')
  await assert.rejects(loadTarget({ html: '<p>', engine: 'browser' }, downloads), {
    code: 'unsupported_document',
  })
})

test('a time zone and a language that do not exist are refused with their field', async () => {
  const { context } = browserOf('text/html')
  for (const [field, value] of Object.entries({ timezone: 'Mars/Base', locale: 'de,en;q=0.5' })) {
    await assert.rejects(loadTarget({ url, engine: 'browser', [field]: value }, context), {
      code: 'validation_failed',
      message: new RegExp(field),
    })
  }
})

test('a field that only a browser can follow asks for one, and excludes http', () => {
  assert.equal(usesBrowser({ url }), false)
  assert.equal(usesBrowser({ url, blockAds: false, device: 'mobile' }), false)
  assert.equal(usesBrowser({ url, timezone: 'Asia/Tokyo' }), true)
  assert.throws(() => usesBrowser({ url, engine: 'http', waitFor: { delayMs: 1 } }), {
    code: 'validation_failed',
    errors: [{ pointer: '/waitFor', code: 'needs', detail: 'needs engine to be auto or browser' }],
  })
})
