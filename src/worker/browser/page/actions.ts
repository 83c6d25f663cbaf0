// Does the actions of a request on a page, one after the other.
import type { Locator, Page } from 'playwright-core'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { PageAction } from '#extract/browser/options.ts'
import { systemClock } from '#kit/time/clock.ts'
import { elementError, elementWaitMs } from './wait-for-page.ts'

/** An element that is not there after this time does not come. */
const MAX_ELEMENT_WAIT_MS = 5_000

export interface Acting {
  readonly page: Page
  readonly signal: AbortSignal
  readonly remainingMs: () => number
}

/** Throws `action_failed` with the place of the action, or `validation_failed` for a selector that is none. */
export async function doActions(actions: readonly PageAction[], acting: Acting): Promise<void> {
  for (const [at, action] of actions.entries()) {
    try {
      await doAction(action, acting)
    } catch (cause) {
      acting.signal.throwIfAborted()
      throw actionError(cause, action, at)
    }
  }
}

async function doAction(action: PageAction, { page, signal, remainingMs }: Acting): Promise<void> {
  const timeout = Math.max(1, Math.min(MAX_ELEMENT_WAIT_MS, elementWaitMs(remainingMs())))
  const element = (selector: string): Locator => page.locator(`css=${selector}`).first()
  switch (action.type) {
    case 'wait':
      if (action.selector !== undefined) await element(action.selector).waitFor({ state: 'visible', timeout })
      if (action.delayMs !== undefined) await systemClock.sleep(action.delayMs, signal)
      return
    case 'click':
      return element(action.selector).click({ timeout })
    case 'write':
      return element(action.selector).fill(action.text, { timeout })
    case 'press':
      return page.keyboard.press(action.key)
    case 'hover':
      return element(action.selector).hover({ timeout })
    case 'select':
      return void (await element(action.selector).selectOption(action.value, { timeout }))
    case 'scroll':
      if (action.selector !== undefined) return element(action.selector).scrollIntoViewIfNeeded({ timeout })
      return page.mouse.wheel(0, action.byPx ?? 1_000_000)
  }
}

function actionError(cause: unknown, action: PageAction, at: number): Error {
  const pointer = `/actions/${at}`
  const { selector } = { selector: undefined, ...action }
  const known = selector === undefined ? null : elementError(cause, selector, `${pointer}/selector`)
  if (known instanceof SurveyorError && known.code === 'validation_failed') return known
  const why = known?.message ?? (cause instanceof Error ? cause.message.split('\n', 1)[0] : '') ?? ''
  const detail = `The action ${at} (${action.type}) could not be done: ${why}`.slice(0, 500)
  return new SurveyorError('action_failed', detail, {
    cause,
    errors: [{ pointer, code: 'action_failed', detail: why.slice(0, 300) }],
  })
}
