// `engine: auto`: where a page cannot be read as it is sent, the same job opens it in a browser.
import type { Static } from 'typebox'
import type { Escalation as EscalationShape } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractorOutput } from '#extract/context.ts'

export type Escalation = Static<typeof EscalationShape>

/** A warning of extractors that read a page although scripts would fill it. */
const BROWSER_NEEDED = 'browser_needed'

/**
 * The output of `byHttp`, or that of `inBrowser` for the same input with `engine: browser`. Without a browser it is the
 * first one, with its error. What a browser could not do better is a warning beside an output, and else its error.
 */
export async function escalated(
  input: unknown,
  byHttp: () => Promise<ExtractorOutput>,
  inBrowser: (input: unknown) => Promise<ExtractorOutput>,
): Promise<{ readonly output: ExtractorOutput; readonly escalations: readonly Escalation[] }> {
  const { engine = 'auto', url }: { engine?: unknown; url?: unknown } = Object(input)
  if (engine !== 'auto' || url === undefined) return { output: await byHttp(), escalations: [] }
  let first: ExtractorOutput | null = null
  let reason: string
  let cause: unknown = null
  try {
    first = await byHttp()
    if (!(first.warnings ?? []).some(({ code }) => code === BROWSER_NEEDED))
      return { output: first, escalations: [] }
    reason = BROWSER_NEEDED
  } catch (error) {
    if (!isWorthBrowser(error)) throw error
    reason = error.code
    cause = error
  }
  try {
    const output = await inBrowser({ ...Object(input), engine: 'browser' })
    return { output, escalations: [{ from: 'http', to: 'browser', reason }] }
  } catch (error) {
    if (!(error instanceof SurveyorError)) throw error
    const hasNone = error.code === 'browser_unavailable'
    if (first === null) throw hasNone ? cause : error
    const warning = { code: 'browser_failed', detail: `A browser did not help: ${error.message}` }
    const warnings = [...(first.warnings ?? []), ...(hasNone ? [] : [warning])]
    return { output: { ...first, warnings }, escalations: [] }
  }
}

/** An empty shell, or a wall that lets browsers through; one that asks for time does not. */
function isWorthBrowser(error: unknown): error is SurveyorError {
  if (!(error instanceof SurveyorError)) return false
  return error.code === 'empty_content' || (error.code === 'target_blocked' && !error.retryable)
}
