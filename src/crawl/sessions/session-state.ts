// The state of a session as a value: changes of a job put into it, and bounded.
import type { SessionChanges, SessionCookie, SessionState } from '#contract/crawl/session.ts'

/** A browser keeps about as many for one site. */
const MAX_COOKIES = 300
const MAX_ORIGINS = 20
/** Of its JSON. */
const MAX_BYTES = 256 * 1_024

/** Without anything in it. */
export const EMPTY_STATE: SessionState = { cookies: [], origins: [] }

/** Newer parts come last. `cut`: older ones were left out, storage before cookies. */
export function withChanges(
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
export const bytesOf = (state: SessionState): number => Buffer.byteLength(JSON.stringify(state))

/** RFC 6265 5.3: name, domain and path make a cookie the same one. */
const keyOf = ({ name, domain, path }: Pick<SessionCookie, 'name' | 'domain' | 'path'>): string =>
  JSON.stringify([name, domain, path])
