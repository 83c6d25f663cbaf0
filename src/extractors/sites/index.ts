// The map of a site: the addresses of its pages by robots.txt, sitemaps, feeds and links, within seconds.
import { defineExtractor } from '#extract/define-extractor.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { MapData, MapInput } from '#extractors/sites/request/options.ts'

export default defineExtractor({
  name: 'sites',
  version: '1.0.0',
  summary: 'The pages of a site, by its sitemaps, feeds and links.',
  operations: {
    map: {
      summary: 'List the pages of a site.',
      input: MapInput,
      output: MapData,
      pool: 'http',
      batch: false,
      example: { request: { url: 'https://example.org/', limit: 1_000 } },
      raw: {
        mediaTypes: ['application/x-ndjson'],
        contentOf({ data }) {
          const { links } = fieldsOf(data)
          if (!Array.isArray(links)) return { missing: 'Raw is the list of links, and the data is a file.' }
          return {
            text: links.map((link) => `${JSON.stringify(link)}\n`).join(''),
            mediaType: 'application/x-ndjson',
          }
        },
      },
    },
  },
  checkInput: async (input) => (await import('#extractors/sites/request/map-scope.ts')).checkInput(input),
  load: () => import('./extract.ts'),
})
