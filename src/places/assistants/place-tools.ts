// The tools that places offers to assistants: searches, stored places, exports.
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/value'
import { Place } from '#contract/places/place.ts'
import { Search } from '#contract/places/search.ts'
import { Nullable, Words } from '#contract/schema.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { PieceAnswer, PieceFields, pieceOf } from '#platform/mcp/bounded-text.ts'
import { defineTool, type Tool, type ToolContext } from '#platform/mcp/tool.ts'

const MAX_WAIT_SECONDS = 50
/** Progress is told at least this often. */
const POLL_MS = 5_000
const DEFAULT_ROWS = 20
const MAX_ROWS = 100

/** A place in a list: what tells it from others; `get_place` has the rest. */
const Row = Type.Object({
  id: Type.String(),
  name: Nullable(Type.String()),
  category: Nullable(Type.String()),
  address: Nullable(Type.String()),
  lat: Nullable(Type.Number()),
  lng: Nullable(Type.Number()),
  phone: Nullable(Type.String()),
  website: Nullable(Type.String()),
  email: Nullable(Type.String()),
  status: Type.String(),
})
const PlaceList = Type.Object({ items: Type.Array(Place), nextCursor: Nullable(Type.String()) })

const SearchState = Type.Object({
  searchId: Type.String(),
  sessionId: Type.String(),
  status: Type.String({
    description: '`queued` or `running`: ask `get_search`, or `list_places` for what there is.',
  }),
  kept: Type.Integer({ description: 'Distinct places so far.' }),
  complete: Nullable(
    Type.Boolean({ description: 'False: `reasons` say what may be missing. Null: it still runs.' }),
  ),
  reasons: Type.Array(Type.String()),
  attribution: Type.Array(Type.String(), { description: 'To be shown with the places.' }),
})
const WaitSeconds = Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_WAIT_SECONDS, default: 30 }))
const Rows = Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ROWS, default: DEFAULT_ROWS }))

const searchPlaces = defineTool({
  name: 'search_places',
  title: 'Search places',
  description:
    'Searches a map for places (`cafes`, `dentists`, `*` for every place) in a town, a region or an area, stores them, and ' +
    'says whether it found them all and, if not, why. Gives the first rows; `list_places` with the `sessionId` gives the ' +
    'others, `export_places` a whole file.',
  scope: 'search',
  isReadOnly: false,
  goesOut: true,
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 500, examples: ['cafes'] }),
    location: Type.Optional(Type.String({ minLength: 1, maxLength: 500, examples: ['Monaco'] })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'Stop after so many places.' }),
    ),
    sessionId: Type.Optional(Type.String({ description: 'Adds to the places of an earlier search.' })),
    waitSeconds: WaitSeconds,
    rows: Rows,
  }),
  output: Type.Object({
    ...SearchState.properties,
    places: Type.Array(Row),
    nextCursor: Nullable(Type.String()),
  }),
  async run({ waitSeconds = 30, rows = DEFAULT_ROWS, ...body }, context) {
    const untilMs = performance.now() + waitSeconds * 1_000
    const { id } = fieldsOf(await context.json({ method: 'POST', path: '/api/search', body }))
    const search = await waitForSearch(String(id), untilMs, context)
    return {
      data: {
        ...stateOf(search),
        ...(await listRows({ sessionId: search.sessionId, limit: rows }, context)),
      },
    }
  },
})

const getSearch = defineTool({
  name: 'get_search',
  title: 'Look at a search',
  description: 'Tells how far a search is, how many places it found, and what may be missing.',
  scope: 'search',
  isReadOnly: true,
  goesOut: false,
  input: Type.Object({ searchId: Type.String({ pattern: '^sea_' }), waitSeconds: WaitSeconds }),
  output: SearchState,
  async run({ searchId, waitSeconds = 30 }, context) {
    return { data: stateOf(await waitForSearch(searchId, performance.now() + waitSeconds * 1_000, context)) }
  },
})

const listPlaces = defineTool({
  name: 'list_places',
  title: 'List stored places',
  description:
    'Lists places that searches stored, of one session or of all, by words, category, town or what is known of them.',
  scope: 'places',
  isReadOnly: true,
  goesOut: false,
  input: Type.Object({
    sessionId: Type.Optional(Type.String()),
    q: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Words of name, kind or address.' }),
    ),
    category: Type.Optional(Type.String({ maxLength: 1_000, examples: ['cafe'] })),
    city: Type.Optional(Type.String({ maxLength: 200 })),
    hasWebsite: Type.Optional(Type.Boolean()),
    hasPhone: Type.Optional(Type.Boolean()),
    hasEmail: Type.Optional(Type.Boolean()),
    rows: Rows,
    cursor: Type.Optional(Type.String({ description: '`nextCursor` of the answer before.' })),
  }),
  output: Type.Object({ places: Type.Array(Row), nextCursor: Nullable(Type.String()) }),
  async run({ rows = DEFAULT_ROWS, ...query }, context) {
    return { data: await listRows({ ...query, limit: rows }, context) }
  },
})

