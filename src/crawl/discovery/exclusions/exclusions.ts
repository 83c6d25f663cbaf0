// The exclusions of one replica: in memory for each check, the same on all replicas within moments.
import type { ExclusionKind, ExclusionScope, AppliedExclusions } from '#contract/crawl/discovery/exclusion.ts'
import type { Database } from '#platform/db/database.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createExclusionSet, type ExclusionSet } from '#kit/url/exclusion-set.ts'
import { contentVersion } from '#platform/http/output/entity-tags.ts'
import { addHits, readRules, type StoredRule } from './exclusion-store.ts'

/** The checks count as hits; `set` is for those that do not. */
export interface Exclusions extends AsyncDisposable {
  readonly set: () => ExclusionSet<StoredRule>
  page(url: string, scope: ExclusionScope): StoredRule | null
  email(email: string): StoredRule | null
  value(kind: ExclusionKind, value: string, scope: ExclusionScope): StoredRule | null
  /** After a change: reads them again here, and has the other replicas do so. */
  changed(): Promise<void>
  /** Reads them again, and writes the hits since the last time. Answers how many hits. */
  refresh(): Promise<number>
  start(): Promise<void>
}

/** Empty until `start`. */
export function createExclusions({ db, log }: { readonly db: Database; readonly log: Logger }): Exclusions {
  const channel = `${db.schema}:exclusions`
  let set = createExclusionSet<StoredRule>([])
  let hits = new Map<string, number>()
  let stopListening = async (): Promise<void> => undefined

  const load = async (): Promise<void> => {
    set = createExclusionSet(await readRules(db))
  }
  const counted = (rule: StoredRule | null): StoredRule | null => {
    if (rule !== null) hits.set(rule.id, (hits.get(rule.id) ?? 0) + 1)
    return rule
  }
  const flush = async (): Promise<number> => {
    if (hits.size === 0) return 0
    const written = hits
    hits = new Map()
    await addHits(db, written)
    return written.values().reduce((sum, n) => sum + n, 0)
  }

  return {
    set: () => set,
    page: (url, scope) => counted(set.findPage(url, scope)),
    email: (email) => counted(set.findEmail(email, 'output')),
    value: (kind, value, scope) => counted(set.find(kind, value, scope)),
    async changed() {
      await load()
      await db.notify(channel, 'changed')
    },
    async refresh() {
      await load()
      return flush()
    },
    async start() {
      await load()
      stopListening = await db.listen(channel, () => {
        load().catch((error: unknown) => log.warn({ err: error }, 'the exclusions could not be read'))
      })
    },
    async [Symbol.asyncDispose]() {
      await stopListening()
      await flush().catch((error: unknown) => log.warn({ err: error }, 'hits of exclusions were lost'))
    },
  }
}

/** The version depends on the rules alone, so that all replicas say the same. */
export function appliedTo({ rules }: ExclusionSet, now = Date.now()): AppliedExclusions {
  const applied = rules
    .filter(({ scope }) => scope === 'output' || scope === 'all')
    .filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() > now)
    .map(({ kind, value, match, scope, expiresAt }) => ({
      kind,
      value,
      match,
      scope,
      expiresAt: expiresAt?.toISOString() ?? null,
    }))
  return { version: contentVersion(applied), rules: applied }
}
