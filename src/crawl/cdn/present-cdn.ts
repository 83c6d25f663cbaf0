// A detection in its wire form.
import type { CdnDetection, KnownCdn } from '#contract/crawl/learned/cdn.ts'
import type { KnownDomain } from '#crawl/engines/domain-evidence.ts'
import { strategyOf } from '#crawl/engines/engine-strategies.ts'
import { wayAt, WAYS, type ProxyKind } from '#crawl/engines/ways.ts'
import { entriesOf, findingsOf } from './cdn-record.ts'
import type { StoredCdn } from './cdn-store.ts'

const NO_EVIDENCE: Pick<KnownDomain, 'evidence' | 'ways'> = { evidence: null, ways: {} }
const time = (ms: number): string => new Date(ms).toISOString()
const rounded = (count: number): number => Math.round(count * 100) / 100

/** `known`: what is known of the ways to its registrable domain. */
export function presentDetection(
  stored: StoredCdn,
  known: Pick<KnownDomain, 'evidence' | 'ways'> | null,
  kinds: ReadonlySet<ProxyKind>,
  domain = stored.domain,
): CdnDetection {
  const { record, registrableDomain } = stored
  const now = Date.now()
  const { providers, protection } = findingsOf(record, now)
  const { ways } = known ?? NO_EVIDENCE
  const strategy = strategyOf(known ?? NO_EVIDENCE, kinds)
  const { at, ...last } = record.lastReport
  return {
    domain,
    registrableDomain,
    inheritedFrom: domain === stored.domain ? null : stored.domain,
    state: stored.state,
    providers: providers.map(({ name, kind, confidence }) => ({
      name,
      kind,
      confidence,
      evidence: entriesOf(record.providers[name]?.evidence ?? {}).map(
        ([evidence, { detail, source, at: seen }]) => ({
          kind: evidence,
          detail,
          source,
          seenAt: time(seen),
        }),
      ),
    })),
    protection,
    strategy:
      strategy === null
        ? null
        : {
            engine: strategy.engine,
            proxyKind: strategy.proxyKind ?? 'none',
            minDelayMs: strategy.minDelayMs ?? null,
            concurrency: strategy.concurrency ?? null,
            learnedFrom: registrableDomain,
          },
    outcomes: WAYS.flatMap(({ engine, proxyKind, name }) => {
      if (ways[name] === undefined) return []
      const { ok, blocked } = wayAt(ways[name], now)
      return [{ engine, proxyKind, ok: rounded(ok), blocked: rounded(blocked) }]
    }),
    firstSeenAt: stored.firstSeenAt.toISOString(),
    lastSeenAt: stored.lastSeenAt.toISOString(),
    lastConfirmedAt: stored.lastConfirmedAt?.toISOString() ?? null,
    expiresAt: stored.expiresAt.toISOString(),
    reports: stored.reports,
    lastReport: { at: time(at), ...last },
    history: record.history.map((change) => ({
      ...change,
      providers: [...change.providers],
      at: time(change.at),
    })),
  }
}

/** The short form, for those who keep all of them. */
export function presentKnown({ domain, record }: StoredCdn): KnownCdn {
  const { providers, protection } = findingsOf(record, Date.now())
  const surest = providers.find(({ kind }) => kind !== 'cloud')
  return { domain, provider: surest?.name ?? null, kind: surest?.kind ?? null, protection }
}
