import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractError, noMatchError } from '#extract/errors.ts'
import type { ExtractorOutput } from '#extract/context.ts'
import { escalated } from './escalate.ts'

const url = 'https://a.test/'
const output = (engine: string, warning?: string): ExtractorOutput => ({
  data: engine,
  engine,
  ...(warning === undefined ? {} : { warnings: [{ code: warning, detail: 'x' }] }),
})
const failing =
  (code: Parameters<typeof extractError>[0], retryable = false) =>
  async (): Promise<never> => {
    throw extractError(code, 'x', { retryable })
  }
const noMatch = async (): Promise<never> => {
  throw noMatchError('/include', 'x')
}
const never = async (): Promise<never> => assert.fail('not expected')

test('a shell, a wall or a warning takes the browser with the same input', async () => {
  const inBrowser = async (input: unknown): Promise<ExtractorOutput> => {
    assert.deepEqual(input, { url, limit: 3, engine: 'browser' })
    return output('browser')
  }
  for (const [reason, first] of [
    ['empty_content', failing('empty_content')],
    ['target_blocked', failing('target_blocked')],
    ['validation_failed', noMatch],
    ['browser_needed', async () => output('http', 'browser_needed')],
  ] as const) {
    const { output: made, escalations } = await escalated({ url, limit: 3 }, first, inBrowser)
    assert.equal(made.engine, 'browser')
    assert.deepEqual(escalations, [{ from: 'http', to: 'browser', reason }])
  }
})

test('everything else stays as it is', async () => {
  const invalid = failing('validation_failed')
  await assert.rejects(escalated({ url }, invalid, never), { code: 'validation_failed' })
  assert.deepEqual((await escalated({ url }, async () => output('http'), never)).escalations, [])
  await assert.rejects(escalated({ url }, failing('target_timeout'), never), { code: 'target_timeout' })
  await assert.rejects(escalated({ url }, failing('target_blocked', true), never), { code: 'target_blocked' })
  for (const input of [{ url, engine: 'http' }, { url, engine: 'browser' }, { html: '<p>' }]) {
    await assert.rejects(escalated(input, failing('empty_content'), never), { code: 'empty_content' })
  }
})

test('a browser that fails takes nothing away', async () => {
  const needy = async (): Promise<ExtractorOutput> => output('http', 'browser_needed')
  const kept = await escalated({ url }, needy, failing('target_timeout'))
  assert.deepEqual(
    kept.output.warnings?.map(({ code }) => code),
    ['browser_needed', 'browser_failed'],
  )
  const without = await escalated({ url }, needy, failing('browser_unavailable'))
  assert.deepEqual(
    without.output.warnings?.map(({ code }) => code),
    ['browser_needed'],
  )
  await assert.rejects(escalated({ url }, failing('empty_content'), failing('browser_unavailable')), {
    code: 'empty_content',
  })
  await assert.rejects(escalated({ url }, failing('empty_content'), failing('target_captcha')), {
    code: 'target_captcha',
  })
})

test('a domain that needed browsers begins with one; where none is there, HTTP does it', async () => {
  const learned = { engine: 'browser', reason: 'learned' } as const
  const inBrowser = async (): Promise<ExtractorOutput> => output('browser')
  const byHttp = async (): Promise<ExtractorOutput> => output('http')
  const begun = await escalated({ url }, never, inBrowser, learned)
  assert.deepEqual([begun.output.engine, begun.escalations, begun.reason], ['browser', [], 'learned'])
  const without = await escalated({ url }, byHttp, failing('browser_unavailable'), learned)
  assert.deepEqual([without.output.engine, without.reason], ['http', null])
  await assert.rejects(escalated({ url }, never, failing('target_timeout'), learned), {
    code: 'target_timeout',
  })
  // The caller has chosen, or a field has.
  for (const input of [{ url, engine: 'http' }, { url, waitFor: { state: 'load' } }, { html: '<p>' }]) {
    assert.deepEqual((await escalated(input, byHttp, never, learned)).reason, null)
  }
})

test('a trial of HTTP is told apart, whatever came of it', async () => {
  const trial = { engine: 'http', reason: 'trial' } as const
  const enough = await escalated({ url }, async () => output('http'), never, trial)
  assert.deepEqual([enough.output.engine, enough.reason], ['http', 'trial'])
  const inBrowser = async (): Promise<ExtractorOutput> => output('browser')
  const again = await escalated({ url }, failing('empty_content'), inBrowser, trial)
  assert.deepEqual([again.output.engine, again.escalations.length, again.reason], ['browser', 1, 'trial'])
  // A page that asked for a browser in vain is no sign that HTTP suffices.
  const needy = async (): Promise<ExtractorOutput> => output('http', 'browser_needed')
  assert.equal((await escalated({ url }, needy, failing('browser_unavailable'), trial)).reason, null)
})
