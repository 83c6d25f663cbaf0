// The statements about kept pages; many callers share each of them.
import type { Snapshot } from '#contract/crawl/snapshot.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import type { Address } from '#platform/cache/entries/address.ts'
import { notPurged } from '#platform/cache/entries/purge-rows.ts'
import { looksRare } from '#platform/db/planner-hints.ts'

/** One page as one job wants it; ages in milliseconds. */
export interface SnapshotQuery {
  readonly key: string
  readonly holder: string
  readonly maxAgeMs: number
  /** Claims the fetch of the page for all who want it, unless another job has. */
  readonly lead: boolean
}

/** `busy`: another job fetches it just now. */
export interface SnapshotFinding {
  readonly state: 'fresh' | 'stale' | 'none' | 'busy'
  readonly snapshot: Snapshot | null
}

/** An answer without its body and its times. */
export type SnapshotAnswer = Omit<Snapshot, 'storedAt' | 'ageMs' | 'sha256' | 'finalUrl'>

/** A fetched page to be kept; its body is either in the row or in the blob store. */
export interface NewSnapshot extends Address {
  readonly key: string
  readonly holder: string
  readonly answer: SnapshotAnswer
  readonly sha256: string
  /** The compressed body, inline or as the blob that holds it. */
  readonly body: Buffer | null
  readonly blob: string | null
  readonly bytes: number
  /** Milliseconds since the target answered. */
  readonly ageMs: number
  readonly keepMs: number
}

/** A page whose content was another one before, or is kept for the first time. */
export interface ChangedPage {
  /** In its normal form. */
  readonly url: string
  /** When it was fetched. */
  readonly freshFrom: Date
}

/** The target answered 304: the kept copy is as young as that answer. */
export interface Confirmation {
  readonly key: string
  readonly holder: string
  readonly ageMs: number
  readonly keepMs: number
  readonly headers: Readonly<Record<string, string>>
}

/** Covers a fetch whose worker died: the longest that a job waits for another one. */
const HELD = sql`interval '60 seconds'`

interface FoundRow {
  readonly n: number
  readonly answer: SnapshotAnswer | null
  readonly sha256: string
  readonly final_url: string
  readonly stored_at: Date
  readonly age_ms: number
  readonly fresh: boolean | null
  readonly led: boolean
}

/** One finding for each lookup. For a lookup with `lead`, `none` and `stale` mean that the job fetches the page now. */
export async function lookUpSnapshots(
  db: Queryable,
  queries: readonly SnapshotQuery[],
): Promise<SnapshotFinding[]> {
  const rows = await db.query<FoundRow>(
    prepared(
      'cache_snapshots_look_up',
      sql`
        with found as materialized (
          select w.n, w.key, w.holder, w.lead, s.answer, s.sha256, s.final_url, s.stored_at,
            extract(epoch from now() - s.fresh_from)::float8 * 1000 as age_ms,
            now() - s.fresh_from <= w.max_age_ms * interval '1 millisecond' as fresh
          from unnest(
            ${queries.map((w) => w.key)}::text[], ${queries.map((w) => w.holder)}::text[],
            ${queries.map((w) => w.maxAgeMs)}::float8[], ${queries.map((w) => w.lead)}::boolean[]
          ) with ordinality as w (key, holder, max_age_ms, lead, n)
          left join cache_snapshots s on s.key = w.key and s.expires_at > now()
          where ${looksRare}
        ), led as (
          insert into cache_fetches as f (key, holder, held_until)
          select distinct on (key) key, holder, now() + ${HELD} from found where lead and fresh is not true
          order by key, n
          on conflict (key) do update set holder = excluded.holder, held_until = excluded.held_until
          where f.held_until < now() or f.holder = excluded.holder
          returning key, holder
        )
        select found.n::int, answer, sha256, final_url, stored_at, age_ms, fresh, not found.lead or led.key is not null as led
        from found left join led on led.key = found.key and led.holder = found.holder`,
    ),
  )
  const byPlace = new Map(rows.map((row) => [row.n, row]))
  return queries.map((_, index) => findingOf(byPlace.get(index + 1)))
}

function findingOf(row: FoundRow | undefined): SnapshotFinding {
  if (row === undefined) return { state: 'none', snapshot: null }
  const snapshot =
    row.answer === null
      ? null
      : {
          ...row.answer,
          finalUrl: row.final_url,
          sha256: row.sha256,
          storedAt: row.stored_at.toISOString(),
          ageMs: Math.max(0, Math.round(row.age_ms)),
        }
  if (row.fresh === true) return { state: 'fresh', snapshot }
  if (!row.led) return { state: 'busy', snapshot: null }
  return { state: snapshot === null ? 'none' : 'stale', snapshot }
}

/**
 * Keeps pages and releases their fetch claims, except pages purged since their fetch. Answers those that are not known to
 * be what they were before.
 */
