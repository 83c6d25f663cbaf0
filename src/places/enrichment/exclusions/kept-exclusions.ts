// The exclusions of crawl as places read them last: what is left out of contacts.
import { lazyShape } from '#contract/lazy-shape.ts'
import { AppliedExclusions } from '#contract/crawl/discovery/exclusion.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { createExclusionSet, type ExclusionSet } from '#kit/url/exclusion-set.ts'
import type { Peer } from '#platform/egress/peer.ts'
import { deleteLock } from '#places/content/store-lock.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import { NIL_UUID } from '#kit/ids.ts'

const TIMEOUT_MS = 10_000
const PATH = '/api/discovery/exclusions/applied'
const shape = lazyShape(AppliedExclusions)

/**
 * Reads the list. Where it has changed, all places are looked through for it afterwards. Throws `crawl_unavailable` where
 * crawl does not answer with one: the list of before stays.
 */
export async function readExclusions(db: Database, crawl: Peer): Promise<void> {
  const [before] = await db.query<{ version: string | null }>(sql`select version from crawl_exclusions`)
  const known = before?.version ?? null
  const { status, body } = await crawl.request({
    method: 'GET',
    path: PATH,
    timeoutMs: TIMEOUT_MS,
    headers: known === null ? {} : { 'if-none-match': `"${known}"` },
  })
  if (status === 304) {
    await db.execute(sql`update crawl_exclusions set read_at = now()`)
    return
  }
  if (status !== 200 || !shape.Check(body))
    throw new SurveyorError('crawl_unavailable', `Crawl answered with ${status} to ${PATH}.`)
  const { version, rules } = body
  await db.transaction(async (tx) => {
    // A page that is being stored has read the list of before: its places must be there when they are looked through.
    await tx.execute(sql`select ${deleteLock}`)
    await tx.execute(sql`
      update crawl_exclusions
      set swept_to = case when version is distinct from ${version} then ${NIL_UUID}::uuid else swept_to end,
          version = ${version}, rules = ${storableJson(rules)}, read_at = now()`)
  })
}

/** Rules are many and change seldom: those of one version are parsed once for each process. */
let parsed: { readonly version: string; readonly set: ExclusionSet } | null = null
const NOTHING = createExclusionSet([])

/**
 * What is excluded, for a transaction that holds `storeLock` or has locked the places it is about: with a later list
 * they are looked at again.
 */
export async function keptExclusions(tx: Queryable): Promise<ExclusionSet> {
  const [{ version = null } = {}] = await tx.query<{ version?: string | null }>(
    sql`select version from crawl_exclusions`,
  )
  if (version === null) return NOTHING
  if (parsed?.version === version) return parsed.set
  const [row] = await tx.query<{ version: string; rules: AppliedExclusions['rules'] }>(
    sql`select version, rules from crawl_exclusions`,
  )
  const rules = (row?.rules ?? []).map((rule) => ({
    ...rule,
    expiresAt: rule.expiresAt === null ? null : new Date(rule.expiresAt),
  }))
  const set = createExclusionSet(rules)
  parsed = { version: row?.version ?? version, set }
  return set
}
