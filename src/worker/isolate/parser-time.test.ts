import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { parserTime, type ParserTime } from './parser-time.ts'

const never = new AbortController().signal

/** What `extract_timeout` says of being tried again. */
async function endOf({ signal }: ParserTime): Promise<{ code: string; retryable: boolean }> {
  if (!signal.aborted) await once(signal, 'abort')
  const { code, retryable } = Object(signal.reason)
  return { code, retryable }
}

const notAgain = { code: 'extract_timeout', retryable: false }
const again = { code: 'extract_timeout', retryable: true }
/** The CPU time of a process that has a core of its own. */
const busy = (): number => performance.now()
const starved = (): number => 700

test('a parser that had its CPU time is ended for good, one that the machine kept waiting is not', async () => {
  for (const [cpuMs, end] of [
    [busy, notAgain],
    [starved, again],
    // Where CPU time is unknown, the clock decides.
    [() => null, notAgain],
  ] as const) {
    using time = parserTime(never, { timeoutMs: 20 })
    time.begin(cpuMs)
    assert.deepEqual(await endOf(time), end)
  }
})

test('the clock gives a starved parser three times its CPU time', async () => {
  using time = parserTime(never, { timeoutMs: 20 })
  const startedMs = performance.now()
  time.begin(starved)
  await endOf(time)
  assert.ok(performance.now() - startedMs >= 59)
})

test('nothing is counted before the parser is loaded', async () => {
  using time = parserTime(never, { timeoutMs: 1 })
  await sleep(30)
  assert.equal(time.signal.aborted, false)
  time.begin(busy)
  assert.deepEqual(await endOf(time), notAgain)
})

test('a document that was waiting when its whole time ended may be tried again', async () => {
  using waiting = parserTime(never, { totalMs: 1 })
  assert.deepEqual(await endOf(waiting), again)
  for (const [cpuMs, end] of [
    [busy, notAgain],
    [starved, again],
  ] as const) {
    using time = parserTime(never, { totalMs: 30 })
    time.begin(cpuMs)
    assert.deepEqual(await endOf(time), end)
  }
})

test('the signal of the caller ends it with the reason of the caller', () => {
  const stop = new AbortController()
  using time = parserTime(stop.signal, { totalMs: 60_000, timeoutMs: 60_000 })
  stop.abort('stopped')
  assert.equal(time.signal.reason, 'stopped')
})
