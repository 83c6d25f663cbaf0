// Closes stored places that no longer exist: those that a provider reports as former places, and those that vanished.
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import type { ClaimedPlace } from './claim-places.ts'
import { GONE_HASH, shownId, wholePlaces } from './combine-parts.ts'
import { recordChanges } from '#places/history/recording/record-changes.ts'
import { knownTimezones } from './known-timezones.ts'
import { findPlaces } from './find-places.ts'
import { lockContents } from './lock-contents.ts'
import { areSameArea } from './same-area.ts'
import type { PlaceRow } from '#places/content/place-row.ts'
import type { ResolvedArea } from '#contract/places/location.ts'
import { bboxContains, type LatLng } from '#kit/geo/geometry.ts'
import { areaFilter } from '#places/planning/area-filter.ts'
import { writePlaces, writeShown, type Writing } from './write-places.ts'

/** Stored places among `rows` are updated; the others were never places here. */
export async function closePlaces(
  tx: Queryable,
  rows: readonly PlaceRow[],
  { except, ...writing }: Writing & { readonly except: readonly ClaimedPlace[] },
): Promise<void> {
  const open = new Set(except.map(shownId))
  const known = (await findPlaces(tx, rows)).flatMap((place): ClaimedPlace[] =>
    place.placeId === null || open.has(place.partOf ?? place.placeId)
      ? []
      : [{ ...place, placeId: place.placeId }],
  )
  if (known.length === 0) return
  await writePlaces(
    tx,
    known.sort((a, b) => (a.placeId < b.placeId ? -1 : 1)),
    writing,
  )
}

/** For a row of searches. A search with a limit or with categories says nothing about places that it did not find. */
const isForEverything = sql`(
  trim(request ->> 'query') = '*' and request -> 'categories' is null and request -> 'country' is null
  and place_limit is null)`

/** The search, and the last one of the same area by the same provider, if both were for everything and it has no newer data. */
function compared(searchId: string): Sql {
  return sql`
    this as (
      select id, session_id, provider, area, data_at, attribution from searches
      where id = ${searchId} and ${isForEverything} and data_at is not null
    ), before as (
      select b.id, b.data_at from this join searches b on b.id < this.id
        and b.provider = this.provider and b.complete and b.data_at is not null
        -- An attribution names each extract that reaches into the area. Counted, since a newer one often has another name.
        and json_array_length(b.attribution) <= json_array_length(this.attribution)
        and ${areSameArea(sql`b.area`, sql`this.area`)}
      where b.id in (select id from searches where ${isForEverything})
      order by b.id desc limit 1
    )`
}

/**
 * Runs after a complete search for everything. It marks and closes places that the last such search of the same area by
 * the same provider found and this one did not, if the data of this one is no older and comes from no fewer files: they were
 * taken off the map. Only places with a name, because a search for everything never finds the others, and only those that lie in
 * the area of this search, whatever the one before had. A merged place that another provider still has is not missing.
 */
export async function closeVanished(tx: Queryable, searchId: string): Promise<void> {
  const [search] = await tx.query<{ area: ResolvedArea | null }>(
    sql`select area from searches where id = ${searchId}`,
  )
  if (search === undefined || search.area === null) return
  const isInside = searchedPart(search.area)
  await closeWhole(tx, searchId, isInside)
  await dropParts(tx, searchId, isInside)
}

/** Of an extract what lies in its box: of what is beyond it the data says nothing. */
function searchedPart(area: ResolvedArea): (point: LatLng) => boolean {
  return area.kind === 'extract' ? (point) => bboxContains(area.bbox, point) : areaFilter(area)
}

/**
 * A record of a merged place that goes on with others counts last from now on. Of a place that was closed as a whole all records
 * are gone already.
 */
