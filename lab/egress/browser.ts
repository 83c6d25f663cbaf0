// T33: a hostile page and every hostile address in a browser, in a private network in which each address answers.
import type { Outcome } from '#lab/experiment.ts'
import path from 'node:path'
import type { BrowserAttackReport } from '#test/egress/namespace/browser-attack.ts'
import { inNamespace, namespaceRefusal } from '#test/egress/namespace/in-namespace.ts'

export const name = 'egress-browser'
export const about =
  'a page with forty ways to reach an address, and hostile addresses, in a browser and by each extractor; plain Chromium as control'

const ATTACK = path.resolve('test/egress/namespace/browser-attack.ts')

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  const refusal = await namespaceRefusal()
  if (refusal !== null) return { id: name, pass: false, figure: { refusal }, secs: 0 }
  const report = async (way: string): Promise<BrowserAttackReport> =>
    JSON.parse(await inNamespace(ATTACK, [way], { timeoutMs: 900_000 })) as BrowserAttackReport
  const plain = await report('plain')
  const guarded = await report('all')
  const { leaked: extractorLeaks, asked, ran } = await report('all-extractors')
  const figure = { plainLeaks: plain.leaked, ...guarded, extractorLeaks, asked, ran }
  const pass =
    plain.leaked.length > 0 &&
    guarded.leaked.length === 0 &&
    guarded.publicText === 'canary' &&
    extractorLeaks.length === 0 &&
    asked.length > 0 &&
    asked.every((type) => ran.includes(type))
  return { id: name, pass, figure, secs: (performance.now() - startedAt) / 1000 }
}
