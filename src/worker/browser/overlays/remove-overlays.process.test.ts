import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserPage } from '#extract/browser/visit.ts'
import { openBrowser, seenBy } from '#test/support/browser/open-browser.ts'

const TEXT = `<h1>Article</h1>${'<p>Words that a reader came for, in a page that is longer than its boxes.</p>'.repeat(30)}`
const fixed = (style: string) => `position:fixed;z-index:999;background:#fff;${style}`

/** Rules get a share of it, which must not depend on how fast this machine is. */
const VISIT_MS = 3_600_000

/** What each page shows in front of its article. */
const PAGES: Readonly<Record<string, string>> = {
  nothing: '',
  // As OneTrust writes it: autoconsent has a rule that presses its button.
  onetrust: `<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" style="${fixed('bottom:0;left:0;right:0;height:200px')}">
    <p>We use cookies.</p><button id="onetrust-accept-btn-handler">Accept all</button>
    <button id="onetrust-reject-all-handler">Reject all</button></div></div>
    <script>const out = document.getElementById('onetrust-banner-sdk')
    document.getElementById('onetrust-reject-all-handler').onclick = () => { out.remove(); document.title = 'rejected' }
    document.getElementById('onetrust-accept-btn-handler').onclick = () => { out.remove(); document.title = 'accepted' }</script>`,
  'unknown banner': `<div class="my-cookie-bar" style="${fixed('bottom:0;left:0;right:0;height:150px')}">
    <p>This site uses cookies to make you happy.</p><a href="#">Fine with me</a></div>`,
  newsletter: `<style>body{overflow:hidden}</style><div class="modal-backdrop" style="${fixed('inset:0;opacity:.5')}"></div>
    <div role="dialog" aria-modal="true" class="newsletter" style="${fixed('left:20%;top:20%;width:60%;height:60%')}">
    <p>Subscribe to our newsletter</p><input type="email"></div>`,
  // Fields are properties of their form, also under the names of other properties.
  form: `<form class="my-cookie-bar" style="${fixed('bottom:0;left:0;right:0;height:150px')}"><p>This site uses cookies.</p>
    <input name="parentElement"><input name="shadowRoot"><a href="#">Fine with me</a></form>`,
  dialog: `<dialog id="d"><p>Our cookies</p><button>Yes</button></dialog><script>d.showModal()</script>`,
  'shadow root': `<div id="usercentrics-root" style="${fixed('bottom:0;left:0;right:0;height:200px')}"></div><script>
    document.getElementById('usercentrics-root').attachShadow({ mode: 'closed' }).innerHTML = '<p>Cookies?</p>'</script>`,
}
/** Which stay: they are the page, or its door. */
const STAYS: Readonly<Record<string, string>> = {
  header: `<header style="${fixed('top:0;left:0;right:0;height:80px')}"><nav><a href="/">Home</a> <a href="/c">Recipes for cookies</a></nav></header>`,
  login: `<div class="modal" role="dialog" style="${fixed('inset:10%')}"><p>Log in</p><input type="password"></div>`,
}
/** An app that scrolls in a fixed element of its own. */
const APP = `<div id="app-overlay" style="${fixed('inset:0;overflow:auto')}">${TEXT}</div>`

const frontOf = async (page: BrowserPage): Promise<unknown> =>
  page.call(`() => [0.5, 0.9].map((y) => {
    const at = document.elementFromPoint(innerWidth / 2, innerHeight * y)
    return getComputedStyle(at).position === 'fixed' || at.closest('dialog, [style*=fixed]') !== null })`)

suite('what stands in front of a page', () => {
  test('is refused or hidden, and a warning says so', async (t) => {
    const pool = openBrowser(t)
    for (const [name, box] of Object.entries(PAGES)) {
      const page = {
        html: `<!doctype html><title>as it was</title>${TEXT}${box}`,
        robots: 'ignore',
        timeoutMs: VISIT_MS,
      } as const
      const codes = await seenBy(pool, 'http://page.invalid/', page, async (opened) => {
        assert.deepEqual(await frontOf(opened), [false, false], name)
        const title = await opened.call('() => document.title')
        assert.equal(title, name === 'onetrust' ? 'rejected' : 'as it was', name)
        assert.notEqual(await opened.call('() => getComputedStyle(document.body).overflowY'), 'hidden', name)
        assert.match(await opened.html(), /<h1>Article<\/h1>/, name)
        return opened.warnings.map(({ code, detail }) => `${code} ${detail}`)
      })
      if (name === 'nothing') assert.deepEqual(codes, [])
      else assert.match(codes.join(), /^overlay_removed /, name)
      if (name === 'onetrust') assert.match(codes.join(), /onetrust/i)
    }
  })

  test('a thin bar at the edge of a high screen is found as well', async (t) => {
    const bar = `<div class="cookie-consent" style="${fixed('bottom:0;left:0;right:0;height:30px')}">Cookies. <button>No</button></div>`
    const page = {
      html: `<!doctype html>${TEXT}${bar}`,
      robots: 'ignore',
      timeoutMs: VISIT_MS,
      viewport: { heightPx: 2_200 },
    } as const
    await seenBy(openBrowser(t), 'http://page.invalid/', page, async (opened) => {
      assert.deepEqual(
        opened.warnings.map(({ code }) => code),
        ['overlay_removed'],
      )
      assert.equal(
        await opened.call(`() => document.querySelector('.cookie-consent').checkVisibility()`),
        false,
      )
    })
  })

  test('stays when it is asked for, or is the page, a header, a login', async (t) => {
    const pool = openBrowser(t)
    const kept = { html: `<!doctype html>${TEXT}${PAGES['unknown banner']}`, removeOverlays: false } as const
    await seenBy(pool, 'http://page.invalid/', { ...kept, robots: 'ignore' }, async (page) => {
      assert.deepEqual(await frontOf(page), [false, true])
      assert.deepEqual(page.warnings, [])
    })
    for (const [name, box] of [...Object.entries(STAYS), ['app', APP] as const]) {
      const html = `<!doctype html>${name === 'app' ? '' : TEXT}${box}`
      await seenBy(pool, 'http://page.invalid/', { html, robots: 'ignore' }, async (page) => {
        assert.deepEqual(page.warnings, [], name)
        const isShown = `() => document.querySelector('[style*=fixed]').checkVisibility()`
        assert.equal(await page.call(isShown), true, name)
      })
    }
  })
})