export async function keepSnapshots(db: Queryable, pages: readonly NewSnapshot[]): Promise<ChangedPage[]> {
  if (pages.length === 0) return []
  return db.query<ChangedPage>(
    prepared(
      'cache_snapshots_keep',
      sql`
        with e as materialized (
          select *, now() - age_ms * interval '1 millisecond' as fresh_from,
            now() + keep_ms * interval '1 millisecond' as expires_at
          from unnest(
            ${pages.map((p) => p.key)}::text[], ${pages.map((p) => p.holder)}::text[],
            ${pages.map((p) => p.url)}::text[], ${pages.map((p) => p.finalUrl)}::text[],
            ${pages.map((p) => p.host)}::text[], ${pages.map((p) => p.finalHost)}::text[],
            ${pages.map((p) => JSON.stringify(p.answer))}::json[], ${pages.map((p) => p.sha256)}::text[],
            ${pages.map((p) => p.body)}::bytea[], ${pages.map((p) => p.blob)}::text[],
            ${pages.map((p) => p.bytes)}::bigint[], ${pages.map((p) => p.ageMs)}::float8[],
            ${pages.map((p) => p.keepMs)}::float8[]
          ) with ordinality as e (
            key, holder, url, final_url, host, final_host, answer, sha256, body, blob, bytes, age_ms, keep_ms, n
          )
          where ${looksRare}
        ), released as (
          delete from cache_fetches f using e where f.key = e.key and f.holder = e.holder
        ), same as materialized (
          select e.key from e join cache_snapshots b on b.key = e.key and b.sha256 = e.sha256
        ), kept as (
        insert into cache_snapshots as s
          (key, url, final_url, host, final_host, answer, sha256, body, blob, bytes, fresh_from, expires_at)
        select e.key, e.url, e.final_url, e.host, e.final_host, e.answer, e.sha256, e.body, e.blob, e.bytes, e.fresh_from,
          e.expires_at
        from e
        where ${notPurged('e', 'snapshots')}
        order by 1
        on conflict (key) do update set
          url = excluded.url, final_url = excluded.final_url, host = excluded.host, final_host = excluded.final_host,
          answer = excluded.answer, sha256 = excluded.sha256, body = excluded.body, blob = excluded.blob,
          bytes = excluded.bytes, stored_at = now(), fresh_from = excluded.fresh_from, expires_at = excluded.expires_at,
          last_used_at = now()
        where excluded.fresh_from >= s.fresh_from
        returning s.key, s.url, s.fresh_from
        )
        select url, fresh_from as "freshFrom" from kept where key not in (select key from same)`,
    ),
  )
}

/** The target confirmed the pages (304); its new headers replace the old ones. */
export async function confirmSnapshots(db: Queryable, confirmed: readonly Confirmation[]): Promise<void> {
  if (confirmed.length === 0) return
  await db.execute(sql`
    with e as materialized (
      select * from unnest(
        ${confirmed.map((c) => c.key)}::text[], ${confirmed.map((c) => c.holder)}::text[],
        ${confirmed.map((c) => c.ageMs)}::float8[], ${confirmed.map((c) => c.keepMs)}::float8[],
        ${confirmed.map((c) => JSON.stringify(c.headers))}::jsonb[]
      ) as e (key, holder, age_ms, keep_ms, headers)
    ), released as (
      delete from cache_fetches f using e where f.key = e.key and f.holder = e.holder
    ), held as materialized (
      select s.key from cache_snapshots s where s.key in (select key from e) order by s.key for update
    )
    update cache_snapshots s set
      fresh_from = greatest(s.fresh_from, now() - e.age_ms * interval '1 millisecond'),
      expires_at = now() + e.keep_ms * interval '1 millisecond',
      last_used_at = now(),
      answer = jsonb_set(s.answer::jsonb, '{headers}', (s.answer::jsonb -> 'headers') || e.headers)::json
    from e join held using (key)
    where s.key = e.key`)
}

/** The pages turned out to have no content. */
export async function forgetSnapshots(db: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.execute(sql`delete from cache_snapshots where key = any(${keys})`)
}

/** Forgets pages that are no longer there. Answers them as changed since the answer of their target, also those not kept. */
export async function forgetGone(
  db: Queryable,
  gone: readonly { readonly key: string; readonly url: string; readonly ageMs: number }[],
): Promise<ChangedPage[]> {
  await forgetSnapshots(
    db,
    gone.map(({ key }) => key),
  )
  if (gone.length === 0) return []
  return db.query<ChangedPage>(sql`
    select e.url, now() - e.age_ms * interval '1 millisecond' as "freshFrom"
    from unnest(${gone.map(({ url }) => url)}::text[], ${gone.map(({ ageMs }) => ageMs)}::float8[]) as e (url, age_ms)`)
}

/** Jobs that wait for these pages fetch them themselves now. */
export async function releaseFetches(
  db: Queryable,
  leads: readonly { readonly key: string; readonly holder: string }[],
): Promise<void> {
  if (leads.length === 0) return
  await db.execute(sql`
    delete from cache_fetches f
    using unnest(${leads.map(({ key }) => key)}::text[], ${leads.map(({ holder }) => holder)}::text[]) as e (key, holder)
    where f.key = e.key and f.holder = e.holder`)
}

/** The compressed body, if the page still has this hash. */
export async function readBody(
  db: Queryable,
  key: string,
  sha256: string,
): Promise<{ readonly body: Buffer | null; readonly blob: string | null } | null> {
  const [row] = await db.query<{ body: Buffer | null; blob: string | null }>(
    prepared(
      'cache_snapshots_body',
      sql`select body, blob from cache_snapshots where key = ${key} and sha256 = ${sha256}`,
    ),
  )
  return row ?? null
}
