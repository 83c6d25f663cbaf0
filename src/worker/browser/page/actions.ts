// Does the actions of a request on a page, one after the other.
import type { Locator, Page } from 'playwright-core'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { PageAction } from '#extract/browser/options.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { NewArtifact } from '#extract/context.ts'
import type { PageFiles } from './page-files.ts'
import { elementError, elementWaitMs } from './wait-for-page.ts'

/** An element that is not there after this time does not come. */
const MAX_ELEMENT_WAIT_MS = 5_000

export interface Acting {
  readonly page: Page
  readonly signal: AbortSignal
  readonly remainingMs: () => number
  readonly files: PageFiles
  /** Keeps a file that an action made. */
  readonly keep: KeepFile
}

/** Keeps a file of a page beside the result of its job. */
export type KeepFile = (file: NewArtifact) => Promise<unknown>

/** Throws `action_failed` with the place of the action, or `validation_failed` for a selector that is none. */
export async function doActions(actions: readonly PageAction[], acting: Acting): Promise<void> {
  for (const [at, action] of actions.entries()) {
    try {
      await doAction(action, acting)
    } catch (cause) {
      acting.signal.throwIfAborted()
      if (cause instanceof SurveyorError) throw cause
      throw actionError(cause, action, at)
    }
  }
}

async function doAction(action: PageAction, acting: Acting): Promise<void> {
  const { page, signal, remainingMs } = acting
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
    case 'screenshot':
      return keepShot(action, element, acting, timeout)
    case 'pdf':
      return void (await acting.keep({
        kind: 'action_pdf',
        mediaType: 'application/pdf',
        bytes: await acting.files.printed(),
        filename: 'action.pdf',
      }))
    case 'script':
      // In the world of the page, whose objects the caller means. The end of the visit ends it.
      await page.evaluate(`(async () => { ${action.code}\n })().then(() => undefined)`)
  }
}

async function keepShot(
  { selector, fullPage = false }: Extract<PageAction, { type: 'screenshot' }>,
  element: (selector: string) => Locator,
  { page, files, keep }: Acting,
  timeout: number,
): Promise<void> {
  let shot: Awaited<ReturnType<PageFiles['shot']>>
  if (selector === undefined) shot = await files.shot(fullPage)
  else {
    await element(selector).waitFor({ state: 'visible', timeout })
    const box = await element(selector).boundingBox({ timeout })
    if (box === null) throw new Error('the element is not shown')
    const [x, y] = await page.evaluate<[number, number]>('[scrollX, scrollY]')
    shot = await files.shotOf({ ...box, x: box.x + x, y: box.y + y })
  }
  await keep({
    kind: 'action_screenshot',
    mediaType: 'image/png',
    filename: 'action.png',
    ...shot,
  })
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
