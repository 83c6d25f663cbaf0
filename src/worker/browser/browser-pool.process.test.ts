import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { suite, test } from 'node:test'
import { failsWith, openBrowser, seenBy } from '#test/support/browser/open-browser.ts'
import { openEgress, startServer } from '#test/support/sites/local-server.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createBrowserPool } from './browser-pool.ts'
import { findInstalledBrowser } from './find-browser.ts'

const PAGES: Readonly<Record<string, string>> = {
  '/static': '<title>t</title><h1>As sent</h1>',
  '/app': `<div id="root"></div><script>
    setTimeout(async () => {
      const { text } = await (await fetch('/data')).json()
      root.innerHTML = '<h1>' + text + '</h1>'
      const host = document.body.appendChild(document.createElement('div'))
      host.attachShadow({ mode: 'open' }).innerHTML = '<p>in a shadow root</p>'
      document.body.appendChild(document.createElement('iframe')).srcdoc = '<p>in a frame</p>'
    }, 20)</script>`,
  '/liar': `<h1>true</h1><script>
    Element.prototype.getHTML = () => 'made up'
    JSON.stringify = () => '"made up"'</script>`,
  '/hang': '<script>for (;;);</script>',
  '/alerts': '<script>for (;;) alert(1)</script>',
  '/popups': '<script>for (let i = 0; i < 2000; i += 1) open("/static?" + i)</script>',
  '/form': `<form><input name="q"><select><option value="a">a<option value="b">b</select><button>go</button></form>
    <p id="out"></p><script>document.forms[0].onsubmit = (e) => { e.preventDefault()
      out.textContent = document.forms[0].q.value + document.querySelector('select').value }</script>`,
}

