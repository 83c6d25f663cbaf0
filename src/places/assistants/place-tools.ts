// The tools that places offers to assistants: searches, stored places, exports.
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { Place, PROVIDERS } from '#contract/places/place.ts'
import { Search } from '#contract/places/search.ts'
import { Words } from '#contract/schema.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { Cursor, MaybeBoolean, MaybeNumber, MaybeText, waitSeconds } from '#platform/mcp/brief-fields.ts'
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
  name: MaybeText,
  category: MaybeText,
  address: MaybeText,
  lat: MaybeNumber,
  lng: MaybeNumber,
  phone: MaybeText,
  website: MaybeText,
  email: MaybeText,
  status: Type.String(),
})
const PlaceList = Type.Object({ items: Type.Array(Place), nextCursor: MaybeText })

/** How far a search is. */
const SearchState = {
  searchId: Type.String(),
  sessionId: Type.String(),
  status: Type.String(),
  kept: Type.Integer({ description: 'Distinct places so far.' }),
  complete: MaybeBoolean('Null: it still runs. False: `reasons` say what may be missing.'),
  reasons: Type.Array(Type.String()),
  area: MaybeText,
  notes: Type.Array(Type.String(), {
    description:
      'How words were read, which had no effect, how the area was chosen, what to know of the data.',
  }),
  suggestions: Type.Array(Type.String(), {
    description: 'Queries that find something where this one does not.',
  }),
  attribution: Type.Array(Type.String()),
}
type SearchState = { readonly [Name in keyof typeof SearchState]: Static<(typeof SearchState)[Name]> }
const RowList = { places: Type.Array(Row), nextCursor: MaybeText }
const WaitSeconds = waitSeconds(MAX_WAIT_SECONDS)
const Rows = Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ROWS, default: DEFAULT_ROWS }))

const searchPlaces = defineTool({
  name: 'search_places',
  title: 'Search places',
  description:
    'Searches a map for places (`cafes`, `dentists`, `*` for all) in a town, region or area, stores them, and says ' +
    'whether all were found and, if not, why. Gives the first rows; `list_places` with the `searchId` the others and, ' +
    'while it runs, how far it is; `export_places` a file.',
  scopes: ['search', 'places:read'],
  isReadOnly: false,
  goesOut: true,
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 500 }),
    location: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    providers: Type.Optional(Type.Array(Words(PROVIDERS), { description: 'Maps, side by side.' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'Stop after so many places.' }),
    ),
    sessionId: Type.Optional(Type.String({ description: 'Adds to the places of an earlier search.' })),
    waitSeconds: WaitSeconds,
    rows: Rows,
  }),
  output: Type.Object({ ...SearchState, ...RowList }),
  async run({ waitSeconds = 30, rows = DEFAULT_ROWS, ...body }, context) {
    const untilMs = performance.now() + waitSeconds * 1_000
    const { id } = fieldsOf(await context.json({ method: 'POST', path: '/api/search', body }))
    const search = await waitForSearch(String(id), untilMs, context)
    return {
      data: {
        ...stateOf(search),
        ...(await listRows({ searchId: search.id, limit: rows }, context)),
      },
    }
  },
})

const listPlaces = defineTool({
  name: 'list_places',
  title: 'List stored places',
  description:
    'Lists places that searches stored, of one search or session or of all, by words, category, town or what is known ' +
    'of them. With a `searchId` also how far that search is, after waiting for its end.',
  scopes: ['places:read'],
  isReadOnly: true,
  goesOut: false,
  input: Type.Object({
    searchId: Type.Optional(Type.String({ pattern: '^sea_' })),
    sessionId: Type.Optional(Type.String()),
    waitSeconds: WaitSeconds,
    q: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Words of name, kind or address.' }),
    ),
    category: Type.Optional(Type.String({ maxLength: 1_000, examples: ['cafe'] })),
    city: Type.Optional(Type.String({ maxLength: 200 })),
    hasWebsite: Type.Optional(Type.Boolean()),
    hasPhone: Type.Optional(Type.Boolean()),
    hasEmail: Type.Optional(Type.Boolean()),
    rows: Rows,
    cursor: Cursor,
  }),
  output: Type.Object({ ...Type.Partial(Type.Object(SearchState)).properties, ...RowList }),
  async run({ waitSeconds = 30, rows = DEFAULT_ROWS, ...query }, context) {
    const { searchId } = query
    const untilMs = performance.now() + waitSeconds * 1_000
    const state = searchId === undefined ? {} : stateOf(await waitForSearch(searchId, untilMs, context))
    return { data: { ...state, ...(await listRows({ ...query, limit: rows }, context)) } }
  },
})

const getPlace = defineTool({
  name: 'get_place',
  title: 'Look at a place',
  description:
    'All that is known of one place as JSON text, with the source of each value. Null is unknown, not zero and not no.',
  scopes: ['places:read'],
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
    'All places of a session as CSV, GeoJSON or JSON lines. Name the `columns` that are needed: a whole session is long.',
  scopes: ['places:read'],
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
  'not, why. Null means not known. Long texts come in pieces: call again with `offset` = `nextOffset`. Show ' +
  '`attribution` with the places.'

/** The tools, in the order in which they are listed. */
export const PLACE_TOOLS: readonly Tool[] = [searchPlaces, listPlaces, getPlace, exportPlaces]

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

function stateOf(search: Search): SearchState {
  const { id, sessionId, status, counts, complete, reasons, area, understood, attribution, error } = search
  return {
    searchId: id,
    sessionId,
    status,
    kept: counts.kept,
    complete,
    reasons: [
      // The error of a search that failed says the same, and its code.
      ...reasons.flatMap(({ detail }) => (detail === error?.detail ? [] : [detail])),
      ...(error === null ? [] : [`${error.code}: ${error.detail}`]),
    ],
    area: area?.name ?? area?.kind ?? null,
    notes: notesOf(search),
    suggestions: (understood?.suggestions ?? []).map(({ query, count }) =>
      count === null ? query : `${query} (${count})`,
    ),
    attribution: attribution.map(({ text }) => text),
  }
}

function notesOf({ area, understood, warnings }: Search): string[] {
  const { corrections = [], ignored = [] } = understood ?? {}
  // A warning says it at more length.
  const isUnsaid = (word: string) => !warnings.some(({ detail }) => detail.includes(`"${word}"`))
  return [
    ...corrections
      .filter(({ from }) => isUnsaid(from))
      .map(({ from, to }) => `"${from}" was read as "${to}".`),
    ...ignored
      .filter(({ text }) => isUnsaid(text))
      .map(({ text, reason }) => `"${text}" changed nothing (${reason}).`),
    ...(area?.notes ?? []),
    ...warnings.map(({ detail }) => detail),
  ]
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
