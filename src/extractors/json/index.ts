// The json extractor: the structured data of a page or a document, by schema, by rules, or as it was found.
import { defineExtractor } from '#extract/define-extractor.ts'
import { JsonData, JsonInput } from '#extractors/json/request/options.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

export default defineExtractor({
  name: 'json',
  version: '1.0.0',
  summary:
    'Structured data of a page or a document, checked against a schema, with the source of each field.',
  operations: {
    extract: {
      summary: 'Read structured data from a page or a document.',
      input: JsonInput,
      output: JsonData,
      pool: 'http',
      batch: true,
      example: {
        request: {
          url: 'https://example.org/product',
          schema: {
            type: 'object',
            properties: { name: { type: 'string' }, price: { type: 'number' } },
            required: ['name'],
          },
        },
      },
      raw: {
        mediaTypes: ['application/json'],
        contentOf({ data }) {
          const { value = null, valid = null, found = null } = fieldsOf(data)
          // Without schema and rules a page has no value: the content found is the answer.
          return { json: value === null && valid === null ? found : value }
        },
      },
    },
  },
  load: () => import('./extract.ts'),
})
