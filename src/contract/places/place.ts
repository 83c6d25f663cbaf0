// A place as a map provider knows it, and as places stores it.
import { Type, type Static } from 'typebox'
import { Id, LatLng, Nullable, Timestamp, Words } from '#contract/schema.ts'

/**
 * `osm-file` reads extracts, `overpass` asks a server, `overture` reads the files of the Overture Maps Foundation; `google`
 * has to be enabled by the operator.
 */
export const PROVIDERS = ['osm-file', 'overpass', 'google', 'overture'] as const
/** One of `PROVIDERS`. A request for one that is not set up is answered with `provider_not_configured`. */
export type Provider = (typeof PROVIDERS)[number]

/** In the examples of both descriptions. */
export const EXAMPLE_PLACE_ID = 'plc_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'

/** Who a review is from: the map of its place, or `mangrove`, a data set of open reviews of any place. */
export const REVIEW_PROVIDERS = [...PROVIDERS, 'mangrove'] as const
export type ReviewProvider = (typeof REVIEW_PROVIDERS)[number]

/** The networks whose profiles are recognised by their links. */
export const SOCIAL_NETWORKS = [
  'facebook',
  'instagram',
  'x',
  'linkedin',
  'youtube',
  'tiktok',
  'pinterest',
  'whatsapp',
  'telegram',
  'mastodon',
  'vk',
  'flickr',
  'foursquare',
  'yelp',
  'tripadvisor',
] as const

/** When a place is open on a day; minutes since its midnight. */
const OpenInterval = Type.Object({
  opensMinute: Type.Integer({ minimum: 0, maximum: 1439 }),
  closesMinute: Type.Integer({
    minimum: 1,
    maximum: 2880,
    description: 'Above 1440: after midnight, the next day.',
  }),
})

export type OpenInterval = Static<typeof OpenInterval>

/** Why opening hours are no plain week. */
export const HOURS_REASONS = [
  'not_hours',
  'too_long',
  'ambiguous',
  'no_times',
  'open_end',
  'conditional',
  'seasonal',
  'weeks',
  'nth_weekday',
  'sun',
] as const

const Week = (description: string) =>
  Type.Array(Type.Array(OpenInterval), { minItems: 7, maxItems: 7, description })

/** `raw` as the provider has it, and what can be read from it without guessing. Minutes count from midnight. */
export const OpeningHours = Type.Object({
  raw: Nullable(Type.String()),
  timezone: Nullable(Type.String({ description: 'IANA name.' })),
  weekly: Nullable(
    Week('Monday first; null where the text holds more than a weekly schedule, so nothing is guessed.'),
  ),
  closedDays: Type.Array(Type.String(), { description: 'What the text says is closed: `PH`, `Dec 25`.' }),
  weeklyReason: Type.Optional(
    Words(HOURS_REASONS, {
      description: 'Why `weekly` is null, where the text was read and is no plain week.',
    }),
  ),
  otherDays: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Holidays and dates that have other hours than their weekday, as text: `PH 10:00-12:00`.',
    }),
  ),
  overridden: Type.Optional(
    Week(
      'Hours that a later rule of the text replaces, as its grammar says, where the writer may have meant both. They ' +
        'are not in `weekly`; whether it is open then is not known.',
    ),
  ),
})
export type OpeningHours = Static<typeof OpeningHours>

/** A number as written and, where it is valid, as E.164. */
export const Phone = Type.Object({
  e164: Nullable(Type.String({ description: 'Null where the text is no valid number.' })),
  raw: Type.String(),
  kind: Words(['phone', 'mobile', 'fax', 'whatsapp']),
})
/** A profile on a social network. */
export const Social = Type.Object({
  network: Type.String({
    description:
      'Of the map `facebook`, `instagram`, … `tripadvisor`; of a website also others, such as `bluesky`.',
  }),
  url: Type.String(),
  handle: Nullable(Type.String()),
})

