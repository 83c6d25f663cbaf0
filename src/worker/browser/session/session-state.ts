// What a page leaves behind for the next request of its session, and begins with: cookies, storage of its origin and tab.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from 'playwright-core'
import { lazyShape } from '#contract/lazy-shape.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { SessionDatabases, type SessionState, type SessionStorage } from '#contract/crawl/session.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { READ_DATABASES } from './indexed-db.ts'

/** Of both kinds of storage. */
const MAX_ITEMS = 1_000
/** Of all that an origin stores; a page that stores more does so to take our memory. */
const MAX_CHARS = 200_000

/** Throws where the origin has no storage. What is too large is left out whole. */
const READ_STORAGE = `async () => {
  let left = ${MAX_CHARS}
  let isCut = false
  const read = (storage) => {
    const items = Object.entries(storage)
    const chars = items.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
    const fits = items.length <= ${MAX_ITEMS} && chars <= left
    if (fits) left -= chars
    else isCut = true
    return fits ? items : []
  }
  const [origin, local, tab] = [location.origin, read(localStorage), read(sessionStorage)]
  const stored = await (${READ_DATABASES})(left)
  return { origin, local, tab, databases: stored.databases, isCut: isCut || stored.isCut }
}`
/** A world of its own: no page reads what was stored for others. */
const WORLD = 'surveyor-session'
const isDatabases = lazyShape(SessionDatabases)

/** A context that begins with the session. Databases that cannot be put back are left out, with a warning. */
export async function contextWith(
  browser: Browser,
  options: BrowserContextOptions,
  { cookies, origins }: SessionState,
): Promise<{ readonly context: BrowserContext; readonly warnings: readonly Warning[] }> {
  const local = origins.map(({ origin, localStorage }) => ({ origin, localStorage }))
  const bare = { ...options, storageState: { cookies, origins: local } }
  if (origins.every(({ indexedDB }) => indexedDB === undefined))
    return { context: await browser.newContext(bare), warnings: [] }
  try {
    const whole = origins.map(({ origin, localStorage, indexedDB = [] }) => ({
      origin,
      localStorage,
      indexedDB,
    }))
    const context = await browser.newContext({ ...options, storageState: { cookies, origins: whole } })
    return { context, warnings: [] }
  } catch (error) {
    if (!/restore IndexedDB/.test(String(error))) throw error
    const detail = 'Databases (IndexedDB) that the session held could not be put back.'
    return {
      context: await browser.newContext(bare),
      warnings: [{ code: 'session_cut', detail, pointer: '/sessionId' }],
    }
  }
}

/**
 * Each page of the visit is a new tab, so the storage of the tab is put back before its first scripts run. Disposing
 * ends that: what the page takes away later stays away.
 */
export async function restoreTabStorage(
  session: CDPSession,
  { origins }: SessionState,
): Promise<{ end(): Promise<void> }> {
  const stored = origins.flatMap(({ origin, sessionStorage = [] }) =>
    sessionStorage.length === 0 ? [] : [[origin, sessionStorage.map(({ name, value }) => [name, value])]],
  )
  if (stored.length === 0) return { end: async () => {} }
  await session.send('Page.enable')
  const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', {
    worldName: WORLD,
    source: `try {
      const items = new Map(${JSON.stringify(stored)}).get(location.origin)
      if (items !== undefined && sessionStorage.length === 0) for (const [name, value] of items) sessionStorage.setItem(name, value)
    } catch {}`,
  })
  return {
    end: async () => {
      await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
    },
  }
}

/** What a page leaves behind; `isCut`: some of its storage is too large, or cannot be written down. */
export interface LeftState {
  readonly state: SessionState
  readonly isCut: boolean
}

/** `call` runs a function in the page as it stands at the end of the visit. */
export async function sessionState(
  context: BrowserContext,
  call: (source: string) => Promise<unknown>,
): Promise<LeftState> {
  const cookies = await context.cookies()
  const { origin, local, tab, databases, isCut } = fieldsOf(await call(READ_STORAGE).catch(() => null))
  const sessionStorage = itemsOf(tab)
  const indexedDB = isDatabases.Check(databases) ? databases : []
  const state: SessionState = {
    cookies: cookies.map(({ name, value, domain, path, expires, httpOnly, secure, sameSite }) => ({
      name,
      value,
      domain,
      path,
      expires,
      httpOnly,
      secure,
      sameSite,
    })),
    origins:
      typeof origin === 'string' && /^https?:/.test(origin)
        ? [
            {
              origin,
              localStorage: itemsOf(local),
              ...(sessionStorage.length === 0 ? {} : { sessionStorage }),
              ...(indexedDB.length === 0 ? {} : { indexedDB }),
            },
          ]
        : [],
  }
  return { state, isCut: isCut === true }
}

/** Of what a page answered, only what fits counts. */
function itemsOf(items: unknown): SessionStorage['localStorage'] {
  return (Array.isArray(items) ? items : []).flatMap((item: unknown) =>
    Array.isArray(item) ? [{ name: String(item[0]), value: String(item[1]) }] : [],
  )
}
