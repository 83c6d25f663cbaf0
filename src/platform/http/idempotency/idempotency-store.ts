// The rows behind Idempotency-Key; the clock of the database decides which ones have expired.
import { parseId } from '#kit/ids.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** The hold of one request on a key. */
export interface IdempotencyClaim {
  readonly caller: string
  readonly key: string
  /** Fences a request that outlived its lock: it can neither store nor delete a row that another request took over. */
  readonly lock: string
}

/** The answer that a repeated request gets. */
export interface StoredAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/** Only with `taken` does the request do its work. */
export type TakeOutcome =
  | { readonly kind: 'taken' | 'other_request' | 'in_flight' }
  | ({ readonly kind: 'answered' } & StoredAnswer)

/** Takes the key for this request, or answers the state of the request that has it. */
export async function takeIdempotencyKey(
  db: Queryable,
  claim: IdempotencyClaim & { readonly fingerprint: Buffer; readonly ttlMs: number; readonly lockMs: number },
): Promise<TakeOutcome> {
  const taken = await db.execute(sql`
    insert into idempotency_keys as k (caller, key, lock, fingerprint, locked_until, expires_at)
    values (${claim.caller}, ${claim.key}, ${claim.lock}, ${claim.fingerprint},
            now() + ${claim.lockMs}::float8 * interval '1 ms', now() + ${claim.ttlMs}::float8 * interval '1 ms')
    on conflict (caller, key) do update
      set lock = excluded.lock, fingerprint = excluded.fingerprint, status = null, headers = null, body = null, job_id = null,
          locked_until = excluded.locked_until, expires_at = excluded.expires_at, created_at = now()
      where k.expires_at <= now()
         or (k.status is null and k.locked_until <= now() and k.fingerprint = excluded.fingerprint)`)
  if (taken === 1) return { kind: 'taken' }
  const [row] = await db.query<{ same: boolean } & ({ status: null } | StoredAnswer)>(sql`
    select fingerprint = ${claim.fingerprint} as same, status, headers, body
    from idempotency_keys where caller = ${claim.caller} and key = ${claim.key}`)
  // Its holder failed and deleted it between the two statements; the next attempt of the caller takes it.
  if (row === undefined) return { kind: 'in_flight' }
  if (!row.same) return { kind: 'other_request' }
  if (row.status === null) return { kind: 'in_flight' }
  return { kind: 'answered', status: row.status, headers: row.headers, body: row.body }
}

/** Renews the locks of running requests; a lock that another request took over stays lost. */
export async function renewIdempotencyLocks(
  db: Queryable,
  claims: readonly IdempotencyClaim[],
  lockMs: number,
): Promise<void> {
  await db.execute(sql`
    update idempotency_keys as k set locked_until = now() + ${lockMs}::float8 * interval '1 ms'
    from unnest(${claims.map(({ caller }) => caller)}::text[], ${claims.map(({ key }) => key)}::text[],
                ${claims.map(({ lock }) => lock)}::uuid[]) as held (caller, key, lock)
    where k.caller = held.caller and k.key = held.key and k.lock = held.lock
      and k.status is null and k.locked_until > now()`)
}

/** Does nothing when another request has taken the key over. `jobId`: the job that the answer tells of. */
export async function keepAnswer(
  db: Queryable,
  claim: IdempotencyClaim,
  answer: StoredAnswer & { readonly jobId: string | null },
): Promise<void> {
  const jobId = answer.jobId === null ? null : parseId('job', answer.jobId)
  await db.execute(sql`
    update idempotency_keys
    set status = ${answer.status}, headers = ${JSON.stringify(answer.headers)}::jsonb, body = ${answer.body},
        job_id = ${jobId}
    where caller = ${claim.caller} and key = ${claim.key} and lock = ${claim.lock} and status is null`)
}

/** Frees the key after a failure, so that a repeated request does the work. As above. */
export async function forgetIdempotencyKey(db: Queryable, claim: IdempotencyClaim): Promise<void> {
  await db.execute(sql`
    delete from idempotency_keys
    where caller = ${claim.caller} and key = ${claim.key} and lock = ${claim.lock} and status is null`)
}

/** Of jobs that are deleted: a repeated request does the work anew. */
export async function forgetAnswersOf(db: Queryable, jobIds: readonly string[]): Promise<void> {
  const ids = jobIds.map((id) => parseId('job', id)).filter((id) => id !== null)
  await db.execute(sql`delete from idempotency_keys where job_id = any(${uuidArray(ids)}::uuid[])`)
}

/** Deletes expired rows, a limited number at a time. */
export async function sweepIdempotencyKeys(db: Queryable): Promise<number> {
  return db.execute(sql`
    delete from idempotency_keys where (caller, key) in (
      select caller, key from idempotency_keys where expires_at <= now()
      order by expires_at limit 1000 for update skip locked)`)
}
