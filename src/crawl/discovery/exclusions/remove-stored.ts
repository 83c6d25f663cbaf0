// Removes what is stored of something that opted out: results of jobs, their files, kept answers and pages, signals.
import type { Exclusion, RemovedData } from '#contract/crawl/discovery/exclusion.ts'
import type { Cache } from '#platform/cache/cache.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { emailKey, phoneKey } from '#crawl/discovery/signals/read-signals.ts'
import { createExclusionSet } from '#kit/url/exclusion-set.ts'
import { formatId, NIL_UUID } from '#kit/ids.ts'
import { forgetAnswersOf } from '#platform/http/idempotency/idempotency-store.ts'

/** What holds the data. `hash` is that of the contacts in signals. */
export interface RemovalDeps {
  readonly db: Database
  readonly cache: Pick<Cache, 'purge'>
  readonly hash: (text: string) => string
}

/** What fits an exclusion: all of its own kind, and results as they are stored. */
type Removed = Pick<Exclusion, 'kind' | 'value' | 'match'>

const BATCH = 2_000
const PAGE_KINDS: ReadonlySet<string> = new Set(['domain', 'host', 'path', 'template'])

/**
 * Takes as long as reading all stored results does. Of addresses and numbers it finds exact ones, and domains of
 * addresses; what other rules name is left out of answers from now on and stays stored until it expires.
 */
export async function removeStored(deps: RemovalDeps, exclusion: Removed): Promise<RemovedData> {
  const isPage = PAGE_KINDS.has(exclusion.kind)
  const found = isPage ? await jobsOfPages(deps.db, exclusion) : await jobsWithText(deps.db, exclusion)
  const { db } = deps
  const results = await db.execute(sql`delete from job_results where job_id = any(${found}::uuid[])`)
  await forgetAnswersOf(
    db,
    found.map((id) => formatId('job', id)),
  )
  // The files of a crawl hold the results of its pages.
  const artifacts = await db.execute(sql`
    update artifacts set blob = null, expires_at = least(expires_at, now())
    where blob is not null and (job_id = any(${found}::uuid[])
      or job_id in (select crawl_id from site_pages where result_job = any(${found}::uuid[])))`)
  const cached = isPage ? await purgePages(deps, exclusion) : await purgeText(deps, exclusion)
  const signals = isPage ? await forgetPages(db, exclusion) : await forgetContact(deps, exclusion)
  return { results, artifacts, cached, signals }
}

async function jobsOfPages(db: Database, { kind, value, match }: Removed): Promise<string[]> {
  const rule = { id: '', kind, value, match, scope: 'all', reason: 'optout', expiresAt: null } as const
  const set = createExclusionSet([rule])
  const found: string[] = []
  for (let after = NIL_UUID; ;) {
    const rows = await db.query<{ id: string; url: string | null; final: string | null }>(sql`
      select j.id, j.input ->> 'url' as url, r.result -> 'response' ->> 'finalUrl' as final
      from job_results r join jobs j on j.id = r.job_id
      where j.id > ${after}::uuid order by j.id limit ${BATCH}`)
    for (const { id, url, final } of rows)
      if ([url, final].some((each) => each !== null && set.findPage(each, 'output') !== null)) found.push(id)
    if (rows.length < BATCH) return found
    after = rows.at(-1)?.id ?? after
  }
}

/** What results are searched for; null where a rule names no text of its own. */
function literalOf({ kind, value, match }: Removed): string | null {
  if (match === 'glob' || value.length < 4) return null
  if (kind === 'emailDomain') return match === 'exact' ? `@${value}` : value
  return kind === 'email' || kind === 'phone' ? value : null
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`)

async function jobsWithText(db: Database, exclusion: Removed): Promise<string[]> {
  const literal = literalOf(exclusion)
  if (literal === null) return []
  const rows = await db.query<{ id: string }>(sql`
    select job_id as id from job_results where result::text ilike ${`%${escapeLike(literal)}%`}`)
  return rows.map(({ id }) => id)
}

async function purgePages({ cache }: RemovalDeps, { kind, value, match }: Removed): Promise<number> {
  const host = kind === 'domain' || kind === 'host' ? value : (value.split('/', 1)[0] ?? '')
  // A rule without a host of its own may be of any page.
  const isOfHost = match !== 'glob' && host !== '' && !host.includes('*') && kind !== 'template'
  const gone = await cache.purge({ extractor: null, url: null, host: isOfHost ? host : null })
  return gone.results + gone.snapshots
}

async function purgeText({ db, cache }: RemovalDeps, exclusion: Removed): Promise<number> {
  const literal = literalOf(exclusion)
  if (literal === null) return 0
  const rows = await db.query<{ extractor: string }>(sql`
    select distinct extractor from cache_results where answer ilike ${`%${escapeLike(literal)}%`}`)
  let gone = 0
  for (const { extractor } of rows) gone += (await cache.purge({ extractor, url: null, host: null })).results
  return gone
}

async function forgetPages(db: Database, { kind, value, match }: Removed): Promise<number> {
  if (match === 'glob' || kind === 'path') return 0
  const fits =
    kind === 'template'
      ? sql`template = ${value}`
      : sql`(${kind === 'domain' ? sql`domain` : sql`host`} = ${value}
          or ${kind === 'domain' ? sql`domain` : sql`host`} like ${`%.${escapeLike(value)}`})`
  const signals = await db.execute(sql`delete from discovery_signals where ${fits}`)
  if (kind === 'domain') {
    await db.execute(sql`
      with gone as (delete from discovery_sites where domain = ${value} returning pattern_id)
      update discovery_patterns set evaluated_at = '-infinity' where id in (select pattern_id from gone)`)
    await db.execute(sql`delete from discovery_contacts where domain = ${value}`)
  }
  return signals
}

async function forgetContact({ db, hash }: RemovalDeps, { kind, value }: Removed): Promise<number> {
  if (kind !== 'email' && kind !== 'phone') return 0
  const contact = hash(kind === 'email' ? emailKey(value) : phoneKey(value))
  await db.execute(sql`delete from discovery_contacts where contact = ${contact}`)
  return db.execute(sql`
    update discovery_signals set contacts = array_remove(contacts, ${contact}) where ${contact} = any(contacts)`)
}
