// What a page leaves behind for the next request of its session, and begins with: cookies, storage of its origin and tab.
import type { BrowserContext, CDPSession } from 'playwright-core'
import type { SessionState, SessionStorage } from '#contract/crawl/session.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** Of each kind of storage; a page that stores more does so to take our memory. */
const MAX_ITEMS = 1_000
const MAX_CHARS = 200_000

/** Throws where the origin has no storage. */
const READ_STORAGE = `() => {
  const read = (storage) => {
    const items = Object.entries(storage).slice(0, ${MAX_ITEMS})
    return items.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > ${MAX_CHARS} ? [] : items
  }
  return { origin: location.origin, local: read(localStorage), tab: read(sessionStorage) }
}`
/** A world of its own: no page reads what was stored for others. */
const WORLD = 'surveyor-session'

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

/** `call` runs a function in the page as it stands at the end of the visit. */
export async function sessionState(
  context: BrowserContext,
  call: (source: string) => Promise<unknown>,
): Promise<SessionState> {
  const cookies = await context.cookies()
  const { origin, local, tab } = fieldsOf(await call(READ_STORAGE).catch(() => null))
  const sessionStorage = itemsOf(tab)
  return {
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
            },
          ]
        : [],
  }
}

/** Of what a page answered, only what fits counts. */
function itemsOf(items: unknown): SessionStorage['localStorage'] {
  return (Array.isArray(items) ? items : []).flatMap((item: unknown) =>
    Array.isArray(item) ? [{ name: String(item[0]), value: String(item[1]) }] : [],
  )
}
