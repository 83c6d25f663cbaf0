// What actions do on a page, the files that they make, and what of them is refused.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { Problem } from '#contract/problem.ts'
import markdown from '#extractors/markdown/index.ts'
import { startBrowserCrawl } from '#test/support/crawl/start-browser-crawl.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'

interface Answer extends Omit<ExtractionAnswer, 'data'> {
  readonly data: { readonly markdown?: string }
}

/** However slow the machine is. */
const PATIENT = { prefer: 'wait=120' }
const WORDS = 'Words of a page that listens to what is done on it. '.repeat(8)
const PAGE = `<!doctype html><title>Form</title><article><h1>Form</h1><p>${WORDS}</p>
<input id="name"><select id="size"><option value="s">S<option value="l">L</select>
<button id="go">Go</button><div id="box" style="width:120px;height:80px;background:#0a0"></div>
<p id="out"></p><div style="height:3000px"></div></article><script>
go.onclick = () => { out.textContent = 'Hello ' + document.getElementById('name').value + ' in ' + size.value }
document.addEventListener('keydown', ({ key }) => { if (key === 'End') out.textContent += ' to the end' })
</script>`

suite('actions', () => {
  test('work on the page, in their order, and make files', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [markdown], { '/': PAGE })
    const actions = [
      { type: 'write', selector: '#name', text: 'Ann' },
      { type: 'select', selector: '#size', value: 'l' },
      { type: 'screenshot' },
      { type: 'click', selector: '#go' },
      { type: 'press', key: 'End' },
      { type: 'wait', selector: '#out' },
      { type: 'screenshot', selector: '#box' },
      { type: 'screenshot', fullPage: true },
      { type: 'pdf' },
      { type: 'script', code: "out.textContent += await Promise.resolve(', by a script')" },
    ]
    const { status, json, text } = await crawl.call<Answer>('POST', '/api/v1/markdown/extract', {
      body: { url: `${site.origin}/`, actions, timeoutMs: 110_000 },
      headers: PATIENT,
    })
    assert.equal(status, 200, text)
    assert.match(json.data.markdown ?? '', /Hello Ann in l to the end, by a script/)
    assert.deepEqual(
      json.artifacts.map(({ kind, mediaType }) => [kind, mediaType]),
      [
        ['action_screenshot', 'image/png'],
        ['action_screenshot', 'image/png'],
        ['action_screenshot', 'image/png'],
        ['action_pdf', 'application/pdf'],
      ],
    )
    const [view, box, full, pdf] = json.artifacts
    assert.deepEqual([view?.width, view?.height, box?.width, box?.height], [1_280, 800, 120, 80])
    assert.ok((full?.height ?? 0) > 3_000)
    const content = await crawl.call('GET', pdf?.href ?? '')
    assert.match(content.text, /^%PDF-/)
    // What was written may be a password.
    const job = await crawl.call<{ input: { actions: unknown[] } }>('GET', `/api/jobs/${json.jobId}`)
    assert.deepEqual(job.json.input.actions[0], { type: 'write', selector: '#name', text: '[hidden]' })
  })

  test('that cannot be done are named', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [markdown], { '/': PAGE })
    const refused = async (
      actions: object[],
      status: number,
      code: string,
      pointer: string,
    ): Promise<void> => {
      const answer = await crawl.call<Problem>('POST', '/api/v1/markdown/extract', {
        body: { url: `${site.origin}/`, actions, timeoutMs: 110_000 },
        headers: PATIENT,
      })
      assert.deepEqual([answer.status, answer.json.code], [status, code], answer.text)
      assert.equal(answer.json.errors?.[0]?.pointer, pointer)
    }
    const scroll = { type: 'scroll' }
    await refused([scroll, { type: 'click', selector: '#none' }], 502, 'action_failed', '/actions/1')
    await refused(
      [scroll, { type: 'script', code: 'throw new Error("no")' }],
      502,
      'action_failed',
      '/actions/1',
    )
    await refused([{ type: 'script', code: 'return (' }], 502, 'action_failed', '/actions/0')
    await refused([{ type: 'screenshot', selector: '>>' }], 422, 'validation_failed', '/actions/0/selector')
    await refused([{ type: 'type', selector: '#name' }], 422, 'validation_failed', '/actions/0/type')
    const shots = Array.from({ length: 11 }, () => ({ type: 'screenshot' }))
    await refused(shots, 422, 'validation_failed', '/actions/10')
  })

  test('scripts need a key that may run them', async (t) => {
    const secrets = {
      plain: 'a-key-of-this-test-that-extracts',
      scripting: 'a-key-of-this-test-that-scripts',
    }
    const crawl = await startTestCrawl(t, {
      extractors: [markdown],
      fixedKeys: [
        { name: 'plain', secret: secrets.plain, scopes: ['extract'] },
        { name: 'scripting', secret: secrets.scripting, scopes: ['extract', 'browser:script'] },
      ],
    })
    const send = async (key: string, path: string, body: object): Promise<[number, string | undefined]> => {
      const headers = { authorization: `Bearer ${key}`, prefer: 'respond-async' }
      const { status, json } = await crawl.call<Partial<Problem>>('POST', path, { body, headers })
      return [status, json.code]
    }
    const input = { url: 'https://example.org/', actions: [{ type: 'script', code: 'document.title = "x"' }] }
    const [single, batch] = ['/api/v1/markdown/extract', '/api/v1/markdown/batch/extract']
    assert.deepEqual(await send(secrets.plain, single, input), [403, 'scope_missing'])
    assert.deepEqual(await send(secrets.plain, batch, { items: [input] }), [403, 'scope_missing'])
    assert.deepEqual(await send(secrets.scripting, single, input), [202, undefined])
    assert.deepEqual(await send(secrets.scripting, batch, { items: [input] }), [202, undefined])
  })
})
