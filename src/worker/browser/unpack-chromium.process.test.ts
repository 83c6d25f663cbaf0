import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { suite, test } from 'node:test'
import { startBrowser } from './browser-process.ts'
import { createBrowserFinder, findInstalledBrowser } from './find-browser.ts'
import { unpackChromium } from './unpack-chromium.ts'

const isThere = process.platform === 'linux' && process.arch === 'x64'

suite('the Chromium of npm', () => {
  test('is unpacked once, whole, by workers that begin together, and opens a page', async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'surveyor-test-unpack-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const [first, second] = await Promise.all([unpackChromium(folder), unpackChromium(folder)])
    assert.deepEqual(first, second)
    if (!isThere) return assert.equal(first, null)
    assert.ok(first !== null)
    assert.equal((await readdir(folder)).length, 1)
    const browser = await startBrowser({ source: 'package', version: '0', ...first }, 'http://127.0.0.1:9')
    t.after(async () => browser.close())
    const page = await browser.browser.newPage()
    await page.setContent('<p>Words need a font')
    const height = await page.evaluate(`document.querySelector('p').getBoundingClientRect().height`)
    assert.ok(Number(height) > 10, String(height))
  })

  test('is the last that is taken; what is named and does not start is no reason to take another', async () => {
    const { source } = await findInstalledBrowser({ chromium: null, unpackFolder: '/proc/none' })
    assert.notEqual(source, 'package')
    const find = createBrowserFinder({ chromium: '/bin/false', browserUrl: null, unpackFolder: '/proc/none' })
    await assert.rejects(find(), { code: 'browser_unavailable', message: /SURVEYOR_CHROMIUM/ })
  })
})
