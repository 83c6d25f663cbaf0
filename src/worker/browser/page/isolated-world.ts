// Calls functions in a page, in a world of their own: they share its DOM, but not what its scripts have replaced.
import type { CDPSession } from 'playwright-core'
import { SurveyorError } from '#contract/surveyor-error.ts'

const WORLD = 'surveyor'
/** Of an answer as JSON; a page that answers more does so to take our memory. */
const MAX_ANSWER_CHARS = 64 * 1_024 ** 2
/** A navigation takes a world away; a page that navigates without end takes each of them. */
const MAX_TRIES = 5

/** Where our functions run. */
export interface IsolatedWorld {
  /** The function of this source, called with `argument`; the answer is data. Throws when it throws. */
  call(source: string, argument?: unknown): Promise<unknown>
}

/** A navigation ends the world; the next call makes a new one. */
export function isolatedWorld(session: CDPSession, mainFrameId: string): IsolatedWorld {
  let context: Promise<number> | null = null
  session.on('Runtime.executionContextDestroyed', () => (context = null))
  session.on('Runtime.executionContextsCleared', () => (context = null))

  const contextId = async (): Promise<number> => {
    const made = await session.send('Page.createIsolatedWorld', { frameId: mainFrameId, worldName: WORLD })
    return made.executionContextId
  }
  const callOnce = async (source: string, argument: unknown): Promise<unknown> => {
    context ??= contextId()
    const given = argument === undefined ? '' : JSON.stringify(argument)
    const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
      // The answer is a text, so that its length is known before it is read.
      functionDeclaration: `async () => {
        const text = JSON.stringify((await (${source})(${given})) ?? null)
        return text.length > ${MAX_ANSWER_CHARS} ? null : text
      }`,
      executionContextId: await context,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails !== undefined) {
      const { exception, text } = exceptionDetails
      throw new Error(`A function in the page failed: ${exception?.description ?? text}`)
    }
    if (typeof result.value !== 'string') {
      throw new SurveyorError('target_too_large', 'The page is larger than what is read of a page.')
    }
    return JSON.parse(result.value) as unknown
  }
  return {
    async call(source, argument) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        try {
          return await callOnce(source, argument)
        } catch (error) {
          if (!isContextGone(error)) throw error
          context = null
        }
      }
      throw leavesAgain()
    },
  }
}

/** For a page that left in each of several tries to reach it. */
export const leavesAgain = (cause?: unknown): SurveyorError =>
  new SurveyorError('target_protocol_error', 'The page leaves for another one again and again.', { cause })

/** The page has gone on to another document while it was asked. */
export const isContextGone = (error: unknown): boolean =>
  error instanceof Error &&
  /Cannot find context|context was destroyed|Inspected target navigated/i.test(error.message)
