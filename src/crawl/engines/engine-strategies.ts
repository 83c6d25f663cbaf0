// What a claimed job is told about the engine to begin with: what was learned of its domain.
import type { TSchema } from 'typebox'
import type { EngineStrategy } from '#contract/worker.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import type { Database } from '#platform/db/database.ts'
import type { ClaimedJob } from '#platform/jobs/job-engine.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { propertiesOf } from '#crawl/requests/flat-query.ts'
import { readEvidence, type DomainEngine } from './domain-evidence.ts'

/** One for each job, in order; null where nothing is known, or nothing is to be chosen. Never throws. */
export interface EngineStrategies {
  of(jobs: readonly ClaimedJob[]): Promise<(EngineStrategy | null)[]>
}

const MAX_PER_STATEMENT = 500
const LEARNED: EngineStrategy = { engine: 'browser', reason: 'learned' }
const TRIAL: EngineStrategy = { engine: 'http', reason: 'trial' }

/** The types of jobs that may begin with either engine. */
export function choosingTypes(operations: readonly ExtractorOperation[]): Set<string> {
  const mayChoose = (input: TSchema): boolean => Object.hasOwn(propertiesOf(input), 'engine')
  return new Set(
    operations
      .filter(({ operation }) => operation.pool !== 'browser' && mayChoose(operation.input))
      .map(({ jobType }) => jobType),
  )
}

/** Claims that come together share a statement. */
export function createEngineStrategies(deps: {
  readonly db: Database
  readonly log: Logger
  readonly choosing: ReadonlySet<string>
}): EngineStrategies {
  const { db, log, choosing } = deps
  const evidence = createBatcher<string, DomainEngine | null>({
    async run(domains) {
      const rows = await readEvidence(db, [...new Set(domains)])
      const found = new Map(rows.map((row) => [row.domain, row]))
      return domains.map((domain) => {
        const known = found.get(domain) ?? null
        // Of several that ask at once, one tries HTTP again.
        if (known?.retry === true) found.set(domain, { ...known, retry: false })
        return known
      })
    },
    maxEntries: MAX_PER_STATEMENT,
    concurrency: 2,
  })

  const domainOf = ({ job }: ClaimedJob): string | null => {
    if (!choosing.has(job.type)) return null
    const { url, engine = 'auto' } = fieldsOf(job.input)
    return engine === 'auto' && typeof url === 'string' ? registrableDomain(url) : null
  }

  return {
    async of(jobs) {
      try {
        const domains = jobs.map(domainOf)
        const asked = [...new Set(domains.filter((domain) => domain !== null))]
        const known = await Promise.all(asked.map(async (domain) => evidence.submit(domain)))
        const found = new Map(known.map((row, at) => [asked[at], row]))
        return domains.map((domain) => {
          const row = domain === null ? null : (found.get(domain) ?? null)
          if (row === null) return null
          if (row.retry) found.set(row.domain, { ...row, retry: false })
          return row.browser && !row.retry ? LEARNED : TRIAL
        })
      } catch (error) {
        // The jobs are claimed: they begin as if nothing were known.
        log.warn({ err: error }, 'the evidence about engines cannot be read')
        return jobs.map(() => null)
      }
    },
  }
}
