// Reads a session for an export: its manifest, and its places in batches through one snapshot.
import type { Attribution } from '#contract/places/place.ts'
import { formatId } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { ExportedPlace } from './export-columns.ts'
import type { SessionManifest } from '#contract/places/export.ts'
import { readSearches } from '#places/searches/get-search.ts'
import { existingId } from '#places/identity/existing-id.ts'

/** Some 300 kB of places: enough to keep database and client busy, little enough for many exports at once. */
const BATCH_ROWS = 200

interface SessionPlaceRow {
  readonly id: string
  readonly content: string
  readonly lng: number
  readonly lat: number
  /** Seconds since 1970, to the microsecond. */
  readonly firstSeen: number
  readonly lastSeen: number
  readonly changes: number
  readonly provider: string
  readonly seenIn: number
}

/**
 * In the order in which the places were first stored. `sessionId` is a uuid.
 *
 * `offset 0` makes the server look up one content after the other. A join plan of its own choice may sort the contents
 * of the whole session on disk before it returns the first.
 */
export async function* readSession(
  db: Database,
  sessionId: string,
  attribution: readonly Attribution[],
): AsyncGenerator<ExportedPlace[]> {
  const byProvider = new Map<string, Attribution>(attribution.map((entry) => [entry.provider, entry]))
  const batches = db.stream<SessionPlaceRow>(
    sql`select x.id, p.content::text as content, p.position[0] as lng, p.position[1] as lat, p.provider, x.changes, x."seenIn", x."firstSeen", x."lastSeen"
        from (select j.place_id as id, j.seen_in as "seenIn", s.changes,
                     date_part('epoch', s.first_seen_at) as "firstSeen", date_part('epoch', s.last_seen_at) as "lastSeen"
              from session_places j join sightings s on s.place_id = j.place_id
              where j.session_id = ${sessionId} order by j.place_id offset 0) x
        cross join lateral (select content, position, provider from places where id = x.id offset 0) p
        order by x.id`,
    BATCH_ROWS,
  )
  const first = timestamps()
  const last = timestamps()
  for await (const rows of batches) {
    yield rows.map((row) => ({
      id: formatId('plc', row.id),
      content: row.content,
      lng: row.lng,
      lat: row.lat,
      firstSeenAt: first(row.firstSeen),
      lastSeenAt: last(row.lastSeen),
      changes: row.changes,
      seenIn: row.seenIn,
      attribution: byProvider.get(row.provider) ?? null,
    }))
  }
}

/**
 * Seconds as RFC 3339 to the millisecond, rounded down. Cached, because all places of a page were seen at one moment.
 */
function timestamps(): (seconds: number) => string {
  let before = Number.NaN
  let text = ''
  return (seconds) => {
    if (seconds !== before) {
      const microseconds = Math.round(seconds * 1e6)
      text = new Date(Math.floor(microseconds / 1e3)).toISOString()
      before = seconds
    }
    return text
  }
}

/** Throws `not_found`. */
export async function sessionManifest(db: Queryable, sessionId: string): Promise<SessionManifest> {
  const uuid = await existingId(db, 'ses', sessionId)
  const [session] = await db.query<{ places: number; now: Date }>(
    sql`select places, now() from sessions where id = ${uuid}`,
  )
  const searches = await readSearches(db, sql`session_id = ${uuid}`)
  const running = searches.some(({ complete }) => complete === null)
  const attribution = new Map(
    searches.flatMap((search) => search.attribution.map((entry) => [JSON.stringify(entry), entry])),
  )
  return {
    sessionId: formatId('ses', uuid),
    generatedAt: (session?.now ?? new Date()).toISOString(),
    places: session?.places ?? 0,
    complete: running ? null : searches.every(({ complete }) => complete === true),
    attribution: [...attribution.values()],
    searches,
  }
}
