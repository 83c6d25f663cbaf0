// The page of places over many places: first paint, the time until map and list have all of them, frames while the map moves,
// core time, memory.
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
import { openScratch, startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { startProduct } from '#test/support/programs/start-product.ts'
import { hasSandbox } from '#worker/browser/browser-process.ts'
import { findInstalledBrowser } from '#worker/browser/find-browser.ts'
import { readExtract } from './measure/extract.ts'
import { fillStore } from './place-lists/fill-store.ts'

export const name = 'page'
export const about =
  'the page of places with 100,000 places (PLACES=n): first paint, whole list, frames while the map moves, memory'

const VIEWPORT = { width: 1_440, height: 900 }
const PLACES = Number(process.env['PLACES'] ?? 100_000)
const VISITS = 3
const WAIT_MS = 300_000
const PANS = 10

export async function run(): Promise<void> {
  const extract = await readExtract(name)
  if (extract === null) return
  await using resources = new AsyncDisposableStack()
  const server = resources.use(await startScratchDatabase([]))
  const { placesUrl } = await startProduct(resources, '127.0.0.0/8', { DATABASE_URL: server.url })
  const db = resources.use(await openScratch(server.url, 'places', 2))
  const { program, env } = await findInstalledBrowser({ chromium: null })
  const browser = await chromium.launch({
    executablePath: program,
    chromiumSandbox: hasSandbox(),
    env: { ...env },
  })
  resources.defer(async () => browser.close())
  console.log(`load ${loadavg()[0]?.toFixed(1)}; each line as soon as it is known`)
  await firstPaints(browser, placesUrl, 'an empty store')
  await fillStore(db, extract, PLACES)
  await firstPaints(browser, placesUrl, `${PLACES} places`)
  await wholeList(browser, placesUrl)
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
}

async function firstPaints(browser: Browser, origin: string, label: string): Promise<void> {
  const paints: number[] = []
  for (let visit = 0; visit < VISITS; visit += 1) {
    const page = await browser.newPage({ viewport: VIEWPORT })
    await page.goto(origin, { waitUntil: 'commit', timeout: WAIT_MS })
    paints.push(await firstPaint(page))
    await page.close()
  }
  console.log(`${label}\n  first paint    p50 ${middle(paints)} ms, worst ${at(paints, 1)} ms`)
}

/** The list until it has all rows, frames while the map moves, memory. */
async function wholeList(browser: Browser, origin: string): Promise<void> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  page.setDefaultTimeout(WAIT_MS)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const startedAt = performance.now()
  const since = (): string => `${Math.round(performance.now() - startedAt)} ms`
  await page.goto(origin, { waitUntil: 'commit' })
  await page.getByRole('listbox').waitFor()
  console.log(`  first rows     ${since()}`)
  await page.locator('.place-count', { hasNotText: 'so far' }).waitFor()
  console.log(`  all rows       ${since()}; core time so far ${coreTime(await coreTimes(session))}`)
  await page.locator('.map-note').waitFor({ state: 'detached' })
  console.log(`  map open       ${since()}`)
  const before = await coreTimes(session)
  const frames = await panned(page)
  const after = await coreTimes(session)
  const moving = { thread: after.thread - before.thread, process: after.process - before.process }
  console.log(
    `  frames         p50 ${middle(frames)} ms, p95 ${at(frames, 0.95)} ms, worst ${at(frames, 1)} ms over ${frames.length} while the map moves (software rendering); core time ${coreTime(moving)}`,
  )
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  console.log(`  heap           ${(usedSize / 1e6).toFixed(0)} MB after a collection`)
}

/** Seconds of core: of the thread of the page, and of its process with its workers. A busy machine changes them little. */
interface CoreTimes {
  readonly thread: number
  readonly process: number
}

const coreTime = ({ thread, process: all }: CoreTimes): string =>
  `${thread.toFixed(2)} s of the page, ${(all - thread).toFixed(2)} s of its workers`

async function coreTimes(session: CDPSession): Promise<CoreTimes> {
  const { metrics } = await session.send('Performance.getMetrics')
  const valueOf = (name: string): number => metrics.find((each) => each.name === name)?.value ?? 0
  return { thread: valueOf('ThreadTime'), process: valueOf('ProcessTime') }
}

async function firstPaint(page: Page): Promise<number> {
  const read = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null`
  for (;;) {
    // The policy of the page refuses what Playwright would wait with.
    const paint = await page.evaluate<number | null>(read)
    if (paint !== null) return paint
    await delay(20)
  }
}

/** The times between frames, ms, while the map is moved by the keyboard. */
async function panned(page: Page): Promise<number[]> {
  await page.evaluate(`
    window.frames_ = []
    let last = performance.now()
    const note = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(note) }
    requestAnimationFrame(note)`)
  await page.locator('.maplibregl-canvas').focus()
  for (let pan = 0; pan < PANS; pan += 1) {
    await page.keyboard.press(pan % 2 === 0 ? 'ArrowRight' : 'ArrowDown')
    await delay(400)
  }
  return page.evaluate<number[]>('window.frames_')
}

const at = (values: readonly number[], share: number): string => {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
}
const middle = (values: readonly number[]): string => at(values, 0.5)
