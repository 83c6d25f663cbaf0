// Both services as they really are, open and on free ports, for tests of what they say of themselves.
import type { TestContext } from 'node:test'
import { discoverExtractors } from '#extract/discover.ts'
import type { FixedKey } from '#platform/keys/key-authenticator.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startTestPlaces, type TestPlaces } from '#test/support/places/start-places.ts'

const EXTRACTORS = new URL('../../../src/extractors/', import.meta.url)

interface Both {
  readonly crawl: TestCrawl
  readonly places: TestPlaces
}

/** With `fixedKeys` they ask for keys. */
export async function startBoth(
  t: TestContext,
  options: { fixedKeys?: readonly FixedKey[] } = {},
): Promise<Both> {
  const crawl = await startTestCrawl(t, { ...options, extractors: await discoverExtractors(EXTRACTORS) })
  return { crawl, places: await startTestPlaces(t, { ...options, crawlUrl: crawl.url }) }
}
