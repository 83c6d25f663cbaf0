// What a page leaves behind for the next request of its session: the cookies of its context, the storage of its origin.
import type { BrowserContext } from 'playwright-core'
import type { SessionState } from '#contract/crawl/session.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** A page that stores more does so to take our memory. */
const MAX_ITEMS = 1_000
const MAX_CHARS = 200_000

/** Throws where the origin has no storage. */
const READ_STORAGE = `() => {
  const items = Object.entries(localStorage).slice(0, ${MAX_ITEMS})
  const isLong = items.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > ${MAX_CHARS}
  return isLong ? null : { origin: location.origin, items }
}`

/** `call` runs a function in the page as it stands at the end of the visit. */
export async function sessionState(
  context: BrowserContext,
  call: (source: string) => Promise<unknown>,
): Promise<SessionState> {
  const cookies = await context.cookies()
  const { origin, items } = fieldsOf(await call(READ_STORAGE).catch(() => null))
  const localStorage = (Array.isArray(items) ? items : []).flatMap((item: unknown) =>
    Array.isArray(item) ? [{ name: String(item[0]), value: String(item[1]) }] : [],
  )
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
    origins: typeof origin === 'string' && /^https?:/.test(origin) ? [{ origin, localStorage }] : [],
  }
}
