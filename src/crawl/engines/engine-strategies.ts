// What a claimed job is told about its way to the target: the engine, the kind of proxy and the pace learned of its domain.
import type { TSchema } from 'typebox'
import type { EngineStrategy } from '#contract/worker.ts'
import { targetUrl } from '#kit/url/target-host.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import type { Database } from '#platform/db/database.ts'
import type { ClaimedJob } from '#platform/jobs/job-engine.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { propertiesOf } from '#crawl/requests/flat-query.ts'
import { readKnown, type KnownDomain } from './domain-evidence.ts'
import { chooseWay, type ProxyKind } from './ways.ts'

/** One for each job, in order; null where nothing is known, or nothing is to be chosen. Never throws. */
export interface EngineStrategies {
  of(jobs: readonly ClaimedJob[]): Promise<(EngineStrategy | null)[]>
}

const MAX_PER_STATEMENT = 500

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
  /** The kinds of proxies that can be leased now. */
  readonly proxyKinds: () => ReadonlySet<ProxyKind>
}): EngineStrategies {
  const { db, log, choosing, proxyKinds } = deps
  const evidence = createBatcher<string, KnownDomain | null>({
    async run(domains) {
      const rows = await readKnown(db, [...new Set(domains)])
      const found = new Map(rows.map((row) => [row.domain, row]))
      return domains.map((domain) => {
        const known = found.get(domain) ?? null
        // Of several that ask at once, one tries HTTP again.
        if (known !== null) found.set(domain, withoutRetry(known))
        return known
      })
    },
    maxEntries: MAX_PER_STATEMENT,
    concurrency: 2,
  })

  const domainOf = ({ job }: ClaimedJob): string | null => {
    if (!choosing.has(job.type)) return null
    const url = targetUrl(job.input)
    const { engine = 'auto' } = fieldsOf(job.input)
    return engine === 'auto' && url !== null ? registrableDomain(url) : null
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
          found.set(row.domain, withoutRetry(row))
          return strategyOf(row, proxyKinds())
        })
      } catch (error) {
        // The jobs are claimed: they begin as if nothing were known.
        log.warn({ err: error }, 'the evidence about engines cannot be read')
        return jobs.map(() => null)
      }
    },
  }
}

/** The strategy for one job of a domain; null: nothing is to be told. */
export function strategyOf(
  { evidence, ways }: Pick<KnownDomain, 'evidence' | 'ways'>,
  kinds: ReadonlySet<ProxyKind>,
): EngineStrategy | null {
  const known = {
    ways,
    needsBrowser: evidence?.browser === true,
    tries: evidence?.retry === true,
    hasEvidence: evidence !== null,
  }
  return chooseWay(known, kinds, Date.now())
}

function withoutRetry(known: KnownDomain): KnownDomain {
  const { evidence } = known
  return evidence?.retry === true ? { ...known, evidence: { ...evidence, retry: false } } : known
}
