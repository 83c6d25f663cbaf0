// `engine: auto`: where a page cannot be read as it is sent, the same job opens it in a browser.
import type { Static } from 'typebox'
import type { Escalation as EscalationShape } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { EngineStrategy } from '#contract/worker.ts'
import { askedOfBrowser } from '#extract/browser/options.ts'
import type { ExtractorOutput } from '#extract/context.ts'
import { foundNothing } from '#extract/errors.ts'

export type Escalation = Static<typeof EscalationShape>

/** A warning of extractors that read a page although scripts would fill it. */
const BROWSER_NEEDED = 'browser_needed'

/** The output of the engine that gave it, and how that engine was chosen. */
export interface ChosenOutput {
  readonly output: ExtractorOutput
  readonly escalations: readonly Escalation[]
  /** Null where the strategy was not followed, or there was none. */
  readonly reason: EngineStrategy['reason'] | null
}

/**
 * The output of `byHttp`, or that of `inBrowser` for the same input with `engine: browser`. Without a browser it is the
 * first one, with its error. What a browser could not do better is a warning beside an output, and else its error. By
 * the strategy the browser is taken at once.
 */
export async function escalated(
  input: unknown,
  byHttp: () => Promise<ExtractorOutput>,
  inBrowser: (input: unknown) => Promise<ExtractorOutput>,
  strategy: EngineStrategy | null = null,
): Promise<ChosenOutput> {
  const { engine = 'auto', url }: { engine?: unknown; url?: unknown } = Object(input)
  // Fields that only a browser can follow have chosen already.
  const isChosen = engine !== 'auto' || url === undefined || askedOfBrowser(Object(input)).length > 0
  if (isChosen) return { output: await byHttp(), escalations: [], reason: null }
  const forced = async (): Promise<ExtractorOutput> => inBrowser({ ...Object(input), engine: 'browser' })
  if (strategy?.engine === 'browser') {
    try {
      return { output: await forced(), escalations: [], reason: strategy.reason }
    } catch (error) {
      // A worker without a browser does what it can.
      if (!isUnavailable(error)) throw error
    }
  }
  const reason = strategy?.engine === 'http' ? strategy.reason : null
  let first: ExtractorOutput | null = null
  let cause: unknown = null
  let why: string
  try {
    first = await byHttp()
    if (!(first.warnings ?? []).some(({ code }) => code === BROWSER_NEEDED))
      return { output: first, escalations: [], reason }
    why = BROWSER_NEEDED
  } catch (error) {
    if (!isWorthBrowser(error)) throw error
    why = error.code
    cause = error
  }
  try {
    const output = await forced()
    return { output, escalations: [{ from: 'http', to: 'browser', reason: why }], reason }
  } catch (error) {
    if (!(error instanceof SurveyorError)) throw error
    const hasNone = isUnavailable(error)
    if (first === null) throw hasNone ? cause : error
    const warning = { code: 'browser_failed', detail: `A browser did not help: ${error.message}` }
    const warnings = [...(first.warnings ?? []), ...(hasNone ? [] : [warning])]
    // Nothing was learned about HTTP: the page still asks for a browser.
    return { output: { ...first, warnings }, escalations: [], reason: null }
  }
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof SurveyorError && error.code === 'browser_unavailable'

/** An empty shell, a page without what was asked for, or a wall that lets browsers through; one that asks for time does not. */
function isWorthBrowser(error: unknown): error is SurveyorError {
  if (!(error instanceof SurveyorError)) return false
  return foundNothing(error) || (error.code === 'target_blocked' && !error.retryable)
}
