// Stores one page of a cell together with its checkpoint in one transaction, so that a page is never stored twice.
import type { MapPlace } from '#contract/places/place.ts'
import type { Understood } from '#contract/places/understood.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { LatLng } from '#kit/geo/geometry.ts'
import { claimPlaces, type ClaimedPlace } from '#places/identity/claim-places.ts'
import { closePlaces } from '#places/identity/close-places.ts'
import { completeListed } from '#places/details/complete-listed.ts'
import { findPlaces, type FoundPlace } from '#places/identity/find-places.ts'
import { placeRow } from '#places/content/place-row.ts'
import { hiddenParts, shownId } from '#places/identity/combine-parts.ts'
import { writePlaces, type Writing } from '#places/identity/write-places.ts'
import { addSuggestions, addWarnings } from './add-notes.ts'
import { unseenRows, type PageBreaks } from '#places/planning/page-overlap.ts'
import { storeLock } from '#places/content/store-lock.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { writePoints, type Cell } from '#places/searches/search-rows.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'

/** The places of one page. All ids are plain uuids. */
interface SeenPlaces {
  readonly searchId: string
  readonly sessionId: string
  /** Distinct and in ascending order. */
  readonly placeIds: readonly string[]
  /** Those among them with an approximate position. */
  readonly approximateIds: readonly string[]
}

/** What the page added to the search. */
interface JoinedPlaces {
  /** How many of them the search had not seen before. */
  readonly kept: number
  /** How many of those have an approximate position. */
  readonly approximate: number
  readonly keptIds: readonly string[]
}

/** One page of a cell as crawl answered it. */
export interface Page {
  readonly cell: Cell
  readonly sessionId: string
  readonly places: readonly MapPlace[]
  readonly inArea: (point: LatLng) => boolean
  /** The cursor of the next page; null: this was the last one. */
  readonly nextCursor: string | null
  readonly partialReason: string | null
  /** Matching objects without a known position. */
  readonly unplaced: number
  /** Objects that were such a place once: only the stored ones among them matter. */
  readonly closed: readonly MapPlace[]
  /** Of a page without places: queries that find more. */
  readonly suggestions?: Understood['suggestions']
  /** What the provider warns of beside it; absent: nothing. */
  readonly warnings?: readonly Warning[]
  /** For a provider with a cap: the positions of the places that this page is the first to show, and that lie in the cell. */
  readonly sample: readonly LatLng[]
  /** The same for the source ids of all places of this page. */
  readonly shownIds: readonly string[]
  /** How it follows the page before. */
  readonly pageBreak: PageBreaks
  /** So many of its last rows come again on the next page. */
  readonly overlap: number
  readonly timezones: ReadonlySet<string>
}

/** SQLSTATE deadlock_detected. All our transactions lock in one order, but others may not. */
const DEADLOCK = '40P01'

/** What became of the places of a page. */
export interface StoredPage {
  /** Places that this search had not seen before. */
  readonly kept: number
  /** Places that were left out because the search has reached its limit. */
  readonly overLimit: number
  /** The uuids of the places of the page that belong to the search, in ascending order. */
  readonly placeIds: readonly string[]
  /** Those of them that this search had not seen before. */
  readonly keptIds: readonly string[]
}

/**
 * `tx` must hold the job of the cell. Throws StaleCheckpoint when the search has ended or the page is stored already.
 * Throws `conflict`, retryable, when the database aborted it because of a deadlock.
 */
export async function storePage(tx: Queryable, page: Page): Promise<StoredPage> {
  try {
    return await store(tx, page)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === DEADLOCK)) throw error
    throw new SurveyorError('conflict', 'Another search stores the same places.', {
      cause: error,
      retryable: true,
    })
  }
}

async function store(tx: Queryable, page: Page): Promise<StoredPage> {
  const { cell, places } = page
  const search = await lockSearch(tx, cell.searchId)
  await checkpoint(tx, page)

  const rows = places.filter((place) => page.inArea(place.location)).map(placeRow)
  const found = await completeListed(tx, await findPlaces(tx, rows))
  const allowed = search.placeLimit === null ? found : await withinLimit(tx, found, cell.searchId, search)
  const claimed = await claimPlaces(tx, allowed)
  const { timezones, sessionId } = page
  const writing: Writing = { timezones, origin: { source: 'search', searchId: cell.searchId, sessionId } }
  const { newPlaces } = await writePlaces(tx, claimed, writing)
  const placeIds = [...new Set(claimed.map(shownId))].toSorted()
  const { kept, approximate, keptIds } = await joinSearch(tx, {
    searchId: cell.searchId,
    sessionId,
    placeIds,
    approximateIds: claimed.filter(({ row }) => row.isApproximate).map(shownId),
  })
  await joinParts(tx, { searchId: cell.searchId, sessionId, claimed })

  if (page.closed.length > 0) {
    const closed = page.closed.filter((place) => page.inArea(place.location)).map(placeRow)
    await closePlaces(tx, closed, { except: claimed, ...writing })
  }

  await addSuggestions(tx, cell.searchId, page.suggestions ?? [])
  const isFirst = new Set(keptIds)
  await addWarnings(tx, cell.searchId, page.warnings ?? [], {
    thin_places: claimed.filter((place) => isFirst.has(shownId(place)) && isThin(place)).length,
  })

  const overLimit = found.length - allowed.length
  await tx.execute(
    prepared(
      'count_page',
      sql`update searches
          set raw = raw + ${places.length}, outside = outside + ${places.length - rows.length},
              duplicate = duplicate + ${rows.length - overLimit - kept}, kept = kept + ${kept},
              newly_stored = newly_stored + ${newPlaces}, approximate = approximate + ${approximate},
              unplaced = greatest(unplaced, ${page.unplaced}), waiting = null,
              page_breaks = page_breaks + ${page.pageBreak.breaks}::integer,
              moved_rows = moved_rows + ${page.pageBreak.moved}::integer,
              shared_breaks = shared_breaks + ${page.pageBreak.shared}::integer,
              unexpected_rows = unexpected_rows + ${page.pageBreak.unexpected}::integer,
              data_at = greatest(data_at, ${dataTime(places)}::timestamptz)
          where id = ${cell.searchId}`,
    ),
  )
  return { kept, overLimit, placeIds, keptIds }
}

