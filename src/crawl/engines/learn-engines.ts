// Learns from the results of jobs which domains need a browser, in the transaction that ends them.
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import type { JobRecord, ResultStep } from '#platform/jobs/job-engine.ts'
import type { ClaimedJobs } from '#crawl/results/claimed-jobs.ts'
import { addOutcomes, type EngineOutcomes } from './domain-evidence.ts'

/**
 * A result of an unknown domain that HTTP sufficed for has nothing to say, so most jobs cost no statement. `choosing`
 * are the job types whose engine is chosen.
 */
export function learnEngines(deps: {
  readonly choosing: ReadonlySet<string>
  readonly claimed: Pick<ClaimedJobs, 'typeOf'>
}): ResultStep {
  const { choosing, claimed } = deps
  return {
    mayStore(jobId) {
      const type = claimed.typeOf(jobId)
      return type === null || choosing.has(type)
    },
    prepare(jobs) {
      const outcomes = outcomesOf(jobs.filter(({ type }) => choosing.has(type)))
      if (outcomes.length === 0) return null
      return async (tx) => {
        await addOutcomes(tx, outcomes)
        return () => undefined
      }
    },
  }
}

function outcomesOf(jobs: readonly JobRecord[]): EngineOutcomes[] {
  const counts = new Map<string, { needed: number; sufficed: number }>()
  for (const job of jobs) {
    const outcome = outcomeOf(job)
    const domain = outcome === null ? null : registrableDomain(String(fieldsOf(job.input)['url']))
    if (outcome === null || domain === null) continue
    const before = counts.get(domain) ?? { needed: 0, sufficed: 0 }
    counts.set(domain, { ...before, [outcome]: before[outcome] + 1 })
  }
  return [...counts].map(([domain, count]) => ({ domain, ...count }))
}

/** Through a proxy a site may show something else: that way is learned from the reports. */
function outcomeOf({ result }: JobRecord): 'needed' | 'sufficed' | null {
  if (fieldsOf(fieldsOf(result)['provenance'])['proxy'] !== undefined) return null
  const { used, escalations, reason } = fieldsOf(fieldsOf(result)['engine'])
  if (Array.isArray(escalations) && escalations.some((step) => fieldsOf(step)['to'] === 'browser'))
    return 'needed'
  return reason === 'trial' && used === 'http' ? 'sufficed' : null
}
