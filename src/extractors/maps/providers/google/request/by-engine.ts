// Plain requests first, and a browser where they bring nothing that one could not.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { GoogleClient } from './google-client.ts'

/** Which engines a request allows. */
export type AskedEngine = 'auto' | 'http' | 'browser'

/** What an engine brought. */
export interface ByEngine<Found> {
  readonly found: Found
  readonly engine: 'http' | 'browser'
}

/** An empty shell, or a wall that lets browsers through. */
function isWorthBrowser(error: unknown): boolean {
  if (!(error instanceof SurveyorError)) return false
  return error.code === 'empty_content' || (error.code === 'target_blocked' && !error.retryable)
}

/** How a request may go, and when what it brought will do. */
export interface EngineRules<Found> {
  readonly client: GoogleClient
  /** The worker itself runs the operation again in a browser, by the error or the warning of this run. */
  readonly isEscalated: boolean
  /** Absent: anything found is enough. */
  readonly isEnough?: (found: Found) => boolean
}

/** Where the browser brings no more, what the plain request brought counts, or its error. */
export async function byEngine<Found>(
  asked: AskedEngine,
  { client, isEscalated, isEnough = () => true }: EngineRules<Found>,
  byHttp: () => Promise<Found>,
  inBrowser: () => Promise<Found>,
): Promise<ByEngine<Found>> {
  if (asked === 'browser' && client.canBrowse) return { found: await inBrowser(), engine: 'browser' }
  const mayBrowse = asked === 'auto' && !isEscalated && client.canBrowse
  let first: ByEngine<Found> | null = null
  let cause: unknown = null
  try {
    first = { found: await byHttp(), engine: 'http' }
    if (!mayBrowse || isEnough(first.found)) return first
  } catch (error) {
    if (!mayBrowse || !isWorthBrowser(error)) throw error
    cause = error
  }
  try {
    const found = await inBrowser()
    return first === null || isEnough(found) ? { found, engine: 'browser' } : first
  } catch (error) {
    if (!(error instanceof SurveyorError)) throw error
    if (first !== null) return first
    throw error.code === 'browser_unavailable' ? cause : error
  }
}
