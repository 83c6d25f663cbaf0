// Takes away what stands in front of a page: cookie banners are refused as a person would, what is left is hidden.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { IndexedCMPRuleset } from '@duckduckgo/autoconsent'
import type { CDPSession } from 'playwright-core'
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { systemClock } from '#kit/time/clock.ts'
import { fieldsOf, isRecord, parseKnownJson } from '#kit/unknown-values.ts'
import { HIDE_OVERLAYS, OVERLAY_SHOWN } from './overlay-scripts.ts'

/** An open page. */
export interface Overlaid {
  readonly session: CDPSession
  readonly call: (source: string, argument?: unknown) => Promise<unknown>
  /** The address of the page: some rules are for one site. */
  readonly url: string
  readonly signal: AbortSignal
  readonly remainingMs: () => number
}

/** Of the time that is left, for all clicks and the waits between them. */
const CLOSE_SHARE = 0.25
const POLL_MS = 100
/** After so many polls without a word of the rules there is nothing they can do. */
const MAX_SILENT_POLLS = 40
/** Rules that need code in the page itself ask for it; one that hangs is left alone. */
const EVAL_TIMEOUT_MS = 1_000
/** States in which autoconsent does nothing any more (its `LifecycleState`). */
const OVER: ReadonlySet<unknown> = new Set(['nothingDetected', 'optOutFailed', 'done'])

/** Nothing is ever agreed to. Answers a warning for what is not there any more, because the page is not as it was sent. */
export async function removeOverlays(page: Overlaid): Promise<Warning[]> {
  try {
    return await removed(page)
  } catch (error) {
    // What cannot be taken away stays.
    if (error instanceof SurveyorError || page.signal.aborted) throw error
    return []
  }
}

async function removed(page: Overlaid): Promise<Warning[]> {
  const shown = await page.call(OVERLAY_SHOWN)
  if (shown === null) return []
  const banner = shown === 'consent' ? await refuseCookies(page) : null
  const hidden = await page.call(HIDE_OVERLAYS)
  const refused = banner === null ? [] : [`a cookie banner (${banner.slice(0, 80)}) was refused`]
  const done = [...refused, ...(Number(hidden) > 0 ? ['what stood in front of the page was hidden'] : [])]
  return done.length === 0
    ? []
    : [{ code: 'overlay_removed', detail: `${done.join(', ')}.`.replace(/^./, upper) }]
}

const upper = (letter: string): string => letter.toUpperCase()

/** The name of the rule that refused it; null when none did in time. */
async function refuseCookies(page: Overlaid): Promise<string | null> {
  const { call, signal } = page
  const endsAt = performance.now() + page.remainingMs() * CLOSE_SHARE
  await call(await startSource(), { rules: await rulesFor(page.url), config: CONFIG })
  let refused: string | null = null
  let isOver = false
  for (let silent = 0; !isOver && silent < MAX_SILENT_POLLS; silent += 1) {
    if (performance.now() > endsAt) break
    await systemClock.sleep(POLL_MS, signal)
    const messages = await call(TAKE_MESSAGES)
    // A banner that is answered may load the page again, and the script is gone with it.
    if (!Array.isArray(messages)) return refused
    if (messages.length > 0) silent = 0
    for (const message of messages.filter(isRecord)) {
      if (message['type'] === 'eval') await answerEval(page, message)
      if (message['type'] === 'optOutResult' && message['result'] === true) refused = String(message['cmp'])
      if (message['type'] === 'autoconsentDone') isOver = true
      if (message['type'] === 'report' && OVER.has(fieldsOf(message['state'])['lifecycle'])) isOver = true
    }
  }
  return refused
}

/** `code` is of the rules, not of the page. */
async function answerEval({ session, call }: Overlaid, { id, code }: Record<string, unknown>): Promise<void> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: String(code),
    returnByValue: true,
    awaitPromise: true,
    silent: true,
    timeout: EVAL_TIMEOUT_MS,
  })
  await call('(message) => void globalThis.autoconsentReceiveMessage?.(message)', {
    type: 'evalResp',
    id,
    result: Boolean(result.value),
  })
}

const CONFIG = {
  enabled: true,
  autoAction: 'optOut',
  disabledCmps: [],
  enablePrehide: false,
  enableCosmeticRules: true,
  enableGeneratedRules: true,
  enableHeuristicDetection: true,
  heuristicMode: 'reject',
  detectRetries: 1,
  isMainWorld: false,
  prehideTimeout: 0,
}

const TAKE_MESSAGES = '() => globalThis.consentMessages?.splice(0) ?? null'
let source: Promise<string> | null = null
let rules: Promise<IndexedCMPRuleset> | null = null

async function startSource(): Promise<string> {
  source ??= readFile(
    fileURLToPath(new URL('autoconsent.playwright.js', import.meta.resolve('@duckduckgo/autoconsent'))),
    'utf8',
  ).then(
    (bundle) => `(answer) => {
      const messages = globalThis.consentMessages = []
      globalThis.autoconsentSendMessage = async (message) => {
        if (message.type === 'init') setTimeout(() => autoconsentReceiveMessage({ type: 'initResp', ...answer }), 0)
        else messages.push(message)
      }
      ${bundle}
    }`,
  )
  return source
}

/** Loaded with the first banner: 0.3 MB that most pages do not need. Only those that fit the address go into the page. */
async function rulesFor(url: string): Promise<unknown> {
  const file = fileURLToPath(import.meta.resolve('@duckduckgo/autoconsent/rules/compact-rules.json'))
  rules ??= readFile(file, 'utf8').then((text) => parseKnownJson<IndexedCMPRuleset>(text))
  const { filterCompactRules } = await import('@duckduckgo/autoconsent')
  return { autoconsent: [], compact: filterCompactRules(await rules, { url, mainFrame: true }) }
}
