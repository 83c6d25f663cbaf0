// Hostile answers: each ends in a named error, and none costs more memory than the limit allows.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { BOMBS, MAX_BYTES, urlOf } from '#test/support/sites/bombs.ts'
import { openEgress } from '#test/support/sites/local-server.ts'
import { startBombServer } from '#test/support/sites/start-bomb-server.ts'

const GROWTH_LIMIT_BYTES = 250_000_000

suite('hostile answers', async () => {
  test('each ends in its error, and the next good fetch succeeds', async (t) => {
    await using site = await startBombServer()
    const egress = openEgress(t, { hostConcurrency: 64 })
    const before = process.memoryUsage.rss()
    let peak = before
    const sample = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
    t.after(() => clearInterval(sample))

    for (const bomb of BOMBS) {
      await t.test(`${bomb.path}: ${bomb.code}`, async () => {
        const asked = egress.fetch({
          url: urlOf(site, bomb),
          maxBytes: MAX_BYTES,
          deadlineMs: bomb.deadlineMs,
          robots: 'ignore',
        })
        await assert.rejects(asked, { name: 'SurveyorError', code: bomb.code })
      })
    }
    const good = await egress.fetch({
      url: `${site.http}/`,
      maxBytes: 100,
      deadlineMs: 10_000,
      robots: 'ignore',
    })
    assert.equal(Buffer.from(good.body).toString(), 'good page')
    t.diagnostic(`memory grew by ${peak - before}`)
    assert.ok(peak - before < GROWTH_LIMIT_BYTES, `memory grew by ${peak - before} bytes`)
  })
})
