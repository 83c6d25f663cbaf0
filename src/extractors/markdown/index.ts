// The markdown extractor: the main content of a page as Markdown, text, HTML, links, images, metadata and chunks.
import { defineExtractor } from '#extract/define-extractor.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { MarkdownData, MarkdownInput } from './options.ts'

export default defineExtractor({
  name: 'markdown',
  version: '1.0.0',
  summary: 'The main content of a page as Markdown, text, HTML, links, images, metadata and chunks.',
  operations: {
    extract: {
      summary: 'Read a page as Markdown.',
      input: MarkdownInput,
      output: MarkdownData,
      pool: 'http',
      batch: true,
      example: { request: { url: 'https://example.org/article', formats: ['markdown', 'posts'] } },
      raw: {
        mediaTypes: ['text/markdown'],
        contentOf({ data }) {
          const { markdown } = fieldsOf(data)
          return typeof markdown === 'string'
            ? { text: markdown, mediaType: 'text/markdown' }
            : { missing: 'Raw is the Markdown, and `formats` does not ask for it.' }
        },
      },
    },
  },
  load: () => import('./extract.ts'),
})
