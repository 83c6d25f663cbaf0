// The screenshot extractor, announced but not built: what it will be asked.
import { Type } from 'typebox'
import { defineExtractor } from '#extract/define-extractor.ts'
import { PageInput } from '#extract/page/page-request.ts'

export default defineExtractor({
  name: 'screenshot',
  version: '0.0.0',
  summary: 'A picture of a page, whole or in part.',
  available: false,
  unavailableReason: 'not built yet',
  operations: {
    extract: {
      summary: 'Take a picture of a page.',
      input: PageInput({}),
      output: Type.Object({}),
      pool: 'browser',
      timeoutMs: 60_000,
      batch: false,
      path: '/api/v1/screenshot/extract',
      example: { request: { url: 'https://example.org/' } },
    },
  },
})
