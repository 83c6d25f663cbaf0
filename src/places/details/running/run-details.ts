// The job that looks up one place: asks crawl for its details and reviews, and stores both together.
import type { MapsExtractInput, MapsExtractOutput } from '#contract/places/maps.ts'
import type { Provider, ReviewCoverage, ReviewProvider } from '#contract/places/place.ts'
import type { MapReview } from '#contract/places/review.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { uuidV7 } from '#kit/ids.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { sourceKey } from '#places/content/source-ids.ts'
import { placeRow } from '#places/content/place-row.ts'
import { retryUntil } from '#places/crawl-calls/retry-until.ts'
import { storeLock } from '#places/content/store-lock.ts'
import { claimPlaces } from '#places/identity/claim-places.ts'
import { shownId } from '#places/identity/combine-parts.ts'
import { findPlaces } from '#places/identity/find-places.ts'
import { writePlaces, type Writing } from '#places/identity/write-places.ts'
import type { MapSource } from '#places/searches/running/map-source.ts'
import { readSearchPlan, type SearchPlan } from '#places/searches/search-rows.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'
import { completeListed } from '#places/details/complete-listed.ts'
import { detailInput } from '#places/details/detail-jobs.ts'
import { includedParts, reviewsFrom } from '#places/details/included-parts.ts'

/** What the jobs work with. `timezones` are the names that the database knows. */
export interface RunDetailsDeps {
  readonly db: Database
  readonly source: Pick<MapSource, 'extract'>
  readonly timezones: () => Promise<ReadonlySet<string>>
}

/** The place as it is stored. */
interface StoredPlace {
  readonly id: string
  /** The id by which its provider is asked. */
  readonly sourceId: string
  readonly reviewCoverage: ReviewCoverage | null
}

/** So many ids of stored reviews are enough to meet one of them again: the newest ones may have been deleted. */
const KNOWN_REVIEWS = 20

/**
 * It may run several times: crawl answers a repeated request with the finished job, and what is stored already is
 * updated. A place or a search that was deleted meanwhile ends it without a trace.
 */
export function runDetails({ db, source, timezones }: RunDetailsDeps): (job: LocalJob) => Promise<unknown> {
  return async (job) => {
    const { searchId, placeId } = detailInput(job)
    const search = await readSearchPlan(db, searchId)
    const provider = search?.provider ?? null
    const place = provider === null ? null : await readPlace(db, placeId, provider)
    if (search === null || provider === null || place === null) return { end: 'gone' }
    if (job.attempt === 1) await countRequest(db, search)
    const withReviews = includedParts(search.request).includes('reviews')
    const known = withReviews ? await knownReviews(db, placeId, reviewsFrom(provider)) : []
    const answer = await retryUntil(
      job,
      async () =>
        source.extract({
          input: { id: place.sourceId, provider, ...(withReviews ? reviewsOf(search, known) : {}) },
          idempotencyKey: `${job.id}-${job.attempt}`,
          traceparent: job.traceparent,
          signal: job.signal,
          wasCancelled: job.wasCancelled,
          onWait: async (waiting) =>
            job.progress({ done: null, total: null, message: waiting.detail, waiting }),
        }),
      { goesOn: async () => (await readPlace(db, placeId, provider)) !== null },
    )
    if (answer === null) return { end: 'gone' }
    const { sessionId } = search
    const writing: Writing = {
      timezones: await timezones(),
      origin: { source: 'search', searchId, sessionId },
    }
    await job.complete(async (tx) => store(tx, place, answer, writing))
    return null
  }
}

function reviewsOf({ request }: SearchPlan, knownIds: string[]): Pick<MapsExtractInput, 'reviews'> {
  const { maxPerPlace, includeReviewerNames } = request.reviews ?? {}
  return {
    reviews: {
      ...(maxPerPlace === undefined ? {} : { max: maxPerPlace }),
      ...(includeReviewerNames === undefined ? {} : { includeReviewerNames }),
      ...(knownIds.length === 0 ? {} : { knownIds }),
    },
  }
}

/**
 * Null for a place that is gone, or that the provider has no id of. A place that was merged since is the one that lists show,
 * and all its parts are asked for the id.
 */
async function readPlace(db: Queryable, placeId: string, provider: Provider): Promise<StoredPlace | null> {
  const [row] = await db.query<Omit<StoredPlace, 'sourceId'> & { scheme: string; value: string }>(sql`
    with shown as (
      select coalesce((select place_id from place_parts where id = ${placeId}), ${placeId}::uuid) as id
    ), own as (
      select id, place_id, content from place_parts where place_id = (select id from shown)
      union all
      select id, id, content from places p
      where id = (select id from shown) and not exists (select from place_parts where place_id = p.id)
    )
    select own.place_id as id, a.scheme, a.value, own.content ->> 'reviewCoverage' as "reviewCoverage"
    from own join place_aliases a on a.place_id = own.id
    where a.scheme = any(${[...sourceKey(provider)]}::text[])
    order by array_position(${[...sourceKey(provider)]}::text[], a.scheme), a.value limit 1`)
  if (row === undefined) return null
  const scheme = provider === 'google' ? provider : row.scheme
  return { id: row.id, sourceId: `${scheme}:${row.value}`, reviewCoverage: row.reviewCoverage }
}

