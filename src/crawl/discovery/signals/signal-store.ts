// The signals that were sent, until they are learned from and beyond, so that everything can be learned again.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { SignalRow } from './read-signals.ts'

/** Who sent signals. Workers are trusted; what others say weighs less. */
export interface SignalSender {
  readonly owner: string
  readonly isTrusted: boolean
}

/** What workers report with the end of a job. */
export const WORKER_SENDER: SignalSender = { owner: '', isTrusted: true }

/** A kept signal in the order of its arrival. */
export interface StoredSignal extends Omit<SignalRow, 'signalId' | 'jobId'> {
  /** A bigint. */
  readonly seq: string
  readonly isTrusted: boolean
}

/** Answers how many are new; one that is known by its `signalId` of this sender stays as it was. */
export async function storeSignals(
  tx: Queryable,
  { owner, isTrusted }: SignalSender,
  rows: readonly SignalRow[],
): Promise<number> {
  if (rows.length === 0) return 0
  // The lists within a row travel as JSON: arrays of arrays must have equal lengths.
  const lists = rows.map(({ fields, contacts, linked }) => JSON.stringify({ fields, contacts, linked }))
  return tx.execute(sql`
    insert into discovery_signals (owner, is_trusted, signal_id, type, url, host, domain, template, anchor, language, chosen_by,
      fields, is_new, contacts, linked, job_id, observed_at)
    select ${owner}, ${isTrusted}::boolean, s.signal_id, s.type, s.url, s.host, s.domain, s.template, s.anchor, s.language, s.chosen_by,
      array(select json_array_elements_text(s.lists -> 'fields')), s.is_new,
      array(select json_array_elements_text(s.lists -> 'contacts')),
      case when json_typeof(s.lists -> 'linked') = 'object' then s.lists -> 'linked' end,
      s.job_id, s.observed_at
    from unnest(
      ${rows.map(({ signalId }) => signalId)}::text[], ${rows.map(({ type }) => type)}::text[],
      ${rows.map(({ url }) => url)}::text[], ${rows.map(({ host }) => host)}::text[],
      ${rows.map(({ domain }) => domain)}::text[], ${rows.map(({ template }) => template)}::text[],
      ${rows.map(({ anchor }) => anchor)}::text[], ${rows.map(({ language }) => language)}::text[],
      ${rows.map(({ chosenBy }) => chosenBy)}::text[], ${lists}::json[],
      ${rows.map(({ isNew }) => isNew)}::boolean[], ${rows.map(({ jobId }) => jobId)}::text[],
      ${rows.map(({ observedAt }) => observedAt.toISOString())}::timestamptz[]
    ) with ordinality as s (signal_id, type, url, host, domain, template, anchor, language, chosen_by, lists, is_new,
      job_id, observed_at, n)
    order by s.n
    on conflict (owner, signal_id) do nothing`)
}

/** The oldest that are not learned from yet. */
export async function readUnlearned(tx: Queryable, limit: number): Promise<StoredSignal[]> {
  return tx.query<StoredSignal>(sql`
    select seq, is_trusted as "isTrusted", type, url, host, domain, template, anchor, language,
      chosen_by as "chosenBy", linked, fields, is_new as "isNew", contacts, observed_at as "observedAt"
    from discovery_signals where not learned order by seq limit ${limit}`)
}

export async function markLearned(tx: Queryable, signals: readonly StoredSignal[]): Promise<void> {
  await tx.execute(
    sql`update discovery_signals set learned = true where seq = any(${signals.map(({ seq }) => seq)}::bigint[])`,
  )
}

/** Deletes what was learned from long ago. Answers how many. */
export async function forgetSignals(db: Queryable, keepDays: number): Promise<number> {
  return db.execute(sql`
    delete from discovery_signals
    where learned and received_at < now() - ${keepDays}::float8 * interval '1 day'`)
}

/** Pages of one numbered template on one host that were seen so far. */
export async function countNumbered(
  tx: Queryable,
  pairs: readonly { readonly host: string; readonly template: string }[],
): Promise<{ readonly host: string; readonly template: string; readonly urls: number }[]> {
  if (pairs.length === 0) return []
  return tx.query(sql`
    select s.host, s.template, count(distinct s.url)::integer as urls
    from discovery_signals s
    join unnest(${pairs.map(({ host }) => host)}::text[], ${pairs.map(({ template }) => template)}::text[])
      as p (host, template) on p.host = s.host and p.template = s.template
    where s.template like '%:%'
    group by s.host, s.template`)
}