const getPlace = defineTool({
  name: 'get_place',
  title: 'Look at a place',
  description:
    'Gives all that is known of one place, with the source of each value. Null is unknown, not zero and not no.',
  scope: 'places',
  isReadOnly: true,
  goesOut: false,
  input: Type.Object({ id: Type.String({ maxLength: 300 }), ...PieceFields }),
  output: Type.Object(PieceAnswer),
  async run({ id, ...piece }, context) {
    const place = await context.json({ method: 'GET', path: `/api/places/${encodeURIComponent(id)}` })
    return { data: pieceOf(JSON.stringify(place, null, 1), piece) }
  },
})

const exportPlaces = defineTool({
  name: 'export_places',
  title: 'Export the places of a session',
  description:
    'Gives all places of a session as CSV, GeoJSON or JSON lines, in pieces: call again with `offset` = `nextOffset`. Name ' +
    'the `columns` that are needed; a whole session is long.',
  scope: 'places',
  isReadOnly: true,
  goesOut: false,
  input: Type.Object({
    sessionId: Type.String({ pattern: '^ses_' }),
    format: Type.Optional(Words(['csv', 'ndjson', 'geojson'], { default: 'csv' })),
    columns: Type.Optional(Type.String({ maxLength: 2_000, examples: ['name,phone,website'] })),
    ...PieceFields,
  }),
  output: Type.Object(PieceAnswer),
  async run({ sessionId, format = 'csv', columns, ...piece }, context) {
    const path = `/api/exports/${encodeURIComponent(sessionId)}`
    return { data: await context.piece({ method: 'GET', path, query: { format, columns } }, piece) }
  },
})

/** What an assistant should know before it takes the first tool. */
export const INSTRUCTIONS =
  'Searches places on a map and keeps them. Start with `search_places`; an answer says whether it is complete and, if ' +
  'not, why. Null means not known. Show `attribution` with the places.'

/** The tools, in the order in which they are listed. */
export const PLACE_TOOLS: readonly Tool[] = [searchPlaces, getSearch, listPlaces, getPlace, exportPlaces]

async function waitForSearch(id: string, untilMs: number, context: ToolContext): Promise<Search> {
  const path = `/api/search/${encodeURIComponent(id)}`
  for (;;) {
    const waitMs = Math.round(Math.max(0, Math.min(POLL_MS, untilMs - performance.now())))
    const search = searchOf(await context.json({ method: 'GET', path, query: { waitMs } }))
    if (search.completedAt !== null) return search
    const { share, message } = search.progress
    await context.progress(
      share ?? 0,
      share === null ? null : 1,
      message ?? `${search.counts.kept} places so far`,
    )
    if (performance.now() >= untilMs) return search
  }
}

function searchOf(answer: unknown): Search {
  if (Check(Search, answer)) return answer
  throw new SurveyorError('internal', 'A search has another shape than expected.')
}

/** Throws the error of a failed search. */
function stateOf({
  id,
  sessionId,
  status,
  counts,
  complete,
  reasons,
  attribution,
  error,
}: Search): Static<typeof SearchState> {
  return {
    searchId: id,
    sessionId,
    status,
    kept: counts.kept,
    complete,
    reasons: [
      ...reasons.map(({ detail }) => detail),
      ...(error === null ? [] : [`${error.code}: ${error.detail}`]),
    ],
    attribution: attribution.map(({ text }) => text),
  }
}

async function listRows(
  query: Readonly<Record<string, string | number | boolean | undefined>>,
  context: ToolContext,
): Promise<{ places: Static<typeof Row>[]; nextCursor: string | null }> {
  const list = await context.json({ method: 'GET', path: '/api/places', query })
  if (!Check(PlaceList, list)) throw new SurveyorError('internal', 'A list has another shape than expected.')
  return { places: list.items.map(rowOf), nextCursor: list.nextCursor }
}

function rowOf({
  id,
  name,
  categories,
  address,
  location,
  phone,
  website,
  emails,
  status,
}: Place): Static<typeof Row> {
  return {
    id,
    name,
    category: categories[0]?.label ?? categories[0]?.id ?? null,
    address: address.formatted,
    lat: location?.lat ?? null,
    lng: location?.lng ?? null,
    phone,
    website,
    email: emails[0] ?? null,
    status,
  }
}