async function dropParts(
  tx: Queryable,
  searchId: string,
  isInside: (point: LatLng) => boolean,
): Promise<void> {
  const unseen = await tx.query<{ id: string; placeId: string; sessionId: string; location: LatLng }>(sql`
    with ${compared(searchId)}
    select part.id, part.place_id as "placeId", this.session_id as "sessionId", part.content -> 'location' as location
    from this cross join before
    join search_places old on old.search_id = before.id and old.as_part
    join place_parts part on part.id = old.place_id and part.provider = this.provider
    where before.data_at <= this.data_at and part.content_hash <> ${GONE_HASH} and part.content ->> 'name' is not null
      and not exists (
        select from search_places seen where seen.search_id = this.id and seen.place_id = part.id and seen.as_part)`)
  const gone = unseen.filter(({ location }) => isInside(location))
  if (gone.length === 0) return
  const placeIds = [...new Set(gone.map(({ placeId }) => placeId))]
  const stored = await lockContents(tx, placeIds)
  await tx.execute(sql`
    update place_parts set content_hash = ${GONE_HASH}
    where id = any(${uuidArray(gone.map(({ id }) => id))}::uuid[])`)
  const [{ sessionId } = {}] = gone
  const origin = {
    source: 'vanished',
    searchId,
    ...(sessionId === undefined ? {} : { sessionId }),
  } as const
  const timezones = await knownTimezones(tx)()
  const changed = await writeShown(tx, await wholePlaces(tx, placeIds, stored), stored, { timezones, origin })
  await tx.execute(sql`
    update sightings set changes = changes + 1 where place_id = any(${uuidArray(changed)}::uuid[])`)
}

async function closeWhole(
  tx: Queryable,
  searchId: string,
  isInside: (point: LatLng) => boolean,
): Promise<void> {
  const notSeen = await tx.query<VanishedPlace>(sql`
    with ${compared(searchId)}, unseen as materialized (
      -- Mostly few, so that the content of few places is parsed.
      select old.place_id as id, this.provider, this.session_id from this cross join before
      join search_places old on old.search_id = before.id
      where before.data_at <= this.data_at and not exists (
        select from search_places seen where seen.search_id = this.id and seen.place_id = old.place_id)
    )
    select p.id, p.provider, p.status, unseen.session_id as "sessionId", p.position[1] as lat, p.position[0] as lng from unseen
    join places p using (id, provider)
    join sightings s on s.place_id = p.id and s.missing_since is null
    where p.content ->> 'name' is not null
      and not exists (
        select from place_parts part
        where part.place_id = p.id and part.provider <> p.provider and part.content_hash <> ${GONE_HASH})
    order by p.id for update of p`)
  const gone = notSeen.filter(isInside)
  if (gone.length === 0) return
  const closing = gone.filter(({ status }) => status !== 'permanently_closed')
  const ids = uuidArray(gone.map(({ id }) => id))
  const closed = uuidArray(closing.map(({ id }) => id))
  await tx.execute(sql`
    update places
    set status = 'permanently_closed', content_hash = ${GONE_HASH}, changed_at = now(),
        content = replace(content::text, '"status":"' || status || '"', '"status":"permanently_closed"')::json
    where id = any(${closed}::uuid[])`)
  await tx.execute(
    sql`update place_parts set content_hash = ${GONE_HASH} where place_id = any(${closed}::uuid[])`,
  )
  await tx.execute(sql`
    update sightings set missing_since = now(), changes = changes + (place_id = any(${closed}::uuid[]))::integer
    where place_id = any(${ids}::uuid[])`)
  const [{ sessionId } = {}] = gone
  await recordChanges(
    tx,
    closing.map(({ id, provider, status }) => ({
      placeId: id,
      provider,
      changes: [{ field: 'status', from: status, to: 'permanently_closed', kind: 'closed' }],
    })),
    { source: 'vanished', searchId, ...(sessionId === undefined ? {} : { sessionId }) },
  )
}

interface VanishedPlace extends LatLng {
  readonly id: string
  readonly provider: string
  readonly status: string
  readonly sessionId: string
}
