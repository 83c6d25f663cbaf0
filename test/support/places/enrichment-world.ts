// Places with a real database beside a crawl that answers, reports, fails and forgets as told.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { MapPlace } from '#contract/places/place.ts'
import { startFakeContacts, type FakeContacts } from './fake-contacts.ts'
import { madePlace } from './generated-places.ts'
import { startTestPlaces, type StartPlacesOptions, type TestPlaces } from './start-places.ts'
import { storePlaces } from './stored-places.ts'

const SECRET = 'a secret that crawl and places share, long enough'

export interface World {
  readonly places: TestPlaces
  readonly crawl: FakeContacts
}

export async function start(
  t: TestContext,
  { gated = false, ...options }: StartPlacesOptions & { readonly gated?: boolean } = {},
): Promise<World> {
  const crawl = await startFakeContacts(t, { gated })
  const places = await startTestPlaces(t, {
    crawlUrl: crawl.url,
    callbackSecret: SECRET,
    checkCallbackMs: 60_000,
    ...options,
  })
  return { places, crawl }
}

/** The place `node/N` with a website of its own. */
export const shop = (n: number, known: Partial<MapPlace> = {}): MapPlace =>
  madePlace(`node/${n}`, { lat: 47.5, lng: 7.5 }, { website: `https://shop${n}.test/`, ...known })

/** Stores the places and answers their ids, in order. */
export async function stored(
  { places }: World,
  given: readonly MapPlace[],
  headers: Record<string, string> = {},
): Promise<string[]> {
  await storePlaces(places.db, [given])
  const { body } = await places.get('/api/places?limit=500', headers)
  const ids = new Map<string, string>(
    body.items.map((item: { id: string; aliases: { value: string }[] }) => [item.aliases[0]?.value, item.id]),
  )
  return given.map(({ source }) => ids.get(source.id) ?? '')
}

/** The newest enrichment of the place once it has ended. */
export async function ended({ places }: World, placeId: string) {
  for (;;) {
    const { status, body } = await places.get(`/api/enrich/status/${placeId}`)
    assert.equal(status, 200)
    if (body.enrichment?.completedAt) return body.enrichment
    await delay(20)
  }
}
