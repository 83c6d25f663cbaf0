// The page extractor: several extractors on one page that is fetched once, with its links and what tells it from others.
import { defineExtractor } from '#extract/define-extractor.ts'
import { checkInput } from './check-input.ts'
import { PageExtractData, PageExtractInput } from './options.ts'

export default defineExtractor({
  name: 'page',
  version: '1.0.0',
  summary: 'Several extractors on one page that is fetched once, with its links.',
  available: true,
  unavailableReason: null,
  experimental: true,
  operations: {
    extract: {
      summary: 'Run several extractors on one page.',
      input: PageExtractInput,
      output: PageExtractData,
      pool: 'http',
      // Above the most that `timeoutMs` may be, which ends the work itself.
      timeoutMs: 310_000,
      batch: false,
      path: '/api/v1/page/extract',
      documented: false,
      example: {
        request: { url: 'https://example.org/article', extractors: [{ extractor: 'markdown' }] },
      },
    },
  },
  checkInput: async (input) => checkInput(input),
  load: () => import('./extract.ts'),
})
