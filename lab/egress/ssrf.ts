// T30, T38: every door to the world is attacked in a private network in which each address answers.
import type { Outcome } from '#lab/experiment.ts'
import path from 'node:path'
import type { AttackReport } from '#test/egress/namespace/attack.ts'
import { inNamespace, namespaceRefusal } from '#test/egress/namespace/in-namespace.ts'

export const name = 'egress-ssrf'
export const about =
  'hostile and public targets through the egress and the forward proxy, with an unguarded fetch as control'

/** The same with a proxy of a pool in between, which connects to whatever it is asked for. */
const THROUGH = ['through-http', 'through-socks5', 'proxy-through-http']
const ATTACK = path.resolve('test/egress/namespace/attack.ts')

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  const refusal = await namespaceRefusal()
  if (refusal !== null) return { id: name, pass: false, figure: { refusal }, secs: 0 }
  const figure: Record<string, string> = {}
  let pass = true
  for (const door of ['plain', 'egress', 'proxy', 'proxy-raw', ...THROUGH]) {
    const report = JSON.parse(await inNamespace(ATTACK, [door], { timeoutMs: 60_000 })) as AttackReport
    const reached = report.public - report.publicMissed.length
    figure[door] =
      `${report.leakedConnections} leaked of ${report.hostile}, ${reached}/${report.public} public reached`
    pass &&=
      door === 'plain'
        ? report.leakedConnections > 100
        : report.leakedConnections === 0 && reached === report.public
  }
  return { id: name, pass, figure, secs: (performance.now() - startedAt) / 1000 }
}
