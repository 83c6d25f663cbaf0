// How often the egress guard refused, by reason.
import { Counter } from 'prom-client'
import type { Metrics } from './metrics.ts'

/** A reason is one of a small set in the guard, but a worker of another author may send anything. */
const REASON = /^[a-z][a-z0-9_]{0,39}$/
const MAX_REASONS = 40

/** Answers the function to call for refusals, of this process or reported by a worker. */
export function registerEgressMetrics({ registry }: Metrics): (reason: string, count?: number) => void {
  const seen = new Set<string>()
  const blocked = new Counter({
    name: 'surveyor_egress_blocked_total',
    help: 'Requests to addresses that the guard refused, of this service and as its workers reported them.',
    labelNames: ['reason'],
    registers: [registry],
  })
  return (reason, count = 1) => {
    const known = REASON.test(reason) && (seen.has(reason) || seen.size < MAX_REASONS)
    if (known) seen.add(reason)
    blocked.inc({ reason: known ? reason : 'other' }, count)
  }
}
