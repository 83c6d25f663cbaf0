import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { failsWith, openBrowser, seenBy } from '#test/support/browser/open-browser.ts'
import { startFarm } from '#test/support/browser/start-farm.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { hostilePage, VECTORS } from '#test/egress/namespace/hostile-page.ts'
import { watchFarm } from './farm-watch.ts'
import { createBrowserFinder } from './find-browser.ts'

suite('a browser farm', () => {
  test('is reached by its WebSocket or its address, and leaves the pages of others alone', async (t) => {
    const site = await startServer(t, (request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end()
      if (request.url === '/data') return void response.end('{"text":"Made by a script"}')
      response.setHeader('content-type', 'text/html')
      response.end(
        '<main></main><script type="module">const { text } = await (await fetch("/data")).json();' +
          'document.querySelector("main").innerHTML = "<h1>" + text + "</h1>"</script>',
      )
    })
    const farm = await startFarm(t)
    const other = await chromium.connectOverCDP(farm.origin)
    const page = await other.newPage()
    await page.setContent('<p>of somebody else')
    for (const browserUrl of [farm.socketUrl, farm.origin]) {
      const find = createBrowserFinder({ chromium: null, browserUrl })
      const { source, version } = await find()
      assert.deepEqual([source, version], ['farm', other.version()])
      const pool = openBrowser(t, { browserUrl })
      assert.match(await seenBy(pool, `${site.origin}/app`), /<h1>Made by a script<\/h1>/)
      const picture = await seenBy(pool, `${site.origin}/app`, {}, async (opened) =>
        opened.picture({ format: 'png', clip: { x: 0, y: 0, width: 50, height: 40 } }),
      )
      assert.deepEqual([...picture.subarray(1, 4)], [...Buffer.from('PNG')])
    }
    const popup = page.waitForEvent('popup')
    await page.evaluate(`void open('about:blank')`)
    await (await popup).close()
    assert.equal(await page.innerText('p'), 'of somebody else')
    await other.close()
  })

  test('its pages ask for nothing that the guard refuses, by no way and by no redirect', async (t) => {
    const forbidden = await startServer(t, (_request, response) => void response.end('secret'))
    forbidden.server.on('upgrade', (request) => forbidden.asked.push(`upgrade ${request.url}`))
    const site = await startServer(t, (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
      if (pathname === '/to')
        return void response.writeHead(302, { location: searchParams.get('url') ?? '' }).end()
      response.setHeader('content-type', 'text/html')
      response.end(pathname === '/hostile' ? hostilePage(urls) : '<p>here')
    })
    const urls = [
      `${forbidden.origin}/v`,
      `${site.origin}/to?url=${encodeURIComponent(`${forbidden.origin}/r`)}`,
    ]
    const farm = await startFarm(t)
    const pool = openBrowser(t, { browserUrl: farm.socketUrl, allow: [`127.0.0.1/32:${site.port}`] })
    const robots = 'ignore'
    const seen = await seenBy(pool, `${site.origin}/hostile`, { robots, waitFor: { state: 'network_idle' } })
    assert.match(seen, /Words of a page/)
    assert.ok(Object.keys(VECTORS).length >= 40)
    await assert.rejects(seenBy(pool, forbidden.origin, { robots }), failsWith('url_not_allowed'))
    await assert.rejects(seenBy(pool, urls[1] ?? '', { robots }), failsWith('url_not_allowed'))
    await assert.rejects(seenBy(pool, 'file:///etc/hostname', { robots }), failsWith('scheme_not_allowed'))
    const byScript = `<script>location = ${JSON.stringify(forbidden.origin)}</script><p>before`
    assert.match(await seenBy(pool, 'http://page.invalid/', { robots, html: '<p>given' }), /given/)
    await seenBy(pool, 'http://page.invalid/', { robots, html: byScript }).catch(() => null)
    assert.deepEqual(forbidden.asked, [])
    // What was refused were requests of a page that works.
    assert.ok(site.asked.filter((path) => path.startsWith('/to?')).length > 10, site.asked.join())
    assert.match(await seenBy(pool, `${site.origin}/again`, { robots }), /here/)
  })

  test('bytes count; a farm that is gone is an error with a name, and one that is back is used', async (t) => {
    const site = await startServer(t, (request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(request.url === '/large' ? `<p>${'x'.repeat(3_000_000)}` : '<p>here')
    })
    const first = await startFarm(t)
    const pool = openBrowser(t, { browserUrl: first.origin })
    const robots = 'ignore'
    const large = seenBy(pool, `${site.origin}/large`, { robots, maxBytes: 1_000_000 })
    await assert.rejects(large, failsWith('target_too_large'))
    assert.match(await seenBy(pool, `${site.origin}/`, { robots }), /here/)
    await using watch = watchFarm({ url: first.origin, log: silentLogger, everyMs: 20 })
    while (watch.answers === null) await setTimeout(20)
    assert.equal(watch.answers, true)
    const cut = seenBy(pool, `${site.origin}/`, { robots }, async (page) => {
      await first.kill()
      return page.html()
    })
    await assert.rejects(cut, failsWith('browser_unavailable'))
    while (watch.answers) await setTimeout(20)
    const missing = (error: unknown): boolean =>
      failsWith('browser_unavailable', /SURVEYOR_BROWSER_URL/)(error) &&
      Object(error).retryable === true &&
      !String(error).includes('127.0.0.1')
    await assert.rejects(seenBy(pool, `${site.origin}/`, { robots }), missing)
    const find = createBrowserFinder({ chromium: null, browserUrl: `${first.origin}/?token=secret` })
    await assert.rejects(
      find(),
      (error) => failsWith('browser_unavailable')(error) && !String(error).includes('secret'),
    )
    for (const browserUrl of ['ws://', `${site.origin.replace('http', 'ws')}/`, site.origin]) {
      const wrong = createBrowserFinder({ chromium: null, browserUrl })
      await assert.rejects(wrong(), failsWith('browser_unavailable', /SURVEYOR_BROWSER_URL/), browserUrl)
    }
    await startFarm(t, Number(new URL(first.origin).port))
    while (watch.answers === false) await setTimeout(20)
    assert.match(await seenBy(pool, `${site.origin}/`, { robots }), /here/)
  })
})
