import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import json from '#extractors/json/index.ts'
import markdown from '#extractors/markdown/index.ts'
import pageExtractor from '#extractors/page/index.ts'
import screenshot from '#extractors/screenshot/index.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { startBrowserCrawl } from '#test/support/crawl/start-browser-crawl.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import {
  assertAccessible,
  goTo,
  openWatchedBrowser,
  type WatchedPage,
} from '#test/support/pages/watched-browser.ts'
import { formFields } from '#web/crawl/request/form-model.ts'

const WORDS = 'The town lies on the bank of the river, below the castle, and has a market each Saturday. '
const ARTICLE = `<html lang="en"><title>A town on a river</title><main><h1>A town on a river</h1><p>${WORDS.repeat(3)}</p>
  <ul><li>A castle of 1322</li></ul><p>See <a href="/castle">the castle</a>.</p></main>`
const HOSTILE = `<html lang="en"><title>Hostile</title><main>
  <h1>Hostile &lt;img src=x onerror="document.title='run'"&gt; \u202egnp.exe</h1><p>${WORDS.repeat(3)}</p>
  <p>${WORDS} <a href="javascript:document.title='run'">bad link</a> <a href="https://other.test/x">good link</a></p>
  <p>[typed](javascript:alert(1))</p><p>${WORDS}</p><img src="http://tracker.test/pixel.png" alt="far picture"></main>`

/** A page of a site in which every page links to the same ones. */
const docsPage = (path: string): string => `<html lang="en"><title>Chapter ${path}</title><main>
  <h1>Chapter ${path}</h1><p>This is what ${path} says. ${WORDS.repeat(2)}${path} ends.</p>
  ${['a', 'b', 'held'].map((name) => `<a href="/docs/${name}">${name}</a>`).join(' ')}</main></html>`

/** The field of the address; others of that name are folded away. */
const urlOf = (page: Page) => page.getByRole('textbox', { name: 'url', exact: true })

/** The most that a request may ask for: these tests are not about time. */
async function takeTime(page: Page): Promise<void> {
  await page.getByText('Fetching', { exact: true }).click()
  await page.getByRole('textbox', { name: 'timeoutMs', exact: true }).fill('300000')
}

/** The end of a crawl is told by its job before its manifest tells it, as happens where the job is asked for later. */
async function knowEndByJobFirst(page: Page): Promise<void> {
  let isOver = false
  page.on('response', async (response) => {
    if (!/\/api\/jobs\/[^/]+$/.test(response.url()) || !response.ok()) return
    isOver ||= fieldsOf(await response.json())['status'] === 'cancelled'
  })
  await page.route(/\/api\/v1\/sites\/[^/?]+$/, async (route) => {
    const response = await route.fetch()
    const site = fieldsOf(await response.json())
    const manifest = isOver ? site['manifest'] : { ...fieldsOf(site['manifest']), complete: null }
    await route.fulfill({ response, json: { ...site, manifest } })
  })
}

test('every option of every request that the page offers has a field', async (t) => {
  const crawl = await startTestCrawl(t, { extractors: [json, markdown, screenshot] })
  interface Described {
    readonly paths: Record<string, Record<string, { readonly requestBody?: Body }>>
  }
  interface Body {
    readonly content: Record<string, { readonly schema: { readonly properties?: object } }>
  }
  const { json: described } = await crawl.call<Described>('GET', '/openapi.json')
  const paths = [
    '/api/v1/markdown/extract',
    '/api/v1/json/extract',
    '/api/v1/screenshot/extract',
    '/api/keys',
    '/api/keys/{id}/rotate',
    '/api/proxy',
    '/api/webhook-endpoints',
    '/api/discovery/patterns',
    '/api/discovery/exclusions',
  ]
  for (const path of paths) {
    const schema = described.paths[path]?.['post']?.requestBody?.content['application/json']?.schema
    const names = Object.keys(schema?.properties ?? {})
    assert.ok(names.length > 0, path)
    assert.deepEqual(
      formFields(schema).map(({ name }) => name),
      names,
      path,
    )
  }
})

