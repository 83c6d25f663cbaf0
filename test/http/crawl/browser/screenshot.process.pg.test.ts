import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { Problem } from '#contract/problem.ts'
import pdf from '#extractors/pdf/index.ts'
import screenshot from '#extractors/screenshot/index.ts'
import type { ScreenshotData } from '#extractors/screenshot/options.ts'
import { startBrowserCrawl } from '#test/support/crawl/start-browser-crawl.ts'
import type { TestCrawl } from '#test/support/crawl/start-crawl.ts'

const PATH = '/api/v1/screenshot/extract'
/** The most that a request may ask for: these tests are not about time. */
const timeoutMs = 300_000
type Answer = Omit<ExtractionAnswer, 'data'> & { readonly data: ScreenshotData }

const LONG = `<title>Long</title><style>body{margin:0}div{height:500px}header{position:fixed;top:0;left:0;width:50px;height:50px;background:#00f}</style>
  <header></header>${Array.from({ length: 8 }, (_, at) => `<div style="background:rgb(${at * 30},200,0)"></div>`).join('')}
  <script>new IntersectionObserver(([seen]) => { if (seen.isIntersecting) last.textContent = 'seen' }).observe(document.querySelector('div:nth-of-type(8)'))</script>
  <p id="last" style="height:100px;margin:0"></p>`
const SMALL = `<body style="margin:0;background:#fff"><div id="box" style="position:absolute;left:40px;top:30px;width:100px;height:60px;background:#f00"></div>
  <div class="banner" style="position:absolute;left:300px;top:0;width:50px;height:50px;background:#0f0"></div>
  <p>Words about a red box, of which there are enough for a page.</p></body>`
const SCRIPTS = { Han: '日', Hangul: '한', Hebrew: 'ש', Devanagari: 'ह', Thai: 'ไท', Ethiopic: 'አ' }
const PAGES = {
  '/long': LONG,
  '/small': SMALL,
  '/moved': SMALL.replace('left:40px', 'left:60px'),
  '/removed': '<p>Words</p><script>document.documentElement.remove()</script>',
  '/scripts': `<p>${Object.values(SCRIPTS).join(' ')}</p><p style="display:none">ᠮᠣᠩ</p>`,
  '/wall': '<title>Just a moment...</title><script>window._cf_chl_opt = {}</script>',
}

