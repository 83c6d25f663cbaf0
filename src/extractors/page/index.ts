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
  operations: {
    extract: {
      summary: 'Run several extractors on one page.',
      input: PageExtractInput,
      output: PageExtractData,
      pool: 'http',
      batch: false,
      example: {
        request: { url: 'https://example.org/article', extractors: [{ extractor: 'markdown' }] },
      },
    },
  },
  checkInput: async (input) => checkInput(input),
  load: () => import('./extract.ts'),
})

/** The fields that say which page is read. */
const PAGE_FIELDS = ['url', 'html', 'artifactId', 'baseUrl']

/**
 * Refuses what the schema cannot see: an extractor that is named twice, that is this one, or whose options name another
 * page. Throws `validation_failed`.
 */
export function checkInput(input: unknown): void {
  const { extractors } = fieldsOf(input)
  const asked = Array.isArray(extractors) ? extractors.map(fieldsOf) : []
  const names = asked.map(({ extractor }) => extractor)
  const errors = asked.flatMap(({ extractor: name, options }, at): FieldProblem[] => {
    const pointer = `/extractors/${at}/extractor`
    if (name === 'page') return [{ pointer, code: 'not_allowed_value', detail: 'cannot run itself' }]
    if (names.indexOf(name) < at) return [{ pointer, code: 'duplicate', detail: 'is named before' }]
    return PAGE_FIELDS.filter((field) => Object.hasOwn(fieldsOf(options), field)).map((field) => ({
      pointer: `/extractors/${at}/options/${field}`,
      code: 'not_allowed_value',
      detail: 'is that of the page',
    }))
  })
  if (errors.length > 0)
    throw new SurveyorError('validation_failed', 'The extractors cannot be run.', { errors })
}
