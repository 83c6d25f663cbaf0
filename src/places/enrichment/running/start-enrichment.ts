// Accepts enrichments: the rows and the jobs that send them are stored together; equal requests share one.
import { MAX_BATCH_IDS, type AcceptedBatch, type AcceptedEnrichment } from '#contract/places/enrichment.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { encodeCursor } from '#kit/cursor.ts'
import { formatId, uuidV7 } from '#kit/ids.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import type { JobSubmission } from '#platform/jobs/job-engine.ts'
import { existingId, namedPlaces } from '#places/identity/existing-id.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'
import { announceEnrichment, storeReceivers } from './announce-enrichment.ts'
import { firstSendJob, type EnrichmentOrigin } from './enrichment-jobs.ts'
import { enrichmentLinks, type EnrichmentOptions } from './enrichment-rows.ts'

/** A place that was enriched no longer ago is left as it is, unless the request says otherwise. */
export const DEFAULT_MAX_AGE_MS = 7 * 86_400_000

/** What accepting works with. */
export interface StartDeps {
  readonly db: Database
  readonly engine: JobSubmission
}

/** A request about one or more places. */
export interface EnrichmentRequest {
  readonly options: EnrichmentOptions
  readonly givenWebsite?: string
  /** The uuid of the search that found the places. */
  readonly searchId?: string
  /** Who receives the end, as a caller asked; absent: it is part of a search, which announces its own end. */
  readonly announce?: {
    readonly owner: string
    /** The address that the request named. */
    readonly target: WebhookTarget | null
    /** Whether the kept endpoints of the owner are told too. */
    readonly toEndpoints: boolean
  }
}

/** An enrichment that exists now: begun by this request, running before, or fresh. */
interface Joined {
  readonly id: string
  readonly placeId: string
  readonly status: AcceptedEnrichment['status']
  readonly how: 'accepted' | 'running' | 'fresh'
  /** What is read at present; null where nothing runs. */
  readonly runningWebsite: string | null
  /** Whether that is another one than the request names. */
  readonly readsOther: boolean
}

/**
 * `isNew` is false where the place is enriched just now, or was not long ago. Throws `not_found`, `draining`, and `conflict` where
 * another website than the given one is being read.
 */
export async function startEnrichment(
  { db, engine }: StartDeps,
  placeId: string,
  request: EnrichmentRequest,
  origin: EnrichmentOrigin,
): Promise<{ readonly enrichment: AcceptedEnrichment; readonly isNew: boolean }> {
  const uuid = await existingId(db, 'plc', placeId)
  const [joined] = await db.transaction(async (tx) => {
    const all = await enrichPlaces(tx, engine, [uuid], request, origin)
    for (const one of all) if (one.readsOther) throw otherIsRead(one)
    return all
  })
  if (joined === undefined) throw new SurveyorError('not_found', 'No place has this id.')
  return { enrichment: presentAccepted(joined), isNew: joined.how === 'accepted' }
}

/** Takes the ids of a batch, at most `MAX_BATCH_IDS`. Throws `draining`. */
export async function startBatchOfIds(
  { db, engine }: StartDeps,
  placeIds: readonly string[],
  request: EnrichmentRequest,
  origin: EnrichmentOrigin,
): Promise<AcceptedBatch> {
  return db.transaction(async (tx) => {
    const named = await namedPlaces(tx, placeIds)
    const uuids = new Map(
      [...named].flatMap(([id, [only, ...others]]) =>
        only !== undefined && others.length === 0 ? [[id, only]] : [],
      ),
    )
    const joined = await enrichPlaces(tx, engine, [...new Set(uuids.values())], request, origin)
    const found = new Set(joined.map(({ placeId }) => placeId))
    const unknown = placeIds.filter((id) => !found.has(uuids.get(id) ?? ''))
    return { ...countJoined(joined), unknown: [...new Set(unknown)], nextCursor: null }
  })
}

/** Takes the next places of a list, by id. Throws `draining`. */
export async function startBatchOfFilter(
  { db, engine }: StartDeps,
  filter: {
    /** `p` of a `from` clause. */
    readonly places: Sql
    /** The place after which this batch begins; null: the first one. */
    readonly after: string | null
    readonly limit: number
  },
  request: EnrichmentRequest,
  origin: EnrichmentOrigin,
): Promise<AcceptedBatch> {
  const { places, after, limit } = filter
  const rows = await db.query<{ id: string }>(sql`
    select p.id from ${places} where ${after === null ? sql`true` : sql`p.id > ${after}::uuid`}
    order by p.id limit ${limit + 1}`)
  const ids = rows.slice(0, limit).map(({ id }) => id)
  const joined: Joined[] = []
  for (let from = 0; from < ids.length; from += MAX_BATCH_IDS) {
    const part = ids.slice(from, from + MAX_BATCH_IDS)
    joined.push(...(await db.transaction(async (tx) => enrichPlaces(tx, engine, part, request, origin))))
  }
  const last = rows.length > limit ? ids.at(-1) : undefined
  return {
    ...countJoined(joined),
    unknown: [],
    nextCursor: last === undefined ? null : encodeCursor([last]),
  }
}

/**
 * One row for each place that exists, in the order of the ids. Locks no place: a place that is deleted meanwhile has no
 * enrichment.
 */
