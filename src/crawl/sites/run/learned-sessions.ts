// Learns which parameters carry a session: those under whose changing values a page is the same, and never another one.
import { pageAddress } from '#kit/site/page-address.ts'
import { maybeSessions, withoutParameter } from '#kit/site/session-shapes.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { SitePlan } from '#crawl/sites/request/site-plan.ts'
import { addToGroups, groupCounts, storedKey } from '#crawl/sites/store/page-rows.ts'

/** Pages that had the text of another one from which only the parameter tells them apart. */
const MIN_SAME = 5
const MAX_PARAMETER_CHARS = 200

const same = (parameter: string): string => `session-same ${parameter.slice(0, MAX_PARAMETER_CHARS)}`
const differs = (parameter: string): string => `session-differs ${parameter.slice(0, MAX_PARAMETER_CHARS)}`

/** What an earlier crawl has learned: the links of its pages would bring their sessions again. */
export async function copySessions(
  tx: Queryable,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.execute(sql`
    insert into site_groups (crawl_id, key, taken)
    select ${to}, key, taken from site_groups
    where crawl_id = ${from} and (starts_with(key, ${same('')}) or starts_with(key, ${differs('')}))`)
}

/** Of the addresses, the parameters that are sessions by what the crawl has seen so far. */
export async function learnedSessions(
  tx: Queryable,
  crawl: string,
  urls: readonly string[],
): Promise<ReadonlySet<string>> {
  const parameters = new Set(urls.flatMap((url) => maybeSessions(url).map((one) => one.parameter)))
  return amongLearned(tx, crawl, [...parameters])
}

async function amongLearned(
  tx: Queryable,
  crawl: string,
  parameters: readonly string[],
): Promise<ReadonlySet<string>> {
  const counts = await groupCounts(
    tx,
    crawl,
    parameters.flatMap((parameter) => [same(parameter), differs(parameter)]),
  )
  return new Set(
    parameters.filter(
      (parameter) => (counts.get(same(parameter)) ?? 0) >= MIN_SAME && !counts.has(differs(parameter)),
    ),
  )
}

/** The address without what was learned to be a session; null where it has none. */
export function withoutSessions(url: string, learned: ReadonlySet<string>): string | null {
  const sessions = learned.size === 0 ? [] : maybeSessions(url).filter((one) => learned.has(one.parameter))
  if (sessions.length === 0) return null
  return sessions.reduce((left, { name }) => withoutParameter(left, name), url)
}

/** What the pages of one step say of parameters that may be sessions. */
export interface SessionEvidence {
  /** The page has the text of another one. */
  duplicate(url: string, of: string): void
  /** The page has a text of its own. */
  stored(url: string): void
  /** Answers the parameters that have become sessions by it. */
  store(tx: Queryable, crawl: string): Promise<ReadonlySet<string>>
}

export function createSessionEvidence({ address }: SitePlan): SessionEvidence {
  const counts = new Map<string, number>()
  /** Under whose values a page was the same. */
  const parameters = new Set<string>()
  /** Pages with a text of their own, by what they are without the parameter. */
  const texts = new Map<string, { readonly parameter: string; pages: number }>()
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
  const keyWithout = (url: string, name: string) => pageAddress(withoutParameter(url, name), address)?.key

  return {
    duplicate(url, of) {
      for (const { parameter, name } of maybeSessions(url)) {
        if (keyWithout(url, name) !== keyWithout(of, name)) continue
        parameters.add(parameter)
        add(same(parameter))
      }
    },
    stored(url) {
      for (const { parameter, name } of maybeSessions(url)) {
        const key = `session-text ${storedKey(`${name} ${keyWithout(url, name)}`)}`
        const { pages } = texts.get(key) ?? { pages: 0 }
        texts.set(key, { parameter, pages: pages + 1 })
      }
    },
    async store(tx, crawl) {
      const before = await groupCounts(tx, crawl, [...texts.keys(), ...[...parameters].map(same)])
      for (const [key, { parameter, pages }] of texts) {
        counts.set(key, pages)
        if (pages + (before.get(key) ?? 0) > 1) add(differs(parameter))
      }
      await addToGroups(tx, crawl, counts)
      const fresh = [...parameters].filter((parameter) => (before.get(same(parameter)) ?? 0) < MIN_SAME)
      return amongLearned(tx, crawl, fresh)
    },
  }
}
