// The json extractor, announced but not built: what it will be asked.
import { Type } from 'typebox'
import { defineExtractor } from '#extract/define-extractor.ts'
import { PageInput } from '#extract/page-request.ts'

export default defineExtractor({
  name: 'json',
  version: '0.0.0',
  summary: 'Structured data of a page, checked against a schema, with the source of each field.',
  available: false,
  unavailableReason: 'not built yet',
  operations: {
    extract: {
      summary: 'Read structured data from a page.',
      input: PageInput({
        schema: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            description: 'JSON Schema 2020-12 of the wanted value.',
          }),
        ),
      }),
      output: Type.Object({}),
      kindOfWork: 'http',
      timeoutMs: 60_000,
      batch: false,
      path: '/api/v1/json/extract',
      example: { request: { url: 'https://example.org/product' } },
    },
  },
})
