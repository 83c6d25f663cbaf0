// The proof that only the public internet can be reached: every way out is attacked in a private network.
import assert from 'node:assert/strict'
import path from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import type { AttackReport } from '#test/egress/namespace/attack.ts'
import { canRead, inNamespace, namespaceRefusal } from '#test/egress/namespace/in-namespace.ts'
import { HOSTILE, PUBLIC } from '#test/egress/namespace/targets.ts'

const ATTACK = path.join(import.meta.dirname, 'namespace', 'attack.ts')
const ANONYMOUS = 65_534
/** It is about what is reached, not how fast. */
const TIMEOUT_MS = 600_000

async function attack(t: TestContext, door: string, uid?: number): Promise<AttackReport | null> {
  const refusal = await namespaceRefusal()
  if (refusal !== null) {
    assert.equal(process.env['CI'], undefined, `CI must not skip this: ${refusal}`)
    t.skip(refusal)
    return null
  }
  const line = await inNamespace(ATTACK, [door], {
    timeoutMs: TIMEOUT_MS,
    ...(uid === undefined ? {} : { uid }),
  })
  return JSON.parse(line) as AttackReport
}

function assertTight(report: AttackReport): void {
  assert.deepEqual(report.leaked, [])
  assert.deepEqual(report.publicMissed, [])
  assert.equal(report.hostile, HOSTILE.length)
  assert.ok(report.public >= 20)
}

suite('egress in a network where every address answers', () => {
  test('the lists are as large as they claim to be', () => {
    assert.ok(new Set(HOSTILE.map(({ url }) => url)).size >= 150)
    assert.ok(new Set(PUBLIC.map(({ url }) => url)).size >= 20)
  })

  test('control: a fetch without a guard leaks, so the witness is not blind', async (t) => {
    const report = await attack(t, 'plain')
    if (report === null) return
    assert.ok(report.leakedConnections >= 100, `only ${report.leakedConnections} leaked`)
    assert.ok(report.leaked.includes('127.0.0.1 80') && report.leaked.includes('169.254.169.254 80'))
  })

  for (const door of [
    'egress',
    'proxy',
    'proxy-raw',
    'through-http',
    'through-socks5',
    'proxy-through-http',
  ]) {
    test(`${door}: nothing forbidden is reached, everything public is`, async (t) => {
      const report = await attack(t, door)
      if (report !== null) assertTight(report)
    })
  }

  // Run by an ordinary user, the tests above have shown it already.
  if (process.getuid?.() === 0) {
    test('the same without root', async (t) => {
      if (!(await canRead(ANONYMOUS))) return t.skip('an unprivileged user cannot read this folder')
      const report = await attack(t, 'egress', ANONYMOUS)
      if (report !== null) assertTight(report)
    })
  }
})
