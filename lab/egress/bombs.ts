// T40, the part of the network: hostile answers while a probe of a good page goes on beside them.
import type { Outcome } from '#lab/experiment.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { createEgress } from '#platform/egress/egress.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { BOMBS, MAX_BYTES, urlOf } from '#test/support/sites/bombs.ts'
import { startBombServer } from '#test/support/sites/start-bomb-server.ts'

export const name = 'egress-bombs'
export const about =
  'compression bombs, drips, floods and broken HTTP: named errors, flat memory, others served meanwhile'

const GROWTH_LIMIT_BYTES = 200_000_000
const PROBE_EVERY_MS = 100

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  await using site = await startBombServer()
  await using egress = createEgress({
    settings: {
      allow: ['127.0.0.0/8'],
      hosts: [],
      contact: null,
      hostDelayMs: 0,
      hostConcurrency: 64,
      productVersion: '0.0.0',
    },
    log: silentLogger,
  })
  const get = (url: string, deadlineMs: number) =>
    egress.fetch({ url, maxBytes: MAX_BYTES, deadlineMs, robots: 'ignore' })

  const before = process.memoryUsage.rss()
  let peak = before
  const probes: number[] = []
  const probing = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
    const askedAt = performance.now()
    void get(`${site.http}/`, 10_000).then(
      () => probes.push(performance.now() - askedAt),
      () => probes.push(Infinity),
    )
  }, PROBE_EVERY_MS)

  const wrong: string[] = []
  await Promise.all(
    BOMBS.map(async (bomb) => {
      const code = await get(urlOf(site, bomb), bomb.deadlineMs).then(
        (answer) => `status ${answer.status}`,
        (error: unknown) => (error instanceof SurveyorError ? error.code : String(error)),
      )
      if (code !== bomb.code) wrong.push(`${bomb.path}: ${code}`)
    }),
  )
  clearInterval(probing)
  const growthBytes = peak - before
  const worstProbeMs = Math.round(Math.max(...probes))
  return {
    id: name,
    pass: wrong.length === 0 && growthBytes < GROWTH_LIMIT_BYTES && Number.isFinite(worstProbeMs),
    figure: { named: `${BOMBS.length - wrong.length}/${BOMBS.length}`, wrong, growthBytes, worstProbeMs },
    secs: (performance.now() - startedAt) / 1000,
  }
}
