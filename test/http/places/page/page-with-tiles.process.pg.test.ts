// The page of places in a real Chromium with what needs a world of its own: an enrichment that finds something, and tiles.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import sharp from 'sharp'
import { untilDrawn } from '#test/support/pages/until-drawn.ts'
import { assertAccessible, goTo, openWatchedBrowser } from '#test/support/pages/watched-browser.ts'
import { shop, start, stored } from '#test/support/places/enrichment-world.ts'

/** No colour of the page is like it. */
const MAGENTA = { r: 255, g: 0, b: 255 }

test('the page of places beside websites and a tile server', async (t) => {
  const asked: string[] = []
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: MAGENTA } })
    .png()
    .toBuffer()
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(tile)
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const world = await start(t, {
    mapTiles: { url: `${origin}/{z}/{x}/{y}.png`, attribution: 'Tiles of a test' },
  })
  const [id = ''] = await stored(world, [shop(1, { name: 'Corner Shop' })])
  const browser = await openWatchedBrowser(t, world.places.url)
  const allowed = new RegExp(`GPU stall|WebGL|swiftshader|request to ${origin}/`, 'i')

  await t.test('an enrichment is started on a card, and each contact names its page', async () => {
    const { page, wrongs } = await browser.open(`#/places?place=${id}`, { allowed })
    const card = page.getByRole('article', { name: 'Place' })
    await card.getByRole('tab', { name: 'Enrichment' }).click()
    await card.getByText('Never enriched').waitFor()
    await card.getByRole('button', { name: 'Look for contacts' }).click()
    await card.getByText('info@shop1.test').waitFor()
    await card.getByText('+41612345678').waitFor()
    assert.equal(await card.getByText('guess@shop1.test').count(), 0, 'what is not sure is not taken')
    const page1 = card.getByText('found on').first().getByRole('link')
    assert.equal(await page1.getAttribute('href'), 'https://shop1.test/')
    await assertAccessible(page, 'contacts of a card')
    await card.getByRole('tab', { name: 'Sources' }).click()
    await card.getByRole('row', { name: /^emails website/ }).waitFor()
    await goTo(page, '#/enrichment')
    await page.getByRole('table').getByRole('link', { name: 'Corner Shop' }).waitFor()
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })

  await t.test('tiles of the operator are drawn, from that origin alone', async () => {
    const { page, wrongs } = await browser.open('#/places', { allowed })
    const map = page.locator('.map')
    await untilDrawn(map, MAGENTA, 0.5)
    assert.ok(
      asked.every((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path)),
      asked.join(),
    )
    await map.getByText('Tiles of a test').waitFor({ state: 'attached' })
    const response = await page.request.get(world.places.url, { headers: { accept: 'text/html' } })
    const policy = response.headers()['content-security-policy'] ?? ''
    assert.ok(policy.split('; ').includes(`img-src 'self' data: ${origin}`), policy)
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })
})
