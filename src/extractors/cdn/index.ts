// The CDN check: one request for the headers of a site, which show what stands before it.
import { defineExtractor } from '#extract/define-extractor.ts'
import { CdnCheckData, CdnCheckInput } from './options.ts'

export default defineExtractor({
  name: 'cdn',
  version: '1.0.0',
  summary: 'What stands before a site: CDNs, firewalls and bot managers, by one answer.',
  operations: {
    check: {
      summary: 'See which CDN stands before a site.',
      input: CdnCheckInput,
      output: CdnCheckData,
      pool: 'http',
      // Above the most that `timeoutMs` may be, which ends the work itself.
      timeoutMs: 65_000,
      batch: true,
      example: { request: { url: 'https://example.org/' } },
    },
  },
  load: () => import('./extract.ts'),
})
