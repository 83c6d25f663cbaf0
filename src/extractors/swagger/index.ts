// The swagger extractor, announced but not built: what it will be asked.
import { Type } from 'typebox'
import { defineExtractor } from '#extract/define-extractor.ts'
import { UrlInput } from '#extract/page-request.ts'

export default defineExtractor({
  name: 'swagger',
  version: '0.0.0',
  summary: 'API descriptions (OpenAPI 2, 3.0, 3.1) behind a documentation page or a URL.',
  available: false,
  unavailableReason: 'not built yet',
  operations: {
    extract: {
      summary: 'Find and read API descriptions.',
      input: UrlInput({}),
      output: Type.Object({}),
      kindOfWork: 'http',
      timeoutMs: 60_000,
      batch: false,
      path: '/api/v1/swagger/extract',
      example: { request: { url: 'https://example.org/docs' } },
    },
  },
})