suite('POST /api/v1/screenshot/extract', () => {
  test('the viewport, the whole page in tiles with what loads late, and one element', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [screenshot], PAGES)
    const take = async (input: object): Promise<Answer> =>
      takenOnceEnded(crawl, { url: `${site.origin}/long`, ...input })
    const bytesOf = async ({ artifacts }: Answer, at = 0): Promise<Buffer> =>
      Buffer.from(await (await fetch(crawl.url + (artifacts[at]?.href ?? ''))).arrayBuffer())

    const view = await take({ viewport: { widthPx: 400, heightPx: 300, scale: 2 } })
    assert.deepEqual([view.data.width, view.data.height, view.data.title], [800, 600, 'Long'])
    assert.equal(view.engine.used, 'browser')
    assert.equal(view.response?.statusCode, 200)
    const { width, height, format } = await sharp(await bytesOf(view)).metadata()
    assert.deepEqual([width, height, format], [800, 600, 'png'])

    const whole = await take({
      fullPage: true,
      maxHeightPx: 1_500,
      viewport: { widthPx: 200 },
    })
    assert.deepEqual([whole.data.height, whole.data.pageHeightPx, whole.data.tiles.length], [4_100, 4_100, 3])
    assert.deepEqual(
      whole.artifacts.map(({ kind, height: tile }) => [kind, tile]),
      [
        ['tile', 1_500],
        ['tile', 1_500],
        ['tile', 1_100],
      ],
    )
    // The fixed header is in the first tile only.
    assert.deepEqual(await pixelOf(await bytesOf(whole), 10, 10), [0, 0, 255])
    assert.notDeepEqual(await pixelOf(await bytesOf(whole, 1), 10, 10), [0, 0, 255])

    const kept = await take({
      fullPage: true,
      maxHeightPx: 1_500,
      viewport: { widthPx: 200 },
      stickyHeaders: 'keep',
      quality: 50,
    })
    assert.deepEqual(
      kept.artifacts.map(({ kind, height: tile }) => [kind, tile]),
      whole.artifacts.map(({ kind, height: tile }) => [kind, tile]),
    )
    assert.deepEqual(
      kept.warnings.map(({ code, pointer }) => [code, pointer]),
      [...whole.warnings.map(({ code, pointer }) => [code, pointer]), ['option_unused', '/quality']],
    )
    const second = await bytesOf(kept, 1)
    // The third screen begins at 1,600, which is 100 below the beginning of the second tile; each part is where it was.
    assert.deepEqual(
      [await pixelOf(second, 10, 110), await pixelOf(second, 10, 90)],
      [[0, 0, 255], await pixelOf(await bytesOf(whole, 1), 10, 90)],
    )
    assert.deepEqual(await pixelOf(second, 150, 700), await pixelOf(await bytesOf(whole, 1), 150, 700))

    const element = await take({ url: `${site.origin}/small`, selector: '#box', thumbnail: { widthPx: 50 } })
    assert.deepEqual([element.data.width, element.data.height], [100, 60])
    assert.deepEqual(await pixelOf(await bytesOf(element), 0, 0), [255, 0, 0])
    assert.deepEqual(
      element.artifacts.map(({ kind, width: wide }) => [kind, wide]),
      [
        ['screenshot', 100],
        ['thumbnail', 50],
      ],
    )

    const clean = await take({
      url: `${site.origin}/small`,
      hide: ['.banner'],
      css: '#box{background:#00f!important}',
      clip: { x: 0, y: 0, width: 360, height: 100 },
    })
    const picture = await bytesOf(clean)
    assert.deepEqual(
      [await pixelOf(picture, 310, 10), await pixelOf(picture, 50, 40)],
      [
        [255, 255, 255],
        [0, 0, 255],
      ],
    )
  })

  test('a page whose scripts took everything away is a picture without content', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [screenshot], PAGES)
    for (const fullPage of [false, true]) {
      const viewport = { widthPx: 400, heightPx: 300 }
      const answer = await takenOnceEnded(crawl, { url: `${site.origin}/removed`, fullPage, viewport })
      assert.deepEqual([answer.data.width, answer.data.height], [400, 300])
      assert.deepEqual(
        answer.warnings.map(({ code }) => code),
        ['empty_content'],
      )
    }
  })

  test('bytes for Accept, each format, a given page, and what changed since an earlier picture', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [screenshot], PAGES)
    const url = `${site.origin}/small`
    const viewport = { widthPx: 400, heightPx: 200 }
    for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const response = await fetch(crawl.url + PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: `image/${format}`, prefer: 'wait=120' },
        body: JSON.stringify({ html: SMALL, format, viewport, timeoutMs }),
      })
      assert.equal(response.headers.get('content-type'), `image/${format}`)
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      assert.deepEqual([width, height], [400, 200], format)
    }
    const take = async (input: object): Promise<Answer> => takenOnceEnded(crawl, { url, viewport, ...input })
    const [compareTo] = (await take({})).data.tiles
    const same = await take({ compareTo })
    assert.deepEqual([same.data.comparison?.changedRatio, same.data.comparison?.sameSize], [0, true])
    const moved = await take({ url: `${site.origin}/moved`, compareTo })
    // Twenty columns of sixty pixels turned red, and as many white.
    assert.equal(moved.data.comparison?.changedRatio, (2 * 20 * 60) / (400 * 200))
    const clear = await take({ html: '<p>no background', url: undefined, omitBackground: true })
    const href = clear.artifacts[0]?.href ?? ''
    const { hasAlpha } = await sharp(
      Buffer.from(await (await fetch(crawl.url + href)).arrayBuffer()),
    ).metadata()
    assert.equal(hasAlpha, true)
  })

  test('scripts that the browser has no font for are named, and only these', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [screenshot, pdf], PAGES)
    // What the machine has is known by another way.
    const lacks = (text: string): boolean => {
      const code = text.codePointAt(text.length - 1)?.toString(16)
      return execFileSync('fc-list', [`:charset=${code}`, 'family'], { encoding: 'utf8' }) === ''
    }
    const missing = Object.entries(SCRIPTS).flatMap(([name, text]) => (lacks(text) ? [name] : []))
    const url = `${site.origin}/scripts`
    const { data, warnings } = await takenOnceEnded(crawl, { url })
    assert.deepEqual(data.fonts.missingScripts, missing)
    const printed = await crawl.call<Answer>('POST', '/api/v1/pdf/extract', {
      body: { url, timeoutMs },
      headers: { prefer: 'wait=120' },
    })
    for (const told of [warnings, printed.json.warnings]) {
      const found = told.filter(({ code }) => code === 'font_missing')
      assert.equal(found.length, missing.length === 0 ? 0 : 1)
      for (const name of missing) assert.match(String(found[0]?.detail), new RegExp(`\\b${name}\\b`))
    }
    const plain = await takenOnceEnded(crawl, { url: `${site.origin}/small` })
    assert.deepEqual(plain.data.fonts.missingScripts, [])
  })

  test('walls, missing elements and contradictions are named errors', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [screenshot], PAGES)
    const refused = async (input: object, status: number, code: string, pointer?: string): Promise<void> => {
      const answer = await crawl.call<Problem>('POST', PATH, {
        body: { url: `${site.origin}/small`, timeoutMs, ...input },
        headers: { prefer: 'wait=120' },
      })
      assert.deepEqual([answer.status, answer.json.code], [status, code], answer.text)
      if (pointer !== undefined) assert.equal(answer.json.errors?.[0]?.pointer, pointer)
    }
    await refused({ url: `${site.origin}/wall` }, 502, 'target_blocked')
    await refused({ url: `${site.origin}/gone`, failOnStatus: ['4xx'] }, 502, 'target_http_error')
    await refused({ selector: '#nothing' }, 422, 'validation_failed', '/selector')
    await refused({ selector: 'a[' }, 422, 'validation_failed', '/selector')
    await refused({ clip: { x: 90_000, y: 0, width: 10, height: 10 } }, 422, 'validation_failed', '/clip')
    await refused({ fullPage: true, selector: 'p' }, 422, 'validation_failed', '/selector')
    await refused({ engine: 'http' }, 422, 'validation_failed', '/engine')
    await refused({ omitBackground: true, format: 'jpeg' }, 422, 'validation_failed', '/omitBackground')
    await refused({ stickyHeaders: 'keep' }, 422, 'validation_failed', '/stickyHeaders')
    await refused(
      { stickyHeaders: 'keep', fullPage: true, omitBackground: true },
      422,
      'validation_failed',
      '/omitBackground',
    )
    await refused({ viewport: { widthPx: 0 } }, 422, 'validation_failed', '/viewport/widthPx')
    await refused({ actions: [{ type: 'click', selector: '#nothing' }] }, 502, 'action_failed', '/actions/0')
  })

  test('without a browser the error says what to install, and /health that it is missing', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [screenshot], PAGES, {
      chromium: '/nonexistent/chromium',
    })
    const { status, json } = await crawl.call<Problem>('POST', PATH, {
      body: { url: `${site.origin}/small` },
    })
    assert.deepEqual([status, json.code], [503, 'browser_unavailable'])
    assert.match(json.detail, /SURVEYOR_CHROMIUM/)
    const health = await crawl.call<{ checks: Record<string, { status: string; detail: string }> }>(
      'GET',
      '/health',
    )
    assert.deepEqual(health.json.checks['browser'], { status: 'warn', detail: 'none: 1 of 1 workers' })
  })
})

/** The answer of a request, however long its job takes. */
async function takenOnceEnded(crawl: TestCrawl, input: object): Promise<Answer> {
  const { json: accepted } = await crawl.call<{ id: string }>('POST', PATH, {
    body: { ...input, timeoutMs },
    headers: { prefer: 'respond-async' },
  })
  for (;;) {
    await crawl.call('GET', `/api/jobs/${accepted.id}?waitMs=30000`)
    const { status, json, text } = await crawl.call<Answer>('GET', `/api/jobs/${accepted.id}/result`)
    if (status === 202) continue
    assert.equal(status, 200, text)
    return json
  }
}

async function pixelOf(picture: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}