/** As its answer says of each field. What the store knew of it beside that has a tier of its own. */
function isThin({ row }: FoundPlace): boolean {
  return row.content.provenance['name']?.tier === 'thin'
}

/** When the data of the page left its source: the same for all its places. */
function dataTime([first]: readonly MapPlace[]): string | null {
  return first?.provenance['location']?.fetchedAt ?? null
}

interface LockedSearch {
  readonly kept: number
  readonly placeLimit: number | null
}

/** Pages of one search are stored one after the other, which keeps its limit exact. */
async function lockSearch(tx: Queryable, searchId: string): Promise<LockedSearch> {
  const [search] = await tx.query<LockedSearch>(
    prepared(
      'lock_search',
      sql`select kept, place_limit as "placeLimit", ${storeLock} as entered from searches
          where id = ${searchId} and status = 'running' for no key update`,
    ),
  )
  if (search === undefined) throw new StaleCheckpoint('The search has ended.')
  return search
}

async function checkpoint(tx: Queryable, page: Page): Promise<void> {
  const { cell, places, nextCursor, partialReason, sample, shownIds, overlap, pageBreak } = page
  const moved = await tx.execute(
    prepared(
      'checkpoint_cell',
      sql`update cells
          set pages = pages + 1, next_cursor = ${nextCursor}, raw = raw + ${places.length},
              partial_reason = coalesce(partial_reason, ${partialReason}),
              sample = sample || ${writePoints(sample)}::float8[],
              shown_ids = shown_ids || ${shownIds}::text[], overlap = ${overlap}::integer,
              repeated = repeated + ${unseenRows(pageBreak)}::integer
          where id = ${cell.id} and state = 'open' and pages = ${cell.pages}`,
    ),
  )
  if (moved === 0) throw new StaleCheckpoint('The page is stored already.')
}

/** The places that the search has already, and as many others as its limit allows. */
async function withinLimit(
  tx: Queryable,
  found: readonly FoundPlace[],
  searchId: string,
  { kept, placeLimit }: LockedSearch,
): Promise<FoundPlace[]> {
  const ids = found.flatMap(({ placeId }) => placeId ?? [])
  const rows = await tx.query<{ placeId: string }>(
    sql`select place_id as "placeId" from search_places
        where search_id = ${searchId} and place_id = any(${ids}::uuid[])`,
  )
  const seen = new Set(rows.map(({ placeId }) => placeId))
  let free = (placeLimit ?? Infinity) - kept
  return found.filter(({ placeId }) => (placeId !== null && seen.has(placeId)) || free-- > 0)
}

/** The cell or its search has changed since it was read. Nothing is wrong: the holder of the job reads both again and continues from there. */
export class StaleCheckpoint extends Error {
  override readonly name = 'StaleCheckpoint'
}

/** Each search counts a place at most once in the session's `seenIn`. */
async function joinSearch(
  tx: Queryable,
  { searchId, sessionId, placeIds, approximateIds }: SeenPlaces,
): Promise<JoinedPlaces> {
  const [row] = await tx.query<JoinedPlaces>(
    prepared(
      'join_search',
      sql`with kept as (
            insert into search_places (search_id, place_id)
            select ${searchId}, place_id from unnest(${uuidArray(placeIds)}::uuid[]) as place_id
            on conflict do nothing
            returning place_id
          ), joined as (
            insert into session_places as s (session_id, place_id)
            select ${sessionId}, place_id from kept order by place_id
            on conflict (session_id, place_id) do update set last_seen_at = now(), seen_in = s.seen_in + 1
            returning seen_in = 1 as is_new
          ), noted as (
            update sessions
            set places = places + (select count(*)::integer from joined where is_new), last_activity_at = now()
            where id = ${sessionId}
          )
          select count(*)::integer as kept, coalesce(array_agg(place_id), '{}') as "keptIds",
                 (count(*) filter (where place_id = any(${uuidArray(approximateIds)}::uuid[])))::integer as approximate
          from kept`,
    ),
  )
  return row ?? { kept: 0, approximate: 0, keptIds: [] }
}

/**
 * Parts of merged places are not counted. What they were seen in is theirs again when the merge is undone, and tells which of
 * them a later search no longer sees.
 */
async function joinParts(
  tx: Queryable,
  {
    searchId,
    sessionId,
    claimed,
  }: Pick<SeenPlaces, 'searchId' | 'sessionId'> & { readonly claimed: readonly ClaimedPlace[] },
): Promise<void> {
  const parts = claimed.filter(({ partOf }) => partOf !== null).map(({ placeId }) => placeId)
  if (parts.length === 0) return
  await tx.execute(sql`
    with seen as (
      insert into search_places as s (search_id, place_id, as_part)
      select ${searchId}, place_id, true from unnest(${uuidArray(parts)}::uuid[]) as place_id
      on conflict (search_id, place_id) do update set as_part = true where s.as_part is null
      returning place_id
    )
    insert into session_places as s (session_id, place_id)
    select ${sessionId}, place_id from seen where place_id = any(${uuidArray(hiddenParts(claimed))}::uuid[]) order by place_id
    on conflict (session_id, place_id) do update set last_seen_at = now(), seen_in = s.seen_in + 1`)
}
