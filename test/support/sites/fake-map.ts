// A map of a site that a test writes: for what a crawl makes of sitemaps.
import { Type } from 'typebox'
import { defineExtractor, type ExtractorDescriptor } from '#extract/define-extractor.ts'
import { UrlInput } from '#extract/page/page-request.ts'

/** What the next maps answer. */
export interface FakeMap {
  links: { url: string; lastmod: string | null }[]
  /** The inputs of the maps so far. */
  readonly asked: unknown[]
}

/** Answers `map.links` as the sitemaps of any site. */
export function fakeMapExtractor(map: FakeMap): ExtractorDescriptor {
  return defineExtractor({
    name: 'sites',
    version: '1.0.0',
    summary: 'Names the pages of a site.',
    available: true,
    unavailableReason: null,
    experimental: true,
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
            return {
              data: { links: map.links, complete: true, lists: [{ sameDay: false }] },
              engine: 'http',
            }
          },
        },
      }),
    }),
  })
}
