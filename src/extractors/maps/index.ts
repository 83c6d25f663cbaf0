// The maps extractor: finds places on a map, reads single ones, and resolves the areas to search in.
import {
  MapsBasemapInput,
  MapsBasemapOutput,
  MapsExtractInput,
  MapsExtractOutput,
  MapsParseInput,
  MapsParseOutput,
  MapsResolveInput,
  MapsResolveOutput,
  MapsSearchInput,
  MapsSearchOutput,
  MapsUnderstandInput,
  MapsUnderstandOutput,
} from '#contract/places/maps.ts'
import { defineExtractor } from '#extract/define-extractor.ts'

/** The first call on a new OSM file waits for its index: seconds for a city, minutes for a large country. */
const TIMEOUT_MS = 300_000

export default defineExtractor({
  name: 'maps',
  version: '1.0.0',
  summary: 'Finds places on a map by words, category or name, in an area or around a point.',
  operations: {
    search: {
      summary: 'Finds places in an area, page by page.',
      input: MapsSearchInput,
      output: MapsSearchOutput,
      pool: 'http',
      timeoutMs: TIMEOUT_MS,
      batch: true,
      example: { request: { query: 'cafes', location: 'Monaco', limit: 20 } },
    },
    extract: {
      summary: 'Reads one place by its id or by the address of its page on the map.',
      input: MapsExtractInput,
      output: MapsExtractOutput,
      pool: 'http',
      timeoutMs: TIMEOUT_MS,
      batch: true,
      example: { request: { id: 'osm:node/3087468543' } },
    },
    resolve: {
      summary: 'Says which area a location means and how many places a search in it can reach.',
      input: MapsResolveInput,
      output: MapsResolveOutput,
      pool: 'http',
      timeoutMs: TIMEOUT_MS,
      batch: false,
      example: { request: { location: 'Monaco' } },
    },
    understand: {
      summary: 'Says how a query would be understood, without a search.',
      input: MapsUnderstandInput,
      output: MapsUnderstandOutput,
      pool: 'http',
      timeoutMs: TIMEOUT_MS,
      batch: false,
      example: { request: { query: 'vegan cafes near me' } },
    },
    basemap: {
      summary:
        'Gives the roads, water and parks of a part of the map, as far as an extract on this machine has them.',
      input: MapsBasemapInput,
      output: MapsBasemapOutput,
      pool: 'http',
      timeoutMs: TIMEOUT_MS,
      batch: false,
      example: { request: { bbox: [7.41, 43.72, 7.44, 43.75], zoom: 14 } },
    },
    parse: {
      summary: 'Reads payloads that a provider sent before, without asking it again.',
      input: MapsParseInput,
      output: MapsParseOutput,
      pool: 'parser',
      timeoutMs: TIMEOUT_MS,
      batch: false,
      example: {
        request: {
          provider: 'osm-file',
          payloads: [
            {
              raw: {
                type: 'node',
                id: 1,
                lat: 43.7384,
                lon: 7.4246,
                tags: { amenity: 'cafe', name: 'Café' },
              },
              fetchedAt: '2026-11-23T06:00:00Z',
            },
          ],
        },
      },
    },
  },
  checkInput: async (input) => (await import('./check-input.ts')).checkInput(input),
  check: async (setup) => (await import('./check-setup.ts')).checkSetup(setup),
  load: () => import('./extract.ts'),
})
