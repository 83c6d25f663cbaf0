// The page of places in a real Chromium: its main job by the keyboard alone, and each of its views.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Search } from '#contract/places/search.ts'
import { parseId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'
import { startPlacesWorld } from '#test/support/pages/places-world.ts'
import { untilDrawn } from '#test/support/pages/until-drawn.ts'
import { assertAccessible, openWatchedBrowser } from '#test/support/pages/watched-browser.ts'

const HOSTILE = '<img src=x onerror=document.title="owned">'
/** Chromium without a graphics card says so when MapLibre reads pixels. */
const ALLOWED = /GPU stall|WebGL|swiftshader/i

/** In light: a cluster, which is `--accent` at nine tenths on `--land`, and `--map-green`. */
const CLUSTER = { r: 38, g: 125, b: 120 }
const PARK = { r: 0xdf, g: 0xeb, b: 0xd8 }

const count = (page: Page) => page.locator('.place-count')
const rows = (page: Page) => page.getByRole('listbox', { name: 'Places' }).getByRole('option')

test('the page of places', async (t) => {
  const { places, receiver } = await startPlacesWorld(t)
  const browser = await openWatchedBrowser(t, places.url)
  const open = async (hash: string, options = {}) =>
    browser.open(hash, { allowed: ALLOWED, width: 1_000, height: 700, ...options })
  const searched = async (query: string, more: object = {}): Promise<Search> => {
    const { body } = await places.post('/api/search', { query, location: 'Saltmere', ...more })
    return places.ended(body.id)
  }

  await t.test('its main job by the keyboard alone: search, what was understood, list, card', async () => {
    const { page, wrongs } = await open('')
    await page.getByText('No places', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Skip to the content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('cheap cafes')
    const understood = page.getByRole('group', { name: 'What was understood' })
    await understood.getByText('Café', { exact: true }).waitFor()
    assert.match(await understood.innerText(), /cheap/)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Saltmere')
    await page.keyboard.press('Enter')
    const search = page.getByRole('region', { name: 'Search', exact: true })
    await search.getByText('succeeded').waitFor()
    const { body } = await places.get('/api/browse/stats')
    await page.getByText(`${body.places.total} places`, { exact: true }).waitFor()
    assert.match(page.url(), /sessionId=ses_/)
    await page.getByRole('listbox').waitFor()
    for (let times = 0; times < 30 && (await focusedRole(page)) !== 'listbox'; times += 1)
      await page.keyboard.press('Tab')
    assert.equal(await focusedRole(page), 'listbox')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const card = page.getByRole('article', { name: 'Place' })
    await card.getByRole('tab', { name: 'Sources' }).waitFor()
    assert.equal(
      await card.getByRole('heading').first().innerText(),
      await rows(page).nth(1).locator('.place-row-name').innerText(),
    )
    assert.match(page.url(), /place=plc_/)
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    assert.equal(await focusedRole(page), 'listbox', 'and the focus is where it was')
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })

  await t.test('filters stand in the address, and the list, its counts and Back follow them', async () => {
    await searched('*')
    const { page, wrongs } = await open('#/places')
    const all = (await places.get('/api/browse/stats')).body.places.total as number
    await count(page).getByText(`${all} places`).waitFor()
    await page.getByRole('button', { name: 'Has website' }).click()
    const { body } = await places.get('/api/places?hasWebsite=true&limit=500')
    await count(page).getByText(`${body.items.length} places`).waitFor()
    assert.match(page.url(), /hasWebsite=true/)
    await page.goBack()
    await count(page).getByText(`${all} places`).waitFor()
    await page.getByLabel('Category').selectOption('amenity/cafe')
    const cafes = (await places.get('/api/places?category=amenity/cafe&limit=500')).body.items
      .length as number
    await count(page).getByText(`${cafes} places`).waitFor()
    await page.getByLabel('Filter the list').fill('nandu')
    await rows(page).first().getByText('Café Ñandú').waitFor()
    assert.equal(await rows(page).count(), 1)
    await page.reload()
    await rows(page).first().getByText('Café Ñandú').waitFor()
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })

  await t.test(
    'the map draws the places and what is below them, and a narrower view narrows the list',
    async () => {
      const { page, wrongs } = await open('#/places')
      await page.locator('.maplibregl-canvas').waitFor()
      const map = page.locator('.map')
      await untilDrawn(map, CLUSTER, 0.000_5)
      await untilDrawn(map, PARK, 0.000_5)
      const zoomIn = page.getByRole('button', { name: 'Zoom in' })
      const inSight = count(page).getByText(/of \d+ places in sight of the map/)
      for (let times = 0; times < 12 && !(await inSight.isVisible()); times += 1) {
        await zoomIn.click()
        await settle(page)
      }
      await inSight.waitFor()
      assert.deepEqual(wrongs, [])
      await page.context().close()
    },
  )

  await t.test(
    'the address has where the map is and the order of the list, and Back returns there',
    async () => {
      const { page, wrongs } = await open('#/places')
      await page.locator('.maplibregl-canvas').waitFor()
      await page.waitForURL(/[?&]map=/)
      const fitted = positionOf(page)
      await page.getByLabel('Order').selectOption('name')
      await page.waitForURL(/sort=name/)
      const { body } = await places.get('/api/places?sort=name&limit=1')
      await rows(page).first().getByText(body.items[0].name, { exact: true }).waitFor()
      assert.equal(positionOf(page), fitted, 'another order moves nothing')
      await page.getByRole('button', { name: 'Zoom in' }).click()
      while (positionOf(page) === fitted) await settle(page)
      const near = positionOf(page)
      await page.reload()
      await page.locator('.maplibregl-canvas').waitFor()
      await rows(page).first().waitFor()
      assert.equal(positionOf(page), near, 'a link shows the same part of the map')
      await page.goBack()
      await page.waitForURL((url) => url.hash.includes(encodeURIComponent(fitted)))
      assert.deepEqual(wrongs, [])
      await page.context().close()
    },
  )

  await t.test('the map moves on while its last position is still on the way to the address', async () => {
    const { page, wrongs } = await open('#/places')
    await page.locator('.maplibregl-canvas').waitFor()
    await page.waitForURL(/[?&]map=/)
    const fitted = positionOf(page)
    await page.locator('.maplibregl-canvas').focus()
    // Each key ends the movement of the last one, before the page has drawn what that changed.
    await page.evaluate(`(async () => {
      for (let times = 0; times < 6; times += 1) {
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', keyCode: 39, bubbles: true }))
        await new Promise((done) => setTimeout(done))
      }
    })()`)
    while (positionOf(page) === fitted) await settle(page)
    let last = positionOf(page)
    for (let still = 0; still < 3;) {
      await settle(page)
      still = positionOf(page) === last ? still + 1 : 0
      last = positionOf(page)
    }
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })

  await t.test("a card shows sources and history, and a stranger's words are text", async () => {
    const at = { lat: -33.1, lng: 151.5 }
    const website = 'javascript:document.title="owned"'
    const { session } = await storePlaces(places.db, [[madePlace('node/77', at, { name: 'Old name' })]])
    await storePlaces(places.db, [[madePlace('node/77', at, { name: HOSTILE, website })]], session)
    const { body } = await places.get('/api/places?q=node/77')
    const { page, wrongs } = await open(`#/places?place=${body.items[0].id}`)
    const card = page.getByRole('article', { name: 'Place' })
    await card.getByRole('heading', { name: HOSTILE }).waitFor()
    assert.equal(await card.getByRole('link', { name: /javascript/ }).count(), 0)
    await card.getByRole('tab', { name: 'Sources' }).click()
    await card.getByRole('cell', { name: 'osm-file' }).first().waitFor()
    await card.getByRole('tab', { name: 'History' }).click()
    await card.getByText('Old name').waitFor()
    assert.notEqual(await page.title(), 'owned')
    await assertAccessible(page, 'a card')
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })

  await t.test('a session shows its manifest, its cells and its export', async () => {
    const { sessionId, counts } = await searched('cafes')
    const { page, wrongs } = await open(`#/sessions/${sessionId}`)
    await page.getByRole('region', { name: 'Search cafes' }).getByText('succeeded').waitFor()
    await page.getByText(`${counts.cellsDone} cell`, { exact: false }).first().waitFor()
    await page.getByLabel('Columns').fill('name,nothing')
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByText('unknown_column').or(page.getByText('No column is called')).first().waitFor()
    await page.getByLabel('Columns').fill('name,lat')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
    assert.deepEqual([lines[0], lines.length], ['name,lat', counts.kept + 1])
    assert.equal(download.suggestedFilename(), `session-${sessionId}.csv`)
    assert.deepEqual(
      wrongs.filter((wrong) => !/status of 422/.test(wrong)),
      [],
    )
    await page.context().close()
  })

  await t.test('Back shows a list as far as it was read, where it was left', async () => {
    await places.db.execute(
      sql`insert into sessions (id) select gen_random_uuid() from generate_series(1, 60)`,
    )
    const { page, wrongs } = await open('#/sessions', { height: 500 })
    const listed = page.locator('tbody tr')
    await listed.first().waitFor()
    assert.equal(await listed.count(), 50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await listed.nth(60).waitFor()
    const shown = await listed.count()
    await listed.last().getByRole('link').first().click()
    await listed.first().waitFor({ state: 'detached' })
    await page.goBack()
    await listed.nth(shown - 1).waitFor()
    await page.waitForFunction('scrollY > 1000')
    assert.equal(await listed.count(), shown)
    assert.deepEqual(wrongs, [])
    await page.context().close()
    await places.db.execute(sql`delete from sessions where searches = 0`)
  })

  await t.test('two sessions are compared', async () => {
    const earlier = await searched('cafes')
    const later = await searched('cafes')
    // Each has one that the other one did not find.
    for (const [session, at] of [
      [earlier.sessionId, 0],
      [later.sessionId, 1],
    ] as const)
      await places.db.execute(sql`
        delete from session_places where session_id = ${parseId('ses', session)} and place_id = (
          select place_id from session_places where session_id = ${parseId('ses', session)} order by place_id offset ${at} limit 1)`)
    const { page, wrongs } = await open(`#/sessions/${later.sessionId}`)
    await page.getByRole('link', { name: 'What changed' }).click()
    await page.getByText('Compared with which one?').waitFor()
    await page.locator('#main:focus').waitFor()
    await page.getByLabel('Compared with').selectOption(earlier.sessionId)
    const table = page.getByRole('region', { name: 'Changes' })
    await table.getByText('gone', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'new', exact: true }).click()
    await table.getByText('gone', { exact: true }).first().waitFor({ state: 'detached' })
    await table.getByText('new', { exact: true }).first().waitFor()
    const { body } = await places.get(
      `/api/sessions/${later.sessionId}/changes?since=${earlier.sessionId}&difference=new`,
    )
    assert.equal(await table.getByRole('row').count(), body.items.length + 1)
    await assertAccessible(page, 'a comparison')
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })

  await t.test('two places are merged by their evidence, and parted again', async () => {
    const phone = '+61255509999'
    await storePlaces(places.db, [
      [
        madePlace('node/501', { lat: -33.2, lng: 151.4 }, { name: 'Harbour Bakery', phone }),
        madePlace('node/502', { lat: -33.2001, lng: 151.4 }, { name: 'The Harbour Bakery', phone }),
      ],
    ])
    const { body } = await places.post('/api/merges', {
      placeId: 'osm:node/501',
      otherId: 'osm:node/502',
    })
    const { page, wrongs } = await open('#/merges')
    await page.getByRole('button', { name: 'Harbour Bakery · The Harbour Bakery' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('columnheader', { name: 'Goes into it' }).waitFor()
    for (const { detail } of body.evidence) await dialog.getByText(detail, { exact: true }).waitFor()
    await assertAccessible(page, 'a merge')
    await dialog.getByRole('button', { name: 'Merge them' }).click()
    await dialog.getByRole('columnheader', { name: 'Now' }).waitFor()
    const idOf = async (id: string): Promise<string> => (await places.get(`/api/places/${id}`)).body.id
    assert.equal(await idOf(body.otherId), body.placeId)
    await page.goto(`${places.url}/#/places?place=${body.placeId}`)
    const card = page.getByRole('article', { name: 'Place' })
    await card.getByText('Merged of').waitFor()
    await card.getByRole('link', { name: 'Harbour Bakery · The Harbour Bakery' }).click()
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await dialog.getByRole('columnheader', { name: 'Goes into it' }).waitFor()
    assert.equal(await idOf(body.otherId), body.otherId)
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })

  await t.test('a search is repeated, shows its runs, and is repeated no more', async () => {
    const { page, wrongs } = await open('#/schedules', { allowed: /status of 422|GPU stall|WebGL/i })
    await page.getByText('No search repeats').waitFor()
    await page.getByRole('button', { name: 'Repeat a search' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What').fill('pubs')
    await dialog.getByLabel('Where').fill('Saltmere')
    await dialog.getByLabel('When').selectOption('At certain times')
    await dialog.getByLabel('Times').fill('never')
    await dialog.getByRole('button', { name: 'Search now' }).click()
    await dialog.locator('.field-error').first().waitFor()
    await assertAccessible(page, 'a schedule with a mistake')
    await dialog.getByLabel('Times').fill('0 6 * * 1')
    await dialog.getByLabel('Time zone').fill('Australia/Sydney')
    await dialog.getByRole('button', { name: 'Search now' }).click()
    await page.getByRole('cell', { name: '0 6 * * 1 (Australia/Sydney)' }).waitFor()
    const { body } = await places.get('/api/schedules')
    const [run] = body.items[0].latestRuns
    await places.ended(run.searchId)
    assert.equal(await page.locator('.runs a').first().getAttribute('href'), `#/sessions/${run.sessionId}`)
    await page.getByRole('button', { name: 'Pause the schedule of pubs' }).click()
    await page.getByRole('cell', { name: 'Paused', exact: true }).waitFor()
    assert.equal((await places.get('/api/schedules')).body.items[0].nextAt, null)
    await page.getByRole('button', { name: 'Resume the schedule of pubs' }).click()
    await page.getByRole('button', { name: 'Pause the schedule of pubs' }).waitFor()
    assert.notEqual((await places.get('/api/schedules')).body.items[0].nextAt, null)
    await page.getByRole('button', { name: 'Delete the schedule of pubs' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No search repeats').waitFor()
    assert.deepEqual((await places.get('/api/schedules')).body.items, [])
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })

  await t.test('a review is text, and is found by its words', async () => {
    const { body } = await places.get('/api/places?limit=1')
    await places.db.execute(sql`
      insert into reviews (id, place_id, provider, source_id, rating, text, owner_reply)
      values (gen_random_uuid(), ${body.items[0].id.slice(4)}, 'google', 'r1', 4, ${HOSTILE}, 'Thank you, neighbour')`)
    const { page, wrongs } = await open('#/reviews')
    await page.getByText(HOSTILE).waitFor()
    await page.getByLabel('Words').fill('nowhere said')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByText('No reviews').waitFor()
    await page.getByLabel('Words').fill('neighbour')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByText('Reply: Thank you, neighbour').waitFor()
    assert.notEqual(await page.title(), 'owned')
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })

  await t.test('a record of a webhook is shown with its attempts, and delivered again', async () => {
    await searched('bars', { webhook: { url: receiver.url } })
    const { page, wrongs } = await open('#/webhooks')
    await page.getByRole('button', { name: 'search.succeeded' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('<b>not today</b>').first().waitFor()
    const before = receiver.deliveries.length
    await dialog.getByRole('button', { name: 'Deliver again' }).click()
    await page.getByText('It is delivered again').waitFor()
    while (receiver.deliveries.length <= before) await settle(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.match(await focused(page), /^search\.succeeded/, 'the focus is where it was')
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })

  await t.test('the queue is paused and resumed, and a job tells its events', async () => {
    const { page, wrongs } = await open('#/queue')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Nothing new starts').waitFor()
    assert.equal((await places.get('/api/queue/status')).body.state, 'paused')
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('button', { name: 'search.plan' }).first().click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })

  await t.test('rows that come when another list is shown by then are not added to it', async () => {
    const { page, wrongs } = await open('#/queue')
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route(/\/api\/jobs(?:\?.*)?$/, async (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '1')
      if (url.searchParams.has('cursor')) await answered
      await route.continue({ url: url.href })
    })
    await page.reload()
    const more = page.getByRole('button', { name: 'Show more' })
    await more.click()
    await page.getByRole('button', { name: /^succeeded/ }).click()
    await page.getByRole('button', { name: /^succeeded/, pressed: true }).waitFor()
    answer()
    const listed = page.getByRole('region', { name: 'Jobs' }).locator('tbody tr')
    await listed.first().waitFor()
    await page.locator('button[aria-busy]').waitFor({ state: 'detached' })
    assert.equal(await listed.count(), 1)
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })

  await t.test('without a map nothing is searched in view of it', async () => {
    const { page } = await open('#/places')
    const here = page.getByLabel('In view of the map')
    while (await here.isDisabled()) await settle(page)
    await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
    await page.reload()
    await page.getByText('The map cannot be drawn on this device').waitFor()
    assert.ok(await here.isDisabled())
    await page.context().close()
  })

  await t.test('a view of an earlier build says that the page has to be loaded again', async () => {
    const { page } = await open('#/places')
    await count(page).waitFor()
    const path = '**/page/queue-view-*'
    await page.route(path, async (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Queue' }).click()
    await page.getByText('the page has to be loaded again').waitFor()
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.context().close()
  })

  await t.test('every view is accessible in light and dark, and fits a phone', async () => {
    const { sessionId } = await searched('pubs')
    const views = [
      '#/places',
      '#/sessions',
      `#/sessions/${sessionId}`,
      `#/sessions/${sessionId}/changes`,
      '#/overview',
      '#/reviews',
      '#/merges?status=all',
      '#/schedules?new=yes&query=cafes',
      '#/enrichment',
      '#/webhooks',
      '#/queue',
    ]
    for (const isDark of [false, true]) {
      const width = isDark ? 390 : 1_000
      const { page, wrongs } = await open(views[0] ?? '', { isDark, width })
      for (const view of views) {
        await page.goto(`${places.url}/${view}`)
        await page.locator('main h1').first().waitFor({ state: 'attached' })
        await page.locator('.loading').first().waitFor({ state: 'detached' })
        await assertAccessible(page, `${view}, ${isDark ? 'dark' : 'light'}`)
        const scrollWidth = await page.evaluate<number>('document.documentElement.scrollWidth')
        assert.ok(scrollWidth <= width, `${view} is ${scrollWidth} wide on ${width}`)
      }
      assert.deepEqual(wrongs, [])
      await page.context().close()
    }
  })

  await t.test('a service with keys asks for one, and what a key may not do is said', async (t) => {
    const key = 'the-key-of-this-test-0000001'
    const fixedKeys = [{ name: 'reader', secret: key, scopes: ['places' as const] }]
    const keyed = await startTestPlaces(t, { db: places.db, fixedKeys })
    const keyedBrowser = await openWatchedBrowser(t, keyed.url)
    const { page, wrongs } = await keyedBrowser.open('#/places', {
      allowed: /status of 40[13]|GPU stall|WebGL/i,
    })
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await rows(page).first().waitFor()
    await page.goto(`${keyed.url}/#/queue`)
    await page.getByRole('alert').getByText(/scope/).first().waitFor()
    assert.deepEqual(wrongs, [])
    await page.context().close()
  })
})

const positionOf = (page: Page): string =>
  new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('map') ?? ''

const focused = async (page: Page): Promise<string> =>
  page.evaluate<string>("document.activeElement?.textContent ?? ''")

const focusedRole = async (page: Page): Promise<string | null> =>
  page.evaluate<string | null>("document.activeElement?.getAttribute('role') ?? null")

/** Two frames: what a change of the state draws is drawn. */
const settle = async (page: Page): Promise<void> =>
  page.evaluate<undefined>(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))',
  )
