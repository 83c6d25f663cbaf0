// Lists: their common query, a page as JSON, or the whole list as a stream of NDJSON or CSV.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type TProperties } from 'typebox'
import { fieldsOf } from '#kit/unknown-values.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { decodeCursor, encodeCursor, type CursorValues } from '#kit/cursor.ts'
import { parseId, type IdPrefix } from '#kit/ids.ts'
import { negotiate } from './negotiate.ts'
import { streamRows, type StreamForm } from './stream-rows.ts'

export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 500

/** The query of a list: `limit`, `cursor` and its own filters. */
export const listQuery = <T extends TProperties>(filters: T) =>
  Type.Object(
    {
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_LIMIT,
          description: `Items a page, ${DEFAULT_LIMIT} where absent. Of a stream (NDJSON, CSV) the number of rows; all where absent.`,
        }),
      ),
      cursor: Type.Optional(Type.String({ maxLength: 1024, description: 'nextCursor of the page before.' })),
      ...filters,
    },
    { additionalProperties: false },
  )

/** A page of a list, and where the next one begins. */
export interface ListPage<Item> {
  readonly items: readonly Item[]
  /** The sort values of the last item, when more items follow. */
  readonly next: CursorValues | null
}

/** A list that is read page by page. */
export interface ListSource<Item> {
  /** How many sort values the cursor holds. */
  readonly cursorLength: number
  /** At most `limit` items after `after` (null: from the start). Called again for each page of a stream. */
  readonly page: (limit: number, after: CursorValues | null) => Promise<ListPage<Item>>
  /** The columns of the CSV form: paths into an item, `location.lat`. */
  readonly columns: readonly string[]
}

/** The values inside a cursor of this list; throws `invalid_cursor`. */
export function readCursor(cursor: string | undefined, length: number): CursorValues | null {
  if (cursor === undefined) return null
  const values = decodeCursor(cursor, length)
  if (values === null) throw wrongCursor()
  return values
}

/** The stored uuid that the page before ended with, of a list by ids; null at the beginning. Throws `invalid_cursor`. */
export function uuidOfCursor(prefix: IdPrefix, after: CursorValues | null): string | null {
  if (after === null) return null
  const uuid = parseId(prefix, `${prefix}_${after[0]}`)
  if (uuid === null) throw wrongCursor()
  return uuid
}

/** The first `limit` of rows of which one more was read; `at` is where a row stands in the list. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
  at: (row: Row) => CursorValues,
): ListPage<Item> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => present(row)),
    next: rows.length > limit && last !== undefined ? at(last) : null,
  }
}

/** The same of a list by ids. */
export function pageByIds<Row extends { readonly id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
): ListPage<Item> {
  return pageOf(rows, limit, present, ({ id }) => [id])
}

/** The error `invalid_cursor`. */
export function wrongCursor(): SurveyorError {
  return new SurveyorError('invalid_cursor', 'The cursor is not one that this list gave out.')
}

/**
 * Answers with one page as JSON and a `Link` to the next. When `Accept` asks for `application/x-ndjson` or `text/csv`,
 * it answers with the whole list as a stream that fetches the next page only when the client has read the last. Return
 * its result from the handler.
 */
export async function sendList<Item extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  source: ListSource<Item>,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  void reply.header('vary', 'Accept')
  const form = negotiate(request.headers.accept, ['application/json', 'application/x-ndjson', 'text/csv'])
  if (form !== 'application/json') return streamList(request, reply, source, form)
  const { limit, after } = readListQuery(request.query, source.cursorLength)
  const { items, next } = await source.page(limit ?? DEFAULT_LIMIT, after)
  const nextCursor = next === null ? null : encodeCursor(next)
  if (nextCursor !== null) void reply.header('link', `<${nextUrl(request.url, nextCursor)}>; rel="next"`)
  return { items: [...items], nextCursor }
}

/** The whole list as a stream in one form; otherwise as `sendList`. */
export async function streamList<Item extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  source: ListSource<Item>,
  form: StreamForm,
): Promise<never> {
  const { limit, after } = readListQuery(request.query, source.cursorLength)
  void reply.header('vary', 'Accept')
  const rows = rowsOf(source, after, limit ?? Infinity)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler returns the reply; its type is for JSON
  return streamRows(reply, { form, columns: source.columns, rows }) as never
}

/** What `listQuery` describes, and the schema of the route has checked. */
function readListQuery(
  query: unknown,
  cursorLength: number,
): { readonly limit: number | null; readonly after: CursorValues | null } {
  const { limit, cursor } = fieldsOf(query)
  return {
    limit: typeof limit === 'number' ? limit : null,
    after: readCursor(typeof cursor === 'string' ? cursor : undefined, cursorLength),
  }
}

/** The pages of a list from `after` on, cut at `limit` rows. */
async function* rowsOf<Item>(
  source: ListSource<Item>,
  after: CursorValues | null,
  limit: number,
): AsyncGenerator<readonly Item[]> {
  let left = limit
  let position = after
  do {
    const { items, next } = await source.page(Math.min(left, MAX_LIMIT), position)
    yield items
    left -= items.length
    position = next
  } while (position !== null && left > 0)
}

function nextUrl(url: string, cursor: string): string {
  const [path = '/', search = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(search)
  parameters.set('cursor', cursor)
  return `${path}?${parameters.toString()}`
}
