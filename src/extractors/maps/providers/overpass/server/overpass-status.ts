// Reads /api/status of an Overpass server: the only place where it says how many slots there are and when one is free.

/** What a server says about our slots (wiki.openstreetmap.org/wiki/Overpass_API#Public_Overpass_API_instances). */
export interface OverpassStatus {
  /** Queries of one client at the same time; null: any number. */
  readonly rateLimit: number | null
  /** Until a slot is free, in milliseconds; null where the text does not say. */
  readonly waitMs: number | null
}

/** Null for a text that is no status page. */
export function readOverpassStatus(text: string): OverpassStatus | null {
  const limit = /^Rate limit: (\d+)\s*$/m.exec(text)?.[1]
  if (limit === undefined) return null
  const rateLimit = Number(limit) === 0 ? null : Number(limit)
  return { rateLimit, waitMs: rateLimit === null ? 0 : waitOf(text) }
}

/** One line for each slot that cools down; slots that still work on a query have none. */
function waitOf(text: string): number | null {
  if (/^[1-9]\d* slots? available now/m.test(text)) return 0
  const waits = [...text.matchAll(/^Slot available after: .*\bin (-?\d+) seconds/gm)]
  if (waits.length === 0) return null
  return Math.max(0, Math.min(...waits.map((match) => Number(match[1])))) * 1_000
}