suite('the page of crawl', () => {
  test('try, refusal, hostile content, picture, batch, events, keys and lists; by keyboard, light and dark', async (t) => {
    const held: ServerResponse[] = []
    const extractors = [markdown, json, pageExtractor, screenshot]
    const { crawl, site } = await startBrowserCrawl(t, extractors, ({ url = '' }, response) => {
      if (url.endsWith('/held')) return void held.push(response)
      if (/^\/(?:robots\.txt|sitemap)/.test(url)) return void response.writeHead(404).end()
      const page = url.startsWith('/docs/') ? docsPage(url) : url === '/hostile' ? HOSTILE : ARTICLE
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    })
    const browser = await openWatchedBrowser(t, crawl.url)
    const tryOne = async (operation: string, url: string): Promise<WatchedPage> => {
      const watched = await browser.open(`#/try?operation=${operation}`)
      await urlOf(watched.page).fill(url)
      await takeTime(watched.page)
      await watched.page.getByRole('button', { name: 'Run', exact: true }).click()
      return watched
    }

    await t.test('an extractor is tried by keyboard alone, and the result has all of its forms', async () => {
      const { page, wrongs } = await browser.open('')
      await urlOf(page).focus()
      await page.keyboard.type(`${site.origin}/`)
      // Past two sections that are folded, and into the first field of the third.
      for (const key of ['Tab', 'Tab', 'Tab', 'Enter', 'Tab']) await page.keyboard.press(key)
      await page.keyboard.type('300000')
      await page.keyboard.press('Enter')
      await page.locator('.prose').getByRole('heading', { name: 'A town on a river' }).waitFor()
      assert.equal(await page.locator('.prose li').textContent(), 'A castle of 1322')
      const castle = page.locator('.prose').getByRole('link', { name: 'the castle' })
      assert.equal(await castle.getAttribute('href'), `${site.origin}/castle`)
      assert.equal(await page.getByText('status 200').count(), 1)
      await assertAccessible(page, 'a result')

      await page.getByRole('tab', { name: 'Page', exact: true }).focus()
      await page.keyboard.press('ArrowRight')
      assert.match((await page.getByRole('region', { name: 'Markdown' }).textContent()) ?? '', /^# A town/)
      await page.keyboard.press('ArrowRight')
      const tree = page.getByRole('tree', { name: 'Data' })
      await tree.getByRole('treeitem').first().focus()
      await page.keyboard.press('ArrowDown')
      assert.match((await page.locator(':focus').textContent()) ?? '', /^url: /)
      await page.getByRole('tab', { name: 'How it went' }).click()
      assert.equal(await page.getByText('markdown 1.0.0').count(), 1)
      assert.deepEqual(wrongs, [])
    })

    await t.test('what is wrong stands at its field; what is refused says why', async () => {
      const allowed = /status of 4\d\d/
      const { page, wrongs } = await browser.open('#/try?operation=markdown.extract', { allowed })
      await urlOf(page).fill(`${site.origin}/`)
      await page.getByText('Fetching', { exact: true }).click()
      await page.getByRole('textbox', { name: 'timeoutMs', exact: true }).fill('soon')
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      const field = page.getByRole('textbox', { name: 'timeoutMs', exact: true })
      await page.locator('.field-error').first().waitFor()
      assert.equal(await field.getAttribute('aria-invalid'), 'true')
      assert.equal(await field.inputValue(), 'soon')
      assert.match((await page.getByRole('alert').textContent()) ?? '', /validation_failed/)
      await assertAccessible(page, 'a form with a problem')

      await field.fill('300000')
      await urlOf(page).fill('http://169.254.169.254/latest/meta-data/')
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByRole('alert').getByText('url_not_allowed').waitFor()
      assert.deepEqual(wrongs, [])
    })

    await t.test('content of strangers is shown, and neither runs nor loads anything', async () => {
      const { page, wrongs } = await tryOne('markdown.extract', `${site.origin}/hostile`)
      const prose = page.locator('.prose')
      await prose.getByText('far picture').waitFor()
      const title =
        (await page.getByRole('region', { name: 'Result' }).getByRole('heading').first().textContent()) ?? ''
      assert.equal(title, `Hostile <img src=x onerror="document.title='run'"> ⟨U+202E⟩gnp.exe`)
      assert.equal(await prose.getByRole('link', { name: 'bad link' }).count(), 0)
      const hrefs = await page
        .locator('a[href]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      assert.ok(hrefs.includes('https://other.test/x'))
      assert.deepEqual(
        hrefs.filter((href) => /^\s*(?:javascript|data):/iu.test(href ?? '')),
        [],
      )
      assert.equal(await page.locator('main img[src^="http"]').count(), 0)
      await page.getByRole('tab', { name: 'JSON', exact: true }).last().click()
      await page.getByRole('button', { name: 'Open all' }).click()
      assert.ok((await page.getByRole('treeitem').count()) > 10)
      assert.notEqual(await page.title(), 'run')
      assert.deepEqual(wrongs, [])
    })

    await t.test(
      'a file of this device is read; the body as JSON and the command say the same as the fields',
      async () => {
        const { page, wrongs } = await browser.open('#/try?operation=markdown.extract')
        const file = { name: 'town.html', mimeType: 'text/html', buffer: Buffer.from(ARTICLE) }
        await page.getByRole('tab', { name: 'JSON', exact: true }).click()
        const body = page.getByLabel('Body')
        await page.getByLabel('Or a file of this device').setInputFiles(file)
        while (!(await body.inputValue()).includes('artifactId')) await setImmediate()
        const typed = {
          ...JSON.parse(await body.inputValue()),
          baseUrl: 'https://base.test/x/',
          timeoutMs: 300_000,
        }
        assert.match(typed.artifactId, /^art_/)
        await body.fill(JSON.stringify(typed))
        await page.getByText('The same for a terminal').click()
        const command = (await page.getByRole('region', { name: 'Command' }).textContent()) ?? ''
        assert.ok(command.startsWith(`curl -s -X POST '${crawl.url}/api/v1/markdown/extract'`), command)
        assert.ok(command.endsWith(`-d '${JSON.stringify(typed)}'`), command)
        await page.getByRole('button', { name: 'Run', exact: true }).click()
        const castle = page.locator('.prose').getByRole('link', { name: 'the castle' })
        assert.equal(await castle.getAttribute('href'), 'https://base.test/castle')
        assert.deepEqual(wrongs, [])
      },
    )

    await t.test('a picture is shown in the page', async () => {
      const { page, wrongs } = await tryOne('screenshot.extract', `${site.origin}/`)
      const picture = page.locator('img.picture')
      await picture.waitFor()
      assert.ok((await picture.evaluate((image) => Object(image).naturalWidth as number)) > 0)
      assert.deepEqual(wrongs, [])
    })

    await t.test('a batch under way: its progress, its parts, the live events of one, cancel', async () => {
      const { page, wrongs } = await browser.open('#/try?operation=markdown.extract')
      await takeTime(page)
      await page.getByText('Other sources', { exact: true }).click()
      await page
        .getByRole('textbox', { name: 'urls' })
        .fill([`${site.origin}/1`, `${site.origin}/2`, `${site.origin}/held`].join('\n'))
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByText('2 of 3 jobs succeeded, 0 failed, 1 to go').waitFor()
      await assertAccessible(page, 'a batch under way')
      await page.getByRole('link', { name: `${site.origin}/held` }).click()
      const events = page.getByRole('list', { name: 'Events' })
      await events.getByText('claimed').waitFor()
      assert.equal(await events.getByText('cancelled').count(), 0)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await events.getByText('cancelled', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Run again' }).waitFor()
      await page.getByRole('link', { name: 'batch', exact: true }).click()
      await page.getByText('2 of 3 jobs succeeded, 0 failed, 1 cancelled').waitFor()
      for (const response of held) response.destroy()
      assert.deepEqual(wrongs, [])
    })

    await t.test('the filter of jobs stands in the address', async () => {
      const { page, wrongs } = await browser.open('#/jobs')
      await page.getByText('Nothing is under way').waitFor()
      await page.getByLabel('State', { exact: true }).selectOption('cancelled')
      await page.getByRole('table').getByText('/held').waitFor()
      assert.match(page.url(), /#\/jobs\?status=cancelled$/)
      await page.reload()
      await page.getByRole('table').getByText('/held').waitFor()
      assert.equal(await page.getByRole('row').count(), 2)
      assert.deepEqual(wrongs, [])
    })

    await t.test('every view in light and dark, wide and narrow', async () => {
      const { json: list } = await crawl.call<{ items: { id: string }[] }>('GET', '/api/jobs?limit=1')
      const views = [
        ['#/try', 'Try an extractor'],
        ['#/jobs?status=all', 'Jobs'],
        [`#/jobs/${list.items[0]?.id}`, 'markdown.extract'],
        ['#/sites', 'Sites'],
        ['#/workers', 'Workers'],
        ['#/proxies', 'Proxies'],
        ['#/cdn', 'CDNs and bot walls'],
        ['#/discovery', 'Discovery'],
        ['#/discovery?list=exclusions', 'Discovery'],
        ['#/cache', 'Cache'],
        ['#/webhooks', 'Webhooks'],
        ['#/keys', 'Keys'],
        ['#/nowhere', 'Nothing is here'],
      ] as const
      const looks = [
        { width: 1_440, isDark: false },
        { width: 390, isDark: true },
      ]
      const lookAtAll = async ({ width, isDark }: (typeof looks)[number]): Promise<void> => {
        const { page, wrongs } = await browser.open('#/jobs', { width, isDark })
        for (const [hash, heading] of views) {
          await goTo(page, hash)
          await page.getByRole('heading', { level: 1, name: heading }).waitFor()
          await page.locator('main .bar-busy').first().waitFor({ state: 'detached' })
          const what = `${hash} at ${width} px, ${isDark ? 'dark' : 'light'}`
          const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
          assert.equal(isTooWide, false, what)
          await assertAccessible(page, what)
        }
        assert.deepEqual(wrongs, [])
      }
      await Promise.all(looks.map(lookAtAll))
    })

    await t.test('a site under way: its figures, its pages by state, pause, cancel', async () => {
      const { page, wrongs } = await browser.open('#/sites')
      await page.getByText('No site was crawled yet').waitFor()
      await page.getByRole('button', { name: 'Crawl a site' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'urls (required)' }).fill(`${site.origin}/docs/`)
      await dialog.getByRole('button', { name: 'Start' }).click()
      const figure = (label: string) =>
        page.locator('.figures > div', { has: page.getByText(label, { exact: true }) }).locator('dd')
      await figure('stored').getByText('3', { exact: true }).waitFor()
      await figure('fetching').getByText('1', { exact: true }).waitFor()
      const table = page.getByRole('region', { name: 'Pages of the site' })
      await table
        .getByRole('row', { name: /docs\/held/ })
        .getByText('fetching')
        .waitFor()
      await assertAccessible(page, 'a site under way')
      await page.getByLabel('Pages', { exact: true }).selectOption('stored')
      await table.getByRole('row', { name: /docs\/held/ }).waitFor({ state: 'detached' })
      // While the list is asked for, the table is empty.
      await table.getByRole('row').nth(3).waitFor()
      assert.equal(await table.getByRole('row').count(), 4)
      await page.getByRole('button', { name: 'Pause' }).click()
      await page.getByText('paused', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.getByRole('button', { name: 'Pause' }).waitFor()
      await knowEndByJobFirst(page)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByText('not complete', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Sites', exact: true }).first().click()
      await page.getByRole('button', { name: 'Crawl a site' }).waitFor()
      await page
        .getByRole('table')
        .getByRole('link', { name: `${site.origin}/docs/` })
        .waitFor()
      for (const response of held) response.destroy()
      assert.deepEqual(wrongs, [])
    })

    await t.test(
      'the first key says that the service will ask for one, and is kept for the tab',
      async () => {
        const { page, wrongs } = await browser.open('#/keys')
        await page.getByText('There is no key').waitFor()
        await page.getByRole('button', { name: 'Make a key' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('name (required)').fill('first')
        await dialog.getByLabel('scopes (required)').fill('admin')
        await dialog.getByRole('button', { name: 'Make' }).click()
        const made = (await page.getByLabel('Secret').textContent()) ?? ''
        await dialog.getByText('From its next start on it asks everybody for one').waitFor()
        await assertAccessible(page, 'a first key')
        await dialog.getByRole('button', { name: 'Use it in this tab' }).click()
        await page.getByRole('button', { name: 'Key ✓' }).waitFor()
        assert.equal(await page.evaluate(`sessionStorage.getItem('surveyor.key')`), made.trim())
        await page.reload()
        await page.locator('bdi').getByText('first', { exact: true }).waitFor()
        assert.deepEqual(wrongs, [])
      },
    )

    await t.test('what must not happen in a page is seen when it does', async () => {
      const { page, wrongs } = await browser.open('#/cache')
      await page.getByRole('heading', { name: 'Take entries out' }).waitFor()
      await page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend',
        '<button></button><img alt="" src="http://other.test/x.png"><script>1</script>')`)
      while (!wrongs.some((wrong) => wrong.startsWith('policy: img-src'))) await setImmediate()
      await assert.rejects(assertAccessible(page, 'a button without a name'), /button-name/)
    })
  })

  test('keys: made, shown once, used, rotated and revoked; what a key may not do is said', async (t) => {
    const secret = 'a-key-of-the-operator-that-is-long-enough'
    const crawl = await startTestCrawl(t, {
      extractors: [markdown],
      fixedKeys: [{ secret, name: 'operator', scopes: ['admin'] }],
    })
    const browser = await openWatchedBrowser(t, crawl.url)
    const { page, wrongs } = await browser.open('#/keys', { allowed: /status of 401/ })
    await page.getByRole('alert').getByLabel('API key').fill(secret)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('There is no key').waitFor()

    await page.getByRole('button', { name: 'Make a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('name (required)').fill('reader <b>of</b> \u202ejobs')
    await dialog.getByLabel('scopes (required)').fill('jobs')
    await assertAccessible(page, 'the form of a key')
    await dialog.getByRole('button', { name: 'Make' }).click()
    const made = (await page.getByLabel('Secret').textContent()) ?? ''
    assert.match(made, /^srv_/)
    await assertAccessible(page, 'a secret')
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.locator('bdi').getByText('reader <b>of</b> ⟨U+202E⟩jobs', { exact: true }).waitFor()
    assert.equal((await page.content()).includes(made), false)

    const limited = await browser.open('#/keys', { key: made, allowed: /status of 403/ })
    await limited.page.getByText('scope_missing').first().waitFor()
    await goTo(limited.page, '#/jobs')
    await limited.page.getByText('Nothing is under way').waitFor()
    assert.deepEqual(limited.wrongs, [])

    await page.getByRole('button', { name: /^Replace reader/ }).click()
    await dialog.getByRole('button', { name: 'Replace' }).click()
    const next = (await page.getByLabel('Secret').textContent()) ?? ''
    assert.notEqual(next, made)
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Revoke reader/ })
      .last()
      .click()
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByRole('table').getByText('revoked', { exact: true }).waitFor()
    // Nothing here reads pages of sites, so the service has no such paths.
    assert.equal(await page.getByRole('link', { name: 'Sites', exact: true }).count(), 0)
    assert.deepEqual(wrongs, [])
  })
})
