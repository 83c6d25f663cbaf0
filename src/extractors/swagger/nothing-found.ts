// The error for a search without a description: the tried addresses, and the obstacles.
import type { FieldProblem } from '#contract/problem.ts'
import type { SurveyorError } from '#contract/surveyor-error.ts'
import { extractError, pageError } from '#extract/errors.ts'
import type { PageQuality } from '#extract/page/page-quality.ts'
import type { Attempt } from '#extractors/swagger/hints/hint.ts'

const MAX_LISTED = 50

/** `problem` is what the page is instead of one; `unreadable` a description that was found and could not be read. */
export function nothingFound(
  attempts: readonly Attempt[],
  problem: PageQuality['problem'],
  unreadable: SurveyorError | null,
): SurveyorError {
  const errors = attempts.slice(0, MAX_LISTED).map(problemOfAttempt)
  if (unreadable !== null)
    return extractError(unreadable.code, unreadable.message, { cause: unreadable, errors })
  if (problem !== null && problem.code !== 'empty_content') {
    return pageError(problem, { errors })
  }
  const asked = attempts.filter(({ outcome }) => outcome !== 'not_tried').length
  const detail = `No API description was found; ${asked === 1 ? 'one address was' : `${asked} addresses were`} looked at (see \`errors\`).`
  return extractError('empty_content', problem === null ? detail : `${detail} ${problem.detail}`, { errors })
}

function problemOfAttempt({ url, foundBy, outcome, statusCode, detail }: Attempt): FieldProblem {
  const parts = [`${foundBy}: ${url}`, statusCode === null ? null : `status ${statusCode}`, detail]
  return {
    pointer: '/url',
    code: outcome,
    detail: parts
      .filter((part) => part !== null)
      .join(', ')
      .slice(0, 1_000),
  }
}
