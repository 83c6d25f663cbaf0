import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { Problem } from '#contract/problem.ts'
import json from '#extractors/json/index.ts'
import markdown from '#extractors/markdown/index.ts'
import { startBrowserCrawl } from '#test/support/crawl/start-browser-crawl.ts'

interface Answer extends Omit<ExtractionAnswer, 'data'> {
  readonly data: { readonly markdown?: string; readonly value?: unknown }
}

const WORDS = 'Words that only a script writes into the page. '.repeat(10)
const APP = `<!doctype html><title>App</title><div id="root"></div><script>
  setTimeout(() => { root.innerHTML = '<article><h1>Made here</h1><p>${WORDS}</p><span class="price">12.50</span></article>' }, 300)</script>`
const PAGES = {
  '/app': APP,
  '/short':
    '<!doctype html><title>App</title><div id="root"></div><script>root.innerHTML = "<p>Sold out until spring.</p>"</script>',
  '/empty': '<!doctype html><title>App</title><div id="root"></div><script>root.dataset.seen = 1</script>',
  '/plain': `<title>Plain</title><article><h1>As sent</h1><p>${WORDS}</p></article>`,
}

suite('engine', () => {
  test('auto takes a browser where a page needs one, and only there', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [markdown, json], PAGES)
    const read = async (path: string, input: object): Promise<Answer> => {
      const { status, json: body, text } = await crawl.call<Answer>('POST', path, { body: input })
      assert.equal(status, 200, text)
      return body
    }
    const app = await read('/api/v1/markdown/extract', { url: `${site.origin}/app` })
    assert.match(app.data.markdown ?? '', /^# Made here/)
    assert.deepEqual(app.engine, {
      used: 'browser',
      escalations: [{ from: 'http', to: 'browser', reason: 'empty_content' }],
    })
    const plain = await read('/api/v1/markdown/extract', { url: `${site.origin}/plain` })
    assert.deepEqual(plain.engine, { used: 'http', escalations: [], reason: 'trial' })
    const forced = await read('/api/v1/markdown/extract', { url: `${site.origin}/plain`, engine: 'browser' })
    assert.deepEqual(
      [forced.engine, forced.data.markdown],
      [{ used: 'browser', escalations: [] }, plain.data.markdown],
    )
    const value = await read('/api/v1/json/extract', {
      url: `${site.origin}/app`,
      rules: { price: { selector: '.price', type: 'number' } },
    })
    assert.deepEqual([value.data.value, value.engine.used], [{ price: 12.5 }, 'browser'])
    // A field that only a browser can follow asks for it.
    const waited = await read('/api/v1/markdown/extract', {
      url: `${site.origin}/app`,
      waitFor: { selector: 'article' },
    })
    assert.deepEqual(waited.engine, { used: 'browser', escalations: [] })
  })

  test('a rendered page with little text is that text, and one without any is an error', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [markdown], PAGES)
    const asked = async <T>(page: string) =>
      crawl.call<T>('POST', '/api/v1/markdown/extract', { body: { url: `${site.origin}${page}` } })
    const short = await asked<Answer>('/short')
    assert.deepEqual(
      [short.status, short.json.data.markdown, short.json.engine.used, short.json.warnings],
      [200, 'Sold out until spring.', 'browser', []],
    )
    const empty = await asked<Problem>('/empty')
    assert.deepEqual(
      [empty.status, empty.json.code, empty.json.detail],
      [502, 'empty_content', 'The page holds no text and no pictures.'],
    )
  })

  test('Retry-After is respected in a browser as well: the job has no time for it, and says until when', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [markdown], ({ url }, response) => {
      const retryAfter = url === '/busy' ? { 'retry-after': '400' } : {}
      response.writeHead(url === '/busy' ? 503 : 404, retryAfter).end()
    })
    const { status, json } = await crawl.call<Problem>('POST', '/api/v1/markdown/extract', {
      body: { url: `${site.origin}/busy`, engine: 'browser' },
      headers: { prefer: 'wait=60' },
    })
    assert.deepEqual(
      [status, json.code, json.retryable, json.retryAfterMs],
      [502, 'target_http_error', true, 400_000],
    )
    assert.equal(site.asked.filter((path) => path === '/busy').length, 1)
  })

  test('a picture that is called a page is none in a browser either', async (t) => {
    const png = '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0\u0001\0\0\0\u0001\b\u0006\0\0\0\u001f\u0015'
    const { crawl, site } = await startBrowserCrawl(t, [markdown], { ...PAGES, '/picture': png })
    const { status, json: problem } = await crawl.call<Problem>('POST', '/api/v1/markdown/extract', {
      body: { url: `${site.origin}/picture`, engine: 'browser' },
    })
    assert.deepEqual([status, problem.code], [415, 'unsupported_document'])
  })

  test('http stays with what is sent, and says so', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [markdown], PAGES)
    const refused = async (input: object): Promise<Problem> =>
      (
        await crawl.call<Problem>('POST', '/api/v1/markdown/extract', {
          body: { url: `${site.origin}/app`, ...input },
        })
      ).json
    assert.equal((await refused({ engine: 'http' })).code, 'empty_content')
    const both = await refused({ engine: 'http', actions: [{ type: 'scroll' }] })
    assert.deepEqual([both.code, both.errors?.[0]?.pointer], ['validation_failed', '/actions'])
  })
})