/** Throws `conflict` when the search has made as many requests as its budget allows. */
async function countRequest(db: Queryable, { id }: SearchPlan): Promise<void> {
  const counted = await db.execute(sql`
    update searches set requests = requests + 1
    where id = ${id} and (max_requests is null or requests < max_requests)`)
  if (counted > 0) return
  throw new SurveyorError('conflict', 'The search has made as many requests as its budget allows.')
}

async function store(
  tx: Queryable,
  before: StoredPlace,
  { place, reviews, provider }: MapsExtractOutput,
  writing: Writing,
): Promise<unknown> {
  const [exists] = await tx.query(sql`select ${storeLock} from places where id = ${before.id}`)
  if (exists === undefined) return { end: 'gone' }
  const coverage = coverageOf(reviews, before.reviewCoverage)
  const observed = coverage === null ? place : { ...place, reviewCoverage: coverage }
  const isThin = place.provenance['name']?.tier === 'thin'
  const found = await findPlaces(tx, [placeRow(observed)])
  const claimed = await claimPlaces(tx, isThin || coverage === null ? await completeListed(tx, found) : found)
  await writePlaces(tx, claimed, writing)
  // Reviews are those of the place that lists show.
  const placeId = claimed[0] === undefined ? before.id : shownId(claimed[0])
  const newReviews = await storeReviews(tx, placeId, reviewsFrom(provider), reviews?.items ?? [])
  return { end: 'stored', tier: place.provenance['name']?.tier ?? null, coverage, newReviews }
}

/** Of all reviews that are stored now: those from before count as long as the new ones lead up to them. */
function coverageOf(
  reviews: MapsExtractOutput['reviews'],
  before: ReviewCoverage | null,
): ReviewCoverage | null {
  if (reviews === undefined) return null
  if (reviews.coverage === 'complete' || before === null || before === 'unavailable') return reviews.coverage
  if (reviews.reachedKnown) return before
  return reviews.coverage === 'unavailable' && before === 'embedded' ? before : 'partial'
}

/** The source ids of the newest stored reviews. `placeId` is a uuid. */
async function knownReviews(db: Queryable, placeId: string, provider: ReviewProvider): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select source_id as id from reviews where place_id = ${placeId} and provider = ${provider}
    order by published_at desc nulls last, id desc limit ${KNOWN_REVIEWS}`)
  return rows.map(({ id }) => id)
}

/**
 * `reviews`: newest first. A review that is known is updated; a name that was kept before stays where this time none was
 * asked for. Answers how many are new.
 */
async function storeReviews(
  tx: Queryable,
  placeId: string,
  provider: ReviewProvider,
  reviews: readonly MapReview[],
): Promise<number> {
  if (reviews.length === 0) return 0
  // Lists show the highest id first, so the oldest review gets the lowest.
  const oldestFirst = parseKnownJson<MapReview[]>(storableJson(reviews)).toReversed()
  const ids = oldestFirst.map(() => uuidV7()).sort()
  const column = <T>(of: (review: MapReview) => T) => oldestFirst.map(of)
  const rows = await tx.query<{ isNew: boolean }>(sql`
    insert into reviews as r (id, place_id, provider, source_id, rating, text, language, author, published_at, owner_reply)
    select id, ${placeId}, ${provider}, source_id, rating, text, language, author, published_at, owner_reply
    from unnest(${ids}::uuid[], ${column(({ id }) => id)}::text[], ${column(({ rating }) => rating)}::float8[],
                ${column(({ text }) => text)}::text[], ${column(({ language }) => language)}::text[],
                ${column(({ author }) => author)}::text[], ${column(({ publishedAt }) => publishedAt)}::timestamptz[],
                ${column(({ ownerReply }) => ownerReply)}::text[])
      as n (id, source_id, rating, text, language, author, published_at, owner_reply)
    order by source_id
    on conflict (provider, source_id) do update set
      place_id = excluded.place_id, rating = excluded.rating, text = excluded.text, language = excluded.language,
      author = coalesce(excluded.author, r.author), published_at = excluded.published_at,
      owner_reply = excluded.owner_reply, last_seen_at = now()
    returning xmax = 0 as "isNew"`)
  return rows.filter(({ isNew }) => isNew).length
}
