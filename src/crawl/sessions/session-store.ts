// Sessions in the database: under the lease of a job for workers, without values for their owner.
import { lazyShape } from '#contract/lazy-shape.ts'
import {
  SessionState,
  type Session,
  type SessionChanges,
  type SessionCookie,
} from '#contract/crawl/session.ts'
import { leasedJob } from '#crawl/requests/leased-job.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { LeaseRef } from '#platform/jobs/leases/leases.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Encryptor } from '#platform/webhooks/secrets/encryptor.ts'

/** Calls with a lease throw `lease_lost`. */
export interface SessionStore {
  /** Begins it where it is not there; null for a job that names none. */
  open(lease: LeaseRef): Promise<SessionState | null>
  /** Null, with nothing saved, for a job that names none and for a session that was ended while the job ran. */
  save(lease: LeaseRef, changes: SessionChanges): Promise<{ readonly cut: boolean } | null>
  /** Null where the owner has no session of this name. */
  find(owner: string, name: string): Promise<Session | null>
  /** False where there was none. */
  remove(owner: string, name: string): Promise<boolean>
  /** Deletes what has expired, and answers how many. */
  expire(): Promise<number>
}

/** After the last use. */
const KEEP_S = 600
/** Of one owner; of more, those that were not used for the longest go. */
const MAX_SESSIONS = 100

interface Named {
  readonly owner: string
  readonly name: string
}

/** A browser keeps about as many for one site. */
const MAX_COOKIES = 300
const MAX_ORIGINS = 20
/** Of the JSON of a state. */
const MAX_BYTES = 256 * 1_024

const EMPTY_STATE: SessionState = { cookies: [], origins: [] }

export function createSessionStore(deps: {
  readonly db: Database
  readonly log: Logger
  readonly encryptor: Encryptor
}): SessionStore {
  const { db, log, encryptor } = deps
  const isState = lazyShape(SessionState)
  const contextOf = ({ owner, name }: Named): string => JSON.stringify(['browse session', owner, name])
  const until = sql`now() + ${KEEP_S}::float8 * interval '1 second'`

  /** The session that the input of a leased job names. */
  async function namedBy(lease: LeaseRef, on: Queryable): Promise<Named | null> {
    const { owner, input } = await leasedJob(on, lease)
    const { sessionId } = fieldsOf(input)
    return typeof sessionId === 'string' ? { owner, name: sessionId } : null
  }

  function stateOf(stored: Uint8Array, named: Named): SessionState {
    const text = encryptor.decrypt(stored, contextOf(named))
    const state: unknown = text === null ? null : JSON.parse(text)
    if (isState.Check(state)) return state
    log.warn({}, 'a session was encrypted with another key pepper and is empty now')
    return EMPTY_STATE
  }

  const sealed = (state: SessionState, named: Named): Buffer =>
    encryptor.encrypt(JSON.stringify(state), contextOf(named))

  return {
    open: async (lease) =>
      db.transaction(async (tx) => {
        const named = await namedBy(lease, tx)
        if (named === null) return null
        const { owner, name } = named
        const [row] = await tx.query<{ state: Buffer; isNew: boolean }>(sql`
          insert into browse_sessions as s (owner, name, state, expires_at)
          values (${owner}, ${name}, ${sealed(EMPTY_STATE, named)}, ${until})
          on conflict (owner, name) do update set
            state = case when s.expires_at > now() then s.state else excluded.state end,
            created_at = case when s.expires_at > now() then s.created_at else now() end,
            used_at = now(), expires_at = excluded.expires_at
          returning state, created_at = now() as "isNew"`)
        if (row?.isNew === true) {
          await tx.execute(sql`
            delete from browse_sessions where (owner, name) in (
              select owner, name from browse_sessions where owner = ${owner}
              order by used_at desc, name offset ${MAX_SESSIONS} for update skip locked)`)
        }
        return row === undefined ? EMPTY_STATE : stateOf(row.state, named)
      }),

    save: async (lease, changes) =>
      db.transaction(async (tx) => {
        const named = await namedBy(lease, tx)
        if (named === null) return null
        const { owner, name } = named
        const [row] = await tx.query<{ state: Buffer }>(sql`
          select state from browse_sessions
          where owner = ${owner} and name = ${name} and expires_at > now() for update`)
        // It was deleted while the job ran: its owner wants nothing of it kept.
        if (row === undefined) return null
        const { state, cut } = withChanges(stateOf(row.state, named), changes)
        await tx.execute(sql`
          update browse_sessions set state = ${sealed(state, named)}, cookies = ${state.cookies.length},
            origins = ${state.origins.length}, used_at = now(), expires_at = ${until}
          where owner = ${owner} and name = ${name}`)
        return { cut }
      }),

    async find(owner, name) {
      const [row] = await db.query<
        Omit<Session, 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'bytes'> & {
          state: Buffer
          createdAt: Date
          lastUsedAt: Date
          expiresAt: Date
        }
      >(sql`
        select name as id, state, cookies, origins, created_at as "createdAt", used_at as "lastUsedAt",
          expires_at as "expiresAt"
        from browse_sessions where owner = ${owner} and name = ${name} and expires_at > now()`)
      if (row === undefined) return null
      const { state, createdAt, lastUsedAt, expiresAt, ...rest } = row
      return {
        ...rest,
        bytes: bytesOf(stateOf(state, { owner, name })),
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }
    },

    remove: async (owner, name) =>
      (await db.execute(sql`
        delete from browse_sessions where owner = ${owner} and name = ${name} and expires_at > now()`)) > 0,

    expire: async () => db.execute(sql`delete from browse_sessions where expires_at <= now()`),
  }
}

/**
 * The state with the changes of a job, within the bounds. Newer parts come last. `cut`: older ones were left out,
 * storage before cookies.
 */
function withChanges(
  state: SessionState,
  { set, removed, origins }: SessionChanges,
): { readonly state: SessionState; readonly cut: boolean } {
  const gone = new Set([...set, ...removed].map(keyOf))
  const replaced = new Set(origins.map(({ origin }) => origin))
  const allCookies = [...state.cookies.filter((cookie) => !gone.has(keyOf(cookie))), ...set]
  const allStorage = [
    ...state.origins.filter(({ origin }) => !replaced.has(origin)),
    ...origins.filter(
      ({ localStorage, sessionStorage = [], indexedDB = [] }) =>
        localStorage.length + sessionStorage.length + indexedDB.length > 0,
    ),
  ]
  let cookies = allCookies.slice(-MAX_COOKIES)
  let storage = allStorage.slice(-MAX_ORIGINS)
  while (bytesOf({ cookies, origins: storage }) > MAX_BYTES) {
    if (storage.length > 0) storage = storage.slice(1)
    else cookies = cookies.slice(Math.ceil(cookies.length / 4))
  }
  const cut = cookies.length < allCookies.length || storage.length < allStorage.length
  return { state: { cookies, origins: storage }, cut }
}

/** Of its JSON in UTF-8. */
const bytesOf = (state: SessionState): number => Buffer.byteLength(JSON.stringify(state))

/** RFC 6265 5.3: name, domain and path make a cookie the same one. */
const keyOf = ({ name, domain, path }: Pick<SessionCookie, 'name' | 'domain' | 'path'>): string =>
  JSON.stringify([name, domain, path])