export async function enrichPlaces(
  tx: Queryable,
  engine: JobSubmission,
  placeIds: readonly string[],
  { options, givenWebsite, searchId, announce }: EnrichmentRequest,
  origin: EnrichmentOrigin,
): Promise<Joined[]> {
  if (placeIds.length === 0) return []
  const ids = placeIds.toSorted()
  const maxAgeMs = options.maxAgeMs ?? DEFAULT_MAX_AGE_MS
  const rows = await tx.query<Joined>(sql`
    with asked as (
      select a.id, p.id as place_id, p.content ->> 'website' as website
      from unnest(${uuidArray(ids.map(() => uuidV7()))}::uuid[], ${uuidArray(ids)}::uuid[]) as a (id, place_id)
      join places p on p.id = a.place_id
    ), known as (
      select distinct on (e.place_id) e.id, e.place_id, e.status,
             case when e.completed_at is null then 'running' else 'fresh' end as how, ${runningWebsite} as "runningWebsite",
             ${readsOther(givenWebsite)} as "readsOther"
      from enrichments e join asked p on p.place_id = e.place_id
      where e.completed_at is null
        or e.status in ('succeeded', 'no_website') and ${givenWebsite === undefined}
           and e.completed_at > now() - ${maxAgeMs}::float8 * interval '1 millisecond'
           -- A place that has another website by now has not been read. One that a caller named is not that of the map.
           and (e.given_website is not null or ${plain(sql`e.website`)} is not distinct from ${plain(sql`p.website`)})
      order by e.place_id, e.completed_at is null desc, e.id desc
    ), begun as (
      insert into enrichments (id, place_id, search_id, given_website, options)
      select id, place_id, ${searchId ?? null}::uuid, ${givenWebsite ?? null}, ${JSON.stringify(options)}
      from asked where place_id not in (select place_id from known)
      order by place_id
      on conflict (place_id) where completed_at is null do nothing
      returning id, place_id, status
    )
    select id, place_id as "placeId", status, how, "runningWebsite", "readsOther" from known
    union all
    select id, place_id, status, 'accepted', null, false from begun
    order by "placeId"`)
  const accepted = rows.filter(({ how }) => how === 'accepted')
  if (accepted.length > 0) {
    await engine.enqueueMany(
      accepted.map(({ id }) => firstSendJob(id, origin)),
      tx,
    )
  }
  const joined =
    rows.length === ids.length ? rows : [...rows, ...(await begunMeanwhile(tx, ids, rows, givenWebsite))]
  if (announce !== undefined) await storeAnnounced(tx, joined, announce)
  return joined
}

/** An address without what is written or left out at will. */
const plain = (address: Sql): Sql =>
  sql`regexp_replace(lower(trim(${address})), '^https?://(?:www\\.)?|/+$', '', 'g')`

/** Of an enrichment `e` of the place `p`. */
const runningWebsite = sql`case when e.completed_at is null then coalesce(e.website, e.given_website, p.website) end`

function readsOther(givenWebsite: string | undefined): Sql {
  if (givenWebsite === undefined) return sql`false`
  return sql`(${plain(runningWebsite)} is distinct from ${plain(sql`${givenWebsite}::text`)})`
}

function otherIsRead({ id, runningWebsite: website }: Joined): SurveyorError {
  const what = website === null ? 'without a website' : `of ${website.slice(0, MAX_SHOWN_CHARS)}`
  return new SurveyorError(
    'conflict',
    `The enrichment ${formatId('enr', id)} ${what} is under way: wait for its end, or cancel it.`,
  )
}

const MAX_SHOWN_CHARS = 200

async function begunMeanwhile(
  tx: Queryable,
  ids: readonly string[],
  rows: readonly Joined[],
  givenWebsite: string | undefined,
): Promise<Joined[]> {
  // Another request began some of them after this statement had looked.
  const seen = new Set(rows.map(({ placeId }) => placeId))
  return tx.query<Joined>(sql`
    select e.id, e.place_id as "placeId", e.status, 'running' as how, ${runningWebsite} as "runningWebsite",
           ${readsOther(givenWebsite)} as "readsOther"
    from enrichments e join (select id, content ->> 'website' as website from places) p on p.id = e.place_id
    where e.completed_at is null and e.place_id = any(${uuidArray(ids.filter((id) => !seen.has(id)))}::uuid[])`)
}

/** Kept endpoints are told once of each enrichment, named addresses by each request that names one. */
async function storeAnnounced(
  tx: Queryable,
  joined: readonly Joined[],
  { owner, target, toEndpoints }: NonNullable<EnrichmentRequest['announce']>,
): Promise<void> {
  const idsOf = (how: Joined['how']) => joined.filter((one) => one.how === how).map(({ id }) => id)
  const receiver = { ...target, owner }
  if (target !== null || toEndpoints)
    await storeReceivers(tx, idsOf('accepted'), { target: receiver, toEndpoints })
  if (target === null) return
  const running = idsOf('running')
  await storeReceivers(tx, running, { target: receiver, toEndpoints: false })
  // One that has ended since it was read has told only those who were stored before.
  const ended = await tx.query<{ id: string; hasEnded: boolean }>(sql`
    select id, completed_at is not null as "hasEnded" from enrichments
    where id = any(${uuidArray(running)}::uuid[]) order by id for no key update`)
  for (const { id, hasEnded } of ended) if (hasEnded) await announceEnrichment(tx, id)
}

function countJoined(joined: readonly Joined[]): Omit<AcceptedBatch, 'unknown' | 'nextCursor'> {
  const count = (how: Joined['how']) => joined.filter((one) => one.how === how).length
  return {
    accepted: count('accepted'),
    running: count('running'),
    fresh: count('fresh'),
    enrichments: joined
      .filter(({ how }) => how === 'accepted')
      .slice(0, MAX_BATCH_IDS)
      .map(presentAccepted),
  }
}

function presentAccepted({ id, placeId, status }: Joined): AcceptedEnrichment {
  return {
    id: formatId('enr', id),
    placeId: formatId('plc', placeId),
    status,
    links: enrichmentLinks({ id, placeId }),
  }
}