suite('a browser', () => {
  test('runs the scripts of a page; shadow roots and frames are part of it', async (t) => {
    const site = await startServer(t, (request, response) => {
      if (request.url === '/data') return void response.end('{"text":"Made by a script"}')
      if (request.url === '/robots.txt') return void response.writeHead(404).end()
      response.setHeader('content-type', 'text/html').end(PAGES[request.url ?? ''] ?? '')
    })
    const pool = openBrowser(t)
    const html = await seenBy(pool, `${site.origin}/app`)
    assert.match(html, /<h1>Made by a script<\/h1>/)
    assert.match(html, /<template shadowrootmode="open"><p>in a shadow root<\/p>/)
    assert.match(html, /srcdoc="[^"]*&lt;p&gt;in a frame|srcdoc="[^"]*<p>in a frame/)
    // What the scripts of a page replaced does not reach us.
    assert.match(await seenBy(pool, `${site.origin}/liar`), /<h1>true<\/h1>/)
    assert.equal(pool.running, 1)
  })

  test('an answer without a page is an error that says so, and none of the connection', async (t) => {
    const site = await startServer(t, (request, response) => {
      const path = request.url ?? ''
      if (path === '/cut') return void response.destroy()
      if (path === '/packed') {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        return void response.end('<p>This is not packed.</p>')
      }
      response.writeHead(Number(path.slice(1))).end()
    })
    const pool = openBrowser(t)
    const open = async (path: string) => seenBy(pool, `${site.origin}${path}`, { robots: 'ignore' })
    await assert.rejects(open('/204'), failsWith('empty_content', /without a page/))
    await assert.rejects(open('/304'), failsWith('empty_content', /without a page/))
    await assert.rejects(open('/packed'), failsWith('target_protocol_error', /proper HTTP/))
    await assert.rejects(open('/cut'), failsWith('target_connect_error', /closed the connection/))
  })

  test('a page that broke off is shown and says so; one that left for another is whole', async (t) => {
    const site = await startServer(t, (request, response) => {
      response.setHeader('content-type', 'text/html')
      if (request.url === '/half') {
        response.setHeader('content-length', 50_000)
        return void response.write('<p>as far as it came</p>', () => response.destroy())
      }
      if (request.url !== '/away') return void response.end('<p>as far as it came</p>')
      response.write('<script>location.replace("/whole")</script>')
      return void setTimeout(() => response.end(), 1_000)
    })
    const pool = openBrowser(t)
    for (const [path, codes] of [
      ['/half', ['load_incomplete', 'page_truncated']],
      ['/away', []],
      ['/whole', []],
    ] as const) {
      const visit = { robots: 'ignore', endsAtMs: performance.now() + 8_000 } as const
      const [seen, html] = await seenBy(pool, site.origin + path, visit, async (page) => [
        page.warnings.map(({ code }) => code),
        await page.html(),
      ])
      assert.deepEqual(seen, codes, path)
      assert.match(String(html), /as far as it came/, path)
    }
  })

  test('begins without the databases of a session that cannot be put back, and says so', async (t) => {
    const site = await startServer(t, (_, response) =>
      response.setHeader('content-type', 'text/html').end(PAGES['/static']),
    )
    const twice = [1, 2].map((valueEncoded) => ({ keyEncoded: 'the same', valueEncoded }))
    const stores = [{ name: 's', autoIncrement: false, indexes: [], records: twice }]
    const kept = {
      origin: site.origin,
      localStorage: [{ name: 'n', value: '1' }],
      indexedDB: [{ name: 'd', version: 1, stores }],
    }
    const session = { state: () => ({ cookies: [], origins: [kept] }), left() {} }
    const seen = await seenBy(openBrowser(t), site.origin, { robots: 'ignore', session }, async (page) => [
      page.warnings.map(({ code }) => code),
      await page.call('async () => [localStorage.n, (await indexedDB.databases()).length]'),
    ])
    assert.deepEqual(seen, [['session_cut'], ['1', 0]])
  })

  test('does what a request says: actions, waits, screen, language', async (t) => {
    const site = await startServer(t, (request, response) => {
      response.setHeader('content-type', 'text/html').end(PAGES[request.url ?? ''] ?? '')
    })
    const pool = openBrowser(t)
    const filled = await seenBy(pool, `${site.origin}/form`, {
      robots: 'ignore',
      actions: [
        { type: 'write', selector: 'input', text: 'word' },
        { type: 'select', selector: 'select', value: 'b' },
        { type: 'click', selector: 'button' },
        { type: 'wait', selector: '#out:not(:empty)' },
      ],
    })
    assert.match(filled, /<p id="out">wordb<\/p>/)
    const told = await seenBy(
      pool,
      `${site.origin}/static`,
      {
        robots: 'ignore',
        device: 'mobile',
        locale: 'fr-CA',
        timezone: 'Asia/Tokyo',
        colorScheme: 'dark',
        viewport: { widthPx: 333, scale: 2 },
      },
      async (page) =>
        page.call(`() => [navigator.language, screen.width, devicePixelRatio, new Date().getTimezoneOffset(),
          matchMedia('(prefers-color-scheme: dark)').matches, navigator.userAgent]`),
    )
    const [language, width, ratio, offset, dark, agent] = told as unknown[]
    assert.deepEqual([language, width, ratio, offset, dark], ['fr-CA', 333, 2, -540, true])
    assert.match(String(agent), /Android.* Chrome\/\d+.* Mobile .* Surveyor\/0\.0\.0$/)
    await assert.rejects(
      seenBy(pool, `${site.origin}/form`, {
        robots: 'ignore',
        actions: [{ type: 'press', key: 'NoSuchKey' }],
      }),
      failsWith('action_failed', /action 0 \(press\)/),
    )
    await assert.rejects(
      seenBy(pool, `${site.origin}/form`, { robots: 'ignore', actions: [{ type: 'click', selector: 'a[' }] }),
      failsWith('validation_failed'),
    )
  })

  test('a page of a stranger ends at its deadline and leaves the browser to others', async (t) => {
    const site = await startServer(t, (request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end()
      if (request.url === '/file') {
        return void response.setHeader('content-disposition', 'attachment; filename=x.zip').end('PK')
      }
      response.setHeader('content-type', 'text/html').end(PAGES[request.url ?? ''] ?? '')
    })
    const pool = openBrowser(t)
    for (const path of ['/hang', '/alerts']) {
      await assert.rejects(
        seenBy(pool, site.origin + path, { timeoutMs: 1_500 }),
        failsWith('target_timeout'),
        path,
      )
    }
    await seenBy(pool, `${site.origin}/popups`, { timeoutMs: 4_000 }).catch(failsWith('target_timeout'))
    await assert.rejects(seenBy(pool, `${site.origin}/file`), failsWith('unsupported_document'))
    const cancelled = AbortSignal.abort(new Error('cancelled'))
    await assert.rejects(seenBy(pool, `${site.origin}/hang`, { signal: cancelled }), /cancelled/)
    assert.match(await seenBy(pool, `${site.origin}/static`), /As sent/)
    assert.deepEqual(
      site.asked.filter((path) => path.startsWith('/static?')),
      [],
    )
  })

  test('robots.txt, forbidden addresses and the bytes of a page hold in a browser too', async (t) => {
    const site = await startServer(t, (request, response) => {
      response.setHeader('content-type', request.url === '/robots.txt' ? 'text/plain' : 'text/html')
      if (request.url === '/robots.txt') return void response.end('User-agent: *\nDisallow: /no')
      if (request.url === '/to-no') return void response.writeHead(302, { location: '/no' }).end()
      if (request.url === '/large') return void response.end(`<p>${'x'.repeat(3_000_000)}`)
      response.end('<p>here')
    })
    const pool = openBrowser(t)
    await assert.rejects(seenBy(pool, `${site.origin}/no`), failsWith('robots_disallowed'))
    await assert.rejects(seenBy(pool, `${site.origin}/to-no`), failsWith('robots_disallowed'))
    assert.deepEqual(
      site.asked.filter((path) => path === '/no'),
      [],
    )
    await assert.rejects(
      seenBy(pool, `${site.origin}/large`, { maxBytes: 1_000_000 }),
      failsWith('target_too_large'),
    )
    await assert.rejects(seenBy(pool, 'http://10.0.0.1/'), failsWith('url_not_allowed'))
    await assert.rejects(seenBy(pool, 'file:///etc/hostname'), failsWith('scheme_not_allowed'))
    await assert.rejects(
      seenBy(pool, 'http://127.0.0.1:1024/', { robots: 'ignore' }),
      failsWith('target_connect_error'),
    )
  })

  test('headers and cookies of the caller reach the origin of the page and no other', async (t) => {
    const heard: (readonly [string, string | undefined, string | undefined])[] = []
    const site = await startServer(t, (request, response) => {
      const { host = '', cookie, 'x-secret': secret } = request.headers
      heard.push([host + (request.url ?? ''), cookie, Array.isArray(secret) ? secret.join() : secret])
      response.setHeader('content-type', 'text/html')
      if (request.url === '/secret' && request.headers.authorization === undefined) {
        return void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('who are you?')
      }
      if (request.url === '/moves')
        return void response.writeHead(302, { location: 'http://b.test/moved' }).end()
      response.end('<img src="/own.png"><img src="http://b.test/other.png">')
    })
    const pool = openBrowser(t, { hosts: [`*.test=127.0.0.1:${site.port}`] })
    const more = {
      robots: 'ignore',
      headers: { 'x-secret': 's' },
      cookies: [{ name: 'c', value: '1' }],
    } as const
    await seenBy(pool, 'http://a.test/page', more)
    await seenBy(pool, 'http://a.test/moves', more)
    const httpAuth = { username: 'u', password: 'p' }
    assert.match(await seenBy(pool, 'http://a.test/secret', { ...more, httpAuth }), /own\.png/)
    const told = new Map(heard.map(([what, cookie, secret]) => [what, [cookie, secret]]))
    assert.deepEqual(told.get('a.test/page'), ['c=1', 's'])
    assert.deepEqual(told.get('a.test/own.png'), ['c=1', 's'])
    assert.deepEqual(told.get('a.test/moves'), ['c=1', 's'])
    for (const other of ['b.test/other.png', 'b.test/moved']) {
      assert.deepEqual(told.get(other), [undefined, undefined], other)
    }
  })

  test('one that does not start is told, until one does', async (t) => {
    const egress = openEgress(t)
    const program = { source: 'setting', version: '1.2.3.4' } as const
    let isThere = false
    const installed = await findInstalledBrowser({ chromium: null })
    await using pool = createBrowserPool({
      pages: 1,
      find: async () => (isThere ? installed : { ...program, program: '/bin/false' }),
      openVisit: async (rules) => egress.openVisit(rules),
      log: silentLogger,
    })
    const html = '<h1>here</h1>'
    assert.equal(pool.starts, null)
    await assert.rejects(seenBy(pool, 'http://page.invalid/', { html }), failsWith('browser_unavailable'))
    assert.equal(pool.starts, false)
    isThere = true
    assert.match(await seenBy(pool, 'http://page.invalid/', { html, robots: 'ignore' }), /here/)
    assert.equal(pool.starts, true)
  })

  test('a page that does not close in time leaves the browser to those that are open', async (t) => {
    const pool = openBrowser(t)
    const given = { html: '<title>Still here</title>', robots: 'ignore' } as const
    const [opened, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = seenBy(pool, 'http://page.invalid/', given, async (page) => {
      opened.resolve()
      await slow.promise
      return page.call('() => document.title')
    })
    await Promise.race([opened.promise, other])
    const all = browsersOf(process.pid)
    const signalAll = (signal: NodeJS.Signals): void => all.forEach((pid) => process.kill(pid, signal))
    await seenBy(pool, 'http://page.invalid/slow', given, async () => signalAll('SIGSTOP'))
    signalAll('SIGCONT')
    slow.resolve()
    assert.equal(await other, 'Still here')
    assert.equal(pool.running, 0, 'it takes no further page')
  })

  test('nothing of it is left when it is closed, nor when its worker is killed', async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'surveyor-temporary-'))
    t.after(async () => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const program = new URL('../../../test/support/programs/browser-holder.ts', import.meta.url)
    const hold = async () => {
      const holder = spawn(process.execPath, [program.pathname], {
        env: { ...process.env, TMPDIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      t.after(() => holder.kill('SIGKILL'))
      for await (const line of createInterface({ input: holder.stdout })) {
        assert.equal(line, 'open')
        break
      }
      return holder
    }
    const holder = await hold()
    assert.notEqual(browsersOf(holder.pid).length, 0)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    // Only time can tell: the processes get the end of their pipe, and the test would wait for ever if they did not.
    while (browsersOf(holder.pid).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    // The files go when the next worker begins, which has the profile of Playwright that it does not use.
    const next = await hold()
    const names = readdirSync(folder).map((name) => name.replace(/-\w+$/, ''))
    assert.deepEqual(names.toSorted(), ['playwright_chromiumdev_profile', `surveyor-browser-${next.pid}`])
    next.kill('SIGKILL')
    await once(next, 'exit')
    while (browsersOf(next.pid).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  })
})

/** The processes that run with a profile of that worker. */
function browsersOf(worker: number | undefined): number[] {
  const pids = readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`surveyor-browser-${worker}-`)
      )
    } catch {
      return false
    }
  })
  return pids.map(Number)
}