/** How much of the reviews that the provider counts is known. */
export const REVIEW_COVERAGES = ['complete', 'partial', 'embedded', 'unavailable'] as const
/** One of `REVIEW_COVERAGES`. */
export type ReviewCoverage = (typeof REVIEW_COVERAGES)[number]

/** For each weekday, Monday first, how busy each hour usually is, in per cent of the busiest one. */
const PopularTimes = Type.Array(
  Type.Array(
    Type.Object({
      hour: Type.Integer({ minimum: 0, maximum: 23 }),
      percent: Type.Integer({ minimum: 0, maximum: 100 }),
    }),
  ),
  { minItems: 7, maxItems: 7 },
)
export type PopularTimes = Static<typeof PopularTimes>

/** Each part as the provider has it; `formatted` is one line in the order of the country. */
export const Address = Type.Object({
  formatted: Nullable(Type.String()),
  street: Nullable(Type.String()),
  houseNumber: Nullable(Type.String()),
  houseName: Type.Optional(Nullable(Type.String())),
  unit: Type.Optional(Nullable(Type.String({ description: 'A flat, a suite or a door.' }))),
  floor: Type.Optional(Nullable(Type.String())),
  block: Type.Optional(
    Nullable(Type.String({ description: 'Of countries that count blocks, such as Japan.' })),
  ),
  postcode: Nullable(Type.String()),
  district: Type.Optional(
    Nullable(
      Type.String({ description: 'The part of the city. Absent: stored before districts were read.' }),
    ),
  ),
  city: Nullable(Type.String()),
  region: Nullable(Type.String({ description: 'The state, province or canton by its name.' })),
  country: Nullable(Type.String()),
  countryCode: Nullable(Type.String({ description: 'ISO 3166-1 alpha-2, upper case.' })),
})
export type Address = Static<typeof Address>

/** The provider of what was read on the website of a place. */
export const WEBSITE_PROVIDER = 'website'

/** Where the value of one field comes from. */
export const FieldProvenance = Type.Object({
  provider: Words([...PROVIDERS, WEBSITE_PROVIDER], {
    description: '`website`: enrichment found it there, and the map does not have it.',
  }),
  tier: Type.String({
    description:
      'How the provider gave it: `tag`, `record`, `derived`, `full`, `thin`, `enriched`; a location also `approximate`, from a part of ' +
      'the object.',
  }),
  fetchedAt: Timestamp,
  raw: Type.Optional(
    Type.String({ description: 'What the provider has, where the value is spelled in another way: `BC`.' }),
  ),
  also: Type.Optional(
    Type.Object(
      { provider: Words([...PROVIDERS, WEBSITE_PROVIDER]), fetchedAt: Timestamp },
      { description: 'Further values of a list, from there.' },
    ),
  ),
})

const placeFields = {
  name: Nullable(Type.String()),
  names: Type.Record(Type.String(), Type.String(), {
    description: 'By BCP 47 language, and `old`, `alt`, `short`, `official`.',
  }),
  categories: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
  address: Address,
  location: LatLng,
  phone: Nullable(Type.String({ description: 'The first valid number, E.164.' })),
  phones: Type.Array(Phone),
  website: Nullable(Type.String()),
  emails: Type.Array(Type.String()),
  socials: Type.Array(Social),
  rating: Nullable(Type.Number()),
  ratingCount: Nullable(Type.Integer()),
  ratingDistribution: Nullable(
    Type.Array(Type.Integer(), { minItems: 5, maxItems: 5, description: 'One to five stars.' }),
  ),
  priceLevel: Nullable(Type.Integer({ minimum: 1, maximum: 4 })),
  openingHours: Nullable(OpeningHours),
  status: Words(['operational', 'temporarily_closed', 'permanently_closed', 'unknown']),
  description: Nullable(Type.String()),
  attributes: Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean(), Type.Number()])),
  photos: Type.Array(
    Type.Object({
      url: Type.String(),
      credit: Nullable(Type.String()),
      title: Type.Optional(Type.String({ description: 'Of the group of photos that it stands for.' })),
    }),
  ),
  popularTimes: Type.Optional({
    ...PopularTimes,
    description: 'How busy each hour of the week usually is; absent: the provider has no such figures.',
  }),
  reviewCoverage: Type.Optional(
    Words(REVIEW_COVERAGES, {
      description:
        'Of the reviews at `/api/browse/reviews`: all of them, as many as were asked for, the few that stand beside the place, or ' +
        'none, because the provider refused them. Absent: not asked.',
    }),
  ),
  owner: Nullable(
    Type.String({ description: 'Who runs it: the operator or brand owner the provider names.' }),
  ),
  brand: Nullable(Type.Object({ name: Nullable(Type.String()), wikidata: Nullable(Type.String()) })),
  plusCode: Nullable(Type.String()),
  links: Type.Record(Type.String(), Type.String()),
  aliases: Type.Array(
    Type.Object({
      scheme: Type.String({ description: '`osm`, `gers`, `wikidata`, `google_place_id`, …' }),
      value: Type.String(),
    }),
    { description: 'Every id by which a source knows the place.' },
  ),
  provenance: Type.Record(Type.String(), FieldProvenance, {
    description: 'Where each known field came from.',
  }),
}

