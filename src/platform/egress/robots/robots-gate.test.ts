import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { createRobotsGate } from './robots-gate.ts'

const NEVER = new AbortController().signal
const HOUR = 3_600_000
const url = (path: string): URL => new URL(path, 'http://a.test')

/** A gate that gets these answers in turn; the last one repeats. An error is thrown, a number is a status. */
function gateOver(...answers: readonly (string | number | Error)[]) {
  let loads = 0
  let now = 0
  const gate = createRobotsGate({
    load: async () => {
      const answer = answers[Math.min(loads, answers.length - 1)] as string | number | Error
      loads += 1
      if (answer instanceof Error) throw answer
      const status = typeof answer === 'number' ? answer : 200
      return { status, headers: {}, body: Buffer.from(typeof answer === 'string' ? answer : '') }
    },
    clock: { now: () => now, sleep: async () => {} },
  })
  return { gate, loads: () => loads, pass: (ms: number) => void (now += ms) }
}

const refused = (retryable: boolean) => (error: unknown) => {
  assert.ok(error instanceof SurveyorError)
  assert.equal(error.code, 'robots_disallowed')
  assert.equal(error.retryable, retryable)
  return true
}

suite('robots.txt before a fetch', () => {
  test('the file decides, for our name before all others', async () => {
    const { gate, loads } = gateOver(
      'User-agent: *\nDisallow: /\nUser-agent: surveyor\nAllow: /\nDisallow: /private\nCrawl-delay: 3\n',
    )
    assert.deepEqual(await gate.check(url('/x'), NEVER), { rule: 'Allow: /', crawlDelayMs: 3000 })
    await assert.rejects(gate.check(url('/private/x'), NEVER), refused(false))
    await assert.rejects(gate.check(url('/privat%65'.replace('%65', 'e')), NEVER), refused(false))
    assert.equal(loads(), 1)
  })

  test('escapes are compared whatever the case of their digits', async () => {
    const { gate } = gateOver('User-agent: *\nDisallow: /%c3%a4\n')
    await assert.rejects(gate.check(url('/ä'), NEVER), refused(false))
    await assert.rejects(gate.check(url('/%c3%a4'), NEVER), refused(false))
  })

  test('RFC 9309: 4xx allows everything, 429 and 5xx refuse everything for now', async () => {
    for (const status of [400, 401, 403, 404, 410, 451]) {
      assert.deepEqual(await gateOver(status).gate.check(url('/x'), NEVER), { rule: null, crawlDelayMs: 0 })
    }
    for (const status of [429, 500, 502, 503, 504]) {
      await assert.rejects(gateOver(status).gate.check(url('/x'), NEVER), refused(true), String(status))
    }
  })

  test('a time-out refuses for now, too many redirects allow, an unreachable host is told as such', async () => {
    const failing = (
      code: 'target_timeout' | 'too_many_redirects' | 'target_dns_error' | 'url_not_allowed',
    ) => gateOver(new SurveyorError(code, 'x')).gate.check(url('/x'), NEVER)
    await assert.rejects(failing('target_timeout'), refused(true))
    assert.deepEqual(await failing('too_many_redirects'), { rule: null, crawlDelayMs: 0 })
    await assert.rejects(failing('target_dns_error'), { code: 'target_dns_error' })
    await assert.rejects(failing('url_not_allowed'), { code: 'url_not_allowed' })
  })

  test('a copy is kept for a day, and for longer while it cannot be renewed', async () => {
    const { gate, loads, pass } = gateOver(
      'User-agent: *\nDisallow: /a\n',
      503,
      'User-agent: *\nDisallow: /b\n',
    )
    await assert.rejects(gate.check(url('/a'), NEVER), refused(false))
    pass(23 * HOUR)
    await assert.rejects(gate.check(url('/a'), NEVER), refused(false))
    assert.equal(loads(), 1)
    pass(2 * HOUR)
    await assert.rejects(gate.check(url('/a'), NEVER), refused(false))
    await gate.check(url('/b'), NEVER)
    assert.equal(loads(), 2)
    pass(60_000)
    await gate.check(url('/a'), NEVER)
    await assert.rejects(gate.check(url('/b'), NEVER), refused(false))
    assert.equal(loads(), 3)
  })

  test('many who ask at once share one load; one who gives up does not end it', async () => {
    const { gate, loads } = gateOver('')
    const gaveUp = new AbortController()
    const asked = [1, 2, 3].map(() => gate.check(url('/x'), NEVER))
    const leaving = gate.check(url('/x'), gaveUp.signal)
    gaveUp.abort(new Error('enough'))
    await assert.rejects(leaving, /enough/)
    await Promise.all(asked)
    assert.equal(loads(), 1)
    await gate.check(new URL('https://a.test/x'), NEVER)
    assert.equal(loads(), 2)
  })
})
