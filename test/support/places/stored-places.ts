// Stores places like a search, but without a provider: for tests that read places.
import type { ResolvedArea } from '#contract/places/location.ts'
import type { MapPlace } from '#contract/places/place.ts'
import { formatId, uuidV7 } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { closeCell, insertCells } from '#places/searches/running/close-cell.ts'
import { knownTimezones } from '#places/identity/known-timezones.ts'
import { NO_BREAKS } from '#places/planning/page-overlap.ts'
import { readCell } from '#places/searches/search-rows.ts'
import { storePage } from '#places/searches/running/store-page.ts'

const ATTRIBUTION = [
  {
    provider: 'osm-file',
    text: '© OpenStreetMap contributors',
    license: 'ODbL 1.0',
    url: 'https://www.openstreetmap.org/copyright',
  },
]

const AREA: ResolvedArea = {
  name: 'The whole world',
  kind: 'extract',
  bbox: [-180, -90, 180, 90],
  geometry: null,
  circle: null,
  source: null,
  countryCode: null,
}

/**
 * One search of one cell that found `pages`, ended; in a new session or in `session` (a uuid). It closes the places that
 * the last search of the same area found and it did not.
 */
export async function storePlaces(
  db: Database,
  pages: Iterable<readonly MapPlace[]>,
  session: string = uuidV7(),
  bbox: ResolvedArea['bbox'] = AREA.bbox,
): Promise<{ sessionId: string; searchId: string; session: string }> {
  const search = uuidV7()
  await db.execute(sql`
    insert into sessions (id, searches) values (${session}, 1)
    on conflict (id) do update set searches = sessions.searches + 1`)
  await db.execute(sql`
    insert into searches (id, session_id, status, request, provider, area, attribution, cells_planned, open_cells, started_at)
    values (${search}, ${session}, 'running', '{"query": "*"}', 'osm-file', ${JSON.stringify({ ...AREA, bbox })}, ${JSON.stringify(ATTRIBUTION)}, 1, 1, now())`)
  const [cellId] = await insertCells(db, { searchId: search, parentId: null, depth: 0, inTurn: false }, [
    null,
  ])
  const timezones = await knownTimezones(db)()
  for (const places of pages) {
    const cell = await readCell(db, cellId ?? '')
    if (cell === null) throw new Error('The cell is gone.')
    const page = {
      cell,
      sessionId: session,
      places,
      inArea: () => true,
      nextCursor: 'more',
      partialReason: null,
      unplaced: 0,
      closed: [],
      sample: [],
      shownIds: [],
      pageBreak: NO_BREAKS,
      overlap: 0,
      timezones,
    }
    await db.transaction(async (tx) => storePage(tx, page))
  }
  await db.transaction(async (tx) => closeCell(tx, cellId ?? '', { state: 'done', saturated: false }))
  return { sessionId: formatId('ses', session), searchId: formatId('sea', search), session }
}
