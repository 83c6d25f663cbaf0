// The slots of a key as rows, by the clock of the database: locked, decided by the state machine, written back.
import { uuidV7 } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { prepared, sql, type Sql } from '#platform/db/sql.ts'
import { afterFeedback, afterStart, decideSlots, type LimitState } from '#platform/limits/limit-state.ts'
import type { Feedback, TakeRequest } from '#platform/limits/limiter.ts'
import type { Release } from '#platform/limits/remote-backend.ts'
import type { Grant } from '#platform/limits/waiting-takes.ts'

export interface ReleasedSlot {
  readonly slot: string
  readonly key: string
}

export interface LimitStore {
  /** One grant for each request, in their order, with stored uuids; a key may occur only once. */
  take(requests: readonly TakeRequest[]): Promise<Grant[]>
  /** Answers the slots that are still held. */
  renew(slots: readonly string[]): Promise<string[]>
  /** Answers the slots that were still held. */
  release(releases: readonly Release[]): Promise<ReleasedSlot[]>
  /** The slots that this holder has not released. */
  heldBy(holder: string): Promise<string[]>
  /** The clock of the database was set back by so much: keys open, and slots end, no later than before. */
  setBack(ms: number): Promise<void>
  /** Deletes keys without a start for more than a day. */
  forgetIdle(): Promise<number>
}

type Row = Record<'key', string> &
  Record<'now', Date> &
  Record<'lastStartAt' | 'closedUntil', Date | null> &
  Record<'rate' | 'lastStartRate', number>

interface UsedRow extends Row {
  readonly held: number
  readonly nextExpiryAt: Date | null
  readonly dayBeganAt: Date | null
}

/** Like the lease of a job: the slots of a killed worker are free again after this. */
export const SLOT_LEASE_MS = 30_000

