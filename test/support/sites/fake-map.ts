// A map of a site that a test writes: for what a crawl makes of sitemaps.
import { Type } from 'typebox'
import { defineExtractor, type ExtractorDescriptor } from '#extract/define-extractor.ts'
import { UrlInput } from '#extract/page/page-request.ts'

/** What the next maps answer. */
export interface FakeMap {
  links: { url: string; lastmod: string | null }[]
  /** Addresses of lists that it could not read. */
  unread: readonly string[]
  /** Its answer waits for this. */
  held: Promise<void>
  /** The inputs of the maps so far. */
  readonly asked: unknown[]
}

/** Without links, and never held. */
export const createFakeMap = (): FakeMap => ({ links: [], unread: [], held: Promise.resolve(), asked: [] })

/** Answers `map.links` as the sitemaps of any site. */
export function fakeMapExtractor(map: FakeMap): ExtractorDescriptor {
  return defineExtractor({
    name: 'sites',
    version: '1.0.0',
    summary: 'Names the pages of a site.',
    operations: {
      map: {
        summary: 'Name the pages of a site.',
        input: UrlInput({
          sitemap: Type.Optional(Type.String()),
          scope: Type.Optional(Type.String()),
          limit: Type.Optional(Type.Integer()),
          maxHubs: Type.Optional(Type.Integer()),
        }),
        output: Type.Object({
          links: Type.Array(Type.Unknown()),
          complete: Type.Boolean(),
          lists: Type.Array(Type.Unknown()),
        }),
        pool: 'http',
        timeoutMs: 60_000,
        batch: false,
        path: '/api/v1/sites/map',
        example: { request: { url: 'https://example.org/' } },
      },
    },
    load: async () => ({
      create: async () => ({
        operations: {
          async map(input) {
            map.asked.push(input)
            await map.held
            return {
              data: { links: map.links, complete: map.unread.length === 0, lists: listsOf(map) },
              engine: 'http',
            }
          },
        },
      }),
    }),
  })
}

const listsOf = ({ unread }: FakeMap): object[] => [
  { url: 'https://example.org/sitemap.xml', from: 'robots', outcome: 'read', sameDay: false },
  ...unread.map((url) => ({ url, from: 'index', outcome: 'failed', sameDay: null })),
]
