// The docling extractor: documents of any format as DoclingDocument JSON, Markdown, HTML, text or chunks.
import { defineExtractor } from '#extract/define-extractor.ts'
import { DoclingData, DoclingInput } from '#extractors/docling/options.ts'

const RAW_FORMS = [
  ['markdown', 'text/markdown'],
  ['html', 'text/html'],
  ['text', 'text/plain'],
] as const

const fieldOf = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined

export default defineExtractor({
  name: 'docling',
  version: '1.0.0',
  summary:
    'Documents (PDF, Office, OpenDocument, EPUB, HTML, Markdown, AsciiDoc, CSV) as DoclingDocument JSON, Markdown, HTML, text or chunks.',
  operations: {
    extract: {
      summary: 'Convert a document.',
      input: DoclingInput,
      output: DoclingData,
      pool: 'parser',
      batch: true,
      example: { request: { url: 'https://example.org/paper.pdf', to: ['md', 'json'] } },
      raw: {
        mediaTypes: ['text/markdown', 'text/html', 'text/plain', 'application/json'],
        contentOf({ data }) {
          for (const [form, mediaType] of RAW_FORMS) {
            const text = fieldOf(data, form)
            if (typeof text === 'string') return { text, mediaType }
          }
          const document = fieldOf(data, 'document')
          return document === undefined
            ? { missing: 'Raw is one of the forms `md`, `html`, `text` and `json`, and none was asked for.' }
            : { json: document }
        },
      },
    },
  },
  load: () => import('./extract.ts'),
})
