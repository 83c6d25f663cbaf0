// A running search: its first page is stored, its second one requested.
import type { TestContext } from 'node:test'
import { startFakeCrawl, type FakeCrawl } from './fake-crawl.ts'
import type { MapProvider } from './map-provider.ts'
import { startTestPlaces, type TestPlaces } from './start-places.ts'

export interface PausedSearch {
  readonly crawl: FakeCrawl
  readonly places: TestPlaces
  readonly id: string
  readonly sessionId: string
  /** Lets crawl answer for the second page. */
  readonly answer: () => void
}

export async function startPausedSearch(t: TestContext, provider: MapProvider): Promise<PausedSearch> {
  const crawl = await startFakeCrawl(t, provider)
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  crawl.before = async ({ cursor }) => {
    if (cursor === undefined) return
    asked.resolve()
    await held.promise
  }
  const places = await startTestPlaces(t, { crawlUrl: crawl.url })
  const { body } = await places.post('/api/search', { query: '*' })
  await asked.promise
  return { crawl, places, id: body.id, sessionId: body.sessionId, answer: held.resolve }
}
