// The docling extractor, announced but not built: what it will be asked.
import { Type } from 'typebox'
import { defineExtractor } from '#extract/define-extractor.ts'
import { UrlInput } from '#extract/page/page-request.ts'

export default defineExtractor({
  name: 'docling',
  version: '0.0.0',
  summary: 'Documents (PDF, Office, HTML, images) as DoclingDocument JSON, Markdown or text.',
  available: false,
  unavailableReason: 'not built yet',
  operations: {
    extract: {
      summary: 'Convert a document.',
      input: UrlInput({}),
      output: Type.Object({}),
      pool: 'parser',
      timeoutMs: 300_000,
      batch: false,
      path: '/api/v1/docling/extract',
      example: { request: { url: 'https://example.org/paper.pdf' } },
    },
  },
})
