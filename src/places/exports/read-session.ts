// Reads the places of a session in batches through one snapshot.
import type { Attribution } from '#contract/place.ts'
import { formatId } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { ExportedPlace } from './export-columns.ts'

/** Half a megabyte of places: enough to keep both ends busy, little enough for many exports at once. */
const BATCH_ROWS = 500

interface SessionPlaceRow {
  readonly id: string
  readonly content: string
  readonly lng: number
  readonly lat: number
  readonly firstSeenAt: string
  readonly lastSeenAt: string
  readonly changes: number
  readonly provider: string
  readonly seenIn: number
}

/** In the order in which the places were first stored. `sessionId` is a uuid. */
export async function* readSession(
  db: Database,
  sessionId: string,
  attribution: readonly Attribution[],
): AsyncGenerator<ExportedPlace[]> {
  const byProvider = new Map<string, Attribution>(attribution.map((entry) => [entry.provider, entry]))
  const utc = sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
  const batches = db.stream<SessionPlaceRow>(
    sql`select p.id, p.content::text as content, p.position[0] as lng, p.position[1] as lat, p.provider, s.changes,
               to_char(s.first_seen_at at time zone 'UTC', ${utc}) as "firstSeenAt",
               to_char(s.last_seen_at at time zone 'UTC', ${utc}) as "lastSeenAt", x.seen_in as "seenIn"
        from session_places x join places p on p.id = x.place_id join sightings s on s.place_id = p.id
        where x.session_id = ${sessionId} order by x.place_id`,
    BATCH_ROWS,
  )
  for await (const rows of batches) {
    yield rows.map((row) => ({
      id: formatId('plc', row.id),
      json: placeJson(row),
      lng: row.lng,
      lat: row.lat,
      seenIn: row.seenIn,
      attribution: byProvider.get(row.provider) ?? null,
    }))
  }
}

/** The stored content is JSON already; most formats need no more than to put the rest around it. */
function placeJson({ id, content, firstSeenAt, lastSeenAt, changes, seenIn }: SessionPlaceRow): string {
  const seen = `"firstSeenAt":"${firstSeenAt}","lastSeenAt":"${lastSeenAt}","changes":${changes},"seenIn":${seenIn}`
  return `{"id":"${formatId('plc', id)}",${content.slice(1, -1)},${seen}}`
}
