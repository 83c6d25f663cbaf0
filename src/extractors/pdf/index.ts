// The pdf extractor: a page printed as PDF. Reading a PDF is announced but not built.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { defineExtractor } from '#extract/define-extractor.ts'
import { PdfData, PdfInput } from './options.ts'

export default defineExtractor({
  name: 'pdf',
  version: '1.0.0',
  summary: 'A page rendered as PDF, or the text and outline of a PDF.',
  available: true,
  unavailableReason: null,
  operations: {
    extract: {
      summary: 'Render a page as PDF, or read a PDF.',
      input: PdfInput,
      output: PdfData,
      pool: 'browser',
      // Above the maximum of `timeoutMs`, which ends the work itself.
      timeoutMs: 310_000,
      batch: false,
      path: '/api/v1/pdf/extract',
      example: { request: { url: 'https://example.org/article', paper: 'A4', marginsMm: 15 } },
      raw: {
        mediaTypes: ['application/pdf'],
        contentOf({ artifacts }) {
          const made = artifacts.find(({ kind }) => kind === 'pdf')
          return made === undefined
            ? { missing: 'Raw is the file, and there is none.' }
            : { artifactId: made.id }
        },
      },
    },
  },
  async checkInput(input) {
    const { mode, engine }: { mode?: unknown; engine?: unknown } = Object(input)
    if (mode === 'extract') throw new SurveyorError('not_built_yet', 'Reading a PDF is not built yet.')
    if (engine !== 'http') return
    throw new SurveyorError('validation_failed', 'A page is printed by a browser.', {
      errors: [{ pointer: '/engine', code: 'excluded', detail: 'cannot be http' }],
    })
  },
  load: () => import('./extract.ts'),
})
