// T31: names whose answers change between look-ups, with a time to live of 0.
import type { Outcome } from '#lab/experiment.ts'
import path from 'node:path'
import type { AttackReport } from '#test/egress/namespace/attack.ts'
import { inNamespace, namespaceRefusal } from '#test/egress/namespace/in-namespace.ts'

export const name = 'egress-rebinding'
export const about = 'at least 1,000 fetches of names that alternate between a public and a private address'

const ATTACK = path.resolve('test/egress/namespace/attack.ts')
const ROUNDS = 60

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  const refusal = await namespaceRefusal()
  if (refusal !== null) return { id: name, pass: false, figure: { refusal }, secs: 0 }
  const leaks: Record<string, string> = {}
  let pass = true
  for (const door of ['plain', 'egress']) {
    const args = [door, 'rebinding', String(ROUNDS)]
    const report = JSON.parse(await inNamespace(ATTACK, args, { timeoutMs: 120_000 })) as AttackReport
    leaks[door] = `${report.leakedConnections}/${report.attempts}`
    pass &&=
      report.attempts >= 1000 &&
      (door === 'plain' ? report.leakedConnections > 0 : report.leakedConnections === 0)
  }
  return { id: name, pass, figure: leaks, secs: (performance.now() - startedAt) / 1000 }
}