/** `now` replaces the clock of the database only in a test that lets a day pass. */
export function createLimitStore(deps: { readonly db: Database; readonly now?: () => Sql }): LimitStore {
  const { db, now = () => sql`clock_timestamp()` } = deps
  const lease = sql`make_interval(secs => ${SLOT_LEASE_MS / 1_000}::float8)`
  /** Locks in the order of keys, so that two callers never deadlock. Unknown keys are created. */
  const lock = async (tx: Queryable, keys: readonly string[]): Promise<void> => {
    const locked = await tx.query(
      prepared('lock_limits', sql`select from limits where key = any(${keys}) order by key for update`),
    )
    if (locked.length === keys.length) return
    await tx.execute(sql`
      insert into limits (key) select key from unnest(${keys}::text[]) as w (key) order by key
      on conflict do nothing`)
    return lock(tx, keys)
  }

  /** A separate statement: it must see the commits that `lock` waited for. */
  const read = (tx: Queryable, requests: readonly TakeRequest[]): Promise<UsedRow[]> =>
    tx.query<UsedRow>(
      prepared(
        'read_limits',
        sql`
          select ${STATE}, h.held, h.next as "nextExpiryAt", d.started_at as "dayBeganAt"
          from unnest(${requests.map((w) => w.key)}::text[], ${requests.map((w) => w.perDay)}::int[]) as w (key, per_day)
          join limits l using (key)
          cross join (select ${now()} as now) c
          cross join lateral (
            select count(*)::int as held, min(s.expires_at) as next
            from limit_slots s where s.key = l.key and s.expires_at > c.now
          ) h
          left join limit_starts d on d.key = l.key and d.number = l.starts + 1 - w.per_day`,
      ),
    )

  /** An expired slot that a release deletes just now is skipped: that release may wait for a key that is locked here. */
  const write = async (tx: Queryable, started: readonly Started[]): Promise<void> => {
    const at = started[0]?.row.now
    const keys = started.map(({ row }) => row.key)
    const rates = started.map(({ row }) => afterStart(stateOf(row), row.now.getTime()).lastStartRate)
    await tx.execute(
      prepared(
        'start_slots',
        sql`
          with g as (
            select * from unnest(${started.map(({ id }) => id)}::uuid[], ${keys}::text[], ${rates}::float8[],
              ${started.map(({ perDay }) => perDay)}::int[], ${started.map(({ holder }) => holder)}::text[]
            ) as g (id, key, rate, per_day, holder)
          ), expired as (
            delete from limit_slots where id in (
              select id from limit_slots where key = any(${keys}) and expires_at <= ${at} for update skip locked)
          ), held as (
            insert into limit_slots (id, key, expires_at, holder)
            select id, key, ${at}::timestamptz + ${lease}, holder from g
          ), counted as (
            insert into limit_starts (key, number, started_at)
            select key, l.starts + 1, ${at} from g join limits l using (key) where per_day is not null
          ), forgotten as (
            delete from limit_starts o using g, limits l
            where l.key = g.key and o.key = g.key and o.number <= l.starts + 1 - per_day
          )
          update limits l set last_start_at = ${at}, last_start_rate = s.rate, starts = l.starts + s.counted
          from (select key, min(rate) as rate, count(per_day) as counted from g group by key) s where s.key = l.key`,
      ),
    )
  }

  const learn = async (tx: Queryable, feedback: ReadonlyMap<string, readonly Feedback[]>): Promise<void> => {
    const keys = [...feedback.keys()]
    const rows = await tx.query<Row>(sql`
      select ${STATE} from limits l cross join (select ${now()} as now) c
      where l.key = any(${keys}) order by l.key for update of l`)
    const changed = rows.flatMap((row) => {
      const before = stateOf(row)
      const after = (feedback.get(row.key) ?? []).reduce<LimitState>(
        (state, one) => afterFeedback(state, one, row.now.getTime()),
        before,
      )
      return after === before ? [] : [{ key: row.key, ...after }]
    })
    if (changed.length === 0) return
    const closed = changed.map(({ closedUntil }) => (closedUntil === null ? null : new Date(closedUntil)))
    await tx.execute(sql`
      update limits l set rate = s.rate, closed_until = s.closed_until
      from unnest(${changed.map(({ key }) => key)}::text[], ${changed.map(({ rate }) => rate)}::float8[],
        ${closed}::timestamptz[]) as s (key, rate, closed_until)
      where s.key = l.key`)
  }

  return {
    take: (requests) =>
      db.transaction(async (tx) => {
        await lock(
          tx,
          requests.map(({ key }) => key),
        )
        const rows = new Map((await read(tx, requests)).map((row) => [row.key, row]))
        const started: Started[] = []
        const grants = requests.map(({ key, count, holder = null, ...policy }): Grant => {
          const row = rows.get(key)
          if (row === undefined) throw new Error(`The limit ${key} was locked and is not there.`)
          const at = row.now.getTime()
          const usage = { held: row.held, dayBeganAt: row.dayBeganAt?.getTime() ?? null }
          const { grant, ...rest } = decideSlots({ policy, count }, stateOf(row), usage, at)
          const slots = Array.from({ length: grant }, () => uuidV7())
          for (const id of slots) started.push({ id, row, perDay: policy.perDay, holder })
          return {
            slots,
            ...rest,
            nextExpiryMs: row.nextExpiryAt === null ? null : row.nextExpiryAt.getTime() - at,
          }
        })
        if (started.length > 0) await write(tx, started)
        return grants
      }),

    async renew(slots) {
      const rows = await db.query<{ id: string }>(sql`
        update limit_slots set expires_at = c.now + ${lease}
        from (select ${now()} as now) c
        where id = any(${slots}::uuid[]) and expires_at > c.now
        returning id`)
      return rows.map(({ id }) => id)
    },

    release: (releases) =>
      db.transaction(async (tx) => {
        const ids = releases.map(({ slot }) => slot)
        const gone = await tx.query<ReleasedSlot & { rate: number }>(
          prepared(
            'release_slots',
            sql`
              with gone as (delete from limit_slots where id = any(${ids}::uuid[]) returning id, key)
              select gone.id as slot, gone.key, l.rate from gone join limits l using (key)`,
          ),
        )
        const bySlot = new Map(gone.map((row) => [row.slot, row]))
        const feedback = new Map<string, Feedback[]>()
        const news = new Set<string>()
        for (const { slot, closedForMs = 0, throttled = null } of releases) {
          const row = bySlot.get(slot)
          if (row === undefined || !bySlot.delete(slot)) continue
          feedback.set(row.key, [...(feedback.get(row.key) ?? []), { closedForMs, throttled }])
          if (closedForMs > 0 || throttled === true || (throttled === false && row.rate < 1))
            news.add(row.key)
        }
        // Most answers are good ones of keys at their full rate, which change nothing and need no lock.
        for (const key of feedback.keys()) if (!news.has(key)) feedback.delete(key)
        if (feedback.size > 0) await learn(tx, feedback)
        return gone.map(({ slot, key }) => ({ slot, key }))
      }),

    async heldBy(holder) {
      const rows = await db.query<{ id: string }>(sql`select id from limit_slots where holder = ${holder}`)
      return rows.map(({ id }) => id)
    },

    setBack: (ms) =>
      db.transaction(async (tx) => {
        const at = sql`(select ${now()} as now) c`
        await tx.execute(sql`
          update limits set closed_until = greatest(c.now, closed_until - ${ms} * interval '1 millisecond')
          from ${at} where closed_until > c.now`)
        await tx.execute(sql`
          update limit_slots set expires_at = c.now + ${lease} from ${at} where expires_at > c.now + ${lease}`)
      }),

    forgetIdle: () =>
      db.execute(sql`
        delete from limits l
        where last_start_at < ${now()} - interval '25 hours' and coalesce(closed_until < ${now()}, true)
          and not exists (select from limit_slots s where s.key = l.key and s.expires_at > ${now()})`),
  }
}

interface Started {
  readonly id: string
  readonly row: UsedRow
  readonly perDay: number | null
  readonly holder: string | null
}

const STATE = sql`l.key, c.now, l.rate, l.closed_until as "closedUntil", l.last_start_at as "lastStartAt",
  l.last_start_rate as "lastStartRate"`

function stateOf({ rate, closedUntil, lastStartAt, lastStartRate }: Row): LimitState {
  return {
    rate,
    closedUntil: closedUntil?.getTime() ?? null,
    lastStartAt: lastStartAt?.getTime() ?? null,
    lastStartRate,
  }
}
