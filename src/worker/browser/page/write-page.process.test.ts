// What of a page is written down and what of its responses is kept, with pages that want more than their share.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openBrowser, seenBy } from '#test/support/browser/open-browser.ts'
import { startServer } from '#test/support/sites/local-server.ts'

const NESTED = `
<div id="outer"></div><script>
  const open = outer.attachShadow({ mode: 'closed' })
  open.innerHTML = '<p>in the outer root</p><section id="inner"></section>'
  open.getElementById('inner').attachShadow({ mode: 'closed' }).innerHTML = '<p>in the inner root</p>'
</script>`

suite('a page as it is written down', () => {
  test('has the closed roots in closed roots, and no page hides them by what it replaces', async (t) => {
    const pool = openBrowser(t)
    const html = `${NESTED}<script>
      Element.prototype.getHTML = () => 'replaced'
      Element.prototype.setAttribute = () => {}
      Document.prototype.querySelectorAll = () => []
      String.prototype.replaceAll = () => 'replaced'</script>`
    const written = await seenBy(pool, 'http://page.invalid/', { html })
    assert.match(written, /shadowrootmode="closed"><p>in the outer root/)
    assert.match(written, /shadowrootmode="closed"><p>in the inner root/)
    assert.doesNotMatch(written.replaceAll(/<script>.*?<\/script>/gs, ''), /replaced/)
  })

  test('has a bounded number of frames, and none that our own proxy answered for', async (t) => {
    const site = await startServer(t, (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const frames = Array.from({ length: 25 }, (_, at) => `<iframe src="/frame?${at}"></iframe>`)
      const refused = '<iframe src="http://169.254.169.254/latest/"></iframe>'
      response.end(request.url === '/' ? refused + frames.join('') : `<p>says ${request.url}</p>`)
    })
    const pool = openBrowser(t)
    const { html, warnings } = await seenBy(
      pool,
      `${site.origin}/`,
      { timeoutMs: 600_000 },
      async (page) => ({
        html: await page.html(),
        warnings: page.warnings,
      }),
    )
    assert.equal(html.match(/says \/frame/g)?.length, 20)
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['frames_left'],
    )
    assert.match(html, /<iframe src="http:\/\/169\.254\.169\.254\/latest\/"><\/iframe>/)
  })

  test('keeps the responses of its scripts within their bounds', async (t) => {
    const json = { 'content-type': 'application/json' }
    const site = await startServer(t, (request, response) => {
      const path = request.url ?? ''
      if (path.startsWith('/small')) return void response.writeHead(200, json).end(`{"path":"${path}"}`)
      if (path === '/large') return void response.writeHead(200, json).end(`["${'x'.repeat(3_000_000)}"]`)
      if (path === '/bomb') {
        const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
        return void response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb)
      }
      if (path === '/text') return void response.writeHead(200, { 'content-type': 'text/plain' }).end('{}')
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<p id="out">works</p><script>
        const all = async () => {
          for (const path of ['/small/1', '/large', '/bomb', '/text', '/small/2', '/other', '/small/3', '/small/4'])
            await (await fetch(path)).arrayBuffer().catch(() => null)
          out.textContent = 'done'; out.id = 'done'
        }
        all()</script>`)
    })
    const pool = openBrowser(t)
    const accepts = (url: string): boolean => !url.endsWith('/other')
    const capture = { accepts, max: 3 }
    const { responses, isCut } = await seenBy(
      pool,
      `${site.origin}/`,
      { capture, waitFor: { selector: '#done' }, timeoutMs: 600_000 },
      async (page) => page.captured(),
    )
    assert.deepEqual(
      responses.map(({ url, text }) => [new URL(url).pathname, text]),
      [1, 2, 3].map((n) => [`/small/${n}`, `{"path":"/small/${n}"}`]),
    )
    assert.equal(isCut, true)
  })
})
