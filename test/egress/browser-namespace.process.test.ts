// The proof that a page in a browser reaches only the public internet: a hostile page in a private network. The lab
// `egress-browser` tries all that is only tried in part here.
import assert from 'node:assert/strict'
import path from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import type { BrowserAttackReport } from '#test/egress/namespace/browser-attack.ts'
import { inNamespace, namespaceRefusal } from '#test/egress/namespace/in-namespace.ts'

const ATTACK = path.join(import.meta.dirname, 'namespace', 'browser-attack.ts')
/** It is about what is reached, not how fast. */
const TIMEOUT_MS = 600_000

async function attack(t: TestContext, way: string): Promise<BrowserAttackReport | null> {
  const refusal = await namespaceRefusal()
  if (refusal !== null) {
    assert.equal(process.env['CI'], undefined, `CI must not skip this: ${refusal}`)
    t.skip(refusal)
    return null
  }
  return JSON.parse(await inNamespace(ATTACK, [way], { timeoutMs: TIMEOUT_MS })) as BrowserAttackReport
}

suite('a browser in a network where every address answers', () => {
  test('control: without the guard the page reaches them, so the witness is not blind', async (t) => {
    const report = await attack(t, 'plain')
    if (report === null) return
    assert.ok(report.leaked.length > 0, report.leaked.join())
  })

  test('with it nothing forbidden is reached, by no way and by no address', async (t) => {
    const report = await attack(t, 'some')
    if (report === null) return
    assert.deepEqual(report.leaked, [])
    assert.equal(report.publicText, 'canary')
    assert.ok(report.vectors >= 30 && report.navigations >= 8)
  })

  test('nor by any of the extractors that open pages', async (t) => {
    const report = await attack(t, 'some-extractors')
    if (report === null) return
    assert.deepEqual(report.leaked, [])
    assert.ok(report.asked.length >= 7)
    assert.deepEqual([...report.ran].toSorted(), [...report.asked].toSorted())
  })
})
