// The image extractor, announced but not built: what it will be asked.
import { Type } from 'typebox'
import { Words } from '#contract/schema.ts'
import { defineExtractor } from '#extract/define-extractor.ts'
import { PageInput } from '#extract/page-request.ts'

export default defineExtractor({
  name: 'image',
  version: '0.0.0',
  summary: 'The images of a page or one image: what they are, where they stand, what they hold.',
  available: false,
  unavailableReason: 'not built yet',
  operations: {
    extract: {
      summary: 'List or inspect images.',
      input: PageInput({
        mode: Type.Optional(
          Words(['list', 'download', 'inspect'], {
            default: 'list',
            description: 'An image URL is always inspected.',
          }),
        ),
      }),
      output: Type.Object({}),
      kindOfWork: 'http',
      timeoutMs: 60_000,
      batch: false,
      path: '/api/v1/image/extract',
      example: { request: { url: 'https://example.org/gallery' } },
    },
  },
})
