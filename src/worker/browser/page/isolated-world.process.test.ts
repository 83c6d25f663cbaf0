// Calls into a page that leaves for another document meanwhile.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { failsWith, openBrowser, seenBy } from '#test/support/browser/open-browser.ts'
import { startServer } from '#test/support/sites/local-server.ts'

/** Leaves for the page behind the next number, as long as there is one to come. */
const leaving = (until: number): string => `async () => {
  const at = Number(location.search.slice(1))
  if (at === ${until}) return at
  location.href = '?' + (at + 1)
  await new Promise(() => undefined)
}`

suite('a call into a page', () => {
  test('is made again where the page leaves during it, and not without end', async (t) => {
    const site = await startServer(t, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>The harbour</p>')
    })
    const pool = openBrowser(t)
    const call = async (source: string): Promise<unknown> =>
      seenBy(pool, `${site.origin}/?0`, {}, async (page) => page.call(source))
    assert.equal(await call(leaving(3)), 3)
    await assert.rejects(call(leaving(Infinity)), failsWith('target_protocol_error', /again and again/))
  })
})
