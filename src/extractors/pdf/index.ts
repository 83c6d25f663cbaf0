// The pdf extractor: a page printed as PDF, or a PDF read.
import { defineExtractor, type RawContent } from '#extract/define-extractor.ts'
import { checkRequest } from './check-request.ts'
import { PdfData, PdfInput } from './options.ts'

export default defineExtractor({
  name: 'pdf',
  version: '1.0.0',
  summary: 'A page rendered as PDF, or the text and outline of a PDF.',
  operations: {
    extract: {
      summary: 'Render a page as PDF, or read a PDF.',
      input: PdfInput,
      output: PdfData,
      pool: 'browser',
      batch: false,
      example: { request: { url: 'https://example.org/article', paper: 'A4', marginsMm: 15 } },
      raw: {
        mediaTypes: ['application/pdf', 'text/plain', 'text/markdown'],
        contentOf({ data, artifacts }) {
          const made = artifacts.find(({ kind }) => kind === 'pdf')
          return made === undefined ? textOf(data) : { artifactId: made.id }
        },
      },
    },
  },
  async checkInput(input) {
    checkRequest(Object(input))
  },
  load: () => import('./extract.ts'),
})

/** The text of a PDF that was read: as Markdown where that was asked for, else page after page. */
function textOf(data: unknown): RawContent {
  const { markdown, pagesText }: { markdown?: unknown; pagesText?: unknown } = Object(data)
  if (typeof markdown === 'string') return { text: markdown, mediaType: 'text/markdown' }
  if (!Array.isArray(pagesText)) return { missing: 'Raw is the file or its text, and there is none.' }
  const texts = pagesText.map((page: unknown): string => String(Object(page).text ?? ''))
  return { text: texts.join('\n\f\n'), mediaType: 'text/plain' }
}
