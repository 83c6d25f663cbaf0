// The page extractor: several extractors on one page that is fetched once, with its links and what tells it from others.
import type { FieldProblem } from '#contract/problem.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { defineExtractor } from '#extract/define-extractor.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { PageExtractData, PageExtractInput } from './options.ts'

export default defineExtractor({
  name: 'page',
  version: '1.0.0',
  summary: 'Several extractors on one page that is fetched once, with its links.',
  available: true,
  unavailableReason: null,
  experimental: true,
  operations: {
    extract: {
      summary: 'Run several extractors on one page.',
      input: PageExtractInput,
      output: PageExtractData,
      pool: 'http',
      // Above the most that `timeoutMs` may be, which ends the work itself.
      timeoutMs: 310_000,
      batch: false,
      path: '/api/v1/page/extract',
      documented: false,
      example: {
        request: { url: 'https://example.org/article', extractors: [{ extractor: 'markdown' }] },
      },
    },
  },
  checkInput: async (input) => checkInput(input),
  load: () => import('./extract.ts'),
})

/**
 * Refuses what the schema cannot see: an extractor that is named twice, or that is this one. Throws
 * `validation_failed`.
 */
export function checkInput(input: unknown): void {
  const { extractors } = fieldsOf(input)
  const names = Array.isArray(extractors) ? extractors.map((one) => fieldsOf(one)['extractor']) : []
  const errors = names.flatMap((name, at): FieldProblem[] => {
    const pointer = `/extractors/${at}/extractor`
    if (name === 'page') return [{ pointer, code: 'not_allowed_value', detail: 'cannot run itself' }]
    return names.indexOf(name) < at ? [{ pointer, code: 'duplicate', detail: 'is named before' }] : []
  })
  if (errors.length > 0)
    throw new SurveyorError('validation_failed', 'The extractors cannot be run.', { errors })
}
