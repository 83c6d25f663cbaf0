// What changed in places: the history of one place, and what two sessions found differently.
import { Type, type Static } from 'typebox'
import { PROVIDERS, WEBSITE_PROVIDER } from '#contract/places/place.ts'
import { Id, Links, ListOf, Nullable, Timestamp, Words } from '#contract/schema.ts'

/** What a change means, whichever fields of the place it shows in. */
export const CHANGE_KINDS = [
  'closed',
  'reopened',
  'moved',
  'name',
  'category',
  'address',
  'phone',
  'website',
  'email',
  'social',
  'hours',
  'rating',
  'other',
] as const
/** One of `CHANGE_KINDS`. */
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** What brings a new value into a place. */
export const CHANGE_SOURCES = ['search', 'vanished', 'enrichment', 'merge', 'reparse'] as const
/** One of `CHANGE_SOURCES`. */
export type ChangeSource = (typeof CHANGE_SOURCES)[number]

/** One field of a place that became another one. */
export const PlaceChange = Type.Object(
  {
    field: Type.String({ description: 'Path in the place: `phone`, `names.fr`, `address.street`.' }),
    from: Type.Unknown({ description: 'Null: it was not known.' }),
    to: Type.Unknown({ description: 'Null: it is not known any more.' }),
    kind: Words(CHANGE_KINDS),
    at: Timestamp,
    source: Words(CHANGE_SOURCES, {
      description:
        '`search`: its provider said something else. `vanished`: a complete search of its area did not find it any ' +
        'more. `enrichment`: its website was read. `merge`: it was merged with another place, or parted from it. ' +
        '`reparse`: the same payload was read by a newer parser.',
    }),
    provider: Words([...PROVIDERS, WEBSITE_PROVIDER]),
    searchId: Nullable(Id('sea')),
    sessionId: Nullable(Id('ses')),
  },
  { $id: 'PlaceChange' },
)
export type PlaceChange = Static<typeof PlaceChange>
/** A page of the history of a place, newest first. */
export const PlaceChangeList = ListOf(PlaceChange)

/** How a place of one session differs from what an earlier session found. */
export const SESSION_DIFFERENCES = ['new', 'gone', 'changed'] as const
/** One of `SESSION_DIFFERENCES`. */
export type SessionDifference = (typeof SESSION_DIFFERENCES)[number]

/** A place that two sessions do not have alike. */
export const ChangedPlace = Type.Object(
  {
    placeId: Id('plc'),
    name: Nullable(Type.String()),
    difference: Words(SESSION_DIFFERENCES, {
      description:
        '`new`: only the later session found it. `gone`: only the earlier one did, and the later one looked for it. ' +
        '`changed`: both did, and fields of it changed between them.',
    }),
    fields: Type.Array(Type.Pick(PlaceChange, ['field', 'from', 'to', 'kind', 'at']), {
      description: 'Of a `changed` one, the oldest first.',
    }),
    links: Links,
  },
  { $id: 'ChangedPlace' },
)
export type ChangedPlace = Static<typeof ChangedPlace>

/** Why places that only the earlier session found may be there still. */
export const INCOMPARABLE_CODES = ['incomplete', 'other_search'] as const

/** A page of them, in the order of their ids. */
export const ChangedPlaceList = Type.Object({
  ...ListOf(ChangedPlace).properties,
  comparable: Type.Boolean({
    description:
      'Whether the later session looked for everything that the earlier one found, and was complete. Otherwise no place is ' +
      '`gone`: it may only not have been looked for.',
  }),
  reasons: Type.Array(
    Type.Object({
      code: Words(INCOMPARABLE_CODES, {
        description:
          '`incomplete`: a search of the later session was not complete, as with a `limit`. `other_search`: the later ' +
          'session did not search for the same, in the same area, of the same provider.',
      }),
      detail: Type.String(),
    }),
    { description: 'Why they are not comparable; none where they are.' },
  ),
})
