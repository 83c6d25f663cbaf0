// The manifest of a session: its counts, how completely its areas were searched, and the attribution of its data.
import type { SessionManifest } from '#contract/places/export.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { readSearches } from '#places/searches/get-search.ts'
import { existingId } from '#places/identity/existing-id.ts'

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
