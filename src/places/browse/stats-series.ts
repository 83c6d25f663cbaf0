// How the store grew: what was added in each hour, day, week or month. Ids are ordered by time, so each count reads a range of
// them.
import { SERIES_INTERVALS, type SeriesInterval, type StatsPoint } from '#contract/places/lists/browse.ts'
import { PROVIDERS } from '#contract/places/place.ts'
import { invalidInput, type SurveyorError } from '#contract/surveyor-error.ts'
import { firstUuidV7At } from '#kit/ids.ts'
import { placeProviders, splitProviders, storedProviders } from '#places/identity/place-providers.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import { HOUR_MS } from '#kit/time/clock.ts'

/** The beginnings of the intervals, oldest first, and the end of the last one. */
export interface SeriesPeriod {
  readonly starts: readonly Date[]
  readonly end: Date
}

const MAX_POINTS = 400
const DEFAULT_POINTS = 30
/** The longest that each can be. */
const INTERVAL_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, month: 31 * 24 * HOUR_MS }

/** Null where no series is requested. Throws `validation_failed`. */
export function readSeriesPeriod(query: {
  readonly interval?: SeriesInterval
  readonly since?: string
  readonly until?: string
}): SeriesPeriod | null {
  const { interval, since, until } = query
  if (interval === undefined) {
    const given = since === undefined ? (until === undefined ? null : '?until') : '?since'
    if (given !== null)
      throw invalid(given, 'interval_missing', `It needs interval: ${SERIES_INTERVALS.join(', ')}.`)
    return null
  }
  const last = until === undefined ? new Date() : new Date(until)
  const first =
    since === undefined
      ? new Date(last.getTime() - (DEFAULT_POINTS - 1) * INTERVAL_MS[interval])
      : new Date(since)
  if (first.getTime() > last.getTime()) throw invalid('?since', 'out_of_range', 'since lies after until.')
  const starts: Date[] = []
  let at = startOf(first, interval)
  while (at.getTime() <= last.getTime()) {
    if (starts.push(at) > MAX_POINTS) {
      throw invalid('?since', 'too_many', `A series has at most ${MAX_POINTS} intervals; take a larger one.`)
    }
    at = after(at, interval)
  }
  return { starts, end: at }
}

function invalid(pointer: string, code: string, detail: string): SurveyorError {
  return invalidInput('The query', [{ pointer, code, detail }])
}

function startOf(date: Date, interval: SeriesInterval): Date {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (interval === 'hour') return new Date(Math.floor(date.getTime() / HOUR_MS) * HOUR_MS)
  if (interval === 'month') return utc(year, month, 1)
  // Sunday is day 0.
  return utc(year, month, interval === 'day' ? day : day - ((date.getUTCDay() + 6) % 7))
}

function after(start: Date, interval: SeriesInterval): Date {
  if (interval !== 'month') return new Date(start.getTime() + INTERVAL_MS[interval])
  return utc(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)
}

/** `Date.UTC` takes the years 0 to 99 for those of the 20th century. */
function utc(year: number, month: number, day: number): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date
}

interface CountRow {
  readonly n: number
  /** As `placeProviders` has them. */
  readonly providers: string | null
  readonly total: number
}

/** One point for each interval. */
export async function readSeries(db: Queryable, { starts, end }: SeriesPeriod): Promise<StatsPoint[]> {
  const bounds = [...starts, end].map((date) => firstUuidV7At(Math.max(0, date.getTime())))
  const intervals = sql`unnest(${bounds.slice(0, -1)}::uuid[], ${bounds.slice(1)}::uuid[])
    with ordinality as b (first, next, n)`
  // Each count reads a range of an index; places have one by providers and id.
  const counts = async (from: Sql, providers: Sql) =>
    db.query<CountRow>(sql`
      select b.n::integer as n, c.providers, c.total
      from ${intervals}
      cross join lateral (
        select ${providers} as providers, count(*)::integer as total from ${from}
        and id >= b.first and id < b.next group by 1
      ) c`)
  const ofEach = async (texts: readonly string[], from: Sql) =>
    Promise.all(texts.map(async (text) => counts(sql`${from} = ${text}`, sql`${text}::text`)))
  const [places, searches, unplanned, enrichments, reviews] = await Promise.all([
    ofEach(await storedProviders(db, null), sql`places p where ${placeProviders}`),
    ofEach(PROVIDERS, sql`searches where provider`),
    counts(sql`searches where provider is null`, sql`null::text`),
    counts(sql`enrichments where true`, sql`null::text`),
    counts(sql`reviews where true`, sql`null::text`),
  ])
  return starts.map((start, index) => {
    const of = (rows: readonly CountRow[]) => rows.filter(({ n }) => n === index + 1)
    return {
      from: start.toISOString(),
      places: byProvider(of(places.flat())),
      searches: byProvider(of([...searches.flat(), ...unplanned])),
      enrichments: byProvider(of(enrichments)).total,
      reviews: byProvider(of(reviews)).total,
    }
  })
}

function byProvider(rows: readonly CountRow[]): StatsPoint['places'] {
  const count = (wanted: (row: CountRow) => boolean) =>
    rows.filter(wanted).reduce((sum, { total }) => sum + total, 0)
  return {
    total: count(() => true),
    providers: Object.fromEntries(
      PROVIDERS.map((name) => [
        name,
        count(({ providers }) => providers !== null && splitProviders(providers).includes(name)),
      ]),
    ),
  }
}
