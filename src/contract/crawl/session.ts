// Sessions: cookies and storage that requests of one caller carry over to the next.
import { Type, type Static } from 'typebox'
import { Count, Nullable, Timestamp, Words } from '#contract/schema.ts'

const strict = { additionalProperties: false } as const

/** The year 9999. */
export const MAX_EXPIRES_S = 253_402_300_799

/** Chosen by the caller; another key has sessions of its own under the same name. */
export const SessionId = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  description: 'A name of your own. The first request with it begins the session.',
})

/** A cookie as browsers keep it. */
export const SessionCookie = Type.Object(
  {
    name: Type.String({ maxLength: 4_096 }),
    value: Type.String({ maxLength: 4_096 }),
    domain: Type.String({
      maxLength: 255,
      description: 'With a dot in front for the hosts below it as well.',
    }),
    path: Type.String({ maxLength: 2_048 }),
    expires: Type.Number({
      minimum: -1,
      maximum: MAX_EXPIRES_S,
      description: 'Seconds since the epoch; -1: with the session.',
    }),
    httpOnly: Type.Boolean(),
    secure: Type.Boolean(),
    sameSite: Words(['Strict', 'Lax', 'None']),
  },
  strict,
)
export type SessionCookie = Static<typeof SessionCookie>

const StorageItems = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, strict), {
  maxItems: 1_000,
})

const keyPath = {
  keyPath: Type.Optional(Type.String()),
  keyPathArray: Type.Optional(Type.Array(Type.String())),
}
const StoredIndex = Type.Object(
  { name: Type.String(), ...keyPath, multiEntry: Type.Boolean(), unique: Type.Boolean() },
  strict,
)
const StoredRecord = Type.Object(
  { keyEncoded: Type.Optional(Type.Unknown()), valueEncoded: Type.Unknown() },
  strict,
)

/** Databases of IndexedDB as Playwright's storage state has them: keys and values are in its encoding. */
export const SessionDatabases = Type.Array(
  Type.Object(
    {
      name: Type.String(),
      version: Count({ minimum: 1 }),
      stores: Type.Array(
        Type.Object(
          {
            name: Type.String(),
            ...keyPath,
            autoIncrement: Type.Boolean(),
            indexes: Type.Array(StoredIndex),
            records: Type.Array(StoredRecord),
          },
          strict,
        ),
      ),
    },
    strict,
  ),
  { maxItems: 20, description: 'Databases of IndexedDB, as the storage state of Playwright has them.' },
)

/** What pages of one origin have stored; `sessionStorage` is that of the tab. Both last ones are absent where they are empty. */
export const SessionStorage = Type.Object(
  {
    origin: Type.String({ maxLength: 300 }),
    localStorage: StorageItems,
    sessionStorage: Type.Optional(StorageItems),
    indexedDB: Type.Optional(SessionDatabases),
  },
  strict,
)
export type SessionStorage = Static<typeof SessionStorage>

/** What a session carries over. */
export const SessionState = Type.Object(
  {
    cookies: Type.Array(SessionCookie, { maxItems: 1_000 }),
    origins: Type.Array(SessionStorage, { maxItems: 100 }),
  },
  strict,
)
export type SessionState = Static<typeof SessionState>

const leaseToken = Type.String({ maxLength: 200 })

/** The lease of the job whose input names the session. */
export const OpenSessionBody = Type.Object({ leaseToken }, strict)
/** Null for a job without a session. */
export const OpenSessionAnswer = Type.Object({ state: Nullable(SessionState) })

/** What a job changed: other jobs of the session may have changed other things meanwhile. */
export const SessionChanges = Type.Object(
  {
    set: Type.Array(SessionCookie, { maxItems: 1_000 }),
    removed: Type.Array(
      Type.Object({ name: Type.String(), domain: Type.String(), path: Type.String() }, strict),
      { maxItems: 1_000 },
    ),
    origins: Type.Array(SessionStorage, {
      maxItems: 100,
      description: 'Each takes the place of what was kept for its origin.',
    }),
  },
  strict,
)
export type SessionChanges = Static<typeof SessionChanges>
/** The lease, and what changed. */
export const SaveSessionBody = Type.Object({ leaseToken, changes: SessionChanges }, strict)
/** `saved`: false where it was ended while the job ran. `cut`: it holds more than is kept, and its oldest parts are gone. */
export const SaveSessionAnswer = Type.Object({ saved: Type.Boolean(), cut: Type.Boolean() })

/** A session as its owner sees it: no values. */
export const Session = Type.Object({
  id: Type.String(),
  cookies: Type.Integer({ minimum: 0 }),
  origins: Type.Integer({ minimum: 0, description: 'With local storage, databases or storage of the tab.' }),
  bytes: Type.Integer({ minimum: 0 }),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
})
export type Session = Static<typeof Session>
