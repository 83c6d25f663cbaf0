// Building blocks of several wire schemas.
import { Type, type Static, type TSchema } from 'typebox'

/** A value that was looked for and may be unknown: never 0, false or "" instead. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The most that a column of four bytes holds. */
export const MAX_INT4 = 2_147_483_647

/** The longest time that a request may name: ten years, which every clock and interval supports. */
export const MAX_DURATION_MS = 315_576_000_000

/** A count or a number of bytes as a program measured it: any number that JSON can carry exactly. */
export const Count = (options: object = {}) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options })

/** A closed set of words. */
export const Words = <const T extends readonly string[]>(words: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...words], ...options })

/** A moment; all answers are in UTC with a `Z`. */
export const Timestamp = Type.String({ format: 'date-time', description: 'RFC 3339, UTC.' })

/** The format of `LanguageTag` in schemas. */
export const LANGUAGE_TAG_FORMAT = 'language-tag'

/** A BCP 47 tag of a known language; any other tag is refused. */
export const LanguageTag = (description: string) =>
  Type.String({ format: LANGUAGE_TAG_FORMAT, maxLength: 35, description, examples: ['de'] })

const UUID_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** A typed id in an answer. Paths and filters take any text and answer 404 for an invalid id. */
export const Id = (prefix: string) => Type.String({ pattern: `^${prefix}_${UUID_PATTERN}$` })

/** `{items, nextCursor}`: every list of both services. */
export const ListOf = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    nextCursor: Nullable(
      Type.String({ description: 'Pass as `cursor` for the next page; null at the end.' }),
    ),
  })

/** WGS 84, degrees. */
export const LatLng = Type.Object(
  {
    lat: Type.Number({ minimum: -90, maximum: 90 }),
    lng: Type.Number({ minimum: -180, maximum: 180 }),
  },
  { additionalProperties: false },
)
export type LatLng = Static<typeof LatLng>

/** Paths of related resources by their relation, `self` among them. */
export const Links = Type.Record(Type.String(), Type.String())

/** Of a query: punctuation alone names nothing, and would be found nowhere; emoji and signs may be a name. */
export const QUERY_PATTERN = '[\\p{L}\\p{N}\\p{Sc}\\p{Sm}\\p{Extended_Pictographic}*]'