/** What a map provider gives for one place. `source` is its own id; `raw` lets a better parser run again later. */
export const MapPlace = Type.Object({
  source: Type.Object({ provider: Words(PROVIDERS), scheme: Type.String(), id: Type.String() }),
  ...placeFields,
  raw: Type.Unknown({ description: 'The payload of the provider, as it came.' }),
})
export type MapPlace = Static<typeof MapPlace>

/** In how many searches of a session a place was found, of those that could have found it. */
export const SeenIn = Type.Object({
  n: Type.Integer({ minimum: 1, description: 'Searches of the session that found it.' }),
  of: Type.Integer({
    minimum: 1,
    description:
      'Those, and the complete ones that looked for the same in an area that holds it. Fewer than all: the provider does ' +
      'not always show it.',
  }),
})
export type SeenIn = Static<typeof SeenIn>

/** A stored place. */
export const Place = Type.Object(
  {
    id: Id('plc'),
    ...placeFields,
    firstSeenAt: Timestamp,
    lastSeenAt: Timestamp,
    changes: Type.Integer({ minimum: 0, description: 'How often a later observation differed.' }),
    missingSince: Nullable(
      Type.String({
        ...Timestamp,
        description:
          'When a complete search of its area by its provider did not find it any more. Null: no such search missed it, ' +
          'or it was found again since.',
      }),
    ),
    seenIn: Type.Optional({ ...SeenIn, description: 'In lists of one session.' }),
    searchedArea: Type.Optional(
      Nullable(
        Type.String({
          description:
            'In lists of one session: the area of the first search that found it. Null: that was given as a shape.',
        }),
      ),
    ),
    tags: Type.Optional(
      Nullable(
        Type.Record(Type.String(), Type.String(), {
          description:
            'With `include=tags`: those of OpenStreetMap as mappers wrote them; null where none are kept.',
        }),
      ),
    ),
    geometry: Type.Optional(
      Nullable(
        Type.Unknown({
          description:
            'With `include=geometry`: GeoJSON (Polygon, MultiPolygon, LineString) with at most some 500 corners; null for a ' +
            'point and where the provider has no outline at hand.',
        }),
      ),
    ),
  },
  { $id: 'Place' },
)
export type Place = Static<typeof Place>

/** The attribution that is required wherever the data is shown. */
export const Attribution = Type.Object({
  provider: Words(PROVIDERS),
  text: Type.String(),
  license: Type.String(),
  url: Type.String(),
  file: Type.Optional(
    Type.String({ description: 'Where the data comes from several files: the one that this is about.' }),
  ),
  snapshotAt: Type.Optional({ ...Timestamp, description: 'Of that file: when its data left the source.' }),
})
export type Attribution = Static<typeof Attribution>
