// Reads a session for an export: its manifest, and its places in batches.
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import type { Attribution } from '#contract/places/place.ts'
import { formatId, NIL_UUID } from '#kit/ids.ts'
import { createTurns } from '#kit/turns.ts'
import type { Queryable } from '#platform/db/database.ts'
import { integer } from '#platform/db/planner-hints.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { contentFields } from '#places/content/kept-content.ts'
import { locationInJson } from '#places/content/show-content.ts'
import { attributionOfParts } from './attributions.ts'
import type { ExportedPlace } from './export-columns.ts'
import type { SessionManifest } from '#contract/places/export.ts'
import { readSearches } from '#places/searches/get-search.ts'
import { readSeenIn, readSessionSearches } from '#places/searches/seen-in.ts'
import { existingId } from '#places/identity/existing-id.ts'
import { placeProviders, splitProviders } from '#places/identity/place-providers.ts'

/** Of the batches of all exports. Many exports at once are slower, and lists are answered meanwhile. */
const MAX_READING = 4

/** How many places an export may read at once, the most first. */
const BATCH_ROWS = [200, 100, 50, 25, 10] as const
/**
 * Places that all exports of the process hold at most, some 3 MB, as long as the smallest batches suffice for that: fifty slow
 * readers take hardly more memory than ten.
 */
const HELD_ROWS = 2_000

interface SessionPlaceRow {
  readonly id: string
  readonly content: string
  /** `changes|providers|firstSeen|lastSeen|missing`: mostly the same as in the row before, and then read only once. */
  readonly facts: string
}

/** What is read of a session (a uuid). */
export interface SessionRead {
  readonly sessionId: string
  /** Those that its data requires. */
  readonly attribution: readonly Attribution[]
  /** Whether the contents have their provenance. */
  readonly withProvenance: boolean
}

/** Answers the places of a session batch by batch. */
export type ReadSession = (session: SessionRead) => AsyncGenerator<ExportedPlace[]>

/**
 * Reads sessions in the order in which their places were first stored. Each batch is a statement of its own: a slow reader
 * holds neither a connection nor a snapshot. What a running search finds meanwhile comes at the end. Throws `not_found` at
 * the end for a session that was deleted meanwhile, so that its file does not look whole.
 */
export function createSessionReader(db: Queryable): ReadSession {
  const inTurn = createTurns(MAX_READING)
  let open = 0

  async function* read(session: SessionRead): AsyncGenerator<ExportedPlace[]> {
    const { sessionId, attribution } = session
    const factsOf = createFactsReader(attribution)
    const searches = await readSessionSearches(db, sessionId)
    const readAfter = async (after: string) =>
      inTurn(async () => {
        const rows = await readBatch(db, session, after, batchRows(open))
        const ids = rows.map(({ id }) => id)
        return { rows, seenIn: await readSeenIn(db, searches, ids) }
      })
    let next = readAfter(NIL_UUID)
    for (;;) {
      const { rows, seenIn } = await next
      const last = rows.at(-1)
      if (last === undefined) break
      const isAhead = open <= MAX_READING
      if (isAhead) {
        // The server works on the next batch while the reader processes this one.
        next = readAfter(last.id)
        // When the reader goes away, nobody awaits it.
        next.catch(() => undefined)
        // Sent in this turn of the event loop: `yield` alone would begin to process this batch first.
        await turnOfLoop()
      }
      yield rows.map((row) => ({
        id: formatId('plc', row.id),
        content: row.content,
        ...factsOf(row.facts),
        ...seenIn(row.id, () => locationInJson(row.content)),
      }))
      if (!isAhead) next = readAfter(last.id)
    }
    await existingId(db, 'ses', formatId('ses', sessionId))
  }

  return async function* counted(session) {
    open += 1
    try {
      yield* read(session)
    } finally {
      open -= 1
    }
  }
}

function batchRows(exports: number): number {
  return BATCH_ROWS.find((rows) => rows * exports <= HELD_ROWS) ?? Math.min(...BATCH_ROWS)
}

/**
 * The session is compared outside the limit: inside, a server without fresh statistics expects few rows of it and sorts
 * them all for each batch.
 *
 * `offset 0` makes the server look up the places of the batch one after the other. A join plan of its own choice may
 * read and sort the whole session for each batch.
 */
async function readBatch(
  db: Queryable,
  { sessionId, withProvenance }: SessionRead,
  after: string,
  rows: number,
): Promise<SessionPlaceRow[]> {
  const content = withProvenance ? sql`content::text` : contentFields
  return db.query<SessionPlaceRow>(
    prepared(
      `export_${withProvenance ? 'contents' : 'fields'}_${rows}`,
      sql`select x.id, p.content,
                 s.changes || '|' || p.providers || '|' || s.first || '|' || s.last
                   || '|' || coalesce(s.missing::text, '') as facts
          from (select session_id, place_id as id from session_places
                where (session_id, place_id) > (${sessionId}::uuid, ${after}::uuid)
                order by session_id, place_id limit ${integer(rows)}) x
          cross join lateral (select ${content} as content,
                                     ${placeProviders} as providers
                              from places p where id = x.id offset 0) p
          cross join lateral (select changes, date_part('epoch', first_seen_at) as first,
                                     date_part('epoch', last_seen_at) as last,
                                     date_part('epoch', missing_since) as missing
                              from sightings where place_id = x.id offset 0) s
          where x.session_id = ${sessionId} order by x.id`,
    ),
  )
}

type Facts = Omit<ExportedPlace, 'id' | 'content' | 'seenIn' | 'searchedArea'>

function createFactsReader(attribution: readonly Attribution[]): (text: string) => Facts {
  const byProvider = new Map<string, Attribution>(attribution.map((entry) => [entry.provider, entry]))
  let before: { readonly text: string; readonly facts: Facts } | null = null
  return (text) => {
    if (before?.text === text) return before.facts
    const [changes = '', providers = '', first = '', last = '', missing = ''] = text.split('|')
    const facts = {
      firstSeenAt: timestampOf(first),
      lastSeenAt: timestampOf(last),
      missingSince: missing === '' ? null : timestampOf(missing),
      changes: Number(changes),
      attribution: splitProviders(providers).flatMap((provider) => byProvider.get(provider) ?? []),
    }
    before = { text, facts }
    return facts
  }
}

/** Seconds since 1970 as RFC 3339 to the millisecond, rounded down. */
function timestampOf(seconds: string): string {
  return new Date(Math.floor(Math.round(Number(seconds) * 1e6) / 1e3)).toISOString()
}

/** Throws `not_found`. */
export async function sessionManifest(db: Queryable, sessionId: string): Promise<SessionManifest> {
  const uuid = await existingId(db, 'ses', sessionId)
  const [session] = await db.query<{ places: number; now: Date }>(
    sql`select places, now() from sessions where id = ${uuid}`,
  )
  const searches = await readSearches(db, sql`session_id = ${uuid} and parent_id is null`)
  const running = searches.some(({ complete }) => complete === null)
  const ofSearches = new Map(
    searches.flatMap((search) => search.attribution.map((entry) => [JSON.stringify(entry), entry])),
  )
  const attribution = [...ofSearches.values()]
  return {
    sessionId: formatId('ses', uuid),
    generatedAt: (session?.now ?? new Date()).toISOString(),
    places: session?.places ?? 0,
    complete: running ? null : searches.every(({ complete }) => complete === true),
    attribution: [...attribution, ...(await attributionOfParts(db, uuid, attribution))],
    searches,
  }
}
