// The pdf extractor, announced but not built: what it will be asked.
import { Type } from 'typebox'
import { Words } from '#contract/schema.ts'
import { defineExtractor } from '#extract/define-extractor.ts'
import { PageInput } from '#extract/page/page-request.ts'

export default defineExtractor({
  name: 'pdf',
  version: '0.0.0',
  summary: 'A page rendered as PDF, or the text and outline of a PDF.',
  available: false,
  unavailableReason: 'not built yet',
  operations: {
    extract: {
      summary: 'Render a page as PDF, or read a PDF.',
      input: PageInput({
        mode: Type.Optional(
          Words(['auto', 'render', 'extract'], {
            default: 'auto',
            description: '`auto` decides by what the URL answers.',
          }),
        ),
      }),
      output: Type.Object({}),
      pool: 'browser',
      timeoutMs: 120_000,
      batch: false,
      path: '/api/v1/pdf/extract',
      example: { request: { url: 'https://example.org/report.pdf' } },
    },
  },
})
