// The metrics of webhooks: how the attempts of this process went, and how late events arrive.
import { Counter, Histogram } from 'prom-client'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import type { Attempt } from '#platform/webhooks/delivery/attempt.ts'

/** From immediate delivery to the end of the retry table. */
const LAG_BUCKETS_S = [0.05, 0.1, 0.5, 1, 5, 10, 60, 300, 1_800, 7_200, 21_600, 86_400, 259_200]

/** Answers the function to call after each recorded attempt, with the time since the event. */
export function registerWebhookMetrics({ registry }: Metrics): (attempt: Attempt, lagMs: number) => void {
  const registers = [registry]
  const attempts = new Counter({
    name: 'surveyor_webhook_attempts_total',
    help: 'Attempts to deliver a webhook: delivered, refused (any other status), unreachable, discarded.',
    labelNames: ['outcome'],
    registers,
  })
  const lag = new Histogram({
    name: 'surveyor_webhook_delivery_lag_seconds',
    help: 'From an event to its delivery.',
    buckets: LAG_BUCKETS_S,
    registers,
  })
  return (attempt, lagMs) => {
    attempts.inc({ outcome: outcomeOf(attempt) })
    if (attempt.error === null) lag.observe(Math.max(0, lagMs) / 1000)
  }
}

function outcomeOf({ error, statusCode }: Attempt): string {
  if (error === null) return 'delivered'
  if (error === 'endpoint_disabled') return 'discarded'
  return statusCode === null ? 'unreachable' : 'refused'
}
